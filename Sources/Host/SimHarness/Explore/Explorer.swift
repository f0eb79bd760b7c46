import SimFormats
import SimInput
import SimMath
import SimPlatform
import SimRuntime

/// A scenario whose seeds are run, of a scene or of a model.
package protocol ExploredSubject: Sendable {
  /// The scenario as it was named.
  var name: String { get }
  /// Its scene or model.
  var subjectName: SubjectName { get }
  /// Behavior version of its scene or model.
  var behaviorVersion: UInt32 { get }
  /// Measures frames of a run and bytes of its state, by which the cost of a run is predicted.
  func size() -> (frames: UInt32, stateBytes: UInt64)
  /// The properties checked in every run.
  var properties: [SweepPlan.Property] { get }

  /// Runs what a seed draws to its end, or to the first property that does not hold.
  func outcome(
    of seed: UInt64, _ isInterrupted: () -> Bool
  ) throws(RunError) -> Explorer.Outcome
}

/// Runs seeds of scenarios, two or more at a time, until a property does not hold.
package struct Explorer {
  /// A scenario with what device classes make of it.
  package struct Subject: ExploredSubject {
    /// The scenario as it was named.
    package var name: String
    /// What device classes make of it, its own first.
    package var bases: [Scenario]
    /// The scene.
    package var entry: SceneRegistry.Entry

    /// Whether frames are painted, and their pictures looked at.
    package var seesPixels: Bool

    /// Describes a subject.
    package init(
      name: String, bases: [Scenario], entry: SceneRegistry.Entry, seesPixels: Bool = false
    ) {
      self.name = name
      self.bases = bases
      self.entry = entry
      self.seesPixels = seesPixels
    }

    /// Describes a scenario, on every built-in device class unless the loader chooses one.
    package init(
      _ scenario: Scenario, _ document: ScenarioDocument, _ loader: ScenarioLoader,
      entry: SceneRegistry.Entry, seesPixels: Bool = false
    ) {
      self.init(name: document.path, bases: [scenario], entry: entry, seesPixels: seesPixels)
      guard loader.deviceName == nil, scenario.plan.recordedInput == nil else { return }
      var loader = loader
      for device in BuiltInDevices.all where device.name != scenario.device.name {
        loader.deviceName = device.name
        // Positions in points may be outside the canvas of another class.
        guard let other = try? loader.load(document) else { continue }
        bases.append(other)
      }
    }

    /// The scene.
    package var subjectName: SubjectName { SubjectName(.scene, "\(entry.descriptor.name)") }

    /// Behavior version of the scene.
    package var behaviorVersion: UInt32 { entry.descriptor.behaviorVersion }

    /// Measures frames of the scenario and bytes of the scene's first state.
    package func size() -> (frames: UInt32, stateBytes: UInt64) {
      let plan = bases[0].plan
      var snapshot = Snapshot()
      entry.explore(plan, false, nil).saveScene(to: &snapshot)
      return (plan.frameCount, UInt64(snapshot.byteCount))
    }

    /// The run that a seed draws.
    package func draw(_ seed: UInt64) -> Swarm { Swarm(seed: seed, bases, entry.descriptor) }
  }

  /// A seed of a scenario.
  package struct Unit: Sendable {
    /// The scenario's place.
    package var subject: Int
    /// The seed.
    package var seed: UInt64

    /// Names a unit.
    package init(subject: Int, seed: UInt64) { (self.subject, self.seed) = (subject, seed) }
  }

  /// What came of a run.
  package struct Outcome: Sendable {
    /// Frames that were run; of a model its steps.
    package var frames: UInt32 = 0
    /// The state at the end.
    package var digest: UInt64 = 0
    /// The number of checks of each of the scenario's properties.
    package var checked: [UInt64] = []
    /// How often each held, or happened.
    package var held: [UInt64] = []
    /// What did not hold.
    package var failure: ExploreFailure?
    /// What the run took.
    package var nanoseconds: UInt64 = 0

    /// Describes a run without a frame.
    package init() {}
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
    package private(set) var runs: UInt64 = 0
    /// Frames.
    package private(set) var frames: UInt64 = 0
    /// The number of checks of each of the scenario's properties.
    package private(set) var checked: [UInt64]
    /// How often each held, or happened.
    package private(set) var held: [UInt64]

    /// Makes a sum of no run, of so many properties.
    package init(propertyCount: Int) {
      checked = Array(repeating: 0, count: propertyCount)
      held = checked
    }

    /// Adds a run.
    package mutating func add(frames: UInt32, checked: [UInt64], held: [UInt64]) {
      runs += 1
      self.frames += UInt64(frames)
      for index in checked.indices {
        self.checked[index] &+= checked[index]
        self.held[index] &+= held[index]
      }
    }
  }

  /// Is told how many runs have ended, how many frames that were, and how many failed.
  package var onProgress: (UInt64, UInt64, Int) -> Void = { _, _, _ in }
  /// Is asked what is to be said of a run if a trap ends the process in it; nothing when nil.
  package var noteOfTrap: (@Sendable (_ subject: any ExploredSubject, _ seed: UInt64) -> String)?
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
  /// Number of runs between checks of the time and of failures.
  private static var batchSize: Int { 32 }

  /// Makes an explorer.
  package init() {}

  /// Runs every seed of every scenario, the scenarios in turn.
  ///
  /// - Returns: what failed, in the order of seeds, and sums by scenario; the same for any number
  ///   of runs at the same time.
  package func run(
    _ subjects: [any ExploredSubject], seeds: Range<UInt64>
  ) throws(RunError) -> (found: [Found], sums: [Sum]) {
    var sums = subjects.map { Sum(propertyCount: $0.properties.count) }
    var found: [Found] = []
    let total = UInt64(seeds.count) * UInt64(subjects.count)
    var (next, frames) = (UInt64.zero, UInt64.zero)
    while next < total, hasTime(), keepsGoing || found.isEmpty {
      let units = (next..<min(next + UInt64(Self.batchSize), total)).map { unit in
        Unit(
          // Scenarios take turns, so that a time limit leaves out seeds, and not whole scenarios.
          subject: Int(unit % UInt64(subjects.count)),
          seed: seeds.lowerBound + unit / UInt64(subjects.count))
      }
      for (unit, outcome) in zip(units, try outcomes(of: units, subjects)) {
        sums[unit.subject].add(
          frames: outcome.frames, checked: outcome.checked, held: outcome.held)
        frames += UInt64(outcome.frames)
        guard let failure = outcome.failure else { continue }
        let like = found.count {
          $0.subject == unit.subject && $0.failure.property == failure.property
        }
        if like < Self.failureLimit {
          found.append(Found(subject: unit.subject, seed: unit.seed, failure: failure))
        }
      }
      next += UInt64(units.count)
      onProgress(next, frames, found.count)
    }
    // A batch may find several failures; the first in order is the same for any number of jobs.
    return (keepsGoing ? found : Array(found.prefix(1)), sums)
  }

  /// Runs seeds of scenarios, as many at a time as there are jobs; the outcomes in their order.
  package func outcomes(
    of units: [Unit], _ subjects: [any ExploredSubject]
  ) throws(RunError) -> [Outcome] {
    let isInterrupted = isInterrupted
    let noteOfTrap = noteOfTrap
    if noteOfTrap != nil { CrashNote.install() }
    return try JobQueue.run(units.count, atOnce: jobCount) { (index) throws(RunError) in
      let subject = subjects[units[index].subject]
      CrashNote.set(noteOfTrap?(subject, units[index].seed))
      defer { CrashNote.set(nil) }
      let begun = MonotonicClock.nanoseconds()
      var outcome = try subject.outcome(of: units[index].seed, isInterrupted)
      outcome.nanoseconds = MonotonicClock.nanoseconds() - begun
      return outcome
    }
  }
}

extension Explorer.Outcome {
  /// Describes a session that was run to its end.
  ///
  /// - Parameter builtIn: names of its built-in properties.
  package init(_ session: any Session, _ builtIn: [String]) {
    frames = session.frame
    digest = session.sceneDigest
    failure = session.failure
    let broken = session.failure?.property
    checked = session.checks + session.judge.tallies.map { $0.checked }
    held =
      zip(builtIn, session.checks).map { $1 - ($0 == broken && $1 > 0 ? 1 : 0) }
      + session.judge.tallies.map { $0.held }
  }

  /// Adds what came of the laws, the first of which is the property at `start`.
  fileprivate mutating func hold(
    against laws: [PairLaw], from start: Int, _ outcome: (PairLaw) -> PairLaw.Outcome
  ) {
    for (index, law) in laws.enumerated() {
      let found = outcome(law)
      guard found.isChecked else { continue }
      let place = start + index
      checked[place] += 1
      held[place] += found.failure == nil ? 1 : 0
      failure = failure ?? found.failure
    }
  }
}

extension Explorer.Subject {
  /// The laws that pairs of its runs are held against.
  var laws: [PairLaw] { PairLaw.laws(of: entry.descriptor) }

  /// The properties that are checked for every scene.
  var builtIn: [BuiltInProperty] {
    BuiltInProperty.properties(
      of: entry.descriptor, watching: seesPixels ? bases[0] : nil)
  }

  /// Opens the run that a seed drew.
  func open(_ draw: Swarm) -> any Session {
    entry.explore(draw.plan, false, seesPixels ? draw.scenario : nil)
  }

  /// Runs a seed, and holds a pair of runs against the laws where it is one of those seeds.
  package func outcome(
    of seed: UInt64, _ isInterrupted: () -> Bool
  ) throws(RunError) -> Explorer.Outcome {
    let draw = draw(seed)
    let plan = draw.plan
    let session = open(draw)
    try session.run(to: plan.frameCount, isInterrupted)
    var outcome = Explorer.Outcome(session, builtIn.map { $0.name })
    let unchecked = laws.map { _ in UInt64.zero }
    outcome.checked.insert(contentsOf: unchecked, at: builtIn.count)
    outcome.held.insert(contentsOf: unchecked, at: builtIn.count)
    if outcome.failure == nil, PairLaw.isLooked(atSeed: plan.seed) {
      outcome.hold(against: laws, from: builtIn.count) { entry.law($0, plan) }
    }
    return outcome
  }

  /// The properties checked in every run: those of every scene, then the scene's own.
  package var properties: [SweepPlan.Property] {
    builtIn.map { SweepPlan.Property($0.name) }
      + laws.map { SweepPlan.Property($0.name) }
      + entry.descriptor.properties.map {
        SweepPlan.Property(
          "\($0.name)", kind: "\($0.kind.name)", requirement: "\($0.requirement)")
      }
  }
}
