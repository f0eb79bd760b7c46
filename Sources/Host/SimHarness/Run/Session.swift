import SimFormats
import SimInput
import SimMath
import SimRuntime

/// A run of a scene or a model, frame by frame: what replays, seeks, compares and explores.
///
/// The steps of a model count as its frames. Commands know no scene or model; the session knows
/// the type, so that its loop is specialized.
package protocol Session: AnyObject {
  /// The next frame.
  var frame: UInt32 { get }
  /// Whether nothing follows: a property failed, or a model has no event left.
  ///
  /// A scene goes on beyond the frames of its plan; callers know how many they want.
  var hasEnded: Bool { get }
  /// Whether frames are painted; always false for a model.
  var paints: Bool { get set }
  /// Digests of the last frame.
  var stageDigests: StageDigests { get }
  /// Digest of clock, canvas and scene; of a model that is checked, the chain over all steps.
  var sceneDigest: UInt64 { get }
  /// Digest of clock, canvas, source and scene; of a model, of its state.
  var stateDigest: UInt64 { get }
  /// Input of the last frame in the device's axes; empty for a model.
  var given: FrameInput { get }
  /// Input of all frames, as far as it was kept.
  var recording: Recording { get }
  /// The last frame as painted; nil if it was not.
  var picture: FramePicture? { get }
  /// Digest of the last frame's pixels; nil if it was not painted.
  var pixelDigest: UInt64? { get }

  /// The first property that does not hold; nil if all do or none is checked.
  var failure: ExploreFailure? { get }
  /// Counts of the checks of own properties.
  var judge: PropertyChecker { get set }
  /// Number of checks of each built-in property.
  var checks: [UInt64] { get }
  /// Whether a checked run continues from a saved state of another: not if it is painted.
  var canContinue: Bool { get }

  /// Runs the next frame.
  func advance()
  /// Checks what must hold or be possible after the last frame.
  func finish()
  /// Saves everything that the following frames depend on.
  func save(to snapshot: inout Snapshot)
  /// Restores a saved state.
  func restore(_ snapshot: Snapshot) throws(SnapshotError)
  /// Saves what is compared: the state without the source of the input.
  func saveScene(to snapshot: inout Snapshot)
  /// Restores what is compared, as it was before a frame.
  func restoreScene(_ snapshot: Snapshot, beforeFrame frame: UInt32) throws(SnapshotError)
  /// The first fields that differ from another session of the same scene or model, in the order of
  /// the state's fields.
  func differences(from other: any Session, limit: Int) -> [StateDifference]
  /// Differences between the inputs of the last frame.
  func inputDifferences(from other: any Session) -> [StateDifference]
}

extension Session {
  /// Runs to the end, or to the first property that does not hold.
  ///
  /// - Throws: `RunError`, if asked to stop.
  package func run(
    to frameCount: UInt32 = .max, _ isInterrupted: () -> Bool = { false }
  ) throws(RunError) {
    while frame < frameCount, !hasEnded {
      if frame & 63 == 0, isInterrupted() { throw .interrupted }
      advance()
    }
    if failure == nil { finish() }
  }
}
