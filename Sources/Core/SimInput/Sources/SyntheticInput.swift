import SimMath

/// Input made up from a seed, or motion from a recording with touches from a seed.
public struct SyntheticInput: InputSource {
  /// What makes up touches and motion.
  package var synthesizer: InputSynthesizer
  /// Recorded motion, which replaces that of the generators.
  package let motionTrack: MotionTrack?
  /// Whether the device has motion sensors.
  package let hasSensors: Bool

  /// Makes a source.
  package init(
    _ synthesizer: InputSynthesizer, motionTrack: MotionTrack? = nil, hasSensors: Bool = true
  ) {
    self.synthesizer = synthesizer
    self.motionTrack = motionTrack
    self.hasSensors = hasSensors
  }

  /// Makes up the input of a frame.
  public mutating func fill(_ input: inout FrameInput, frame: UInt32, timeNanoseconds: UInt64) {
    synthesizer.fill(&input, frame: frame)
    guard hasSensors else {
      input.motion = nil
      return
    }
    // A device with sensors always reports something: rest when nothing moves it.
    input.motion = motionTrack?.sample(atNanoseconds: timeNanoseconds) ?? input.motion ?? .still
  }

  /// Contacts off the new canvas end.
  public mutating func resize(widthPoints: Float, heightPoints: Float) {
    synthesizer.resize(width: widthPoints, height: heightPoints)
  }

  /// What became of the events so far.
  public var tally: InputTally { synthesizer.tally }

  /// Shows the synthesizer; recorded motion follows from the plan and the time.
  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  public mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    visitor.field(&synthesizer, "synthesizer")
    visitor.derived("motionTrack")
    visitor.derived("hasSensors")
  }
}
