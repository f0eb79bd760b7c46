import Formats
import Statistics

extension HistorySeries {
  /// What tells one series from another.
  private struct Key: Hashable {
    var scenario: String
    var metric: String
    var machine: String
  }

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
    var places: [Key: Int] = [:]
    for entry in entries where scenario == nil || entry.scenario == scenario {
      for (path, value) in entry.metrics where prefix.map({ path.hasPrefix($0) }) ?? true {
        let machine = path.hasPrefix("timing.") ? entry.machine : ""
        let sample = Sample(date: entry.date, commit: entry.commit, value: value)
        let key = Key(scenario: entry.scenario, metric: path, machine: machine)
        if let place = places[key] {
          series[place].samples.append(sample)
        } else {
          places[key] = series.count
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
