import SimFormats

extension SimbenchTable {
  static let score = CommandSpec(
    "score", "Score recorded handwriting against a letter.",
    discussion: [
      """
      Lays the recording over the letter, or over the part of it that was written, by scale and \
      translation, then traces it sample by sample: how like the letter it is, how much of the \
      letter it covers, how far off it is, and where a finger would have felt a vibration. A \
      picture is left in the --out folder.
      """,
      """
      With several recordings, or with small, capital or all for the letter, it prints a table \
      of scores and the letter that fits best. No score passes or fails.
      """,
    ],
    arguments: [
      ArgumentSpec(
        "LETTER", .one, .words(ScoreCommand.letterNames),
        "One of A S O B D C E, capital or small, or a group: small, capital, all."),
      ArgumentSpec("FILE", .oneOrMore, .file, "Recorded strokes, as text."),
    ],
    options: [
      .value(
        "height", "MM", .hint("millimeters"), "Height of the letter in millimeters; default: 60."),
      .value(
        "tolerance", "NAME", .words(ScoreCommand.toleranceNames),
        "How far off still counts: 6mm, the default, or quarter-inch (6.35 mm)."),
      .value(
        "device", "NAME", .device,
        "Device class that gives the size of a point; default: \(ScoreCommand.defaultDevice)."),
      devices,
      .value("out", "DIR", .directory, "Folder for the picture; default: .simbench."),
      html("the scores"), htmlFolder, json("the scores"), confined, quiet,
    ],
    limits: Limits.ofStrokes,
    examples: [
      CommandExample("simbench score a writing.txt", "Score one recording and draw it."),
      CommandExample(
        "simbench score small recordings/*.txt", "Find the letter that fits each recording best."),
    ], implementation: ScoreCommand.self)
}
