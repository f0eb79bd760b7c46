import SimbenchKit
import SimFormats
import SimStatistics

extension SceneRegistry {
  /// One model.
  package struct ModelEntry {
    /// What the model says about itself.
    package let descriptor: ModelDescriptor
    /// Draws the plan of a history.
    package let draw:
      (_ seed: UInt64, ParameterValues, _ activeNanoseconds: UInt64, FaultChoice) -> WorldPlan
    /// Opens a history.
    package let open: (WorldPlan) -> any ModelSession
    /// Opens a history, to be compared step by step with another.
    package let compare: (WorldPlan) -> any RunSession
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
      open: { ModelHistory<Model>($0) }, compare: { HistoryRun<Model>($0) })
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
    let model = entry.descriptor
    let session = entry.open(plan)
    var story = ModelStory(of: model)
    var notes = StateNotes()
    var recording = Recording(RecordingHeader(plan, of: model))
    while true {
      let before = session.actionCount
      guard let event = session.advance() else { break }
      story.tell(event, session)
      notes.note(session)
      if session.actionCount > before {
        recording.append(plan.actions[before].recorded(of: model))
        recording.digests.append(session.stateDigest())
      }
      if session.steps & 1023 == 0 {
        if isInterrupted() { throw .interrupted }
        onProgress(session.time, plan.end)
      }
    }
    recording.chain = recording.computedChain
    var result = ModelResult(
      scenario: name, model: "\(model.name)", modelBehaviorVersion: model.behaviorVersion,
      seed: plan.seed, environment: .current)
    result.steps = session.steps
    result.allocationsPerThousandSteps = session.allocations.map {
      $0 * 1000 / max(session.steps, 1)
    }
    result.checkpoints = notes.kept
    result.events = UInt64(session.actionCount)
    result.virtualNanoseconds = session.time
    (result.state, result.chain) = (session.stateDigest(), session.chain)
    result.properties = zip(model.properties, session.judge.tallies).map {
      ModelResult.Property($0, checked: $1.checked, held: $1.held)
    }
    result.faults = faults(session)
    result.shares = shares(session, demands)
    result.failure = session.failure
    result.timeline = story.kept
    return Outcome(result: result, recording: recording)
  }

  /// State digests, evenly spaced, to locate the step in which two runs diverge.
  private struct StateNotes {
    private(set) var kept: [BaselineEntry.Checkpoint] = []
    private var interval: UInt64 = 64
    /// At this count, every second digest is dropped and the interval doubles.
    private static var limit: Int { 512 }

    mutating func note(_ session: any ModelSession) {
      guard session.steps % interval == 0 else { return }
      kept.append(BaselineEntry.Checkpoint(frame: session.steps, digest: session.stateDigest()))
      guard kept.count == Self.limit else { return }
      interval *= 2
      kept.removeAll { $0.frame % interval != 0 }
    }
  }

  /// The kinds that were on, and those that struck.
  private func faults(_ session: any ModelSession) -> [ModelResult.Fault] {
    entry.descriptor.faultPlaces.compactMap { place in
      let count = session.strikes[Int(place)]
      guard let fault = entry.descriptor.fault(at: place),
        count > 0 || session.faults & 1 << place != 0
      else { return nil }
      return ModelResult.Fault("\(fault.name)", "\(fault.summary)", count: UInt64(count))
    }
  }

  private func shares(
    _ session: any ModelSession, _ demands: [ModelScenario.Demand]
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
