import SimFormats
import SimInput
import SimPlatform
import SimRuntime
import SimWorld

extension Simbench {
  /// The result of running seeds until a property is violated.
  public struct Exploration: Sendable, CustomStringConvertible {
    /// A seed that violates a property, with its shrunk run.
    public struct Failure: Sendable, CustomStringConvertible {
      /// The seed.
      public var seed: UInt64
      /// The property, in the shrunk run.
      public var violation: Violation
      /// What the seed drew: device class, parameters, input, defects.
      public var configuration: [String]
      /// Numbers of external events before and after shrinking; nil if the run did not fail again.
      public var events: (before: Int, after: Int)?
      /// Whether the run passes without any one of the remaining events.
      public var isMinimal = false
      /// The shrunk run; nil if it cannot be recorded, as for a law about two runs.
      public var recording: Recording?
      /// The failing frame with its touches as a PNG file; nil for a model.
      public var picture: [UInt8]?
      /// The events of a model's shrunk run, a sentence each.
      public var sentences: [String] = []

      /// The violation, the seed and what shrinking did.
      public var description: String {
        var words = "\(violation) Found with seed \(seed)"
        if let events {
          words += ", shrunk from \(events.before) to \(events.after) events"
        }
        return words + "."
      }
    }

    /// The scenario's name.
    public var name: String
    /// The number of runs.
    public var runs: UInt64
    /// The number of frames, or steps of a model, in all runs.
    public var steps: UInt64
    /// The properties with the sums of their checks, coverage goals included.
    public var properties: [Property]
    /// The coverage goals that no run reached.
    public var unreachedGoals: [String]
    /// The first seed that failed; empty if none did.
    public var failures: [Failure]

    /// Passed if no seed failed.
    public var verdict: Verdict { failures.isEmpty && runs > 0 ? .passed : .failed }

    /// Verdict, name and runs, then one line per failure.
    public var description: String {
      (["\(verdict.rawValue): \(name), \(runs) runs"] + failures.map { "\($0)" })
        .joined(separator: "\n")
    }
  }

  /// Runs seeds of a scenario until a property is violated, and shrinks the first failure.
  ///
  /// Each seed draws input, defects, rotations, pauses, parameters and, if no device class is
  /// chosen, the device class; runs use all CPUs. The result depends on the arguments alone.
  ///
  /// - Throws: `SimbenchError` if the scenario is wrong or the process was asked to stop.
  /// - Complexity: O(seeds × frames); shrinking ends after a minute.
  public static func explore(
    _ scenario: Scenario, seeds: Range<UInt64>, scenes: SceneRegistry = .catalog,
    options: Options = Options()
  ) throws(SimbenchError) -> Exploration {
    try SimbenchError.converting {
      let subject = try subject(of: scenario, scenes: scenes, options: options)
      var explorer = Explorer()
      explorer.jobCount = Environment.processorCount
      explorer.isInterrupted = { Interrupt.isRequested }
      explorer.noteOfTrap = { SeedNote.text($0.name, seed: $1) }
      explorer.hasTime = { !isInterrupted }
      let (found, sums) = try explorer.run([subject], seeds: seeds)
      guard !isInterrupted else { throw SimbenchError.interrupted }
      var exploration = Exploration(
        name: scenario.name, runs: sums[0].runs, steps: sums[0].frames, properties: [],
        unreachedGoals: [], failures: [])
      for (index, property) in subject.properties.enumerated() {
        let (checked, held) = (sums[0].checked[index], sums[0].held[index])
        exploration.properties.append(
          Property(
            name: property.name, requirement: property.requirement, summary: "", checked: checked,
            held: held))
        if property.kind == "sometimes", held == 0 {
          exploration.unreachedGoals.append(property.name)
        }
      }
      exploration.failures = try found.map { try failure($0, of: subject) }
      return exploration
    }
  }

  /// Runs seeds of a scene with its default parameters; the scene need not be registered.
  ///
  /// - Throws: `SimbenchError` if the process was asked to stop.
  /// - Complexity: O(seeds × frames), by default of 600 frames each.
  public static func explore<S: SimScene & ~Copyable>(
    _ scene: S.Type, seeds: Range<UInt64>, scenes: SceneRegistry = .catalog,
    options: Options = Options()
  ) throws(SimbenchError) -> Exploration {
    let scenes = scenes.adding(scene)
    let scenario = try Scenario.ordinary(
      "scene", name: "\(S.descriptor.name)", in: scenes)
    return try explore(scenario, seeds: seeds, scenes: scenes, options: options)
  }

  /// Runs seeds of a model with its default parameters; the model need not be registered.
  ///
  /// - Throws: `SimbenchError` if the process was asked to stop.
  /// - Complexity: O(seeds × steps).
  public static func explore<Model: WorldModel>(
    _ model: Model.Type, seeds: Range<UInt64>, scenes: SceneRegistry = .catalog,
    options: Options = Options()
  ) throws(SimbenchError) -> Exploration {
    let scenes = scenes.adding(model)
    let scenario = try Scenario.ordinary(
      "model", name: "\(Model.descriptor.name)", in: scenes)
    return try explore(scenario, seeds: seeds, scenes: scenes, options: options)
  }

  private static func subject(
    of scenario: Scenario, scenes: SceneRegistry, options: Options
  ) throws -> any KeptSubject {
    guard !scenario.document.isModel else {
      let model = try model(scenario, scenes: scenes, options: options)
      return ModelSubject(
        name: scenario.document.path, scenario: model, entry: scenes.model(of: model))
    }
    let loader = options.loader(scenes)
    let loaded = try loader.load(scenario.document)
    return Explorer.Subject(
      loaded, scenario.document, loader, entry: scenes.entry(of: loaded),
      seesPixels: false)
  }

  private static func failure(
    _ found: Explorer.Found, of subject: any KeptSubject
  ) throws -> Exploration.Failure {
    var failure = Exploration.Failure(
      seed: found.seed, violation: Violation(found.failure),
      configuration: subject.words(ofSeed: found.seed))
    // A law compares two runs, but a recording contains one.
    guard !PairLaw.allCases.contains(where: { $0.name == found.failure.property }),
      let kept = try subject.keeper(ofSeed: found.seed).keep(
        found.failure, named: subject.name, shrinks: true)
    else { return failure }
    failure.violation = Violation(kept.failure)
    failure.events = kept.shrunk.map { ($0.before, $0.after) }
    failure.isMinimal = kept.shrunk?.isMinimal ?? false
    var recording = kept.recording
    recording.header.tool = Array(versionText.utf8)
    failure.recording = recording
    failure.picture = kept.picture?.png
    failure.sentences = kept.history?.timeline.map(\.text) ?? []
    return failure
  }
}
