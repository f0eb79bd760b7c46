import SimFormats

extension SimbenchTable {
  static let report = CommandSpec(
    "report", "Regenerate reports from saved results.",
    discussion: [
      """
      Reads results of run --json and writes any of run's outputs from them; by default, prints \
      them as text. The exit code is that of the run.
      """,
      """
      Charts need results written with --series. With --against, the page compares each scenario \
      with that of another file. Exact metrics are always compared, times only if both runs did \
      the same work.
      """,
    ],
    arguments: [
      ArgumentSpec("RESULT", .oneOrMore, .file, "Result files of run --json.")
    ],
    options: [
      .value("against", "FILE", .file, "Results to compare with, for --html."),
      json("the results"), confined, quiet, verbose,
    ] + reportOutputs,
    limits: Limits.ofReports,
    examples: [
      CommandExample(
        "simbench report result.json --html report.html", "Write an HTML page of a saved result."),
      CommandExample(
        "simbench report new.json --against old.json --html report.html",
        "Overlay the frame times of two results."),
    ],
    verdicts: [.budgetFailed, .determinismBroken, .inconclusive, .capNotExercised],
    implementation: ReportCommand.self)

  /// Outputs that `run` and `report` share.
  static let reportOutputs: [OptionSpec] = [
    html("charts and images"), htmlFolder, markdown, markdownLimit,
    .value(
      "junit", "FILE|-", .file,
      "Write one JUnit test case per check; - writes only these to standard output."),
    .value(
      "sarif", "FILE|-", .file,
      "Write failures as SARIF 2.1.0; - writes only these to standard output."),
    .value(
      "bmf", "FILE|-", .file,
      "Write metrics in Bencher Metric Format; - writes only these to standard output."),
    .value(
      "benchmark-json", "FILE|-", .file,
      "Write metrics of which lower is better for github-action-benchmark; - writes only these "
        + "to standard output."),
    .value(
      "openmetrics", "FILE|-", .file,
      "Write metrics as OpenMetrics 1.0 text; - writes only these to standard output."),
    .flag("annotations", "Print failures as GitHub annotations, which are shown at their lines."),
    .flag("series", "Include per-frame series in the JSON result, so that report can draw charts.")
      .ofFrames,
  ]
}
