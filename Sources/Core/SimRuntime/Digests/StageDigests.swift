import SimInput
import SimMath
import SimRaster
import SimText

/// The stage digests of a frame: the first that differs between two runs names the cause.
package struct StageDigests: Equatable, Sendable {
  /// The stages of a frame, in order.
  package enum Stage: UInt8, CaseIterable, Sendable {
    /// The input differs.
    case input
    /// The state of the input source differs, although its input is equal.
    case source
    /// The state of clock, canvas or scene differs.
    case step
    /// The display list differs.
    case draw
    /// The pixels differ, although the display list is equal.
    case raster
  }

  /// The digest of the source's input.
  package var input: UInt64
  /// The digest of clock, canvas, source and scene.
  package var state: UInt64
  /// The digest of clock, canvas and scene.
  package var scene: UInt64
  /// The digest of the display list; nil if the frame was not drawn.
  package var list: UInt64?
  /// The digest of the pixels; nil if the frame was not painted.
  package var pixels: UInt64?

  /// Creates the stage digests of a frame.
  package init(input: UInt64, state: UInt64, scene: UInt64, list: UInt64?, pixels: UInt64?) {
    self.input = input
    self.state = state
    self.scene = scene
    self.list = list
    self.pixels = pixels
  }

  /// The first stage that differs; nil if there is none.
  ///
  /// A digest that either side lacks is not compared.
  ///
  /// - Parameter comparesSource: whether both runs have the same kind of source.
  package func difference(from other: StageDigests, comparesSource: Bool) -> Stage? {
    if input != other.input { return .input }
    if scene != other.scene { return .step }
    if comparesSource, state != other.state { return .source }
    if let list, let theirs = other.list, list != theirs { return .draw }
    if let pixels, let theirs = other.pixels, pixels != theirs { return .raster }
    return nil
  }
}

extension FrameLoop where S: ~Copyable {
  /// The digests of the last frame; without list and pixels in the background, where an earlier
  /// frame stays on screen.
  ///
  /// - Parameter isPainted: whether it was drawn and painted.
  package mutating func stageDigests(isPainted: Bool) -> StageDigests {
    let isPainted = isPainted && !wasInBackground
    return StageDigests(
      input: given.digest, state: stateDigest().finalize(), scene: sceneDigest().finalize(),
      list: isPainted ? list.digest : nil, pixels: isPainted ? PixelDigest.whole(surface) : nil)
  }
}

/// The stage digests of a run from its first frame on, and some of its states; equal runs give the
/// same text on every target.
package struct FrameLog: Sendable {
  /// A saved state.
  package struct State: Sendable {
    /// The frame after which it was saved.
    package var frame: UInt32
    /// The clock, canvas and scene.
    package var snapshot: Snapshot

    /// Creates a state.
    package init(frame: UInt32, snapshot: Snapshot) {
      self.frame = frame
      self.snapshot = snapshot
    }
  }

  /// The digests of the frames.
  package var frames: [StageDigests] = []
  /// The states, in ascending frame order.
  package var states: [State] = []

  /// Creates an empty log.
  package init() {}

  /// The state after a frame; nil if it is not saved.
  package func state(after frame: UInt32) -> Snapshot? {
    states.first { $0.frame == frame }?.snapshot
  }

  /// Whether a frame is painted: `painted` of `count` frames are, evenly spread and including the
  /// last.
  package static func isPainted(_ frame: UInt32, of count: UInt32, painted: UInt32) -> Bool {
    let painted = UInt64(min(painted, count))
    guard count > 0, painted > 0 else { return false }
    return (UInt64(frame) + 1) * painted / UInt64(count) > UInt64(frame) * painted / UInt64(count)
  }
}

// MARK: - Text

extension FrameLog {
  /// The first line of a log.
  package static var firstLine: [UInt8] {
    var line = TextLine()
    line.begin("simbench-frames")
    line.append(decimal: 1)
    line.end()
    return line.bytes
  }

  /// The line of a frame.
  package static func line(_ digests: StageDigests, ofFrame frame: UInt32) -> [UInt8] {
    var line = TextLine()
    line.begin("frame")
    line.append(decimal: UInt64(frame))
    for value in [digests.input, digests.state, digests.scene] { line.append(hexadecimal: value) }
    for value in [digests.list, digests.pixels] {
      if let value { line.append(hexadecimal: value) } else { line.appendNothing() }
    }
    line.end()
    return line.bytes
  }

  /// The line of a state after a frame.
  package static func line(_ snapshot: borrowing Snapshot, afterFrame frame: UInt32) -> [UInt8] {
    var line = TextLine()
    line.begin("state")
    line.append(decimal: UInt64(frame))
    line.append(hexadecimal: snapshot.bytes)
    if snapshot.logByteCount > 0 { line.append(hexadecimal: snapshot.log) }
    line.end()
    return line.bytes
  }

  /// The last line of a log.
  package static func lastLine(frameCount: UInt32) -> [UInt8] {
    var line = TextLine()
    line.begin("end")
    line.append(decimal: UInt64(frameCount))
    line.end()
    return line.bytes
  }

  /// All lines.
  package var text: [UInt8] {
    var bytes = Self.firstLine
    var next = 0
    for (index, digests) in frames.enumerated() {
      let frame = UInt32(index)
      bytes += Self.line(digests, ofFrame: frame)
      guard next < states.count, states[next].frame == frame else { continue }
      bytes += Self.line(states[next].snapshot, afterFrame: frame)
      next += 1
    }
    return bytes + Self.lastLine(frameCount: UInt32(frames.count))
  }

  /// Whether a text begins like a log.
  package static func isLog(_ bytes: [UInt8]) -> Bool { bytes.starts(with: firstLine.dropLast()) }

  /// Reads a log.
  ///
  /// - Throws: `RecordingError` with the line number.
  /// - Complexity: O(bytes)
  package init(parsing bytes: [UInt8]) throws(RecordingError) {
    var reader = LineReader(bytes)
    guard reader.nextLine(), let head = reader.word(), reader.isWord(head, "simbench-frames"),
      let version = reader.word(), reader.number(version) == 1
    else { throw RecordingError(line: 1, "expected a log of frames of version 1") }
    while reader.nextLine() {
      guard let word = reader.word() else { continue }
      if reader.isWord(word, "frame") {
        try readFrame(&reader)
      } else if reader.isWord(word, "state") {
        try readState(&reader)
      } else if reader.isWord(word, "end") {
        guard let count = reader.word(), reader.number(count) == UInt64(frames.count),
          reader.word() == nil
        else { throw RecordingError(line: reader.line, "expected the count of the frames above") }
        guard !reader.nextLine() else {
          throw RecordingError(line: reader.line, "nothing may follow the end")
        }
        return
      } else {
        throw RecordingError(
          line: reader.line, "expected frame, state or end", found: Array(bytes[word]))
      }
    }
    throw RecordingError(line: reader.line, "the log has no end: expected a line with end")
  }

  private mutating func readFrame(_ reader: inout LineReader) throws(RecordingError) {
    guard let number = reader.word(), reader.number(number) == UInt64(frames.count) else {
      throw RecordingError(line: reader.line, "expected the number of the next frame")
    }
    var values: [UInt64?] = []
    while let word = reader.word() {
      if word.count == 1, reader.isWord(word, "-"), values.count >= 3 {
        values.append(nil)
      } else if let value = reader.hexadecimal(word) {
        values.append(value)
      } else {
        throw RecordingError(
          line: reader.line, "expected 16 hexadecimal digits", found: Array(reader.bytes[word]))
      }
    }
    guard values.count == 5, let input = values[0], let state = values[1], let scene = values[2]
    else { throw RecordingError(line: reader.line, "expected five digests") }
    frames.append(
      StageDigests(input: input, state: state, scene: scene, list: values[3], pixels: values[4]))
  }

  private mutating func readState(_ reader: inout LineReader) throws(RecordingError) {
    guard let number = reader.word(), let word = reader.word(),
      let frame = reader.number(number, atMost: UInt64(UInt32.max)), frame + 1 == frames.count,
      let state = reader.hexadecimalBytes(word)
    else { throw RecordingError(line: reader.line, "expected the last frame's state") }
    var log: [UInt8] = []
    if let word = reader.word() {
      guard let bytes = reader.hexadecimalBytes(word) else {
        throw RecordingError(line: reader.line, "expected the last frame's state")
      }
      log = bytes
    }
    states.append(State(frame: UInt32(frame), snapshot: Snapshot(bytes: state, log: log)))
  }
}
