import SimMath
import SimText

extension Recording {
  /// The text form: lines of words, LF at their ends.
  ///
  /// - Complexity: O(frames + contacts + samples)
  public var text: [UInt8] {
    var writer = RecordingTextWriter(self)
    writer.writeHeader()
    writer.writeBody()
    return writer.bytes
  }

  /// The binary form, from which the same text can be made again.
  ///
  /// - Complexity: O(frames + contacts + samples)
  public var binary: [UInt8] {
    var head = RecordingTextWriter(self)
    head.writeHeader()
    var line = TextLine()
    line.begin(RecordingBinary.word)
    line.end()
    var body = RecordingBinaryWriter(self)
    body.writeBody()
    let zeros = [UInt8](repeating: 0, count: RecordingBinary.digestByteCount)
    var bytes = head.bytes + line.bytes + zeros
    let start = bytes.count
    bytes.append(contentsOf: body.bytes)
    let digest = RecordingBinary.digest(bytes, bodyAt: start)
    for index in zeros.indices {
      bytes[start - zeros.count + index] = UInt8(truncatingIfNeeded: digest &>> (8 * UInt64(index)))
    }
    return bytes
  }

  /// Reads either form.
  ///
  /// - Throws: `RecordingError` with the line or the offset.
  /// - Complexity: O(bytes) in time and memory
  public init(parsing bytes: [UInt8]) throws(RecordingError) {
    guard let binary = Self.binaryStart(bytes) else {
      var reader = RecordingTextReader(LineReader(bytes))
      try reader.readHeader(until: "input")
      try reader.readBody()
      self = reader.recording
      return
    }
    var head = RecordingTextReader(LineReader(bytes, upTo: binary))
    try head.readHeader(until: RecordingBinary.word)
    let start = binary + RecordingBinary.digestByteCount
    guard start <= bytes.count else {
      throw RecordingError(.offset(UInt64(bytes.count)), "the file ends here")
    }
    guard
      RecordingBinary.number(bytes, at: binary, RecordingBinary.digestByteCount)
        == RecordingBinary.digest(bytes, bodyAt: start)
    else {
      throw RecordingError(.offset(UInt64(binary)), "the digest of the file is another: damaged")
    }
    var reader = RecordingBinaryReader(bytes, bodyAt: start, head.recording.header)
    try reader.readBody()
    self = reader.recording
  }

  /// The same bytes with the digest that fits them, for tests of what reads the rest; a text as it
  /// is.
  package static func sealed(_ bytes: [UInt8]) -> [UInt8] {
    guard let binary = binaryStart(bytes) else { return bytes }
    let start = binary + RecordingBinary.digestByteCount
    guard start <= bytes.count else { return bytes }
    var bytes = bytes
    let digest = RecordingBinary.digest(bytes, bodyAt: start)
    for index in 0..<RecordingBinary.digestByteCount {
      bytes[binary + index] = UInt8(truncatingIfNeeded: digest &>> (8 * UInt64(index)))
    }
    return bytes
  }

  /// Where the digest of a binary recording lies; nil for a text.
  private static func binaryStart(_ bytes: [UInt8]) -> Int? {
    var reader = LineReader(bytes)
    while reader.nextLine() {
      guard let word = reader.word() else { continue }
      if reader.isWord(word, RecordingBinary.word) { return reader.nextOffset }
      if reader.isWord(word, "input") { return nil }
    }
    return nil
  }
}
