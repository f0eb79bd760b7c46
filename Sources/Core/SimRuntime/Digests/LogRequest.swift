import SimText

/// A request for a log of a run's frames.
package struct LogRequest: Sendable {
  /// The number of frames of the whole run.
  package var frameCount: UInt32
  /// The number of painted frames, evenly spread.
  package var paintedCount: UInt32
  /// The last requested frame.
  package var last: UInt32
  /// Frames after which to save the state, ascending.
  package var kept: [UInt32] = []

  /// Requests all frames of a run.
  ///
  /// - Precondition: `frameCount` is at least 1.
  package init(frameCount: UInt32, paintedCount: UInt32) {
    self.frameCount = frameCount
    self.paintedCount = paintedCount
    last = frameCount - 1
  }

  /// Whether a frame is painted.
  package func paints(_ frame: UInt32) -> Bool {
    FrameLog.isPainted(frame, of: frameCount, painted: paintedCount)
  }

  /// The line that requests a log from a target's program; the recording follows it.
  package var line: [UInt8] {
    var line = TextLine()
    line.begin("simbench-lane")
    for number in [1, paintedCount, last] + kept { line.append(decimal: UInt64(number)) }
    line.end()
    return line.bytes
  }

  /// Reads such a line; nil if it is malformed.
  ///
  /// - Parameters:
  ///   - reader: positioned at the line.
  ///   - frameCount: the number of frames of the recording.
  package init?(_ reader: inout LineReader, frameCount: UInt32) {
    var numbers: [UInt32] = []
    guard let word = reader.word(), reader.isWord(word, "simbench-lane") else { return nil }
    while let word = reader.word() {
      guard let number = reader.number(word, atMost: UInt64(UInt32.max)) else { return nil }
      numbers.append(UInt32(number))
    }
    guard numbers.count >= 3, numbers[0] == 1, numbers[2] < frameCount else { return nil }
    self.init(frameCount: frameCount, paintedCount: numbers[1])
    last = numbers[2]
    kept = Array(numbers[3...])
  }
}
