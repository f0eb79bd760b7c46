import SimFormats

/// Runs and simplifies the inputs of a shrinker.
package protocol ShrinkTrials {
  /// The outside events of a run, and its settings.
  associatedtype Input: Equatable

  /// Maximum number of runs.
  static var executionLimit: Int { get }
  /// Number of outside events.
  static func eventCount(_ input: Input) -> Int
  /// Whether an input can be run.
  static func isSound(_ input: Input) -> Bool
  /// Runs a candidate until a property fails.
  ///
  /// - Parameter best: the smallest input so far.
  /// - Returns: the failure and the part of the input before it; nil if every property holds.
  mutating func run(
    _ candidate: Input, best: Input
  ) throws(RunError) -> (failure: ExploreFailure, input: Input)?
  /// Called when the candidate of the last run becomes the smallest input.
  mutating func keep()
  /// Tries each removal and each simplification once.
  static func simplify(_ shrinker: inout Shrinker<Self>) throws(RunError)
  /// Ranges of numbers for which the property still fails, one line each.
  static func ranges(_ shrinker: inout Shrinker<Self>) throws(RunError) -> [String]
}

extension ShrinkTrials {
  /// Every input can be run.
  package static func isSound(_ input: Input) -> Bool { true }
  /// Nothing is kept.
  package mutating func keep() {}
  /// No ranges.
  package static func ranges(_ shrinker: inout Shrinker<Self>) throws(RunError) -> [String] { [] }
}

/// Shrinks the outside events of a failing run while the same property fails.
///
/// Events are removed from the last to the first, in blocks that double in size after each success
/// (adaptive deletion: MacIver and Donaldson, ECOOP 2020), then in pairs; times, settings and
/// numbers get simpler. Passes repeat until none changes anything. The result depends on the input
/// alone: nothing is random.
package struct Shrinker<Trials: ShrinkTrials> {
  /// The smallest input found.
  package struct Result {
    /// The input.
    package var input: Trials.Input
    /// Its failure.
    package var failure: ExploreFailure
    /// Number of outside events before and after.
    package var events: (before: Int, after: Int)
    /// Number of runs.
    package var executions = 0
    /// Whether no single event can be removed.
    package var isMinimal = false
    /// Ranges of numbers for which the property still fails, one line each.
    package var ranges: [String] = []
  }

  private(set) var trials: Trials
  private let hasTime: () -> Bool
  private let property: String
  private(set) var best: Trials.Input
  private(set) var failure: ExploreFailure
  private var executions = 0

  /// Makes a shrinker of an input that fails.
  ///
  /// - Parameter hasTime: called before each run; false ends shrinking.
  init(
    _ input: Trials.Input, _ failure: ExploreFailure, _ trials: Trials,
    hasTime: @escaping () -> Bool
  ) {
    (self.trials, self.hasTime, self.failure) = (trials, hasTime, failure)
    (best, property) = (input, failure.property)
  }

  /// Shrinks the input.
  ///
  /// - Parameter findsRanges: whether ranges of numbers are searched.
  package mutating func shrink(findsRanges: Bool = true) throws(RunError) -> Result {
    let before = Trials.eventCount(best)
    // A recording that was split and reassembled must still fail.
    let isRepeated = try accept(best)
    var last: Trials.Input?
    while isRepeated, hasBudget, best != last {
      last = best
      try Trials.simplify(&self)
    }
    // Without budget left, attempts were skipped, so an unchanged best proves nothing.
    var result = Result(
      input: best, failure: failure, events: (before, Trials.eventCount(best)),
      isMinimal: hasBudget && best == last)
    if findsRanges, result.isMinimal { result.ranges = try Trials.ranges(&self) }
    result.executions = executions
    return result
  }

  /// Whether there is time for another run.
  var hasBudget: Bool { executions < Trials.executionLimit && hasTime() }

  /// Runs a candidate; it becomes the best if the same property fails.
  mutating func accept(_ candidate: Trials.Input) throws(RunError) -> Bool {
    guard let trial = try attempt(candidate) else { return false }
    (failure, best) = trial
    trials.keep()
    return true
  }

  /// Runs a candidate; nil unless the same property fails.
  mutating func attempt(
    _ candidate: Trials.Input
  ) throws(RunError) -> (failure: ExploreFailure, input: Trials.Input)? {
    guard hasBudget, Trials.isSound(candidate) else { return nil }
    executions += 1
    let trial = try trials.run(candidate, best: best)
    // A run that breaks another property would explain another fault.
    return trial?.failure.property == property ? trial : nil
  }

  /// Accepts the first candidate that fails.
  @discardableResult
  mutating func acceptFirst(of candidates: some Sequence<Trials.Input>) throws(RunError) -> Bool {
    for candidate in candidates where hasBudget {
      if try accept(candidate) { return true }
    }
    return false
  }

  /// Removes blocks of a list from its end; block sizes double after each success.
  mutating func delete(
    _ count: (Trials.Input) -> Int, _ removing: (Trials.Input, Range<Int>) -> Trials.Input
  ) throws(RunError) {
    var (end, size) = (count(best), 1)
    while end > 0, hasBudget {
      // Accepting a run that fails earlier also removes the events after the failure.
      end = min(end, count(best))
      let start = max(0, end - size)
      if try accept(removing(best, start..<end)) {
        (end, size) = (start, size * 2)
      } else if size > 1 {
        size = max(1, size / 2)
      } else {
        end -= 1
      }
    }
  }

  /// Removes two elements of a short list at a time: a failure may need an odd number of contacts.
  mutating func deletePairs(
    upTo limit: Int, _ count: (Trials.Input) -> Int,
    _ removing: (Trials.Input, Range<Int>) -> Trials.Input
  ) throws(RunError) {
    guard count(best) <= limit else { return }
    for second in (0..<count(best)).reversed() {
      for first in 0..<second where second < count(best) && hasBudget {
        let candidate = removing(removing(best, second..<second + 1), first..<first + 1)
        if try accept(candidate) { break }
      }
    }
  }
}
