import SimFormats

extension SimbenchTable {
  static let report = CommandSpec(
    "report", "Make reports from stored results.",
    discussion: [
      """
      Reads results that run --json wrote and makes any of its outputs from them; with none asked \
      for, it prints the results as text. The exit code is that of the run.
      """,
      """
      Charts need results written with --series. With --against, the page compares each scenario \
      with that of another file: exact figures always, times only where both did the same work.
      """,
    ],
    arguments: [
      ArgumentSpec("RESULT", .oneOrMore, .file, "Result files, as run --json writes them.")
    ],
    options: [
      .value("against", "FILE", .file, "Results to compare with, for --html."),
      json("the results"), confined, quiet, verbose,
    ] + reportOutputs,
    limits: Limits.ofReports,
    examples: [
      CommandExample(
        "simbench report result.json --html report.html", "Make a page of a stored result."),
      CommandExample(
        "simbench report new.json --against old.json --html report.html",
        "Lay the frames of two results over each other."),
    ],
    verdicts: [.budgetFailed, .inconclusive, .capNotExercised], implementation: ReportCommand.self)

  /// Outputs that `run` and `report` share.
  static let reportOutputs: [OptionSpec] = [
    html("charts and pictures"), htmlFolder, markdown, markdownLimit,
    .value(
      "junit", "FILE|-", .file,
      "Write every check as a JUnit test case; - prints it alone on standard output."),
    .value(
      "sarif", "FILE|-", .file,
      "Write what failed as SARIF 2.1.0; - prints it alone on standard output."),
    .flag("annotations", "Print what failed as annotations that GitHub shows beside its line."),
    .flag("series", "Keep the frames' course in the JSON result, for charts drawn later.").ofFrames,
  ]
}
