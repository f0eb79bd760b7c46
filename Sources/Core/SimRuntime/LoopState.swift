import SimMath
import SimInput

/// What a frame loop carries from frame to frame apart from the scene: clock, canvas and input.
///
/// Everything else in the loop follows from the plan or is rewritten in every frame before it is
/// read, so this and the scene are the whole state.
package struct LoopState: Sendable {
  /// Frames the scene really ran: the clock of the scene and its input.
  package var activeFrame: UInt32 = 0
  /// The canvas in force.
  package var canvas: Canvas
  /// How many of the plan's canvas changes are in force or were.
  package var changeCount: UInt32 = 0
  /// The source of touches and motion, its random streams included.
  package var synthesizer: InputSynthesizer

  /// The state before the first frame of a plan.
  package init(_ plan: RunPlan, track: TouchTrack = TouchTrack()) {
    canvas = plan.canvas
    synthesizer = InputSynthesizer(
      seed: plan.seed, generators: plan.generators, defects: plan.defects, clock: plan.clock,
      touchSamplesPerSecond: plan.touchSamplesPerSecond, touchContacts: plan.touchContacts,
      canvasWidth: canvas.widthPoints, canvasHeight: canvas.heightPoints, track: track)
  }

  /// Feeds every stored field to the digest.
  package func digest(into digest: inout StateDigest) {
    digest.combine(activeFrame)
    digest.combine(canvas.widthPoints, field: "canvas.widthPoints")
    digest.combine(canvas.heightPoints, field: "canvas.heightPoints")
    digest.combine(canvas.scale, field: "canvas.scale")
    digest.combine(UInt64(canvas.orientation.rawValue))
    digest.combine(changeCount)
    synthesizer.digest(into: &digest)
  }
}
