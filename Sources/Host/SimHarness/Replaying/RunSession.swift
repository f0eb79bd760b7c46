import SimMath
import SimRuntime

/// A run of some scene, or a history of some model, that is compared with another.
///
/// The steps of a history count as its frames.
package protocol RunSession: AnyObject {
  /// The frame that comes next.
  var frame: UInt32 { get }
  /// Whether there is none, whatever was asked for.
  var hasEnded: Bool { get }
  /// Whether frames become pictures; those that are passed over cost less.
  var paints: Bool { get set }
  /// What the last frame came to, its picture too when it was painted.
  var witness: FrameWitness { get }

  /// Runs the next frame.
  func advance()
  /// Saves all that decides the frames that follow.
  func save(to snapshot: inout Snapshot)
  /// Restores what was saved.
  func restore(_ snapshot: Snapshot) throws(SnapshotError)
  /// Saves what is compared: without the source of the input.
  func saveScene(to snapshot: inout Snapshot)
  /// Restores what is compared as it was before a frame.
  func restoreScene(_ snapshot: Snapshot, beforeFrame frame: UInt32) throws(SnapshotError)
  /// The first fields that differ from those of another session of the same scene or model, in the
  /// order in which the state lists them.
  func differences(from other: any RunSession, limit: Int) -> [StateDifference]
  /// What differs in that which both were told for their last frame.
  func inputDifferences(from other: any RunSession) -> [StateDifference]
}
