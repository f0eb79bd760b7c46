import SimFormats
import SimHarness
import SimPlatform

/// The second run of a scenario that fails only because of CPU wait.
struct SecondRun {
  /// Time limit; a first run that took longer is not repeated.
  static let limitSeconds: UInt64 = 60

  /// Whether a second run is allowed; never in the rounds of a comparison.
  let isWanted: Bool

  init(_ parsed: ParsedCommand) {
    isWanted =
      !parsed.flag("no-retry") && Environment.value(MeasuredProcess.singleRunVariable) == nil
  }

  /// Reruns the scenario if that can decide the verdict.
  ///
  /// - Parameters:
  ///   - options: The options of the first run.
  ///   - run: Runs the scenario.
  func settle(
    _ outcome: inout RunOutcome, _ options: RunOptions,
    run: (RunOptions) throws(RunError) -> RunOutcome
  ) throws {
    let limit = Self.limitSeconds * 1_000_000_000
    guard isWanted, outcome.isWorthRepeating, outcome.result.timing.wallNanoseconds <= limit else {
      return
    }
    var options = options
    options.pictures = .none
    options.counter = nil
    options.recording = nil
    options.findsAllocationSites = false
    let start = MonotonicClock.nanoseconds()
    options.isInterrupted = {
      Interrupt.isRequested || MonotonicClock.nanoseconds() &- start > limit
    }
    do {
      let other = try run(options)
      outcome.settle(by: other)
    } catch {
      guard !Interrupt.isRequested else { throw CommandError.interrupted }
      outcome.result.timing.processor?.runs += 1
    }
  }
}
