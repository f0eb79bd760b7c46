import SimbenchKit
import SimFormats
import SimPlatform

/// Runs seeds of scenarios of models, two or more at a time, until a property does not hold.
package struct ModelExplorer {
  /// A scenario.
  package struct Subject {
    /// The scenario as it was named.
    package var name: String
    /// The scenario.
    package var scenario: ModelScenario
    /// The model.
    package var entry: SceneRegistry.ModelEntry

    /// Describes a subject.
    package init(name: String, scenario: ModelScenario, entry: SceneRegistry.ModelEntry) {
      (self.name, self.scenario, self.entry) = (name, scenario, entry)
    }

    /// The plan that a seed draws.
    package func plan(_ seed: UInt64) -> WorldPlan {
      ModelRunner(entry).plan(of: scenario, seed: seed)
    }

    /// What is looked at in every history: what every model has, then the model's own.
    package var properties: [SweepPlan.Property] {
      ModelProperty.allCases.map { SweepPlan.Property($0.name) }
        + entry.descriptor.properties.map {
          SweepPlan.Property(
            "\($0.name)", kind: "\($0.kind.name)", requirement: "\($0.requirement)")
        }
    }
  }

  /// Is told how many histories have ended, how many steps that were, and how many failed.
  package var onProgress: (UInt64, UInt64, Int) -> Void = { _, _, _ in }
  /// Is asked what is to be said of a history if a trap ends the process in it.
  package var noteOfTrap: (@Sendable (_ subject: String, _ seed: UInt64) -> String)?
  /// Is asked whether to stop.
  package var isInterrupted: @Sendable () -> Bool = { false }
  /// Is asked now and then whether there is time for more.
  package var hasTime: () -> Bool = { true }
  /// Whether to go on after a failure.
  package var keepsGoing = false
  /// Histories at the same time.
  package var jobCount = 1
  /// Histories between two looks at the time, and at what failed.
  private static var batchSize: Int { 64 }

  /// Makes an explorer.
  package init() {}

  /// Runs every seed of every scenario, the scenarios in turn.
  ///
  /// - Returns: what failed, in the order of seeds, and sums by scenario; the same for any number
  ///   of histories at the same time.
  package func run(
    _ subjects: [Subject], seeds: Range<UInt64>
  ) throws(RunError) -> (found: [Explorer.Found], sums: [Explorer.Sum]) {
    var sums = subjects.map { Explorer.Sum(propertyCount: $0.properties.count) }
    var found: [Explorer.Found] = []
    let total = UInt64(seeds.count) * UInt64(subjects.count)
    var (next, steps) = (UInt64.zero, UInt64.zero)
    while next < total, hasTime(), keepsGoing || found.isEmpty {
      let units = (next..<min(next + UInt64(Self.batchSize), total)).map { unit in
        Explorer.Unit(
          subject: Int(unit % UInt64(subjects.count)),
          seed: seeds.lowerBound + unit / UInt64(subjects.count))
      }
      for (unit, outcome) in zip(units, try outcomes(of: units, subjects)) {
        sums[unit.subject].add(
          frames: outcome.frames, checked: outcome.checked, held: outcome.held)
        steps += UInt64(outcome.frames)
        guard let failure = outcome.failure else { continue }
        let like = found.count {
          $0.subject == unit.subject && $0.failure.property == failure.property
        }
        if like < Explorer.failureLimit {
          found.append(
            Explorer.Found(subject: unit.subject, seed: unit.seed, failure: failure))
        }
      }
      next += UInt64(units.count)
      onProgress(next, steps, found.count)
    }
    return (keepsGoing ? found : Array(found.prefix(1)), sums)
  }

  private func outcomes(
    of units: [Explorer.Unit], _ subjects: [Subject]
  ) throws(RunError) -> [Explorer.Outcome] {
    // What opens models is the same for all threads, and none of it changes.
    nonisolated(unsafe) let shared = subjects
    let isInterrupted = isInterrupted
    let noteOfTrap = noteOfTrap
    if noteOfTrap != nil { CrashNote.install() }
    return try JobQueue.run(units.count, atOnce: jobCount) { (index) throws(RunError) in
      let subject = shared[units[index].subject]
      CrashNote.set(noteOfTrap?(subject.name, units[index].seed))
      defer { CrashNote.set(nil) }
      let begun = MonotonicClock.nanoseconds()
      var outcome = try Self.explore(
        subject.entry.open(subject.plan(units[index].seed)), isInterrupted)
      outcome.nanoseconds = MonotonicClock.nanoseconds() - begun
      return outcome
    }
  }

  /// Runs to the end, or to the first property that does not hold.
  package static func explore(
    _ session: any ModelSession, _ isInterrupted: () -> Bool
  ) throws(RunError) -> Explorer.Outcome {
    while session.advance() != nil {
      if session.steps & 1023 == 0, isInterrupted() { throw .interrupted }
    }
    var outcome = Explorer.Outcome()
    outcome.frames = UInt32(clamping: session.steps)
    outcome.digest = session.chain
    outcome.failure = session.failure
    let broken = session.failure?.property
    outcome.checked = session.checks + session.judge.tallies.map { $0.checked }
    outcome.held =
      ModelProperty.allCases.map { property in
        session.checks[Int(property.rawValue)] - (property.name == broken ? 1 : 0)
      } + session.judge.tallies.map { $0.held }
    return outcome
  }
}
