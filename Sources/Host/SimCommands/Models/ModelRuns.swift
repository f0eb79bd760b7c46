import SimFormats
import SimHarness
import SimInput
import SimPlatform
import SimReport

/// Runs model scenarios for `run`.
struct ModelRuns {
  let scenes: SceneRegistry
  let console: Console
  let isQuiet: Bool

  /// Runs them one after the other.
  ///
  /// - Returns: The result and the recording of each.
  func run(
    _ named: [ModelScenarios.Named]
  ) throws -> [ModelRunner.Outcome] {
    var outcomes: [ModelRunner.Outcome] = []
    for (index, one) in named.enumerated() {
      let entry = scenes.model(of: one.scenario)
      var runner = ModelRunner(entry)
      let title =
        named.count > 1
        ? "\(one.scenario.fullName) (\(index + 1)/\(named.count))" : one.scenario.fullName
      let status = StatusLine(console, isShown: !isQuiet)
      defer { status.clear() }
      runner.onProgress = { time, end in
        status.show("\(title): \(time / 1_000_000_000) of \(end / 1_000_000_000) s")
      }
      runner.isInterrupted = { Interrupt.isRequested }
      outcomes.append(try runner.run(one))
    }
    return outcomes
  }
}
