import SimFormats
import SimInput
import SimMath
import SimRuntime

/// A recording run once more and compared with itself frame by frame.
package struct Replay {
  /// What was found.
  package struct Outcome: Sendable {
    /// Frames that were run.
    package var frames: UInt32 = 0
    /// Frames whose digest of the scene was compared.
    package var compared: UInt32 = 0
    /// Frames of which the digests were equal.
    package var equal: UInt32 = 0
    /// The first frame of which they were not.
    package var difference: Difference?
    /// Saved states that were compared with the run's.
    package var keyframes: UInt32 = 0
    /// The digest of the scene after the last frame.
    package var scene: UInt64 = 0
    /// The chain over the pictures of all frames; nil when not all were painted.
    package var pixelChain: UInt64?

    /// Makes an outcome of nothing.
    package init() {}
  }

  /// A frame that is not what it was.
  package struct Difference: Sendable {
    /// The frame.
    package var frame: UInt32
    /// The recorded digest.
    package var recorded: UInt64
    /// The digest of this run.
    package var found: UInt64
    /// The first saved state from there on that differs, with the first fields in it; nil when
    /// there is none.
    package var keyframe: UInt32?
    /// The first fields that differ before that frame: first as recorded, then as found.
    package var fields: [StateDifference] = []
  }

  private let recording: Recording
  private let session: any Session
  private let reference: (() -> any Session)?
  private let paintsAll: Bool

  /// Makes a replay.
  ///
  /// - Parameters:
  ///   - session: a run of the recording's plan, before its first frame.
  ///   - reference: opens another one, into which saved states are put to be compared.
  ///   - paintsAll: whether every frame is painted, for the chain over all pictures.
  package init(
    _ recording: Recording, in session: any Session,
    reference: (() -> any Session)?, paintsAll: Bool
  ) {
    self.recording = recording
    self.session = session
    self.reference = reference
    self.paintsAll = paintsAll
  }

  /// Compares the digests of a recorded history with those of its replay.
  package static func compare(_ recording: Recording, with replay: Recording) -> Outcome {
    var outcome = Outcome()
    outcome.frames = replay.stepCount
    for (step, recorded) in recording.digests.enumerated() {
      outcome.compared += 1
      let found = step < replay.digests.count ? replay.digests[step] : nil
      if found == recorded {
        outcome.equal += 1
      } else if outcome.difference == nil {
        outcome.difference = Difference(frame: UInt32(step), recorded: recorded, found: found ?? 0)
      }
    }
    return outcome
  }

  /// Runs up to a frame, or to the end.
  ///
  /// - Parameters:
  ///   - last: the last frame that is run.
  ///   - onFrame: Receives every frame after it ran.
  ///   - isInterrupted: is asked between frames whether to stop.
  package func run(
    upTo last: UInt32, onFrame: (UInt32) -> Void = { _ in },
    isInterrupted: () -> Bool = { false }
  ) throws(RunError) -> Outcome {
    var outcome = Outcome()
    var chain: UInt64 = 0
    var keyframe = 0
    while session.frame <= last, session.frame < recording.stepCount {
      guard !isInterrupted() else { throw .interrupted }
      let frame = session.frame
      compareKeyframe(at: frame, &keyframe, &outcome)
      session.paints = paintsAll || frame == last
      session.advance()
      outcome.frames += 1
      let found = session.sceneDigest
      outcome.scene = found
      if Int(frame) < recording.digests.count {
        outcome.compared += 1
        let recorded = recording.digests[Int(frame)]
        if found == recorded {
          outcome.equal += 1
        } else if outcome.difference == nil {
          outcome.difference = Difference(frame: frame, recorded: recorded, found: found)
        }
      }
      if paintsAll, !recording.isInBackground(frame), let pixels = session.pixelDigest {
        chain = Recording.chained(chain, pixels)
        outcome.pixelChain = chain
      }
      onFrame(frame)
    }
    return outcome
  }

  /// Compares the state before a frame with the one that was saved then.
  private func compareKeyframe(at frame: UInt32, _ index: inout Int, _ outcome: inout Outcome) {
    while index < recording.keyframes.count, recording.keyframes[index].step < frame { index += 1 }
    guard index < recording.keyframes.count, recording.keyframes[index].step == frame,
      let reference
    else { return }
    let keyframe = recording.keyframes[index]
    outcome.keyframes += 1
    var saved = Snapshot()
    session.saveScene(to: &saved)
    guard saved.bytes != keyframe.state || saved.log != keyframe.log else { return }
    if outcome.difference == nil {
      outcome.difference = Difference(frame: frame, recorded: 0, found: 0)
    }
    guard outcome.difference?.keyframe == nil else { return }
    outcome.difference?.keyframe = frame
    let other = reference()
    let snapshot = Snapshot(bytes: keyframe.state, log: keyframe.log)
    // A state of another layout has no fields to compare.
    guard (try? other.restoreScene(snapshot, beforeFrame: frame)) != nil else { return }
    outcome.difference?.fields = other.differences(from: session, limit: 6)
  }
}
