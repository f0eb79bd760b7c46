import SimMath
import SimRuntime

/// A step of a history.
package struct WorldStep: Sendable {
  /// What happened.
  package var event: WorldEvent
  /// Whether that came from outside; the world had everything else due by itself.
  package var isFromOutside: Bool

  /// Describes a step.
  package init(_ event: WorldEvent, isFromOutside: Bool) {
    (self.event, self.isFromOutside) = (event, isFromOutside)
  }
}

extension WorldSimulation {
  /// Lets happen what is due next.
  ///
  /// - Returns: nil when the history has ended.
  package mutating func step() -> WorldStep? {
    guard let event = next else { return nil }
    let count = actionCount
    apply(event)
    return WorldStep(event, isFromOutside: actionCount > count)
  }

  /// What the last step came to.
  ///
  /// Its input is what came from outside, 0 for nothing. Nothing is drawn.
  package mutating func witness(of step: WorldStep) -> FrameWitness {
    var (event, input, state) = (step.event, StateDigest(), StateDigest())
    event.visitState(&input)
    visitState(&state)
    let digest = state.finalize()
    return FrameWitness(
      input: step.isFromOutside ? input.finalize() : 0, state: digest, scene: digest, list: nil,
      pixels: nil)
  }
}

extension FrameLog {
  /// The steps of a history at which something came from outside: those that its recording has a
  /// digest of.
  package var outsideSteps: [Int] { frames.indices.filter { frames[$0].input != 0 } }
}
