import Formats
import Statistics

extension HistorySeries {
  /// The series of a history, sorted by scenario, metric and machine, with their changes.
  ///
  /// Exact metrics run on over machines; a time is only ever compared with its own machine's.
  ///
  /// - Parameters:
  ///   - scenario: only this one.
  ///   - metric: only paths that begin with this.
  package static func all(
    in entries: [HistoryEntry], scenario: String? = nil, metric prefix: String? = nil
  ) -> [HistorySeries] {
    var series: [HistorySeries] = []
    for entry in entries where scenario == nil || entry.scenario == scenario {
      for (path, value) in entry.metrics where prefix.map({ path.hasPrefix($0) }) ?? true {
        let machine = path.hasPrefix("timing.") ? entry.machine : ""
        let sample = Sample(date: entry.date, commit: entry.commit, value: value)
        if let place = series.firstIndex(where: {
          $0.scenario == entry.scenario && $0.metric == path && $0.machine == machine
        }) {
          series[place].samples.append(sample)
        } else {
          series.append(
            HistorySeries(
              scenario: entry.scenario, metric: path, machine: machine, samples: [sample],
              changes: []))
        }
      }
    }
    for place in series.indices {
      series[place].changes = ChangePoints.find(in: series[place].samples.map { $0.value }).map {
        Change(index: $0.index, before: $0.before, after: $0.after, chance: $0.chance)
      }
    }
    return series.sorted {
      ($0.scenario, $0.metric, $0.machine) < ($1.scenario, $1.metric, $1.machine)
    }
  }
}
