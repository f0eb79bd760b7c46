import SimFormats
import SimStatistics

extension HistorySeries {
  /// What tells one series from another.
  private struct Key: Hashable {
    var scenario: String
    var work: BaselineKey?
    var metric: String
    var machine: String
  }

  /// The series of a history, sorted by scenario, metric and machine, with their changes.
  ///
  /// Runs are compared only where scenario, seed, length, device, Reduce Motion and behavior
  /// versions are the same: others did other work. Exact metrics run on over machines, and each
  /// sample that differs from the one before it is a change; a time is only ever compared with its
  /// own machine's, by a test.
  ///
  /// - Parameters:
  ///   - entries: in the order of time, as `HistoryFile.inOrder(_:)` gives them.
  ///   - scenario: only this one.
  ///   - metric: only paths that begin with this.
  package static func all(
    in entries: [HistoryEntry], scenario: String? = nil, metric prefix: String? = nil
  ) -> [HistorySeries] {
    var series: [HistorySeries] = []
    var indices: [Key: Int] = [:]
    for entry in entries where scenario == nil || entry.scenario == scenario {
      for (path, value) in entry.metrics where prefix.map({ path.hasPrefix($0) }) ?? true {
        let machine = isTimed(path) ? entry.machine : ""
        let sample = Sample(date: entry.date, commit: entry.commit, value: value)
        let key = Key(scenario: entry.scenario, work: entry.key, metric: path, machine: machine)
        if let index = indices[key] {
          series[index].samples.append(sample)
        } else {
          indices[key] = series.count
          series.append(
            HistorySeries(
              scenario: entry.scenario, key: entry.key, metric: path, machine: machine,
              samples: [sample], changes: []))
        }
      }
    }
    for index in series.indices { series[index].findChanges() }
    // Sorting keeps no order of equals, so the order in which they came decides at last.
    return series.enumerated().sorted { one, other in
      let (a, b) = (one.element, other.element)
      return (a.scenario, a.metric, a.machine, one.offset)
        < (b.scenario, b.metric, b.machine, other.offset)
    }.map(\.element)
  }

  private mutating func findChanges() {
    let values = samples.map(\.value)
    guard isTimed else {
      changes = ChangePoints.steps(in: values).map { Change($0, skipped: 0) }
      return
    }
    // The test takes time that grows with the square of the samples.
    let skipped = max(0, values.count - Limits.historySamples.count)
    changes = ChangePoints.find(in: Array(values.dropFirst(skipped))).map {
      Change($0, skipped: skipped)
    }
  }
}

extension HistorySeries.Change {
  fileprivate init(_ point: ChangePoints.Point, skipped: Int) {
    self.init(
      index: skipped + point.index, before: point.before, after: point.after,
      chance: point.chance, isSpread: point.kind == .spread)
  }
}
