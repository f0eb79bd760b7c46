import SimFormats
import Testing

/// Goal: tables of flash analyzers are read in whatever shape they come, and a mistake is named by
/// its line and column.
///
/// Method: a table written here, with lines ended, left empty and spoiled in turn.
@Suite struct FlashTableTests {
  private static let header = (["Frame"] + FlashTable.columnNames.reversed() + ["Note"])
    .joined(separator: ",")
  private static let row = "1,12,11,10,9,8,7,6,5,4,3,2,1,words"

  private func read(_ text: String) throws(FormatError) -> FlashTable {
    try FlashTable(parsing: Array(text.utf8), file: "means.csv")
  }

  @Test(arguments: ["\n", "\r\n", "\n\n", "\r\n\r\n", "\0\n"])
  func linesEndAsTheyLike(end: String) throws {
    let table = try read([Self.header, Self.row, Self.row].joined(separator: end) + end)
    let values = (1...12).map { Double($0) }
    #expect(table.rows.map { $0.values } == [values, values])
  }

  @Test(
    arguments: [
      ("10,9", "x,9", ":4:9: RedTransitions: ", "found \"x\", expected a number"),
      ("10,9", "2e9,9", ":4:9: RedTransitions: ", "allowed -1000000000 to 1000000000"),
      (",words", "", ":4:1: ", "found 13 values, expected 14"),
    ])
  func mistakesHaveTheirPlace(old: String, new: String, place: String, words: String) throws {
    let spoiled = Self.row.replacing(old, with: new)
    #expect(spoiled != Self.row)
    do {
      _ = try read("\(Self.header)\n\(Self.row)\n\n\(spoiled)\n")
      Issue.record("\(new) was read")
    } catch {
      #expect(error.message.hasPrefix("means.csv\(place)"), "\(error.message)")
      #expect(error.message.contains(words), "\(error.message)")
    }
  }

  @Test(
    arguments: [
      ("", "empty file"), (header, "no row"),
      (header.replacing("RedTransitions", with: "Reds") + "\n" + row, "\"RedTransitions\""),
      (header.replacing("Note", with: "RedTransitions") + "\n" + row, "RedTransitions"),
    ])
  func headersAreWhole(text: String, words: String) {
    let error = #expect(throws: FormatError.self) { try read(text) }
    #expect(error?.message.contains(words) ?? false, "\(error?.message ?? "")")
  }

  // MARK: - Time stamps

  private func rate(
    _ stamps: [String], needsRate: Bool = true
  ) throws(FormatError) -> FlashTable.StampedRate? {
    let rows = stamps.map { Self.row.replacing("words", with: $0) }
    let header = Self.header.replacing("Note", with: "TimeStamp")
    let text = ([header] + rows).joined(separator: "\n")
    return try FlashTable(parsing: Array(text.utf8), file: "means.csv", needsRate: needsRate)
      .stampedRate
  }

  /// Stamps of so many frames, in whole steps of a decimal.
  private func stamps(_ rate: Double, decimals: Int, count: Int = 150) -> [String] {
    let steps = (0..<decimals).reduce(1) { steps, _ in steps * 10 }
    return (0..<count).map { frame in
      let time = Int((Double(frame) / rate * Double(steps)).rounded(.down))
      let fraction = String(String(steps + time % steps).dropFirst())
      let (seconds, minutes) = (time / steps % 60, time / steps / 60)
      return "0:\(minutes < 10 ? "0" : "")\(minutes):\(seconds).\(fraction)"
    }
  }

  @Test(arguments: [(25, 6), (25, 1), (60, 3), (60, 1), (240, 3), (30, 2), (1, 1), (24, 9)])
  func rateIsThatOfTheStamps(rate: Int, decimals: Int) throws {
    let found = try #require(try self.rate(stamps(Double(rate), decimals: decimals)))
    #expect(found.framesPerSecond == UInt32(rate), "\(found)")
  }

  @Test func ratesAndTimesHaveTheirLimits() throws {
    #expect(throws: FormatError.self) { try rate(stamps(243, decimals: 9)) }
    for (first, isTime) in [("9999998", true), ("10000000", false)] {
      let read = Result { try rate([first, first + ".04", first + ".08"]) }
      #expect(((try? read.get()) != nil) == isTime, "\(first)")
    }
    // Of a table without stamps the rate is that of most screens.
    let table = try FlashTable(
      parsing: Array(FlashTable.columnNames.joined(separator: ",").utf8)
        + Array("\n0.5,0,0,0,0,0,100,0,0,0,0,0\n".utf8), file: "means.csv")
    #expect(FlashReplay(table, framesPerSecond: nil).framesPerSecond == 60)
  }

  @Test func pausesAndLateFramesChangeNothing() throws {
    var times: [Double] = []
    var time = 0.0
    for frame in 0..<100 {
      // Every seventh frame is early; two pauses are as long as all the rest.
      times.append(time - (frame % 7 == 3 ? 0.008 : 0))
      time += frame == 40 || frame == 41 ? 2 : 0.04
    }
    let found = try #require(try rate(times.map { "\(($0 * 1000).rounded() / 1000)" }))
    #expect(found.framesPerSecond == 25, "\(found)")
    let broadcast = try #require(try rate(stamps(29.97, decimals: 6)))
    #expect(abs(broadcast.measured - 29.97) < 0.001 && broadcast.framesPerSecond == 30)
    // Zeros at the end may be missing.
    let trimmed = (0..<33).map { "\(Double($0) / 16)" }
    #expect(try rate(trimmed)?.framesPerSecond == 16)
    // Nothing usual is near enough.
    #expect(try rate(stamps(37, decimals: 6))?.framesPerSecond == 37)
  }

  @Test(arguments: ["5", "05.2", "1:05", "01:05.25", "0:00:05.250000", "99:00:05.1234567890"])
  func stampsMayBeWrittenInManyWays(text: String) throws {
    #expect(try rate([text]) == nil)
  }

  @Test(
    arguments: [
      (["0.0", "0.1", "0.0"], ":4:30: TimeStamp: found 0.0, allowed no earlier than"),
      (["0.0", "soon"], ":3:30: TimeStamp: found \"soon\", expected a time such as"),
      (["0.0", ""], ":3:30: TimeStamp: found nothing"), (["-1"], ":2:30: "), (["1.x"], ":2:30: "),
      (["0:61:00"], ":2:30: "), (["0:0:0:1"], ":2:30: "), (["1."], ":2:30: "),
      (["1.0000000000x"], ":2:30: "), (["00:01:00.5.5"], ":2:30: "),
      (["1.0", "1.0", "1.0"], ": TimeStamp: found the same time in every row"),
      (["0", "5", "10"], ": TimeStamp: found 0.2 frames per second, allowed 1 to 240"),
      (["0.000", "0.001", "0.002"], ": TimeStamp: found 1000 frames per second"),
    ] as [([String], String)])
  func impossibleStampsAreRefusedUnlessARateIsGiven(stamps: [String], words: String) throws {
    let error = #expect(throws: FormatError.self) { try rate(stamps) }
    let message = error?.message ?? ""
    #expect(message.hasPrefix("means.csv" + words), "\(message)")
    #expect(message.contains("--fps N"), "\(message)")
    #expect(try rate(stamps, needsRate: false) == nil)
  }

  @Test func twoColumnsOfStampsAreRefused() {
    let header =
      "TimeStamp" + Self.header.replacing("Note", with: "TimeStamp").dropFirst("Frame".count)
    let error = #expect(throws: FormatError.self) { try read("\(header)\n\(Self.row)") }
    #expect(error?.message.contains("TimeStamp") ?? false, "\(error?.message ?? "")")
  }

  @Test func tableWithoutStampsSaysNoRate() throws {
    #expect(try read("\(Self.header)\n\(Self.row)\n\(Self.row)").stampedRate == nil)
  }
}
