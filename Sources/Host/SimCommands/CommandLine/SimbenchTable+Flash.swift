import SimFormats

extension SimbenchTable {
  static let flash = CommandSpec(
    "flash", "Check an image sequence for photosensitive flashes and stripes.",
    discussion: [
      """
      Counts changes of luminance and of saturated red in cells of 4 by 4 points. More than three \
      flashes per second over more than a quarter of any field of 10 degrees (341 by 256 points) \
      fail. A field larger than the image is cropped to it. Transparent pixels count as black. \
      Writes the worst field and a chart to flash.png in the --out folder.
      """,
      """
      There are two verdicts. The exit code is 1 if the one that decides has failed. By default, \
      wcag decides. It follows the definition of WCAG 2.2, success criterion 2.3.1. Red flashes \
      differ by 0.2 in CIE 1976 u'v'. Fine, balanced patterns of squares below 0.1 degree (3.41 \
      points) are exempt. Areas that flash at the same time add up, to the point, whether they \
      touch or not. With --strict, and in the budgets of runs, strict decides. It also counts \
      patterns of any fineness and red by the older definition (R - G - B) x 320. A cell counts \
      whole. Four of five seconds with two or three flashes each fail, and so does a failure of a \
      model of whole frames. Every failure by wcag also fails by strict.
      """,
      """
      With either verdict, stripes can fail too, by ITU-R BT.1702 and as EA IRIS measures them. \
      They fail if more than five light and dark pairs, wider than 0.1 degree, cover over a \
      quarter of a field for half a second. They need not flash.
      """,
      """
      A .csv file with frame means, as EA IRIS writes it, is replayed instead. A model of whole \
      frames recomputes its sums, transitions and levels; every mismatch fails. The frame rate is \
      that of the column TimeStamp, rounded to a whole number. --fps overrides it, and the report \
      says so if the two differ; without either, it is 60.
      """,
    ],
    arguments: [
      ArgumentSpec(
        "FRAMES", .oneOrMore, .file, "PNG files in order, a folder or a .csv.")
    ],
    options: [
      .value(
        "fps", "N", .hint("frames per second"), "Frames per second; default: 60, or a table's."),
      .value("scale", "N", .hint("pixels per point"), "Pixels per point; default: 1."),
      .flag("loop", "Analyze the sequence twice in a row, as it plays in a loop."),
      .flag("strict", "Base the exit code on the strict rules instead of WCAG 2.2."),
      .value("out", "DIR", .directory, "Folder for the image; default: .simbench."),
      limitPixels("an image"), html("the finding"), htmlFolder, json("the finding"),
      confined, quiet,
    ],
    limits: Limits.ofFilms,
    examples: [
      CommandExample("simbench flash frames --fps 30", "Check a folder of images."),
      CommandExample("simbench flash means.csv", "Replay a table at the rate of its time stamps."),
      CommandExample("simbench flash a.png b.png --loop", "Check two images that alternate."),
    ], verdicts: [.budgetFailed], implementation: FlashCommand.self)
}
