import SimFormats
import SimMath
import SimRuntime

/// Runs sessions and logs the digests of every frame.
package struct FrameLogger {
  /// Is told of every frame that was run.
  package var onFrame: (UInt32) -> Void = { _ in }
  /// Is asked between frames whether to stop.
  package var isInterrupted: () -> Bool = { false }

  /// Frames that are stepped again after each one, when a run is rewound.
  package static var rewoundCount: Int { 7 }

  /// Makes a logger.
  package init() {}

  /// Runs a session from its first frame on.
  package func log(
    _ session: any Session, _ request: LogRequest
  ) throws(RunError) -> FrameLog {
    var log = FrameLog()
    log.frames.reserveCapacity(Int(request.last) + 1)
    while session.frame <= request.last, !session.hasEnded {
      guard !isInterrupted() else { throw .interrupted }
      step(session, request)
      note(session, request, in: &log)
      onFrame(session.frame - 1)
    }
    return log
  }

  /// Runs a session from its first frame on, and after every frame once more the last seven from
  /// the state before them: what a snapshot lacks, or state outside of it, is detected immediately.
  ///
  /// The frames of the log are those that were stepped again. It ends with the first that is not
  /// what it was.
  package func rewoundLog(
    _ session: any Session, _ request: LogRequest
  ) throws(RunError) -> FrameLog {
    var log = FrameLog()
    var before = [Snapshot](repeating: Snapshot(), count: Self.rewoundCount)
    var first: [StageDigests] = []
    // A frame is found wrong by those that follow it.
    let last = min(request.last + UInt32(before.count) - 1, request.frameCount - 1)
    while session.frame <= last, !session.hasEnded {
      guard !isInterrupted() else { throw .interrupted }
      let frame = session.frame
      session.save(to: &before[Int(frame) % before.count])
      session.paints = false
      session.advance()
      first.append(session.stageDigests)
      let start = frame - min(frame, UInt32(before.count - 1))
      do {
        try session.restore(before[Int(start) % before.count])
      } catch {
        preconditionFailure("the session has just saved this state")
      }
      for again in start...frame {
        session.paints = again == frame && request.paints(again)
        session.advance()
        let digests = session.stageDigests
        guard digests.difference(from: first[Int(again)], comparesSource: true) == nil else {
          log.frames.removeSubrange(Int(again)...)
          log.states.removeAll { $0.frame >= again }
          note(session, request, in: &log)
          return log
        }
      }
      note(session, request, in: &log)
      onFrame(frame)
    }
    return log
  }

  private func step(_ session: any Session, _ request: LogRequest) {
    session.paints = request.paints(session.frame)
    session.advance()
  }

  private func note(
    _ session: any Session, _ request: LogRequest, in log: inout FrameLog
  ) {
    let frame = UInt32(log.frames.count)
    log.frames.append(session.stageDigests)
    guard request.kept.contains(frame) else { return }
    var snapshot = Snapshot()
    session.saveScene(to: &snapshot)
    log.states.append(FrameLog.State(frame: frame, snapshot: snapshot))
  }
}
