import SimMath
import SimRuntime

extension WorldSimulation {
  /// Lets happen what is due next, and says what the step came to.
  ///
  /// The input of a step is what came from outside; that of all others is 0, since the world has it
  /// due by itself. Nothing is drawn.
  ///
  /// - Returns: nil when the history has ended.
  package mutating func witnessedStep() -> (event: WorldEvent, witness: FrameWitness)? {
    guard var event = next else { return nil }
    let count = actionCount
    apply(event)
    var (input, state) = (StateDigest(), StateDigest())
    if actionCount > count { event.visitState(&input) }
    visitState(&state)
    let digest = state.finalize()
    return (
      event,
      FrameWitness(
        input: actionCount > count ? input.finalize() : 0, state: digest, scene: digest, list: nil,
        pixels: nil)
    )
  }
}

extension FrameLog {
  /// The steps of a history at which something came from outside: those that its recording has a
  /// digest of.
  package var outsideSteps: [Int] { frames.indices.filter { frames[$0].input != 0 } }
}
