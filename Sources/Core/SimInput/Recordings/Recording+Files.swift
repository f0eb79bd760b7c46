import SimText

extension Recording {
  /// The recording's file content: lines of words, each ending with LF.
  ///
  /// - Complexity: O(frames + contacts + samples)
  public var text: [UInt8] {
    var writer = RecordingTextWriter(self)
    writer.writeHeader()
    writer.writeBody()
    return writer.bytes
  }

  /// Reads a recording from its text.
  ///
  /// - Throws: `RecordingError` with the line number.
  /// - Complexity: O(bytes) in time and memory
  public init(parsing bytes: [UInt8]) throws(RecordingError) {
    var reader = RecordingTextReader(LineReader(bytes))
    try reader.readHeader()
    try reader.readBody()
    self = reader.recording
  }
}
