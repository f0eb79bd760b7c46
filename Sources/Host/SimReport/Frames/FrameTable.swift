import SimFormats
import SimInput
import SimRuntime

/// Every frame of one or more runs as CSV text: a header line, then one line per frame.
///
/// `slackNanoseconds` is the time left until a frame's deadline, negative for an overrun;
/// `lateRefreshes` is its lateness in refreshes. `DueTime` computes both from the times of its
/// phases. After the columns of every run come the populations of all runs, each once, in the order
/// of their first appearance; cells of populations that a run lacks are empty.
package struct FrameTable: Sendable {
  /// The lines of a run, which end with its own populations.
  private struct Run {
    var populations: [String]
    var lines: String
  }

  private var runs: [Run] = []

  /// Makes an empty table.
  package init() {}

  /// The columns that every run has.
  private static let columns: [String] =
    ["scenario", "frame", "timeNanoseconds"] + FramePhase.allCases.map { "\($0.name)Nanoseconds" }
    + [
      "slackNanoseconds", "lateRefreshes", "cpuNanoseconds", "nanosecondsExcludingCPUWait",
      "involuntarySwitches", "allocations", "allocatedBytes", "touches", "background", "shaken",
      "stateDigest",
    ]

  /// The table; lines end in a line feed.
  ///
  /// - Complexity: O(characters · populations).
  package var text: String {
    guard !runs.isEmpty else { return "" }
    var all: [String] = []
    for name in runs.flatMap({ $0.populations }) where !all.contains(name) { all.append(name) }
    var text = (Self.columns + all).joined(separator: ",") + "\n"
    for run in runs {
      if run.populations == all {
        text += run.lines
      } else {
        let places = all.map { name in run.populations.firstIndex(of: name) }
        for line in run.lines.split(separator: "\n") {
          let fields = line.split(separator: ",", omittingEmptySubsequences: false)
          let own = fields.suffix(run.populations.count)
          text += fields.dropLast(own.count).joined(separator: ",")
          for place in places { text += "," + (place.map { own[own.startIndex + $0] } ?? "") }
          text += "\n"
        }
      }
    }
    return text
  }

  /// Adds the only run of a table written by another process.
  ///
  /// - Returns: Whether the text is such a table.
  package mutating func append(tableOfOneRun table: String) -> Bool {
    guard let end = table.firstIndex(of: "\n") else { return false }
    let names = table[..<end].split(separator: ",", omittingEmptySubsequences: false).map(
      String.init)
    guard names.starts(with: Self.columns) else { return false }
    runs.append(
      Run(
        populations: Array(names.dropFirst(Self.columns.count)),
        lines: String(table[table.index(after: end)...])))
    return true
  }

  /// Adds a run's frames.
  package mutating func append(_ outcome: RunOutcome) {
    let recorder = outcome.recorder
    let due = outcome.result.timing.due
    let isCounted = outcome.result.allocations.isMeasured
    let clock = FrameClock(framesPerSecond: outcome.result.frameRate)
    let scenario = Self.field(outcome.result.scenario)
    var text = ""
    for frame in 0..<recorder.count {
      let time = clock.startNanoseconds(ofFrame: UInt32(frame))
      let counts =
        isCounted ? "\(recorder.frameAllocations(frame)),\(recorder.bytes[frame])" : ","
      text += "\(scenario),\(frame),\(time),"
      recorder.phaseNanoseconds[frame].forEach { text += "\($1)," }
      let taken = recorder.frameNanoseconds(frame)
      text += "\(Int64(due.nanoseconds) - Int64(taken)),\(due.refreshesLate(taking: taken)),"
      text +=
        recorder.evidence == nil
        ? ",,,"
        : "\(recorder.processorNanoseconds[frame]),\(recorder.unhinderedNanoseconds[frame]),"
          + "\(recorder.involuntarySwitches[frame]),"
      text += "\(counts),"
      text += "\(recorder.touches[frame]),\(recorder.isInBackground(frame) ? 1 : 0),"
      text += "\(recorder.isShaken(frame) ? 1 : 0),"
      text += HexadecimalText.digest(recorder.digests[frame])
      for index in outcome.populationNames.indices {
        text += ",\(recorder.population(index, inFrame: frame))"
      }
      text += "\n"
    }
    runs.append(Run(populations: outcome.populationNames, lines: text))
  }

  /// A name as a cell, quoted if it contains a comma, such as `trace[a,finger]`.
  private static func field(_ name: String) -> String {
    name.contains { ",\"\n".contains($0) } ? "\"\(name.replacing("\"", with: "\"\""))\"" : name
  }
}
