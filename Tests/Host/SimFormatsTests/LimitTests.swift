import Foundation
import SimFormats
import Testing

/// Goal: limits are what is documented, and messages repeat no more of a file than they may.
///
/// Method: the page is searched for every sentence; readers are given files that are none of
/// theirs, and long and hidden text.
@Suite struct LimitTests {
  private static func text(_ path: String) throws -> String {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Sources/Host/SimFormats")
    return try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
  }

  @Test func thePageListsEveryLimit() throws {
    let text = try Self.text("SimFormats.docc/Limits.md")
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for limit in Limits.all {
      #expect(text.contains(limit.sentence), "\(limit.sentence)")
      #expect(limit.sentence.contains(FigureText.grouped(limit.maximum)))
    }
    #expect(text.components(separatedBy: "at most").count - 1 == Limits.all.count - 1)
  }

  @Test func everyLimitIsListed() throws {
    let parts = try Self.text("Text/Limits.swift").split(separator: "package static let ")
    let names = parts.compactMap { $0.prefixMatch(of: /(\w+) = Limit\(/)?.1 }
    #expect(names.count == Limits.all.count)
    let lists = parts.filter { $0.hasPrefix("ofRuns ") || $0.hasPrefix("all ") }
    let listed = lists.joined(separator: " ").split { !$0.isLetter }
    for name in names { #expect(listed.contains(name), "Limits.all lacks \(name)") }
  }

  @Test func numbersAreGrouped() {
    let words = [0, 7, 999, 1000, 65_536, 1_234_567].map { FigureText.grouped($0) }
    #expect(words == ["0", "7", "999", "1,000", "65,536", "1,234,567"])
  }

  @Test(arguments: [
    "root:x:0:0:root:/root:/bin/bash\ndaemon:x:1:1\n", "ghp_token, and more\n", "TOKEN=abc,B=c\n",
    "-----BEGIN OPENSSH PRIVATE KEY-----\n", "\u{7F}ELF\n",
  ])
  func noLineOfAnotherFileIsRepeated(text: String) throws {
    let bytes = Array(text.utf8)
    let motion = #expect(throws: FormatError.self) { try MotionCSV(parsing: bytes, file: "m.csv") }
    let strokes = #expect(throws: FormatError.self) { try StrokeFile.read(bytes, file: "s.txt") }
    for message in [motion?.message, strokes?.message].compactMap({ $0 }) {
      #expect(message.contains("found a line without any of them, expected the columns"))
      for word in text.split(whereSeparator: { ":,\n =".contains($0) }) where word.count > 3 {
        #expect(!message.contains(word), "\(message)")
      }
    }
    #expect(motion != nil && strokes != nil)
  }

  /// A table that is nearly right is told what is wrong.
  @Test func misspelledColumnsAreStillNamed() {
    for header in ["tiem,accelerationX", "time,acceleration", "Stroke,time"] {
      let error = #expect(throws: FormatError.self) {
        try MotionCSV(parsing: Array("\(header)\n".utf8), file: "m.csv")
      }
      #expect(error?.message.contains("unknown column") == true, "\(error?.message ?? "")")
    }
  }

  @Test func tokensAreCutAtFortyCharacters() throws {
    let long = String(repeating: "s", count: 100_000)
    for text in [
      "{\"scene\": \"\(long)\"}", "{\"\(long)\": 1, \"scene\": \"snowglobe\"}", long,
      "{\"scene\": \"snowglobe\", \"device\": 1\(String(repeating: "0", count: 5000))}",
    ] {
      let error = #expect(throws: FormatError.self) {
        _ = try ScenarioFile.read(
          Array(text.utf8), file: "x.json", scenes: [ScenarioFixture.snow])
      }
      let message = error?.message ?? long
      #expect(message.utf8.count < 300, "\(message)")
      #expect(!message.contains(long.prefix(41)))
    }
    #expect(MessageText.quoted(long) == "\"\(long.prefix(40))…\"")
  }

  @Test func longNamesLoseTheirMiddleInMessages() {
    let name = String(repeating: "n", count: 100_000)
    let message = MessageText.message("\(name): no such file")
    #expect(
      message == "\(name.prefix(119))…\(name.prefix(119)): no such file"
        || message.hasSuffix(": no such file"))
    #expect(message.unicodeScalars.count < 270 && message.contains("…"))
    let words = MessageText.message(String(repeating: "word ", count: 20_000))
    #expect(words.unicodeScalars.count < 2000)
    let short = "a path/of ordinary length: no such file"
    #expect(MessageText.message(short) == short)
    let error = FormatError(file: name, problem: .other("bad"))
    #expect(error.message.unicodeScalars.count < 270 && error.message.hasSuffix(": bad"))
  }

  @Test func hiddenCharactersAreShown() {
    let text = "a\u{1B}[31mb\u{0}\u{9B}\u{7F}\u{202E}\u{200F}\u{2028}\tc\nd é🙂"
    #expect(
      MessageText.screen(text)
        == "a\\u{1b}[31mb\\u{0}\\u{9b}\\u{7f}\\u{202e}\\u{200f}\\u{2028}\\tc\nd é🙂")
    #expect(
      MessageText.screen("\u{1B}[31mb\u{1B}[2J", keeping: ["\u{1B}[31m"])
        == "\u{1B}[31mb\\u{1b}[2J")
    let json = JSONWriter.text(of: .string(text), style: .compact)
    #expect(!json.unicodeScalars.contains(where: MessageText.isHidden))
    #expect(json.contains("\\u001b[31mb\\u0000\\u009b\\u007f\\u202e\\u200f\\u2028\\tc\\nd é🙂"))
    let tag = JSONWriter.text(of: .string("\u{E0041}"), style: .compact)
    #expect(tag == "\"\\udb40\\udc41\"")
  }

  @Test(arguments: [text, "\u{E0041}", "\u{AD}\u{FEFF}\u{2066}x"])
  func jsonReadsBackWhatItEscaped(text: String) throws {
    let bytes = JSONWriter.bytes(of: .string(text), style: .compact)
    #expect(try JSONDocument.read(bytes, file: "x").root.string() == text)
  }

  private static let text = "a\u{1B}\u{0}\u{9B}\u{202E}\u{2028}\\\"é🙂"

  @Test func linesForPeopleHaveALimit() throws {
    func line(_ text: String) throws -> String {
      try JSONDocument.read(JSONWriter.bytes(of: .string(text)), file: "x").root.line()
    }
    #expect(try line("iPhone 12 é🙂") == "iPhone 12 é🙂")
    #expect(try line(String(repeating: "x", count: 1000)).count == 1000)
    for bad in [String(repeating: "x", count: 1001), "a\u{1B}b", "a\nb", "\u{202E}"] {
      #expect(throws: FormatError.self) { try line(bad) }
    }
  }

  @Test func aHistoryHoldsNoHiddenText() {
    let line = #"{"date":"d","commit":"c","scenario":"s","machine":"m","metrics":{}}"#
    let few = Array(String(repeating: line + "\n", count: 3).utf8)
    #expect((try? HistoryFile.read(few, file: "h"))?.count == 3)
    let hostile = line.replacing("\"c\"", with: "\"\\u001b\"")
    #expect(throws: FormatError.self) {
      try HistoryFile.read(Array(hostile.utf8), file: "h")
    }
  }
}
