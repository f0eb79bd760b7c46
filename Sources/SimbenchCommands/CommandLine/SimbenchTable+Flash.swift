import Formats

extension SimbenchTable {
  static let flash = CommandSpec(
    "flash", "Check any sequence of pictures for flashes.",
    discussion: [
      """
      Counts changes of luminance and of saturated red in cells of 4 by 4 points. More than \
      three flashes in a second over more than a quarter of any field of 10 degrees, 341 by 256 \
      points, fail (WCAG 2.2, success criterion 2.3.1); so do four seconds of five with two or \
      three flashes each. A field larger than the picture is cut to it. Transparent pixels count \
      as black. The worst field and a chart are left as flash.png in the --out folder.
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
      .value("out", "DIR", .directory, "Folder for the picture; default: .simbench."),
      limitPixels("a picture"), json("the finding"), confined, quiet,
    ],
    limits: Limits.ofFilms,
    examples: [
      CommandExample("simbench flash frames --fps 30", "Check a folder of pictures."),
      CommandExample("simbench flash means.csv", "Replay a table at the rate of its stamps."),
      CommandExample("simbench flash a.png b.png --loop", "Check what blinks between two."),
    ])
}
