import SimFormats

/// Metrics as github-action-benchmark reads them with the tool `customSmallerIsBetter`.
///
/// Only metrics of which lower is better: the action reports an increase as a regression. Times of
/// this machine have the prefix `time.`.
package enum BenchmarkActionReport {
  /// The JSON document, ending in a line break.
  package static func text(_ results: ResultFile.Results) -> String {
    let entries = MeasuredRun.all(in: results).flatMap { run in
      run.metrics.filter { $0.isCost }.map { entry($0, of: run) }
    }
    return JSONWriter.text(of: .array(entries))
  }

  private static func entry(_ metric: ResultMetric, of run: MeasuredRun) -> JSONOutput {
    var members: [(String, JSONOutput)] = [
      ("name", .string("\(run.label): \(metric.dashboardName)")),
      ("unit", .string(metric.unit.isEmpty ? "count" : metric.unit)),
      ("value", metric.value),
    ]
    if let bounds = metric.bounds {
      let ends = [bounds.lower, bounds.upper].map { JSONWriter.text(of: $0, style: .compact) }
      members.append(("range", .string(ends.joined(separator: " to "))))
    }
    let conditions = [run.device, "seed \(run.seed)"].compactMap { $0 }.joined(separator: ", ")
    members.append(("extra", .string("\(conditions): \(metric.words)")))
    return .object(members)
  }
}
