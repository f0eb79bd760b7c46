import SimFormats
import SimPlatform
import SimRuntime

/// Runs seeds of scenarios, two or more at a time, until a property does not hold.
package struct Explorer {
  /// A scenario with what device classes make of it.
  package struct Subject {
    /// The scenario as it was named.
    package var name: String
    /// What device classes make of it, its own first.
    package var bases: [Swarm.Base]
    /// The scene.
    package var entry: SceneRegistry.Entry

    /// Describes a subject.
    package init(name: String, bases: [Swarm.Base], entry: SceneRegistry.Entry) {
      self.name = name
      self.bases = bases
      self.entry = entry
    }

    /// The run that a seed draws.
    package func draw(_ seed: UInt64) -> Swarm { Swarm(seed: seed, bases, entry.descriptor) }
  }

  /// What came of a run.
  package struct Outcome: Sendable {
    /// Frames that were run.
    package var frames: UInt32 = 0
    /// How often each built-in property was looked at.
    package var checks: [BuiltInProperty: UInt64] = [:]
    /// What was found of the scene's own.
    package var tallies: [PropertyJudge.Tally] = []
    /// What did not hold.
    package var failure: ExploreFailure?
  }

  /// A run that failed.
  package struct Found: Sendable {
    /// The scenario's place.
    package var subject: Int
    /// The seed.
    package var seed: UInt64
    /// What did not hold.
    package var failure: ExploreFailure
  }

  /// What was found in all runs of a scenario.
  package struct Sum: Sendable {
    /// Runs.
    package var runs: UInt64 = 0
    /// Frames.
    package var frames: UInt64 = 0
    /// How often each built-in property was looked at.
    package var checks: [BuiltInProperty: UInt64] = [:]
    /// What was found of the scene's own.
    package var tallies: [PropertyJudge.Tally]

    mutating func add(_ outcome: Outcome) {
      runs += 1
      frames += UInt64(outcome.frames)
      checks.merge(outcome.checks) { $0 + $1 }
      for (index, tally) in outcome.tallies.enumerated() {
        tallies[index].checked += tally.checked
        tallies[index].held += tally.held
      }
    }
  }

  /// Is told how many runs have ended, how many frames that were, and how many failed.
  package var onProgress: (UInt64, UInt64, Int) -> Void = { _, _, _ in }
  /// Is asked whether to stop.
  package var isInterrupted: @Sendable () -> Bool = { false }
  /// Is asked now and then whether there is time for more.
  package var hasTime: () -> Bool = { true }
  /// Whether to go on after a failure.
  package var keepsGoing = false
  /// Runs at the same time.
  package var jobCount = 1
  /// Failures of a property of a scenario that are kept.
  package static var failureLimit: Int { 3 }
  /// Runs between two looks at the time, and at what failed.
  private static var batchSize: Int { 32 }

  /// Makes an explorer.
  package init() {}

  /// Runs every seed of every scenario, the scenarios in turn.
  ///
  /// - Returns: what failed, in the order of seeds, and sums by scenario; the same for any number
  ///   of runs at the same time.
  package func run(
    _ subjects: [Subject], seeds: Range<UInt64>
  ) throws(RunError) -> (found: [Found], sums: [Sum]) {
    var sums = subjects.map {
      Sum(tallies: PropertyJudge($0.entry.descriptor.properties).tallies)
    }
    var found: [Found] = []
    // Scenes are types, and what runs them is the same for all threads; none of it changes.
    nonisolated(unsafe) let shared = subjects
    let isInterrupted = isInterrupted
    let total = UInt64(seeds.count) * UInt64(subjects.count)
    var (next, frames) = (UInt64.zero, UInt64.zero)
    while next < total, hasTime(), keepsGoing || found.isEmpty {
      let count = Int(min(UInt64(Self.batchSize), total - next))
      let first = next
      let outcomes = try JobQueue.run(count, atOnce: jobCount) { (index) throws(RunError) in
        let unit = first + UInt64(index)
        let subject = shared[Int(unit % UInt64(shared.count))]
        let seed = seeds.lowerBound + unit / UInt64(shared.count)
        let plan = subject.draw(seed).plan
        return try Self.explore(
          subject.entry.explore(plan, false), plan.frameCount, isInterrupted)
      }
      for (index, outcome) in outcomes.enumerated() {
        let unit = next + UInt64(index)
        let subject = Int(unit % UInt64(subjects.count))
        sums[subject].add(outcome)
        frames += UInt64(outcome.frames)
        guard let failure = outcome.failure else { continue }
        let like = found.count { $0.subject == subject && $0.failure.property == failure.property }
        if like < Self.failureLimit {
          let seed = seeds.lowerBound + unit / UInt64(subjects.count)
          found.append(Found(subject: subject, seed: seed, failure: failure))
        }
      }
      next += UInt64(count)
      onProgress(next, frames, found.count)
    }
    return (keepsGoing ? found : Array(found.prefix(1)), sums)
  }

  /// Runs to the end, or to the first property that does not hold.
  package static func explore(
    _ run: any ExploredRun, _ frameCount: UInt32, _ isInterrupted: () -> Bool
  ) throws(RunError) -> Outcome {
    var outcome = Outcome()
    while run.frame < frameCount {
      if run.frame & 63 == 0, isInterrupted() { throw .interrupted }
      outcome.failure = run.advance()
      guard outcome.failure == nil else { break }
    }
    outcome.frames = run.frame
    outcome.checks = run.checks
    outcome.tallies = run.judge.tallies
    return outcome
  }
}
