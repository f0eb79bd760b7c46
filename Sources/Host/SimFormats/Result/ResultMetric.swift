/// A metric of a run with its value and description, for outputs that list metrics.
///
/// Metrics are the exact ones, which baselines contain, and those that a budget can limit.
/// Unmeasured metrics are missing, and so are times that were not judged.
package struct ResultMetric: Sendable {
  /// The keys of its path in the result, without the name that the run chose.
  package var keys: [String]
  /// The name that the run chose, such as `flakes`; empty if there is none.
  package var name: String
  /// The keys and the name, joined by periods: its path in the result.
  package var path: String
  /// A sentence about the metric.
  package var words: String
  /// The unit of the value, such as `ns`; empty for counts and fractions.
  package var unit: String
  /// Whether lower is better.
  package var isCost: Bool
  /// The value as in the result.
  package var value: JSONOutput
  /// The bounds of a prediction, as in the result; nil for other values.
  package var bounds: (lower: JSONOutput, upper: JSONOutput)?

  /// Whether it depends on wall time, so that runs may differ in it.
  package var isTimed: Bool { keys.first == "timing" }
}

extension RunResult {
  /// The metrics of the run, sorted by path.
  package var metrics: [ResultMetric] {
    let value = Self.codec.write(self)
    var list = MetricList { scene == nil ? nil : Measure($0) }
    list.append(value, Self.rule(of: value))
    return list.sorted.filter { scene?.hasJudgedTimes != false || !$0.isTimed }
  }
}

extension SceneResult {
  /// Whether times were measured after warm-up, and no budget on times was skipped or inconclusive.
  fileprivate var hasJudgedTimes: Bool {
    frames > allocations.warmupFrames
      && timing.budgets.allSatisfy { $0.status != .notMeasured }
  }
}

/// The metrics of a result, collected along its shape.
private struct MetricList {
  /// A place in a result.
  private struct Place {
    var keys: [String] = []
    var names: [String] = []
    var path: [String] = []
    var words = ""
    var unit = ""
    var role = FigureRole.detail
  }

  private var metrics: [ResultMetric] = []
  private let measure: (String) -> Measure?

  init(measure: @escaping (String) -> Measure?) { self.measure = measure }

  var sorted: [ResultMetric] { metrics.sorted { $0.path < $1.path } }

  mutating func append(_ result: JSONOutput, _ rule: SchemaRule) { append(result, rule, Place()) }

  private mutating func append(_ value: JSONOutput, _ rule: SchemaRule, _ place: Place) {
    guard case .object(let members) = value else { return }
    for (key, inner) in members {
      guard let member = rule.member(key) else { continue }
      var place = place
      place.path.append(key)
      if rule.isMap {
        place.names.append(key)
      } else {
        place.keys.append(key)
        place.words = member.words
      }
      place.unit = member.unit ?? place.unit
      place.role = member.role ?? place.role
      if inner.double != nil {
        append(inner, place, bounds: (value["\(key)Lower"], value["\(key)Upper"]))
      } else {
        append(inner, member.rule, place)
      }
    }
  }

  private mutating func append(
    _ value: JSONOutput, _ place: Place, bounds: (lower: JSONOutput?, upper: JSONOutput?)
  ) {
    let path = place.path.joined(separator: ".")
    let limited = measure(path)
    guard place.role != .detail || limited != nil else { return }
    var metric = ResultMetric(
      keys: place.keys, name: place.names.joined(separator: "."), path: path, words: place.words,
      unit: place.unit, isCost: place.role == .cost || limited?.isTime == true, value: value)
    if let lower = bounds.lower, let upper = bounds.upper { metric.bounds = (lower, upper) }
    metrics.append(metric)
  }
}

extension Measure {
  /// Whether it is a time of frames, measured or predicted, or their lateness.
  fileprivate var isTime: Bool { isFrameTime || group == .hitches }
}
