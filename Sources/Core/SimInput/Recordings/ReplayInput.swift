import SimMath

/// An input source that replays a recording.
public struct ReplayInput: InputSource {
  /// The recording.
  public let recording: InputRecording
  private let hash: UInt64

  /// Creates a source from a recording.
  public init(_ recording: InputRecording) {
    self.recording = recording
    hash = recording.hash
  }

  /// Replays the input of a frame.
  public mutating func fill(_ input: inout FrameInput, frame: UInt32, timeNanoseconds: UInt64) {
    recording.replay(frame, at: timeNanoseconds, into: &input)
  }

  /// Visits the hash of the recording; the frame index determines the position in it.
  public mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.derived("recording")
    visitor.constant(hash, "hash")
  }
}

/// An input source that forwards another source and records it.
public struct CapturingInput<Source: InputSource>: InputSource {
  /// The forwarded source.
  public var source: Source
  /// The input so far.
  public private(set) var recording = InputRecording()

  /// Creates a source that records another one.
  public init(_ source: Source) { self.source = source }

  /// Forwards and records the input of a frame.
  ///
  /// After a restore to an earlier frame, the recorded frames from there on are removed.
  public mutating func fill(_ input: inout FrameInput, frame: UInt32, timeNanoseconds: UInt64) {
    source.fill(&input, frame: frame, timeNanoseconds: timeNanoseconds)
    recording.record(input)
  }

  /// Forwards the new size.
  public mutating func resize(widthPoints: Float, heightPoints: Float) {
    source.resize(widthPoints: widthPoints, heightPoints: heightPoints)
  }

  /// The tally of the forwarded source.
  public var tally: InputTally { source.tally }

  /// Visits the forwarded source; the recording is not state.
  public mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&source, "source")
    visitor.derived("recording")
  }
}
