import SimInput
import SimMath
import Testing

/// Goal: a recording can be written by hand, and what is wrong with one is said in one line.
struct RecordingTextTests {
  static func read(_ text: String) throws(RecordingError) -> Recording {
    try Recording(parsing: Array(text.utf8))
  }

  static let byHand = """
    simbench-recording 1
    # A tap, a stroke, a shake.
    scene snowglobe
    canvas 200 400 1
    parameter flakes 20
    input
    touch 30 1 began 100 200
    touch 33 1 ended 100 200

    touch 60 2 began 20 20 radius 12
    touch 62 2 moved 30.5 20
    coalesced 62 2 25 20 at 1025000000
    touch 64 2 ended 40 20
    motion 70 1.5 0 0 0 0 0
    motion 75 0 0 0 0 0 0
    keys 80 volume-up
    background 90
    foreground 100
    canvas 110 400 200 1 landscape-left
    end 120
    """

  @Test func whatPeopleWriteIsWhatTheyMean() throws {
    let recording = try Self.read(Self.byHand)
    #expect(recording.header.name == Array("snowglobe".utf8) && recording.header.seed == 1)
    #expect(recording.header.behaviorVersion == nil && recording.header.hasMotion)
    #expect(recording.stepCount == 120 && recording.input.frameCount == 110)
    #expect(recording.backgroundSpans == [FrameSpan(start: 90, end: 100)])
    #expect(recording.canvasChanges.map { $0.frame } == [110])
    var input = FrameInput()
    func at(_ frame: UInt32) {
      recording.input.replay(frame, at: UInt64(frame) * 16_666_666, into: &input)
    }
    at(29)
    #expect(input.touches.count == 0 && input.motion == .still)
    at(30)
    #expect(input.touches.count == 1 && input.samples.count == 1)
    #expect(input.touches[0].phase == .began && input.touches[0].position == Vector2(100, 200))
    #expect(input.touches[0].timestampNanoseconds == 500_000_000 && input.touches[0].radius == 8)
    at(32)
    #expect(input.touches[0].phase == .stationary && input.samples.count == 0)
    at(33)
    #expect(input.touches[0].phase == .ended)
    at(34)
    #expect(input.touches.count == 0)
    at(62)
    #expect(input.touches[0].previousPosition == Vector2(20, 20) && input.touches[0].radius == 12)
    #expect(input.samples[0].position == Vector2(25, 20))
    #expect(input.samples[0].timestampNanoseconds == 1_025_000_000)
    #expect(input.samples[1].position == Vector2(30.5, 20) && input.samples.count == 2)
    at(74)
    #expect(input.motion?.accelerationX == 1.5)
    at(80)
    #expect(input.keyPresses == .volumeUp && input.motion == .still)
    at(81)
    #expect(input.keyPresses.isEmpty)
    try RecordingTests.expectRoundTrip(recording)
  }

  /// Each line in place of the one with the number; what is said of it.
  @Test(arguments: [
    (1, "simbench-recording 2", "expected version 1 of the format", "2"),
    (1, "{", "expected simbench-recording", "{"),
    (4, "canvas 200 5000 1", "expected sides of 1 to 4096 points", ""),
    (4, "canvas 200 400 1 sideways", "expected an orientation", "sideways"),
    (5, "parameter flakes many", "expected a number", "many"),
    (5, "tool \"\\ud800\"", "expected a text in quotes", "\"\\ud800\""),
    (5, "tool \"\\ud800\\u0041\"", "expected a text in quotes", "\"\\ud800\\u0041\""),
    (5, "tool \"a", "expected a text in quotes", "\"a"),
    (5, "color red", "unknown key in the header", "color"),
    (5, "frame-rate 0", "expected a rate of at least 1 frame per second", "frame-rate"),
    (7, "touch 30 1 landed 1 1", "expected began, moved, stationary, ended or cancelled", "landed"),
    (7, "touch 30 1 began 1", "expected a number of points", ""),
    (7, "touch x 1 began 1 1", "expected a frame", "x"),
    (8, "touch 29 1 ended 1 1", "expected a frame not before that above", "29"),
    (8, "touch 30 1 ended 1 1", "the contact already has a line in this frame", ""),
    (
      8, "touch 33 1 ended 1 1 fast",
      "expected at, from, radius, pressure, pencil, finger or "
        + "unsampled", "fast"
    ),
    (12, "coalesced 62 3 1 1", "expected after the line of its contact", ""),
    (14, "motion 70 1 2 3", "expected six numbers: acceleration and rotation rate", ""),
    (16, "keys 80 power", "expected volume-up, volume-down or camera-control", "power"),
    (
      16, "digest 80 0123456789abcdef",
      "expected the digest of every frame or event, in order", ""
    ),
    (17, "foreground 90", "the app is not in the background", ""),
    (18, "touch 95 1 began 1 1", "an app in the background receives no input", "touch"),
    (20, "end 110", "expected a count beyond the last frame that has a line", ""),
    (20, "", "the file has no end: expected a line with end and a count", ""),
    (20, "end 120 120", "expected chain or pixels", "120"),
    (20, "end 120\nend 120", "nothing may follow the end", ""),
  ])
  func whatIsWrongIsSaidWithItsLine(
    line: Int, text: String, problem: String, found: String
  ) throws {
    var lines = Self.byHand.split(separator: "\n", omittingEmptySubsequences: false).map {
      String($0)
    }
    lines[line - 1] = text
    let error = try #require(throws: RecordingError.self) {
      try Self.read(lines.joined(separator: "\n"))
    }
    #expect(error.problem.description == problem)
    #expect(String(decoding: error.found, as: UTF8.self) == found)
    #expect(Int(error.line) == (text == "" ? line - 1 : text.contains("\n") ? line + 1 : line))
  }
}
