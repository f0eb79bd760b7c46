import SimCommands
import Testing

@Suite struct ParsedValueTests {
  private func command(_ option: String, _ value: String) throws -> ParsedCommand {
    try #require(try parsed(["run", "a", "--\(option)", value]))
  }

  private func failure(_ body: () throws(UsageError) -> Void) -> String? {
    do {
      try body()
      return nil
    } catch {
      return error.message
    }
  }

  @Test(
    arguments: [
      ("0", 0), ("7", 7), ("007", 7), ("18446744073709551615", UInt64.max), ("0xff", 255),
      ("0xFFFFFFFFFFFFFFFF", UInt64.max),
    ] as [(String, UInt64)])
  func readsWholeNumbers(text: String, expected: UInt64) throws {
    #expect(try command("seed", text).unsigned("seed") == expected)
  }

  @Test(arguments: [
    "-1", "+1", "1.5", "1e3", "abc", "0x", "0x+1", "0xg", " 1", "1 ", "1_000", "١",
    "18446744073709551616",
  ])
  func rejectsOtherNumbers(text: String) throws {
    let command = try command("seed", text)
    let message = failure { () throws(UsageError) in _ = try command.unsigned("seed") }
    #expect(
      message == "option \"--seed\" takes a whole number from 0 to 18446744073709551615, "
        + "found \"\(text)\". See simbench run --help")
  }

  @Test func checksTheRange() throws {
    for (text, isAllowed) in [("0", false), ("1", true), ("60", true), ("61", false)] {
      let command = try command("frames", text)
      let message = failure { () throws(UsageError) in
        _ = try command.unsigned("frames", in: 1...60)
      }
      let expected =
        "option \"--frames\" takes a whole number from 1 to 60, found \"\(text)\". "
        + "See simbench run --help"
      #expect(message == (isAllowed ? nil : expected))
    }
    #expect(try command("seed", "1").unsigned("frames") == nil)
  }

  @Test func checksWords() throws {
    let words = ["iphone-12", "ipad-9"]
    #expect(try command("device", "ipad-9").oneOf("device", words) == "ipad-9")
    #expect(try command("seed", "1").oneOf("device", words) == nil)
    let wrong = try command("device", "iphone12")
    let message = failure { () throws(UsageError) in _ = try wrong.oneOf("device", words) }
    #expect(
      message == "option \"--device\" takes iphone-12 or ipad-9, found \"iphone12\"; "
        + "did you mean \"iphone-12\"? See simbench run --help")
  }

  @Test func readsTimesAndOtherValuesWithAClosure() throws {
    func minutes(_ text: String) -> Int? { text.hasSuffix("m") ? Int(text.dropLast()) : nil }
    #expect(try command("duration", "10m").duration("duration", minutes) == 10)
    #expect(try command("seed", "1").duration("duration", minutes) == nil)
    let wrong = try command("duration", "10 apples")
    #expect(
      failure { () throws(UsageError) in _ = try wrong.duration("duration", minutes) }
        == "option \"--duration\" takes a time such as 10m, 90s, 1.5s or 500ms, "
        + "found \"10 apples\". See simbench run --help")
    #expect(
      failure { () throws(UsageError) in
        _ = try wrong.value("duration", expected: "a fruit") { _ in Int?.none }
      } == "option \"--duration\" takes a fruit, found \"10 apples\". See simbench run --help")
  }

  @Test func findsOptionsThatExcludeEachOther() throws {
    let both = try #require(
      try parsed(["run", "a", "--duration", "1s", "--frames", "60"]))
    #expect(
      failure { () throws(UsageError) in try both.requireAtMostOne(of: ["frames", "duration"]) }
        == "options \"--frames\" and \"--duration\" exclude each other. See simbench run --help")
    try both.requireAtMostOne(of: ["frames", "seed"])
  }
}
