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
  package var isCost: Bool {
    SceneResult.shape.rule.role(at: path) == .cost || ModelResult.shape.rule.role(at: path) == .cost
  }

  /// Whether it counts allocations, which are a cost whatever work was done.
  package var isAllocation: Bool { path.hasPrefix("allocations") }
}

/// The exact metrics of a result: what its shape says is the same in every run.
package enum ExactMetrics {
  /// The metrics of a result as `ResultFile` writes it, sorted by path.
  ///
  /// A member of an unknown version has the meaning of the object that contains it.
  package static func metrics(of result: JSONOutput) -> [ExactMetric] {
    var metrics: [ExactMetric] = []
    append(result, RunResult.rule(of: result), .detail, at: "", to: &metrics)
    return metrics.sorted { $0.path < $1.path }
  }

  private static func append(
    _ value: JSONOutput, _ rule: SchemaRule?, _ role: FigureRole, at path: String,
    to metrics: inout [ExactMetric]
  ) {
    switch value {
    case .object(let members):
      for (key, value) in members {
        let member = rule?.member(key)
        let path = path.isEmpty ? key : "\(path).\(key)"
        append(value, member?.rule, member?.role ?? role, at: path, to: &metrics)
      }
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        append(element, rule?.element, role, at: "\(path)[\(index)]", to: &metrics)
      }
    default:
      if role != .detail { metrics.append(ExactMetric(path: path, value: value)) }
    }
  }
}
