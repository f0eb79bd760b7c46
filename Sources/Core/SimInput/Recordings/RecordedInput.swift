import SimMath

/// A source that says again what another one said.
public struct RecordedInput: InputSource {
  /// What was said.
  public let recording: InputRecording
  private let hash: UInt64

  /// Makes a source.
  public init(_ recording: InputRecording) {
    self.recording = recording
    hash = recording.hash
  }

  /// Says again what was said in a frame.
  public mutating func fill(_ input: inout FrameInput, frame: UInt32, timeNanoseconds: UInt64) {
    recording.replay(frame, at: timeNanoseconds, into: &input)
  }

  /// Shows which recording it is; the place in it is the frame's index.
  public mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.derived("recording")
    visitor.constant(hash, "hash")
  }
}

/// A source that says what another one says, and records it.
public struct RecordingInput<Source: InputSource>: InputSource {
  /// The other source.
  public var source: Source
  /// What it has said so far.
  public private(set) var recording = InputRecording()

  /// Records a source.
  public init(_ source: Source) { self.source = source }

  /// Asks the other source, and records its answer.
  ///
  /// After a restore to an earlier frame, what was recorded from there on is forgotten.
  public mutating func fill(_ input: inout FrameInput, frame: UInt32, timeNanoseconds: UInt64) {
    source.fill(&input, frame: frame, timeNanoseconds: timeNanoseconds)
    recording.record(input)
  }

  /// Tells the other source.
  public mutating func resize(widthPoints: Float, heightPoints: Float) {
    source.resize(widthPoints: widthPoints, heightPoints: heightPoints)
  }

  /// What the other source counts.
  public var tally: InputTally { source.tally }

  /// Shows the other source; what was recorded decides nothing.
  public mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&source, "source")
    visitor.derived("recording")
  }
}
