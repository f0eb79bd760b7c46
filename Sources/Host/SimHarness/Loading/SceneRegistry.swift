import SimAppModels
import SimFormats
import SimInput
import SimRuntime
import SimWorld

/// The scenes a tool can run: those of the catalog, and an app's own.
///
/// Nothing in the harness knows a scene by name; each is registered with its static type, so its
/// frame loop is specialised as if it had been written by hand.
public struct SceneRegistry: Sendable {
  /// One scene.
  package struct Entry: Sendable {
    /// What the scene says about itself.
    package let descriptor: SceneDescriptor
    /// Runs a scenario of the scene.
    package let run: @Sendable (Scenario, RunOptions) throws(RunError) -> RunOutcome
    /// Runs a plan of the scene for the work and the time of its frames alone, with the rasterizer
    /// or without.
    package let trial: @Sendable (RunPlan, _ rendersPixels: Bool, () -> Bool) -> WorkTrial?
    /// Opens a run whose properties are checked; its frames are painted if a scenario gives limits.
    package let explore:
      @Sendable (RunPlan, _ isRecording: Bool, _ watching: Scenario?) -> any Session
    /// Holds a pair of runs against a law.
    package let law: @Sendable (PairLaw, RunPlan) -> PairLaw.Outcome
    /// Opens a run without checks.
    package let open: @Sendable (RunPlan, _ rendersPixels: Bool, ThreadCrew) -> any Session
    /// Records the input of a plan's first frames without running the scene.
    package let input: @Sendable (RunPlan, _ frameCount: UInt32) -> Recording
    /// The scene's type, for runs behind a gate.
    fileprivate let scene: any (SimScene & ~Copyable).Type

    /// The same scene behind a parents' gate.
    fileprivate var gated: Entry { SceneRegistry.gatedEntry(scene) }
  }

  /// The scenes in the order of registration.
  package private(set) var entries: [Entry] = []
  /// The models in the order of registration.
  package var models: [ModelEntry] = []

  /// Makes an empty registry.
  public init() {}

  /// Adds a scene; one of the same name is replaced.
  public mutating func register<S: SimScene & ~Copyable>(_ scene: S.Type) {
    let entry = Self.entry(scene)
    entries.removeAll { $0.descriptor.name.description == entry.descriptor.name.description }
    entries.append(entry)
  }

  private static func entry<S: SimScene & ~Copyable>(_ scene: S.Type) -> Entry {
    Entry(
      descriptor: S.descriptor,
      run: { (scenario, options) throws(RunError) in
        try Runner<S>.run(scenario, options: options)
      },
      trial: { (plan, rendersPixels, isInterrupted) in
        WorkTrial.run(
          S.self, plan, rendersPixels: rendersPixels, isInterrupted: isInterrupted)
      },
      explore: { (plan, isRecording, scenario) in
        SceneRun<S>(plan, isRecording: isRecording, watching: scenario)
      },
      law: { (law, plan) in PairOfRuns<S>.outcome(law, plan) },
      open: { (plan, rendersPixels, crew) in
        SceneRun<S>(plan, rendersPixels: rendersPixels, crew: crew)
      },
      input: { (plan, frameCount) in
        IdleScene.recording(
          plan, of: S.descriptor, track: S.touchTrack(for: plan), frameCount: frameCount)
      },
      scene: scene)
  }

  // The type comes out of an existential, so the compiler makes no further copy of the harness:
  // gated scenes run in the same generic code as others. With 600 flakes, a frame without pixels
  // takes 0.05 ms with a gate and without, and allocates nothing. Dropped: a box around the inner
  // scene, which cannot override the generic visitors of a state in Embedded Swift; and a copy per
  // scene, which costs 88 KB in the program for WebAssembly, where `EmbeddedEntry` has one.
  private static func gatedEntry<S: SimScene & ~Copyable>(_ scene: S.Type) -> Entry {
    entry(GatedScene<S>.self)
  }

  /// A copy of the registry with one more scene; one of the same name is replaced.
  public func adding<S: SimScene & ~Copyable>(_ scene: S.Type) -> SceneRegistry {
    var registry = self
    registry.register(scene)
    return registry
  }

  /// A copy of the registry with one more model; one of the same name is replaced.
  public func adding<Model: WorldModel>(_ model: Model.Type) -> SceneRegistry {
    var registry = self
    registry.register(model: model)
    return registry
  }

  /// The scene with a name.
  package func entry(named name: String) -> Entry? {
    entries.first { $0.descriptor.name.description == name }
  }

  /// The scene with a name, behind a gate if there is one.
  package func entry(named name: String, behind gate: SceneGate?) -> Entry? {
    let entry = entry(named: name)
    return gate == nil ? entry : entry?.gated
  }

  /// The scene of a scenario, behind the scenario's gate if it has one.
  ///
  /// - Precondition: the scenario was read against this registry, so that there is one.
  package func entry(of scenario: Scenario) -> Entry {
    guard let entry = entry(named: scenario.scene, behind: scenario.plan.gate) else {
      preconditionFailure("the scenario's scene was checked against the registry")
    }
    return entry
  }

  /// Opens a run of a scenario, to be run frame by frame.
  package func open(
    _ scenario: Scenario, rendersPixels: Bool, crew: ThreadCrew = ThreadCrew()
  ) -> any Session {
    entry(of: scenario).open(scenario.plan, rendersPixels, crew)
  }

  /// Every scene's descriptor.
  package var descriptors: [SceneDescriptor] { entries.map { $0.descriptor } }
}

extension SceneRegistry: ExpressibleByArrayLiteral {
  /// Makes a registry of scenes: `Simbench.main(scenes: [Fireflies.self])`.
  public init(arrayLiteral scenes: any (SimScene & ~Copyable).Type...) {
    self.init()
    for scene in scenes { register(scene) }
  }
}
