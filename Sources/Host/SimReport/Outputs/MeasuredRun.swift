import SimFormats
import SimMath

/// A run of a scene or model with its metrics, as outputs for dashboards list it.
struct MeasuredRun {
  /// The scenario's name, unique in the output.
  var label: String
  /// The device class; nil for models.
  var device: String?
  /// The seed.
  var seed: UInt64
  /// The metrics, sorted by path.
  var metrics: [ResultMetric]

  /// All judged runs.
  static func all(in results: ResultFile.Results) -> [MeasuredRun] {
    zip(RunLabels.labels(results.runs), results.runs).map { label, run in
      MeasuredRun(
        label: MessageText.oneLine(label), device: run.scene?.device.name, seed: run.seed,
        metrics: run.metrics)
    }
  }
}

extension ResultMetric {
  /// The path, with `time` instead of `timing` for times of this machine.
  var dashboardName: String {
    isTimed ? "time." + path.dropFirst("timing.".count) : path
  }
}

extension String {
  /// The text, or its start and its digest if it is longer than a limit.
  ///
  /// - Parameter limit: Maximum number of characters, at least 18.
  func shortened(to limit: Int) -> String {
    guard count > limit else { return self }
    var digest = StateDigest()
    for byte in utf8 { digest.combine(UInt64(byte)) }
    return "\(prefix(limit - 17))-\(HexadecimalText.digest(digest.finalize()))"
  }
}
