import SimFormats
import SimInput
import SimMath
import SimRaster
import SimRuntime

/// A run of some scene, frame by frame, that is not measured: what replays, seeks and compares.
///
/// The command that uses it knows no scene; the session knows its scene's type, so that its loop is
/// specialized as if it had been written by hand.
package protocol SceneSession: AnyObject {
  /// The frame that comes next.
  var frame: UInt32 { get }
  /// Frames of the whole run.
  var frameCount: UInt32 { get }
  /// Whether frames become pictures; those that are passed over cost less.
  var paints: Bool { get set }
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
  /// What the last frame came to, its picture too when it was painted.
  var witness: FrameWitness { get }

  /// Runs the next frame.
  func advance()
  /// Saves clock, canvas, source and scene.
  func save(to snapshot: inout Snapshot)
  /// Restores what was saved.
  func restore(_ snapshot: Snapshot) throws(SnapshotError)
  /// Saves clock, canvas and scene.
  func saveScene(to snapshot: inout Snapshot)
  /// Restores clock, canvas and scene as they were before a frame.
  func restoreScene(_ snapshot: Snapshot, beforeFrame frame: UInt32) throws(SnapshotError)
  /// The first fields of clock, canvas and scene that differ from those of another session of the
  /// same scene, in the order in which the state lists them.
  func differences(from other: any SceneSession, limit: Int) -> [StateDifference]
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
      touchCount: loop.wasInBackground ? 0 : loop.input.downCount)
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

  func differences(from other: any SceneSession, limit: Int) -> [StateDifference] {
    guard let other = other as? SceneRun<S> else { return [] }
    return loop.sceneDifferences(from: &other.loop, limit: limit)
  }
}
