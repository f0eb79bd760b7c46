/// The exact metrics of a run compared with those of a reference.
package struct ExactComparison: Sendable {
  /// What became of a metric.
  package enum Change: String, CaseIterable, Sendable {
    /// It costs less.
    case improved
    /// It costs more.
    case regressed
    /// It is another figure, neither better nor worse.
    case changed
    /// The reference does not have it.
    case added
    /// It could not be measured here.
    case notMeasured = "not-measured"
  }

  /// A metric that is not what it was.
  package struct Row: Sendable {
    /// Its path in the result.
    package var path: String
    /// What the reference has.
    package var reference: JSONOutput?
    /// What was measured.
    package var measured: JSONOutput?
    /// What became of it.
    package var change: Change
  }

  /// The metrics that are not what they were, sorted by path.
  package let rows: [Row]
  /// How many metrics were compared, those that are equal included.
  package let comparedCount: Int

  /// Compares metrics, both sorted by path.
  ///
  /// - Parameter needsAll: whether a metric that the reference lacks is a gap in it.
  package init(reference: [ExactMetric], measured: [ExactMetric], needsAll: Bool) {
    var rows: [Row] = []
    var compared = 0
    // Nulls are how a result says that a figure is not there.
    let (old, new) = (reference.filter { !$0.value.isNull }, measured)
    for metric in old {
      let found = new.first { $0.path == metric.path }?.value
      let isGone = found == nil || found == .null
      if isGone, metric.isAllocation {
        rows.append(
          Row(path: metric.path, reference: metric.value, measured: nil, change: .notMeasured))
        continue
      }
      compared += 1
      guard let found, !isGone else {
        rows.append(
          Row(path: metric.path, reference: metric.value, measured: nil, change: .changed))
        continue
      }
      guard found != metric.value else { continue }
      rows.append(
        Row(
          path: metric.path, reference: metric.value, measured: found,
          change: Self.change(metric, found)))
    }
    let lacking = needsAll ? new.filter { !$0.value.isNull } : []
    for metric in lacking where !old.contains(where: { $0.path == metric.path }) {
      rows.append(
        Row(path: metric.path, reference: nil, measured: metric.value, change: .added))
    }
    self.rows = rows.sorted { $0.path < $1.path }
    comparedCount = compared
  }

  private static func change(_ metric: ExactMetric, _ found: JSONOutput) -> Change {
    guard metric.isCost, let old = metric.value.double, let new = found.double else {
      return .changed
    }
    return new < old ? .improved : .regressed
  }

  /// Whether the scene did the same work as the reference.
  package var isSameWork: Bool { !rows.contains { $0.change == .changed } }

  /// The verdicts that hold, worst first; of a cost other than allocations only when the work is
  /// the same, since other work has other costs.
  package var verdicts: [GateVerdict] {
    let costs = rows.filter { isSameWork || $0.path.hasPrefix("allocations.") }
    var verdicts: [GateVerdict] = []
    if !isSameWork { verdicts.append(.workChanged) }
    if costs.contains(where: { $0.change == .regressed }) { verdicts.append(.regressed) }
    if rows.contains(where: { $0.change == .added }) { verdicts.append(.referenceMissing) }
    if verdicts.isEmpty {
      verdicts.append(costs.contains { $0.change == .improved } ? .improved : .equal)
    }
    return verdicts
  }
}
