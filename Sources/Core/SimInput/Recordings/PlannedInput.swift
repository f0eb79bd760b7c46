import SimMath

/// The input of a scenario: synthetic or recorded, and optionally recorded again.
package struct PlannedInput: InputSource {
  /// The synthetic input, which is used without a recording.
  package var synthetic: SyntheticInput
  /// The recording that replaces synthetic input.
  package let recorded: ReplayInput?
  /// The input so far; empty unless it is recorded.
  package private(set) var recording = InputRecording()
  private let isRecording: Bool
  /// The clock for repeating recorded input after its end; nil if it does not repeat.
  private let repeatingClock: FrameClock?
  private let idStep: UInt32
  private var said = FrameInput()

  /// Creates a source.
  ///
  /// - Parameter repeatingClock: the clock for repeating recorded input after its end.
  package init(
    _ synthetic: SyntheticInput, recorded: ReplayInput? = nil, isRecording: Bool = false,
    repeatingClock: FrameClock? = nil
  ) {
    self.synthetic = synthetic
    self.recorded = recorded
    self.isRecording = isRecording
    self.repeatingClock = repeatingClock
    idStep = recorded?.recording.idStep ?? 0
  }

  /// Synthesizes or replays the input of a frame.
  package mutating func fill(_ input: inout FrameInput, frame: UInt32, timeNanoseconds: UInt64) {
    if let recorded {
      let count = recorded.recording.frameCount
      if let clock = repeatingClock, count > 0, frame >= count {
        let (round, place) = frame.quotientAndRemainder(dividingBy: count)
        input.begin(frame: frame, timeNanoseconds: timeNanoseconds)
        recorded.recording.replay(
          place, ofRound: round, startNanoseconds: clock.startNanoseconds(ofFrame: frame - place),
          idStep: idStep, into: &input, &said)
      } else {
        recorded.recording.replay(frame, at: timeNanoseconds, into: &input)
      }
      if !synthetic.hasSensors { input.motion = nil }
    } else {
      synthetic.fill(&input, frame: frame, timeNanoseconds: timeNanoseconds)
    }
    if isRecording { recording.record(input) }
  }

  /// Reserves storage for one more frame, so that recording it does not allocate.
  package mutating func reserveFrame() {
    if isRecording { recording.reserveFrame() }
  }

  /// Ends synthetic contacts outside the new canvas; recorded contacts are unchanged.
  package mutating func resize(widthPoints: Float, heightPoints: Float) {
    synthetic.resize(widthPoints: widthPoints, heightPoints: heightPoints)
  }

  /// The outcome of the synthetic events so far; zeros for a recording.
  package var tally: InputTally { synthetic.tally }

  /// Visits the source in use; the recording made is not state.
  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  package mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    if var recorded {
      recorded.visitState(&visitor)
      visitor.derived("synthetic")
    } else {
      visitor.field(&synthetic, "synthetic")
      visitor.derived("recorded")
    }
    visitor.derived("recording")
    visitor.derived("isRecording")
    visitor.derived("repeatingClock")
    visitor.derived("idStep")
    visitor.derived("said")
  }
}
