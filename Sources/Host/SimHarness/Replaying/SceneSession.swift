import SimFormats
import SimInput
import SimMath
import SimRaster
import SimRuntime

/// A run of some scene, frame by frame, that is not measured: what replays, seeks and compares.
///
/// The command that uses it knows no scene; the session knows its scene's type, so that its loop is
/// specialized as if it had been written by hand.
package protocol SceneSession: RunSession {
  /// Frames of the whole run.
  var frameCount: UInt32 { get }
  /// The digest of clock, canvas and scene.
  var sceneDigest: UInt64 { get }
  /// The digest of clock, canvas, source and scene.
  var stateDigest: UInt64 { get }
  /// The digest of the last frame's pixels; nil when it was not painted.
  var pixelDigest: UInt64? { get }
  /// The last frame's picture; nil when it was not painted.
  var picture: FramePicture? { get }
  /// What the source said last, in the device's own axes.
  var given: FrameInput { get }
}

/// A run of one scene.
final class SceneRun<S: Scene & ~Copyable>: SceneSession {
  private var loop: ScenarioLoop<S>
  private var observer = SilentObserver()
  private var crew: ThreadCrew
  private var wasPainted = false
  private let rendersPixels: Bool

  init(_ plan: RunPlan, rendersPixels: Bool, crew: ThreadCrew) {
    loop = ScenarioLoop<S>(plan: plan, rendersPixels: rendersPixels)
    loop.skipsDrawing = !rendersPixels
    self.rendersPixels = rendersPixels
    self.crew = crew
  }

  var frame: UInt32 { loop.frame }
  var frameCount: UInt32 { loop.plan.frameCount }
  // A loop runs on behind the frames of its plan; whoever asks for frames knows how many.
  var hasEnded: Bool { false }
  var sceneDigest: UInt64 { loop.sceneDigest().finalize() }
  var stateDigest: UInt64 { loop.stateDigest().finalize() }
  var given: FrameInput { loop.given }
  var witness: FrameWitness { loop.witness(isPainted: wasPainted) }

  var paints: Bool {
    get { rendersPixels && !loop.skipsDrawing }
    set { loop.skipsDrawing = !rendersPixels || !newValue }
  }

  var pixelDigest: UInt64? {
    wasPainted ? PixelDigest.whole(loop.surface) : nil
  }

  var picture: FramePicture? {
    guard wasPainted else { return nil }
    return FramePicture(
      frame: loop.frame - 1, surface: loop.surface,
      touchCount: loop.input.downCount)
  }

  func advance() {
    loop.advance(&observer, paintedBy: &crew)
    // In the background the picture stays what it was.
    if !loop.wasInBackground { wasPainted = paints }
  }

  func save(to snapshot: inout Snapshot) { loop.save(to: &snapshot) }

  func restore(_ snapshot: Snapshot) throws(SnapshotError) {
    try loop.restore(snapshot)
    wasPainted = false
  }

  func saveScene(to snapshot: inout Snapshot) { loop.saveScene(to: &snapshot) }

  func restoreScene(_ snapshot: Snapshot, beforeFrame frame: UInt32) throws(SnapshotError) {
    try loop.restoreScene(snapshot, beforeFrame: frame)
    wasPainted = false
  }

  func differences(from other: any RunSession, limit: Int) -> [StateDifference] {
    guard let other = other as? SceneRun<S> else { return [] }
    return loop.sceneDifferences(from: &other.loop, limit: limit)
  }

  func inputDifferences(from other: any RunSession) -> [StateDifference] {
    guard let other = other as? SceneRun<S> else { return [] }
    var (mine, theirs) = (ToldInput(given), ToldInput(other.given))
    return StateDifference.between(&mine, &theirs, limit: .max)
  }
}
