import SimMath
import SimRuntime

/// A step of a model's run.
package struct WorldStep: Sendable {
  /// The event of the step.
  package var event: WorldEvent
  /// Whether the event is external; otherwise it was in the world's queue.
  package var isFromOutside: Bool

  /// Creates a step.
  package init(_ event: WorldEvent, isFromOutside: Bool) {
    (self.event, self.isFromOutside) = (event, isFromOutside)
  }
}

extension WorldSimulation {
  /// Applies the next event.
  ///
  /// - Returns: nil if the run has ended.
  package mutating func step() -> WorldStep? {
    guard let event = next else { return nil }
    let count = actionCount
    apply(event)
    return WorldStep(event, isFromOutside: actionCount > count)
  }

  /// The digests of a step.
  ///
  /// The input digest is that of an external event, and 0 for any other; nothing is drawn.
  package mutating func stageDigests(of step: WorldStep) -> StageDigests {
    var (event, input, state) = (step.event, StateDigest(), StateDigest())
    event.visitState(&input)
    visitState(&state)
    let digest = state.finalize()
    return StageDigests(
      input: step.isFromOutside ? input.finalize() : 0, state: digest, scene: digest, list: nil,
      pixels: nil)
  }
}

extension FrameLog {
  /// The steps with an external event, for which a recording of the run has digests.
  package var outsideSteps: [Int] { frames.indices.filter { frames[$0].input != 0 } }
}
