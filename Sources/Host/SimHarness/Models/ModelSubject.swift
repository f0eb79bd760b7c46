import SimbenchKit
import SimFormats

/// A scenario of a model whose seeds are run.
package struct ModelSubject: ExploredSubject {
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

  /// The model.
  package var subjectName: SubjectName { SubjectName(.model, "\(entry.descriptor.name)") }

  /// Behavior version of the model.
  package var behaviorVersion: UInt32 { entry.descriptor.behaviorVersion }

  /// Steps of a run of the scenario's own seed, and bytes of its last state.
  ///
  /// - Complexity: O(steps).
  package func size() -> (frames: UInt32, stateBytes: UInt64) {
    let session = entry.open(plan(scenario.seed))
    while !session.hasEnded, session.frame < SweepPlan.frameRange.upperBound { session.advance() }
    var snapshot = Snapshot()
    session.saveScene(to: &snapshot)
    return (max(session.frame, 1), UInt64(snapshot.byteCount))
  }

  /// The plan that a seed draws.
  package func plan(_ seed: UInt64) -> WorldPlan {
    ModelRunner(entry).plan(of: scenario, seed: seed)
  }

  /// The properties checked in every run: those of every model, then the model's own.
  package var properties: [SweepPlan.Property] {
    ModelProperty.allCases.map { SweepPlan.Property($0.name) }
      + entry.descriptor.properties.map {
        SweepPlan.Property(
          "\($0.name)", kind: "\($0.kind.name)", requirement: "\($0.requirement)")
      }
  }

  /// Runs the history that a seed draws.
  package func outcome(
    of seed: UInt64, _ isInterrupted: () -> Bool
  ) throws(RunError) -> Explorer.Outcome {
    let session = entry.explore(plan(seed))
    try session.run(isInterrupted)
    return Explorer.Outcome(session, ModelProperty.allCases.map(\.name))
  }
}
