import SimFormats

extension SimbenchTable {
  static let flash = CommandSpec(
    "flash", "Check any sequence of pictures for flashes and stripes.",
    discussion: [
      """
      Counts changes of luminance and of saturated red in cells of 4 by 4 points. More than \
      three flashes in a second over more than a quarter of any field of 10 degrees, 341 by 256 \
      points, fail. A field larger than the picture is cut to it. Transparent pixels count as \
      black. The worst field and a chart are left as flash.png in the --out folder.
      """,
      """
      There are two verdicts, and the exit code is 1 when the one that decides has failed. wcag \
      decides without --strict and follows the definition of WCAG 2.2, success criterion 2.3.1: \
      red flashes are 0.2 apart in CIE 1976 u'v', fine and balanced patterns of squares below \
      0.1 degree, 3.41 points, are exempt, and areas that flash at the same time add up, to the \
      point, whether they touch or not. strict decides with --strict, and in the budgets of \
      runs: patterns however fine and the older definition of red by (R - G - B) x 320 count \
      too, a cell counts whole, and four seconds of five with two or three flashes each fail, as \
      does what a model of whole frames fails. What fails by wcag fails by strict.
      """,
      """
      Whichever decides, stripes may fail, too, by ITU-R BT.1702 and as EA IRIS measures them: \
      more than five light and dark pairs, wider than 0.1 degree, over more than a quarter of a \
      field for half a second, flashing or not.
      """,
      """
      A table of frame means as EA IRIS writes it, a .csv file, is replayed instead: a model of \
      whole frames computes sums, transitions and levels again, and every mismatch fails. Its \
      frame rate is that of its column TimeStamp, as a whole number. --fps goes before it, and \
      the report says so where the two differ; without either it is 60.
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
      .flag("loop", "Look at the pictures twice round, as they are shown in a loop."),
      .flag("strict", "Let the stricter rules decide the exit code, not WCAG."),
      .value("out", "DIR", .directory, "Folder for the picture; default: .simbench."),
      limitPixels("a picture"), html("the finding"), htmlFolder, json("the finding"),
      confined, quiet,
    ],
    limits: Limits.ofFilms,
    examples: [
      CommandExample("simbench flash frames --fps 30", "Check a folder of pictures."),
      CommandExample("simbench flash means.csv", "Replay a table at the rate of its stamps."),
      CommandExample("simbench flash a.png b.png --loop", "Check what blinks between two."),
    ], verdicts: [.budgetFailed], implementation: FlashCommand.self)
}
