import SimFormats

/// Metrics as Bencher Metric Format: one benchmark per run, one measure per metric.
///
/// A prediction has its bounds as `lower_value` and `upper_value`. Times of this machine have the
/// prefix `time.`.
package enum BencherReport {
  /// Maximum number of characters of a benchmark's name.
  private static var longestBenchmark: Int { 1024 }
  /// Maximum number of characters of a measure's name.
  private static var longestMeasure: Int { 64 }

  /// The JSON document, ending in a line break.
  package static func text(_ results: ResultFile.Results) -> String {
    let runs = MeasuredRun.all(in: results)
    return JSONWriter.text(
      of: .object(
        runs.map { run in
          let measures = run.metrics.map { metric in
            (metric.dashboardName.shortened(to: longestMeasure), value(metric))
          }
          return (run.label.shortened(to: longestBenchmark), .object(measures))
        }))
  }

  private static func value(_ metric: ResultMetric) -> JSONOutput {
    var members = [("value", metric.value)]
    if let bounds = metric.bounds {
      members += [("lower_value", bounds.lower), ("upper_value", bounds.upper)]
    }
    return .object(members)
  }
}
