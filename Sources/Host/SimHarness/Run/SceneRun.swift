import SimFormats
import SimInput
import SimMath
import SimPlatform
import SimRaster
import SimRuntime

/// A run of one scene.
final class SceneRun<S: SimScene & ~Copyable>: Session {
  private var loop: ScenarioLoop<S>
  private var checker: SceneChecks<S>?
  private let isChecked: Bool
  private var observer = NoOpObserver()
  private var crew: ThreadCrew
  private var wasPainted = false
  private let rendersPixels: Bool

  /// Opens a run without checks.
  init(_ plan: RunPlan, rendersPixels: Bool, crew: ThreadCrew) {
    loop = ScenarioLoop<S>(plan: plan, rendersPixels: rendersPixels)
    loop.skipsDrawing = !rendersPixels
    self.rendersPixels = rendersPixels
    self.crew = crew
    isChecked = false
  }

  /// Opens a run whose properties are checked.
  ///
  /// - Parameter scenario: the limits of its frames; nil to paint none.
  init(_ plan: RunPlan, isRecording: Bool, watching scenario: Scenario?) {
    rendersPixels = scenario != nil
    loop = ScenarioLoop<S>(plan: plan, rendersPixels: rendersPixels, isRecording: isRecording)
    crew = ThreadCrew()
    isChecked = true
    checker = SceneChecks(plan, watching: scenario)
  }

  var frame: UInt32 { loop.frame }
  var hasEnded: Bool { failure != nil }
  var sceneDigest: UInt64 { loop.sceneDigest().finalize() }
  var stateDigest: UInt64 { loop.stateDigest().finalize() }
  var given: FrameInput { loop.given }
  var stageDigests: StageDigests { loop.stageDigests(isPainted: wasPainted) }

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

  var failure: ExploreFailure? { checker?.failure }
  var checks: [UInt64] { checker?.checks ?? [] }
  var canContinue: Bool { isChecked && !rendersPixels }

  var judge: PropertyChecker {
    get { checker?.judge ?? PropertyChecker([]) }
    set { checker?.judge = newValue }
  }

  var recording: Recording {
    let header = RecordingHeader(loop.plan, of: S.descriptor)
    return RunRecorder(RecordingRequest(header), frameCount: loop.frame)
      .finish(loop, pixelChain: nil)
  }

  func advance() {
    CrashNote.setStep(loop.frame)
    if isChecked {
      checker?.advance(&loop, &observer, by: &crew)
      return
    }
    loop.advance(&observer, paintedBy: &crew)
    // In the background the picture stays what it was.
    if !loop.wasInBackground { wasPainted = paints }
  }

  func finish() { checker?.finish(&loop) }

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

  func differences(from other: any Session, limit: Int) -> [StateDifference] {
    guard let other = other as? SceneRun<S> else { return [] }
    return loop.sceneDifferences(from: &other.loop, limit: limit)
  }

  func inputDifferences(from other: any Session) -> [StateDifference] {
    guard let other = other as? SceneRun<S> else { return [] }
    var (mine, theirs) = (ToldInput(given), ToldInput(other.given))
    return StateDifference.between(&mine, &theirs, limit: .max)
  }
}
