import SimbenchKit
import SimFormats
import SimStatistics

extension SceneRegistry {
  /// One model.
  package struct ModelEntry: Sendable {
    /// What the model says about itself.
    package let descriptor: ModelDescriptor
    /// Draws the plan of a history.
    package let draw:
      @Sendable (_ seed: UInt64, ParameterValues, _ activeNanoseconds: UInt64, FaultChoice) ->
        WorldPlan
    /// Runs a history to its end.
    fileprivate let run:
      @Sendable (ModelRunner, WorldPlan, String, [ModelScenario.Demand]) throws(RunError) ->
        ModelRunner.Outcome
    /// Opens a history whose properties are checked.
    package let explore: @Sendable (WorldPlan) -> any Session
    /// Opens a history without checks.
    package let open: @Sendable (WorldPlan) -> any Session
  }

  /// Adds a model of an app's logic; one of the same name is replaced.
  public mutating func register<Model: WorldModel>(model: Model.Type) {
    let descriptor = Model.described
    let entry = ModelEntry(
      descriptor: descriptor,
      draw: { seed, parameters, activeNanoseconds, faults in
        WorldPlan.drawn(
          Model.self, seed: seed, parameters: parameters, activeNanoseconds: activeNanoseconds,
          faults: faults)
      },
      run: { (runner, plan, name, demands) throws(RunError) in
        try runner.run(ModelRun<Model>(plan, isChecked: true), plan, named: name, demands)
      },
      explore: { ModelRun<Model>($0, isChecked: true) },
      open: { ModelRun<Model>($0, isChecked: false) })
    models.removeAll { $0.descriptor.name.description == descriptor.name.description }
    models.append(entry)
  }

  /// The model with a name.
  package func model(named name: String) -> ModelEntry? {
    models.first { $0.descriptor.name.description == name }
  }

  /// The model of a scenario.
  ///
  /// - Precondition: the scenario was read against this registry, so that there is one.
  package func model(of scenario: ModelScenario) -> ModelEntry {
    guard let entry = model(named: "\(scenario.model.name)") else {
      preconditionFailure("the scenario's model was checked against the registry")
    }
    return entry
  }

  /// Every model's descriptor.
  package var modelDescriptors: [ModelDescriptor] { models.map { $0.descriptor } }
}

/// Runs a history of a model to its end, or to the first property that does not hold.
package struct ModelRunner {
  /// What came of it.
  package struct Outcome {
    /// For people and programs.
    package var result: ModelResult
    /// The history: what came from outside, with the digest after each.
    package var recording: Recording
  }

  private let entry: SceneRegistry.ModelEntry
  /// Is told how much time has passed, of how much.
  package var onProgress: (UInt64, UInt64) -> Void = { _, _ in }
  /// Is asked now and then whether to stop.
  package var isInterrupted: () -> Bool = { false }

  /// Makes a runner of a model.
  package init(_ entry: SceneRegistry.ModelEntry) { self.entry = entry }

  /// The plan of a scenario's history.
  package func plan(of scenario: ModelScenario, seed: UInt64? = nil) -> WorldPlan {
    entry.draw(
      seed ?? scenario.seed, scenario.parameters, scenario.activeNanoseconds, scenario.faults)
  }

  /// Runs a history.
  ///
  /// - Parameters:
  ///   - name: the scenario, or the recording.
  ///   - demands: what is demanded of shares.
  package func run(
    _ plan: WorldPlan, named name: String, demands: [ModelScenario.Demand] = []
  ) throws(RunError) -> Outcome {
    try entry.run(self, plan, name, demands)
  }

  /// Counts the steps of a history by running it, since the number is unknown before.
  package func stepCount(of plan: WorldPlan) throws(RunError) -> UInt32 {
    let session = entry.open(plan)
    while !session.hasEnded, session.frame < ModelProperty.stepLimit {
      if session.frame & 1023 == 0, isInterrupted() { throw .interrupted }
      session.advance()
    }
    return session.frame
  }

  /// Runs a scenario of the model, as its file asks for it.
  package func run(_ scenario: ModelScenario) throws(RunError) -> Outcome {
    var outcome = try run(
      plan(of: scenario), named: scenario.fullName, demands: scenario.demands)
    outcome.recording.header.tool = Array(Simbench.versionText.utf8)
    outcome.result.scenarioFile = scenario.file
    outcome.result.scenarioDigest = scenario.digest
    outcome.result.milliseconds = scenario.milliseconds
    outcome.result.scenarioMilliseconds = scenario.fileMilliseconds
    return outcome
  }

  fileprivate func run<Model: WorldModel>(
    _ session: ModelRun<Model>, _ plan: WorldPlan, named name: String,
    _ demands: [ModelScenario.Demand]
  ) throws(RunError) -> Outcome {
    let model = entry.descriptor
    var story = ModelStory(of: model)
    var notes = StateNotes()
    while !session.hasEnded {
      session.advance()
      story.tell(session)
      notes.note(session)
      if session.frame & 1023 == 0 {
        if isInterrupted() { throw .interrupted }
        onProgress(session.time, plan.end)
      }
    }
    session.finish()
    var result = ModelResult(
      scenario: name, model: "\(model.name)", modelBehaviorVersion: model.behaviorVersion,
      seed: plan.seed, environment: .current)
    result.steps = UInt64(session.frame)
    result.allocationsPerThousandSteps = session.allocations.map {
      $0 * 1000 / max(result.steps, 1)
    }
    result.checkpoints = notes.kept
    result.events = UInt64(session.actionCount)
    result.virtualNanoseconds = session.time
    (result.state, result.chain) = (session.stateDigest, session.sceneDigest)
    result.properties = zip(model.properties, session.judge.tallies).map {
      ModelResult.Property($0, checked: $1.checked, held: $1.held)
    }
    result.faults = faults(session)
    result.shares = shares(session, demands)
    result.failure = session.failure
    result.timeline = story.kept
    return Outcome(result: result, recording: session.recording)
  }

  /// State digests, evenly spaced, to locate the step in which two runs diverge.
  private struct StateNotes {
    private(set) var kept: [BaselineEntry.Checkpoint] = []
    private var interval: UInt64 = 64
    /// At this count, every second digest is dropped and the interval doubles.
    private static var limit: Int { 512 }

    mutating func note(_ session: any Session) {
      let steps = UInt64(session.frame)
      guard steps % interval == 0 else { return }
      kept.append(BaselineEntry.Checkpoint(frame: steps, digest: session.stateDigest))
      guard kept.count == Self.limit else { return }
      interval *= 2
      kept.removeAll { $0.frame % interval != 0 }
    }
  }

  /// The kinds that were on, and those that struck.
  private func faults<Model>(_ session: ModelRun<Model>) -> [ModelResult.Fault] {
    entry.descriptor.faultPlaces.compactMap { place in
      let count = session.strikes[Int(place)]
      guard let fault = entry.descriptor.fault(at: place),
        count > 0 || session.faults & 1 << place != 0
      else { return nil }
      return ModelResult.Fault("\(fault.name)", "\(fault.summary)", count: UInt64(count))
    }
  }

  private func shares<Model>(
    _ session: ModelRun<Model>, _ demands: [ModelScenario.Demand]
  ) -> [ModelResult.Share] {
    zip(entry.descriptor.shares, session.shares).enumerated().map { place, share in
      ModelResult.Share(
        "\(share.0.name)", requirement: "\(share.0.requirement)", part: share.1.part,
        whole: share.1.whole,
        lowerBound: ScoreInterval.lowerBound(share.1.part, of: share.1.whole),
        minimum: demands.first { $0.place == place }?.minimum)
    }
  }
}
