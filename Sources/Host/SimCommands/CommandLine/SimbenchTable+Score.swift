import SimFormats

extension SimbenchTable {
  static let score = CommandSpec(
    "score", "Score recorded handwriting against a letter template.",
    discussion: [
      """
      Aligns the recording with the letter, or with the written part of it, by scale and \
      translation. Then traces it sample by sample and reports similarity, coverage of the letter, \
      deviation, and where a finger would have felt a vibration. Writes an image to the --out \
      folder.
      """,
      """
      With several recordings, or with small, capital or all as the letter, prints a table of \
      scores and the best-fitting letter. Scores neither pass nor fail.
      """,
    ],
    arguments: [
      ArgumentSpec(
        "LETTER", .one, .words(ScoreCommand.letterNames),
        "One of A S O B D C E, capital or small, or a group: small, capital, all."),
      ArgumentSpec("FILE", .oneOrMore, .file, "Text files of recorded strokes."),
    ],
    options: [
      .value(
        "height", "MM", .hint("millimeters"), "Height of the letter in millimeters; default: 60."),
      .value(
        "tolerance", "NAME", .words(ScoreCommand.toleranceNames),
        "Maximum deviation that still counts: 6mm, the default, or quarter-inch (6.35 mm)."),
      .value(
        "device", "NAME", .device,
        "Device class that defines the size of a point; default: \(ScoreCommand.defaultDevice)."),
      devices,
      .value("out", "DIR", .directory, "Folder for the image; default: .simbench."),
      html("the scores"), htmlFolder, json("the scores"), confined, quiet,
    ],
    limits: Limits.ofStrokes,
    examples: [
      CommandExample(
        "simbench score a writing.txt", "Score one recording and write an image of it."),
      CommandExample(
        "simbench score small recordings/*.txt", "Find the best-fitting letter of each recording."),
    ], implementation: ScoreCommand.self)
}
