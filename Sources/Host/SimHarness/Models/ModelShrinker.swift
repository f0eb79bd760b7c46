import SimbenchKit
import SimFormats

/// Makes a failing history of a model smaller, as long as the same property fails.
///
/// What comes after the failure is cut; then events from outside are left out from the end on, in
/// blocks that double as long as that works, then in pairs; what is left comes closer together, in
/// whole seconds where that is enough, and its numbers and the model's parameters become simple.
/// Nothing is random: the same history always comes to the same end.
package struct ModelShrinker {
  /// What came of it.
  package struct Result {
    /// The smallest history that was found.
    package var plan: WorldPlan
    /// What fails in it.
    package var failure: ExploreFailure
    /// Events from outside before, and those that are left.
    package var events: (before: Int, after: Int)
    /// Histories that were tried.
    package var executions: Int
    /// Whether it was seen that no single event can be left out.
    package var isMinimal: Bool
  }

  /// Histories that are tried at most.
  package static var executionLimit: Int { 20_000 }

  private let entry: SceneRegistry.ModelEntry
  private let isInterrupted: () -> Bool
  private let hasTime: () -> Bool
  private let property: String
  private var best: WorldPlan
  private var failure: ExploreFailure
  private var executions = 0

  /// Makes a shrinker of a history that fails.
  ///
  /// - Returns: nil when it does not fail.
  package init?(
    _ plan: WorldPlan, of entry: SceneRegistry.ModelEntry,
    isInterrupted: @escaping () -> Bool, hasTime: @escaping () -> Bool = { true }
  ) throws(RunError) {
    self.entry = entry
    self.isInterrupted = isInterrupted
    self.hasTime = hasTime
    best = plan
    let outcome = try Self.outcome(of: plan, entry, isInterrupted)
    guard let failure = outcome.failure else { return nil }
    self.failure = failure
    property = failure.property
    // What never came has no part in it.
    best.actions.removeSubrange(outcome.actionCount...)
  }

  private static func outcome(
    of plan: WorldPlan, _ entry: SceneRegistry.ModelEntry, _ isInterrupted: () -> Bool
  ) throws(RunError) -> (failure: ExploreFailure?, actionCount: Int) {
    guard !isInterrupted() else { throw .interrupted }
    let session = entry.open(plan)
    while session.advance() != nil {}
    return (session.failure, session.actionCount)
  }

  /// Makes it as small as it gets.
  package mutating func shrink() throws(RunError) -> Result {
    let before = best.actions.count
    guard try accept(best) else {
      return Result(
        plan: best, failure: failure, events: (before, before), executions: executions,
        isMinimal: false)
    }
    var isMinimal = false
    while hasBudget {
      let last = best
      try leaveOut()
      try leaveOutPairs()
      try closeGaps()
      try simplifyNumbers()
      try simplifyParameters()
      if best.actions == last.actions, best.parameters == last.parameters {
        isMinimal = hasBudget
        break
      }
    }
    return Result(
      plan: best, failure: failure, events: (before, best.actions.count), executions: executions,
      isMinimal: isMinimal)
  }

  // MARK: - Trying

  private var hasBudget: Bool { executions < Self.executionLimit && hasTime() }

  /// Whether a candidate still fails; then it is the best.
  private mutating func accept(_ candidate: WorldPlan) throws(RunError) -> Bool {
    guard hasBudget else { return false }
    executions += 1
    let outcome = try Self.outcome(of: candidate, entry, isInterrupted)
    guard let failure = outcome.failure, failure.property == property else { return false }
    best = candidate
    // What comes after the failure goes, if it fails without it as well: the end counts as one.
    if outcome.actionCount < best.actions.count {
      best.actions.removeSubrange(outcome.actionCount...)
    }
    self.failure = failure
    return true
  }

  // MARK: - Passes

  private mutating func leaveOut() throws(RunError) {
    var (end, size) = (best.actions.count, 1)
    while end > 0, hasBudget {
      end = min(end, best.actions.count)
      let start = max(0, end - size)
      var candidate = best
      candidate.actions.removeSubrange(start..<end)
      if try accept(candidate) {
        (end, size) = (start, size * 2)
      } else if size > 1 {
        size = max(1, size / 2)
      } else {
        end -= 1
      }
    }
  }

  /// Events of which every two are tried.
  private static var pairLimit: Int { 40 }

  private mutating func leaveOutPairs() throws(RunError) {
    guard best.actions.count <= Self.pairLimit else { return }
    for second in best.actions.indices.reversed() {
      for first in 0..<second where second < best.actions.count && hasBudget {
        var candidate = best
        candidate.actions.remove(at: second)
        candidate.actions.remove(at: first)
        if try accept(candidate) { break }
      }
    }
  }

  /// Brings events closer to the one before, all that follow with them.
  private mutating func closeGaps() throws(RunError) {
    var index = 0
    while index < best.actions.count, hasBudget {
      let before = index > 0 ? best.actions[index - 1].time : 0
      let gap = best.actions[index].time - before
      for shorter in Self.shorter(than: gap) {
        var candidate = best
        for later in index..<candidate.actions.count {
          candidate.actions[later].time -= gap - shorter
        }
        if try accept(candidate) { break }
      }
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

  private mutating func simplifyNumbers() throws(RunError) {
    for index in best.actions.indices {
      for simple: UInt64 in [1, 0, 2, 3] {
        guard index < best.actions.count else { return }
        if best.actions[index].code != WorldCode.fault.rawValue, simple < best.actions[index].first
        {
          var candidate = best
          candidate.actions[index].first = simple
          if try accept(candidate) { break }
        }
      }
      guard index < best.actions.count, best.actions[index].identity != UInt64(index) else {
        continue
      }
      // What is told apart by a small number reads better.
      if !best.actions.contains(where: { $0.identity == UInt64(index) }) {
        var candidate = best
        candidate.actions[index].identity = UInt64(index)
        _ = try accept(candidate)
      }
    }
  }

  private mutating func simplifyParameters() throws(RunError) {
    let standard = entry.descriptor.defaultParameters
    for index in best.parameters.values.indices
    where best.parameters.values[index] != standard.values[index] {
      var candidate = best
      candidate.parameters.values[index] = standard.values[index]
      _ = try accept(candidate)
    }
  }
}
