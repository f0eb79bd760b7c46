import SimFormats

/// Metrics as OpenMetrics 1.0 text: one metric family per metric, one sample per run.
///
/// Times are in seconds. Those of this machine have the prefix `simbench_time_`. The name that a
/// run chose, such as that of a population, is the label `name`.
package enum OpenMetricsReport {
  /// The text, ending in `# EOF` and a line break.
  package static func text(_ results: ResultFile.Results) -> String {
    var families: [String: Family] = [:]
    for run in MeasuredRun.all(in: results) {
      for metric in run.metrics {
        let family = Family(metric)
        families[family.name, default: family].samples.append(sample(metric, of: run))
      }
    }
    return families.values.sorted { $0.name < $1.name }.map { $0.text }.joined() + "# EOF\n"
  }

  private static func sample(_ metric: ResultMetric, of run: MeasuredRun) -> String {
    var labels = [("scenario", run.label)]
    if let device = run.device { labels.append(("device", device)) }
    labels.append(("seed", "\(run.seed)"))
    if !metric.name.isEmpty { labels.append(("name", metric.name)) }
    let list = labels.map { "\($0)=\"\(escaped($1))\"" }.joined(separator: ",")
    return "{\(list)} \(number(metric))"
  }

  /// The value in the unit of its family.
  private static func number(_ metric: ResultMetric) -> String {
    guard let divisor = Family.secondDivisors[metric.unit], let value = metric.value.double else {
      return JSONWriter.text(of: metric.value, style: .compact)
    }
    return JSONOutput.text(of: value / divisor)
  }

  /// Text in double quotes or after `# HELP`.
  fileprivate static func escaped(_ text: String) -> String {
    MessageText.oneLine(text).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
  }
}

/// A metric family.
private struct Family {
  /// The name, with the unit as its suffix.
  let name: String
  private let unit: String
  private let help: String
  private let isCounter: Bool
  /// The labels and values.
  var samples: [String] = []

  /// Units of time, in parts of a second.
  static let secondDivisors = ["ns": 1e9, "ms": 1e3]
  private static let total = "_total"

  init(_ metric: ResultMetric) {
    var name = (["simbench"] + metric.keys).map { Self.snake($0) }.joined(separator: "_")
    if metric.isTimed { name.replace("simbench_timing_", with: "simbench_time_") }
    unit =
      Self.secondDivisors[metric.unit] != nil
      ? "seconds" : metric.unit == "bytes" ? metric.unit : ""
    if unit == "seconds", name.hasSuffix("_nanoseconds") {
      name.removeLast("_nanoseconds".count)
    }
    if !unit.isEmpty, !name.hasSuffix("_\(unit)") { name += "_\(unit)" }
    isCounter = name.hasSuffix(Self.total)
    if isCounter { name.removeLast(Self.total.count) }
    self.name = name
    help = metric.words + (metric.isTimed ? " Measured on this machine." : "")
  }

  var text: String {
    let unitLine = unit.isEmpty ? "" : "# UNIT \(name) \(unit)\n"
    let sampleName = isCounter ? name + Self.total : name
    return "# TYPE \(name) \(isCounter ? "counter" : "gauge")\n" + unitLine
      + "# HELP \(name) \(OpenMetricsReport.escaped(help))\n"
      + samples.map { "\(sampleName)\($0)\n" }.joined()
  }

  /// A key in lower case with underscores: `steady_total` for `steadyTotal`.
  private static func snake(_ key: String) -> String {
    var text = ""
    for letter in key {
      if letter.isUppercase { text += "_" }
      text += letter.isASCII && (letter.isLetter || letter.isNumber) ? letter.lowercased() : "_"
    }
    return text
  }
}
