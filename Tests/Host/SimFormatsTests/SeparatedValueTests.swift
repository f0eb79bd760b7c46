import SimFormats
import SimInput
import SimMath
import SimTracing
import Testing

/// Goal: tables of spreadsheets and loggers are read whichever way they separate values, and what
/// is ambiguous is refused.
///
/// Method: one table in each form, compared with the plain one.
@Suite struct SeparatedValueTests {
  private static let plain =
    "time,accelerationX,accelerationY,accelerationZ,rotationRateX,rotationRateY,rotationRateZ\n"
    + "0.5,-0.25,0.125,1,2e-1,0,-3.5\n0.75,1,2,3,4,5,6\n"

  private func motion(_ text: String) throws(FormatError) -> MotionCSV {
    try MotionCSV(parsing: Array(text.utf8), file: "walk.csv")
  }

  private static func quoted(_ text: String, _ separator: String = ",") -> String {
    text.split(separator: "\n").map { line in
      line.split(separator: ",").map { "\"\($0)\"" }.joined(separator: separator)
    }.joined(separator: "\r\n")
  }

  @Test(
    arguments: [
      plain.replacing(",", with: ";"), plain.replacing(",", with: "\t"),
      plain.replacing(",", with: ";").replacing(".", with: ","),
      plain.replacing(",", with: "\t").replacing(".", with: ","),
      quoted(plain), quoted(plain, ";"), quoted(plain, "\t"),
      plain.replacing("time", with: "\"time\""),
    ])
  func everyFormIsRead(text: String) throws {
    #expect(text != Self.plain)
    let (read, expected) = (try motion(text), try motion(Self.plain))
    #expect(read == expected && read.samples.count == 2)
    let first = MotionSample(acceleration: (-0.25, 0.125, 1), rotationRate: (0.2, 0, -3.5))
    #expect(read.samples[0] == first)
  }

  @Test(
    arguments: [
      // A comma in quotes may separate thousands.
      (
        quoted(plain).replacing("0.5", with: "0,5"),
        ":2:2: time: found \"0,5\", expected a number "
          + "with a decimal point"
      ),
      (
        quoted(plain, ";").replacing("0.5", with: "1,000"),
        ":2:2: time: found \"1,000\", expected a "
          + "number with a decimal point"
      ),
      // Both signs in one table: one of them separates thousands.
      (
        plain.replacing(",", with: ";").replacing("0.5;", with: "0,5;"),
        ":2:5: accelerationX: found "
          + "\"-0.25\", expected a number with a decimal comma, like those before"
      ),
      (
        plain.replacing(",", with: ";").replacing("0.5", with: "1.234,5"),
        ":2:1: time: found \"1.234,5\", expected a number"
      ),
      (
        plain.replacing("0.5,-0.25,0.125,1,2e-1,0,-3.5", with: "0,5,0,2,0,1,0,1,0,2,0,0,3,5"),
        ":2:1: found 14 values, expected 7, one for each column; with decimal commas, separate "
          + "values by semicolons"
      ),
      (
        plain.replacing("0.5", with: "\"0.5"),
        ":2:1: found 1 value, expected 7, one for each column"
      ),
    ])
  func ambiguousNumbersAreRefused(text: String, message: String) {
    let error = #expect(throws: FormatError.self) { try motion(text) }
    #expect(error?.message == "walk.csv" + message)
  }

  @Test func encodingsAndConflictsAreNamed() {
    let text = Array(Self.plain.utf8)
    for (bytes, message) in [
      ([0xFF, 0xFE] + text.flatMap { [$0, 0] }, "1:1: byte order mark of UTF-16"),
      ([0xFE, 0xFF] + text.flatMap { [0, $0] }, "1:1: byte order mark of UTF-16"),
      (text.flatMap { [$0, 0] }, "1:1: text in UTF-16"),
      ([0xEF, 0xBB, 0xBF] + text, "1:1: byte order mark of UTF-8"),
      (text + Array("=======\n0.8,1,2,3,4,5,6\n".utf8), "4:1: unresolved merge conflict at line 4"),
    ] as [([UInt8], String)] {
      let error = #expect(throws: FormatError.self) {
        try MotionCSV(parsing: bytes, file: "walk.csv")
      }
      #expect(error?.message.hasPrefix("walk.csv:\(message); ") == true, "\(error?.message ?? "")")
    }
  }

  // MARK: - Strokes

  private func strokes(
    _ text: String
  ) throws(FormatError) -> (recording: InkRecording, notes: [String]) {
    try StrokeFile.read(Array(text.utf8), file: "ink.csv")
  }

  /// Of two clocks the second goes on where the first ended.
  @Test(
    arguments: [
      "stroke,time,x,y\n1,0.5,1,2\n1,0.75,3,4\n2,0,5,6\n2,0.25,7,8\n3,0.125,9,9\n",
      "START\n1,-2,500\n3,-4,750\nBREAK\n5,-6,0\n7,-8,250\nBREAK\n9,-9,125\n",
      "stroke;time;x;y\n1;0,5;1;2\n1;0,75;3;4\n2;0;5;6\n2;0,25;7;8\n3;0,125;9;9\n",
    ])
  func clocksMayBeginAgain(text: String) throws {
    let (recording, notes) = try strokes(text)
    #expect(
      recording.strokes.map { $0.map { $0.time / 1_000_000 } } == [[0, 250], [250, 500], [500]])
    #expect(
      notes == [
        "2 strokes begin with an earlier time: the pause before is unknown and counts as 0"
      ])
  }

  @Test func clocksThatBeginAgainHaveALimit() {
    let rows = (0..<9).map { "\($0),0,1,2\n\($0),4e9,3,4\n" }
    let error = #expect(throws: FormatError.self) {
      try strokes("stroke,time,x,y\n" + rows.joined())
    }
    #expect(
      error?.message
        == "ink.csv:5:3: time: found a longer recording, allowed 4000000000 s for all strokes")
  }

  @Test func otherColumnsAreLeftOutAndSaid() throws {
    let plain = try strokes("stroke,time,x,y\n1,0,1,2\n1,1,3,4\n")
    let more = try strokes("pen,x,pressure,y,time,stroke\na;b,1,0.5,2,0,1\n?,3,,4,1,1\n")
    #expect(more.recording == plain.recording)
    #expect(plain.notes.isEmpty)
    #expect(more.notes == ["columns left out: \"pen\", \"pressure\""])
    // What has none of the columns may be a secret file.
    let error = #expect(throws: FormatError.self) { try strokes("user:password\n") }
    #expect(error?.message.contains("password") == false)
  }
}
