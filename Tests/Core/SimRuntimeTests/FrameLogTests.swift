import SimInput
import SimMath
import SimRuntime
import SimText
import Testing

/// Goal: a log of frames and the request for one are read as they were written, and nothing else is
/// read as one.
///
/// Method: texts with every kind of line, whole, cut after every byte, and without a digest.
@Suite struct FrameLogTests {
  private static var log: FrameLog {
    var log = FrameLog()
    log.frames = [
      StageDigests(input: 1, state: 2, scene: 3, list: nil, pixels: nil),
      StageDigests(input: 4, state: 5, scene: 6, list: 7, pixels: 8),
    ]
    log.states = [FrameLog.State(frame: 1, snapshot: Snapshot(bytes: [1, 2], log: [3]))]
    return log
  }

  @Test func logIsReadAsItWasWritten() throws {
    let text = Self.log.text
    #expect(try FrameLog(parsing: text).text == text)
    #expect(try FrameLog(parsing: text).frames == Self.log.frames)
    for count in 0..<text.count - 1 {
      #expect(throws: RecordingError.self) { try FrameLog(parsing: Array(text.prefix(count))) }
    }
  }

  /// A frame that is not drawn has neither a list nor pixels; all else has to be there.
  @Test func onlyWhatIsDrawnMayBeMissing() {
    let digits = String(repeating: "0", count: 16)
    for missing in 0..<5 {
      let values = (0..<5).map { $0 == missing ? "-" : digits }.joined(separator: " ")
      let text = String(decoding: FrameLog.firstLine, as: UTF8.self) + "frame 0 \(values)\nend 1\n"
      let log = try? FrameLog(parsing: Array(text.utf8))
      #expect((log != nil) == (missing >= 3), "\(text)")
    }
  }

  @Test func requestIsReadAsItWasWritten() {
    for kept in [[], [3], [0, 2, 9]] as [[UInt32]] {
      var request = LogRequest(frameCount: 10, paintedCount: 4)
      request.kept = kept
      var reader = LineReader(request.line)
      let hasLine = reader.nextLine()
      let read = LogRequest(&reader, frameCount: 10)
      #expect(hasLine && read?.paintedCount == 4 && read?.last == 9 && read?.kept == kept)
    }
  }

  @Test(arguments: [
    "simbench-lane", "simbench-lane 1", "simbench-lane 1 4", "simbench-lane 1 4 10",
    "simbench-lane 2 4 9", "simbench-lane 1 4 x", "simbench-lane 1 4 4294967296", "lane 1 4 9",
  ])
  func otherLinesAreNoRequests(line: String) {
    var reader = LineReader(Array("\(line)\n".utf8))
    let hasLine = reader.nextLine()
    let request = LogRequest(&reader, frameCount: 10)
    #expect(hasLine && request == nil)
  }
}
