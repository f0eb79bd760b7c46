import SimMath

/// Input synthesized from a seed; a recording can replace its motion.
public struct SyntheticInput: InputSource {
  /// The synthesizer of touch and motion.
  package var synthesizer: InputSynthesizer
  /// Recorded motion, which replaces that of the generators.
  package let motionTrack: MotionTrack?
  /// Whether the device has motion sensors.
  package let hasSensors: Bool

  /// Creates a source.
  package init(
    _ synthesizer: InputSynthesizer, motionTrack: MotionTrack? = nil, hasSensors: Bool = true
  ) {
    self.synthesizer = synthesizer
    self.motionTrack = motionTrack
    self.hasSensors = hasSensors
  }

  /// Synthesizes the input of a frame.
  public mutating func fill(_ input: inout FrameInput, frame: UInt32, timeNanoseconds: UInt64) {
    synthesizer.fill(&input, frame: frame)
    guard hasSensors else {
      input.motion = nil
      return
    }
    // A device with sensors always reports a reading, at least that of rest.
    input.motion = motionTrack?.sample(atNanoseconds: timeNanoseconds) ?? input.motion ?? .still
  }

  /// Ends contacts outside the new canvas.
  public mutating func resize(widthPoints: Float, heightPoints: Float) {
    synthesizer.resize(width: widthPoints, height: heightPoints)
  }

  /// The outcome of the events so far.
  public var tally: InputTally { synthesizer.tally }

  /// Visits the synthesizer; recorded motion follows from the plan and the time.
  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  public mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    visitor.field(&synthesizer, "synthesizer")
    visitor.derived("motionTrack")
    visitor.derived("hasSensors")
  }
}
