import SimFormats
import SimHarness
import SimPlatform

/// The one more run that a scenario gets when only waiting for a processor keeps it from passing.
struct SecondRun {
  /// What it may take; a first run that took longer gets none.
  static let limitSeconds: UInt64 = 60

  /// Whether it is made at all; never in a run that a comparison makes rounds of.
  let isWanted: Bool

  init(_ parsed: ParsedCommand) {
    isWanted =
      !parsed.flag("no-retry") && Environment.value(MeasuredProcess.singleRunVariable) == nil
  }

  /// Runs again where that may settle it.
  ///
  /// - Parameters:
  ///   - options: those of the first run.
  ///   - run: runs the scenario.
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
