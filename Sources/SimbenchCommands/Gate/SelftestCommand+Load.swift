import Formats
import Harness
import Platform

/// What `run` says on a busy machine.
extension SelftestCommand {
  /// Frames of a run: half of them warm-up.
  private static let busyFrames = 240

  /// Frames that are quick and frames that are slow, with and without two busy threads for each
  /// processor: the quick ones must never fail, the slow ones always.
  func busyMachine(
    in folder: String, _ status: StatusLine
  ) throws(CommandError) -> [SelfTestResult.Row] {
    let path = folder + "/busy.json"
    try write(limitMilliseconds: 1_000, to: path)
    let limit = try limitMilliseconds(path)
    try write(limitMilliseconds: limit, to: path)
    let slow = 1.5 * limit * 1e6 / PlantedWork.nanosecondsPerIteration()
    let plant = "work=\(Int(slow))"
    return [
      try row("quick frames, busy machine", path, status, isBusy: true) { $0 != "failed" },
      try row("slow frames, busy machine", path, status, plant: plant, isBusy: true) {
        $0 == "failed"
      },
      try row("slow frames, quiet machine", path, status, plant: plant, isBusy: false) {
        $0 == "failed"
      },
    ]
  }

  private func row(
    _ name: String, _ path: String, _ status: StatusLine, plant: String? = nil, isBusy: Bool,
    isRight: (String?) -> Bool
  ) throws(CommandError) -> SelfTestResult.Row {
    let answer = plant == nil ? "not failed" : "failed"
    var row = SelfTestResult.Row(name: name, answer: answer, needed: trials)
    let threads = isBusy ? BusyThreads(count: 2 * Environment.machine.coreCount) : nil
    defer { withExtendedLifetime(threads) {} }
    for trial in 0..<trials {
      status.show("\(name) \(trial + 1)/\(trials)")
      let run = try measure(
        process(path, trial: trial, plant: plant, repetitions: 1, rendersPixels: true))
      let verdict = run.result["timing"]?["verdict"]?.text
      row.add(isRight: isRight(verdict), isInconclusive: verdict == "inconclusive")
    }
    return row
  }

  /// Four times what 99 in 100 frames take here when they do not wait, and at least a millisecond.
  private func limitMilliseconds(_ path: String) throws(CommandError) -> Double {
    let run = try measure(process(path, trial: 0, repetitions: 1, rendersPixels: true))
    let found = run.result["timing"]?["processor"]?["unhindered"]?["p99"]?.double ?? 0
    return max(1, (4 * found / 1e6).rounded(.up))
  }

  private func write(limitMilliseconds: Double, to path: String) throws(CommandError) {
    let text = """
      {
        "name": "busy",
        "scene": "snowglobe",
        "frames": \(Self.busyFrames),
        "input": { "generators": [{ "kind": "shake", "eventsPerMinute": 20 }] },
        "budgets": [
          { "id": "LIMIT", "measure": "timing.frame.p99", "atMost": \(limitMilliseconds) }
        ]
      }
      """
    try files { () throws(FileError) in try FileStore.write(text, to: path) }
  }
}
