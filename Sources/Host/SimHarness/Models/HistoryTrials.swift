import SimFormats
import SimbenchKit

/// Runs plans of a model for a shrinker.
package struct HistoryTrials: ShrinkTrials {
  /// A plan.
  package struct Input: Equatable {
    /// The plan.
    package var plan: WorldPlan

    /// Whether actions and parameters are equal.
    package static func == (a: Self, b: Self) -> Bool {
      a.plan.actions == b.plan.actions && a.plan.parameters == b.plan.parameters
    }

    fileprivate func setting(
      _ number: WritableKeyPath<WorldAction, UInt64>, of index: Int, to value: UInt64
    ) -> Self {
      var changed = self
      changed.plan.actions[index][keyPath: number] = value
      return changed
    }
  }

  /// Maximum number of runs.
  package static var executionLimit: Int { 20_000 }

  fileprivate let entry: SceneRegistry.ModelEntry
  private let isInterrupted: () -> Bool

  fileprivate init(_ entry: SceneRegistry.ModelEntry, _ isInterrupted: @escaping () -> Bool) {
    (self.entry, self.isInterrupted) = (entry, isInterrupted)
  }

  /// Number of outside events.
  package static func eventCount(_ input: Input) -> Int { input.plan.actions.count }

  /// Runs a candidate until a property fails.
  package mutating func run(
    _ candidate: Input, best: Input
  ) throws(RunError) -> (failure: ExploreFailure, input: Input)? {
    guard !isInterrupted() else { throw .interrupted }
    let session = entry.explore(candidate.plan)
    try session.run()
    guard let failure = session.failure else { return nil }
    var reached = candidate
    // Events after the failure are not part of it.
    reached.plan.actions.removeSubrange(Int(session.recording.stepCount)...)
    return (failure, reached)
  }

  /// Tries each removal and each simplification once.
  package static func simplify(_ shrinker: inout Shrinker<Self>) throws(RunError) {
    let count = { (input: Input) in input.plan.actions.count }
    let removing = { (input: Input, range: Range<Int>) in
      var smaller = input
      smaller.plan.actions.removeSubrange(range)
      return smaller
    }
    try shrinker.delete(count, removing)
    try shrinker.deletePairs(upTo: pairLimit, count, removing)
    try shrinker.closeGaps()
    try shrinker.simplifyNumbers()
    try shrinker.simplifyParameters()
  }

  /// Maximum number of events of which all pairs are tried.
  private static var pairLimit: Int { 40 }
}

extension Shrinker<HistoryTrials> {
  /// Makes a shrinker of a plan whose run fails.
  ///
  /// - Parameter hasTime: called before each run; false ends shrinking.
  /// - Returns: nil when every property holds.
  package init?(
    _ plan: WorldPlan, of entry: SceneRegistry.ModelEntry,
    isInterrupted: @escaping () -> Bool, hasTime: @escaping () -> Bool = { true }
  ) throws(RunError) {
    var trials = HistoryTrials(entry, isInterrupted)
    let input = HistoryTrials.Input(plan: plan)
    guard let trial = try trials.run(input, best: input) else { return nil }
    self.init(trial.input, trial.failure, trials, hasTime: hasTime)
  }

  // MARK: - Passes

  /// Moves an event, and all that follow, closer to the one before.
  fileprivate mutating func closeGaps() throws(RunError) {
    var index = 0
    while index < best.plan.actions.count, hasBudget {
      let before = index > 0 ? best.plan.actions[index - 1].time : 0
      let gap = best.plan.actions[index].time - before
      try acceptFirst(
        of: Self.shorter(than: gap).lazy.map { [best] shorter in
          var candidate = best
          for later in candidate.plan.actions[index...].indices {
            candidate.plan.actions[later].time -= gap - shorter
          }
          return candidate
        })
      index += 1
    }
  }

  /// Simpler gaps: none, whole seconds, tenths; the shortest first.
  private static func shorter(than gap: UInt64) -> [UInt64] {
    var found: [UInt64] = []
    let second = Nanoseconds.second
    for candidate in [0, 1, 2, 5, 10, 15, 20, 25, 30, 60, 100].map({ $0 * second })
      + [gap / second * second, gap / (second / 10) * (second / 10)]
    where candidate < gap && !found.contains(candidate) {
      found.append(candidate)
    }
    return found
  }

  fileprivate mutating func simplifyNumbers() throws(RunError) {
    for index in best.plan.actions.indices where index < best.plan.actions.count {
      let action = best.plan.actions[index]
      if action.code != WorldEvent.Code.fault.rawValue {
        let simpler = ([1, 0, 2, 3] as [UInt64]).filter { $0 < action.first }
        try acceptFirst(of: simpler.lazy.map { [best] in best.setting(\.first, of: index, to: $0) })
      }
      // Small identities read better.
      let identity = UInt64(index)
      guard !best.plan.actions.contains(where: { $0.identity == identity }) else { continue }
      if index < best.plan.actions.count {
        _ = try accept(best.setting(\.identity, of: index, to: identity))
      }
    }
  }

  fileprivate mutating func simplifyParameters() throws(RunError) {
    let standard = trials.entry.descriptor.defaultParameters.values
    for index in standard.indices where best.plan.parameters.values[index] != standard[index] {
      var candidate = best
      candidate.plan.parameters.values[index] = standard[index]
      _ = try accept(candidate)
    }
  }
}
