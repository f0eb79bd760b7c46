import SimInput
import SimMath
import SimRuntime

/// How a run is to be recorded.
package struct RecordingRequest: Sendable {
  /// The most that a recording says of itself: everything but frames.
  package var header: RecordingHeader
  /// Frames from one saved state to the next; nil when none are to be kept.
  package var keyframeInterval: UInt32?

  /// Makes a request.
  package init(_ header: RecordingHeader, keyframeInterval: UInt32? = nil) {
    self.header = header
    self.keyframeInterval = keyframeInterval
  }
}

/// Keeps what came to a run from outside, the digest after every frame, and saved states.
///
/// All storage is taken between frames: a frame that is recorded allocates nothing for it.
struct RunRecorder {
  private let keyframeInterval: UInt32?
  private var recording: Recording
  private var snapshot = Snapshot()

  init(_ request: RecordingRequest, frameCount: UInt32) {
    recording = Recording(request.header)
    recording.digests.reserveCapacity(Int(frameCount))
    keyframeInterval = request.keyframeInterval
  }

  /// Prepares for the loop's next frame; memory that this takes is not counted for the run.
  mutating func prepare<S: SimScene & ~Copyable>(
    _ loop: inout ScenarioLoop<S>, _ observer: inout RunObserver
  ) {
    observer.beginAside()
    defer { observer.endAside() }
    loop.source.reserveFrame()
    if let keyframeInterval, loop.frame % keyframeInterval == 0 {
      loop.saveScene(to: &snapshot)
      recording.keyframes.append(
        Recording.Keyframe(step: loop.frame, state: snapshot.bytes, log: snapshot.log))
    }
  }

  /// Keeps the digest of the frame that the loop has just run.
  mutating func add<S: SimScene & ~Copyable>(_ loop: inout ScenarioLoop<S>) {
    recording.digests.append(loop.sceneDigest().finalize())
  }

  /// The recording, when the loop has ended.
  ///
  /// - Parameter pixelChain: a digest over the pictures of all frames; nil without pictures.
  func finish<S: SimScene & ~Copyable>(
    _ loop: borrowing ScenarioLoop<S>, pixelChain: UInt64?
  ) -> Recording {
    let count = loop.frame
    var spans: [FrameSpan] = []
    for span in loop.plan.backgroundSpans where span.start < count {
      spans.append(FrameSpan(start: span.start, end: min(span.end, count)))
    }
    var input = loop.source.recording
    input.extend(to: count - spans.reduce(0) { $0 + ($1.end - $1.start) })
    var recording = Recording(recording, input: input, stepCount: count)
    recording.backgroundSpans = spans
    recording.gateActions = loop.plan.gateActions.filter { $0.frame < count }
    recording.canvasChanges = loop.plan.canvasChanges.filter { $0.frame < count }
    recording.chain = recording.computedChain
    recording.pixelChain = pixelChain
    return recording
  }
}
