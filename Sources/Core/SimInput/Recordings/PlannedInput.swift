import SimMath

/// What a scenario says of its input: made up from the seed, or recorded; and recorded on the way
/// when that is wanted.
package struct PlannedInput: InputSource {
  /// Makes up input, unless a recording takes its place.
  package var synthetic: SyntheticInput
  /// What is said instead.
  package let recorded: RecordedInput?
  /// What was said so far; empty unless it is kept.
  package private(set) var recording = InputRecording()
  private let isRecording: Bool
  /// The clock by which recorded input begins again when it has ended; nil when it does not.
  private let repeatingClock: FrameClock?
  private let idStep: UInt32
  private var said = FrameInput()

  /// Makes a source.
  ///
  /// - Parameter repeatingClock: the clock by which recorded input begins again when it has ended.
  package init(
    _ synthetic: SyntheticInput, recorded: RecordedInput? = nil, isRecording: Bool = false,
    repeatingClock: FrameClock? = nil
  ) {
    self.synthetic = synthetic
    self.recorded = recorded
    self.isRecording = isRecording
    self.repeatingClock = repeatingClock
    idStep = recorded?.recording.idStep ?? 0
  }

  /// Makes up the input of a frame, or says it again.
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

  /// Takes storage for one more frame, so that recording it allocates nothing.
  package mutating func reserveFrame() {
    if isRecording { recording.reserveFrame() }
  }

  /// Contacts off the new canvas end, unless they are recorded.
  package mutating func resize(widthPoints: Float, heightPoints: Float) {
    synthetic.resize(widthPoints: widthPoints, heightPoints: heightPoints)
  }

  /// What became of the events so far; nothing for a recording.
  package var tally: InputTally { synthetic.tally }

  /// Shows the source in use; what was recorded decides nothing.
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
