/// A figure of a result that is the same in every run of one scenario and seed.
package struct ExactMetric: Equatable, Sendable {
  /// Where it stands in the result, such as `work.pixelsBlended`.
  package var path: String
  /// The figure; null when it could not be measured.
  package var value: JSONOutput

  /// Makes a metric.
  package init(path: String, value: JSONOutput) {
    self.path = path
    self.value = value
  }

  /// Whether less of it is better; of everything else any change means that other work was done.
  package var isCost: Bool { Self.isCost(path) }

  /// Whether it counts allocations, which are a cost whatever work was done.
  package var isAllocation: Bool { path.hasPrefix("allocations.") }

  static func isCost(_ path: String) -> Bool {
    if path.hasPrefix("allocations.") || path.hasPrefix("work.") { return true }
    guard path.hasPrefix("strokeLatency.") else { return false }
    return ["p50", "p95", "max", "overLimit"].contains { path.hasSuffix(".\($0)") }
  }
}

/// The exact metrics of a result: everything outside `timing` that measures what the scene did.
package enum ExactMetrics {
  /// The members of a result that hold them.
  package static let groups = [
    "frames", "fault", "digest", "population", "allocations", "work", "input", "calmness",
    "strokeLatency", "flash",
  ]

  /// Words about a measurement rather than figures of it, and what first uses in the language's
  /// runtime cost, which another toolchain or an unrelated change moves.
  private static let ignored = [
    "allocations.warmupTotal",
    "allocations.source", "allocations.firstFrame", "allocations.firstPhase",
    "strokeLatency.source", "strokeLatency.startEvent", "strokeLatency.unit",
    // Others and a constant of the device.
    "strokeLatency.allowance", "strokeLatency.p95WithAllowance", "strokeLatency.maxWithAllowance",
  ]

  /// The same for lists: names of functions change with the compiler, and what they allocated is
  /// counted anyway.
  private static let ignoredGroups = ["allocations.sites", "strokeLatency.leftOut"]

  /// The metrics of a result as `ResultFile` writes it, sorted by path.
  package static func metrics(of result: JSONOutput) -> [ExactMetric] {
    var metrics: [ExactMetric] = []
    for group in groups {
      guard let value = result[group] else { continue }
      append(value, at: group, to: &metrics)
    }
    return metrics.filter { metric in
      !ignored.contains(metric.path)
        && !ignoredGroups.contains { metric.path.hasPrefix($0) }
    }.sorted { $0.path < $1.path }
  }

  private static func append(
    _ value: JSONOutput, at path: String, to metrics: inout [ExactMetric]
  ) {
    switch value {
    case .object(let members):
      for (key, member) in members { append(member, at: "\(path).\(key)", to: &metrics) }
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        append(element, at: "\(path)[\(index)]", to: &metrics)
      }
    default:
      metrics.append(ExactMetric(path: path, value: value))
    }
  }
}

extension JSONOutput {
  /// A number as a double; nil for anything else.
  package var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .unsigned(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  /// A whole number that is not negative; nil for anything else.
  package var uint64: UInt64? {
    switch self {
    case .integer(let value): UInt64(exactly: value)
    case .unsigned(let value): value
    case .number(let value): UInt64(exactly: value)
    default: nil
    }
  }

  /// A text; nil for anything else.
  package var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// Whether it is `null`.
  package var isNull: Bool {
    if case .null = self { return true }
    return false
  }
}
