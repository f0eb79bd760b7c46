import SimJSON
import Testing

/// What a message says of a number beyond all doubles.
private let bounds = ", allowed -1.7976931348623157e+308 to 1.7976931348623157e+308"

/// Every fault has its own words and its exact place.
@Suite struct JSONErrorTests {
  @Test(arguments: [
    ("", "1:1: empty file, expected a JSON value"),
    (" \n\t", "1:1: empty file, expected a JSON value"),
    ("{", "1:2: unexpected end of file, expected a key in double quotes or \"}\""),
    ("{\"a\"", "1:5: unexpected end of file, expected \":\""),
    ("{\"a\":", "1:6: unexpected end of file, expected a value"),
    (
      "{\n  \"a\": 1\n\n",
      "2:9: unexpected end of file, expected \",\" or \"}\" to close what was opened at 1:1"
    ),
    ("{\"a\":1,", "1:8: unexpected end of file, expected a key in double quotes"),
    ("[", "1:2: unexpected end of file, expected a value or \"]\""),
    (
      "[1",
      "1:3: unexpected end of file, expected \",\" or \"]\" to close what was opened at 1:1"
    ),
    ("[1,", "1:4: unexpected end of file, expected a value"),
    (
      "[\"ab",
      "1:5: unexpected end of file, expected a double quote to close what was opened at 1:2"
    ),
    ("\"\\", "1:3: unexpected end of file, expected the rest of an escape"),
    ("\"\\u00", "1:6: unexpected end of file, expected four hexadecimal digits"),
    (
      "\"\\ud83d",
      "1:8: unexpected end of file, expected the other half of a surrogate pair"
    ),
    ("tru", "1:4: unexpected end of file, expected true"),
    ("[fals", "1:6: unexpected end of file, expected false"),
  ])
  func truncation(text: String, message: String) {
    expect(text, message)
  }

  @Test(arguments: [
    ("[1,\n 2,\n]", "2:3: trailing comma before \"]\""),
    ("{\"a\": 1 , }", "1:9: trailing comma before \"}\""),
    ("[,1]", "1:2: unexpected \",\", expected a value or \"]\""),
    ("[1,,2]", "1:4: unexpected \",\", expected a value"),
    ("{,}", "1:2: unexpected \",\", expected a key in double quotes or \"}\""),
    ("{\"a\" 1}", "1:6: unexpected \"1\", expected \":\""),
    ("{\"a\": }", "1:7: unexpected \"}\", expected a value"),
    ("{\"a\": 1 \"b\": 2}", "1:9: unexpected \"\\\"\", expected \",\" or \"}\""),
    ("[1 2]", "1:4: unexpected \"2\", expected \",\" or \"]\""),
    ("[1}", "1:3: unexpected \"}\", expected \",\" or \"]\""),
    ("[é]", "1:2: unexpected \"é\", expected a value or \"]\""),
    ("[\u{7}]", "1:2: unexpected \"\\u{7}\", expected a value or \"]\""),
    ("[\u{A0}1]", "1:2: unexpected \"\u{A0}\", expected a value or \"]\""),
    ("{} x", "1:4: unexpected \"x\" after the end of the document"),
    ("1 2", "1:3: unexpected \"2\" after the end of the document"),
    ("{},\n", "1:3: unexpected \",\" after the end of the document"),
    ("// hello\n{}", "1:1: comments are not allowed in JSON"),
    ("{\"a\": /* one */ 1}", "1:7: comments are not allowed in JSON"),
    ("{\"a\": 1 # one\n}", "1:9: comments are not allowed in JSON"),
    ("[1, // one\n 2]", "1:5: comments are not allowed in JSON"),
    ("{}\n// end", "2:1: comments are not allowed in JSON"),
    ("['a']", "1:2: single quotes are not allowed in JSON, use double quotes"),
    ("{'a': 1}", "1:2: single quotes are not allowed in JSON, use double quotes"),
    ("{\n  seed: 1}", "2:3: key seed needs double quotes"),
    ("{1: 1}", "1:2: key 1 needs double quotes"),
  ])
  func structure(text: String, message: String) {
    expect(text, message)
  }

  @Test(arguments: [
    ("[NaN]", "1:2: NaN is not allowed in JSON, expected a finite number"),
    ("[Infinity]", "1:2: Infinity is not allowed in JSON, expected a finite number"),
    ("[-Infinity]", "1:2: -Infinity is not allowed in JSON, expected a finite number"),
    ("[True]", "1:2: unexpected \"True\"; did you mean true?"),
    ("[undefined]", "1:2: unexpected \"undefined\", expected a value"),
    ("[nulls]", "1:2: unexpected \"nulls\"; did you mean null?"),
    ("[007]", "1:2: malformed number 007: a leading zero is not allowed"),
    ("[-01]", "1:2: malformed number -01: a leading zero is not allowed"),
    ("+1", "1:1: malformed number +1: a plus sign is not allowed"),
    (".5", "1:1: malformed number .5: a digit must stand before the point"),
    ("-.5", "1:1: malformed number -.5: a digit must stand before the point"),
    ("1.", "1:1: malformed number 1.: a digit must follow the point"),
    ("[1.e5]", "1:2: malformed number 1.e5: a digit must follow the point"),
    ("1e", "1:1: malformed number 1e: the exponent needs a digit"),
    ("1e+", "1:1: malformed number 1e+: the exponent needs a digit"),
    ("[-]", "1:2: malformed number -: a digit must follow the minus sign"),
    ("[0x1F]", "1:3: unexpected \"x\", expected \",\" or \"]\""),
    ("[1e999]", "1:2: number too large: 1e999" + bounds),
    ("[-1e309]", "1:2: number too large: -1e309" + bounds),
    ("1.7976931348623159e308", "1:1: number too large: 1.7976931348623159e308" + bounds),
  ])
  func wordsAndNumbers(text: String, message: String) {
    expect(text, message)
  }

  @Test(arguments: [
    ("[\"\\ud800\"]", "1:3: lone surrogate \\ud800 in a string"),
    ("[\"\\ud800x\"]", "1:3: lone surrogate \\ud800 in a string"),
    ("[\"\\ud800\\n\"]", "1:3: lone surrogate \\ud800 in a string"),
    ("[\"\\ud800\\ud800\"]", "1:3: lone surrogate \\ud800 in a string"),
    ("[\"\\uDE00\"]", "1:3: lone surrogate \\uDE00 in a string"),
    ("\"a\tb\"", "1:3: control character in a string, write it as \\t"),
    ("\"a\nb\"", "1:3: control character in a string, write it as \\n"),
    ("\"a\u{1}b\"", "1:3: control character in a string, write it as \\u0001"),
    ("\"a\u{1F}b\"", "1:3: control character in a string, write it as \\u001f"),
    ("\"\\x41\"", "1:2: unknown escape \\x in a string"),
    ("\"\\\u{1B}\"", "1:2: unknown escape \\\\u{1b} in a string"),
    ("\"é\\u12g4\"", "1:3: unknown escape \\u12g in a string"),
    (
      "{\"a\": 1,\n \"b\": 2,\n \"a\": 3}",
      "3:2: duplicate key \"a\", first used at 1:2"
    ),
    ("{\"a\": {\"b\": 1, \"\\u0062\": 2}}", "1:16: duplicate key \"b\", first used at 1:8"),
  ])
  func stringsAndKeys(text: String, message: String) {
    expect(text, message)
  }

  @Test func encodings() {
    let start = Array("{\n \"é".utf8)
    let illFormed: [[UInt8]] = [
      [0x80], [0xC0, 0xAF], [0xC3], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80],
      [0xF0, 0x80, 0x80, 0x80],
      [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82], [0xF0, 0x9F, 0x98, 0x22],
    ]
    for sequence in illFormed {
      expect(start + sequence, "2:4: invalid UTF-8 at byte 6")
    }
  }

  @Test func sizeAndDepth() throws {
    let limit = 16 * 1024 * 1024
    expect(
      [UInt8](repeating: 0x20, count: limit + 1),
      "1:1: found 16777217 bytes, allowed at most 16777216")
    let brackets = String(repeating: "[", count: 64)
    _ = try JSONDocument(
      parsing: Array((brackets + String(repeating: "]", count: 64)).utf8))
    expect(brackets + "[", "1:65: nested deeper than 64 levels")
    expect(
      String(repeating: "[", count: 100_000), "1:65: nested deeper than 64 levels")
    expect(
      String(repeating: "{\"a\":", count: 100_000), "1:321: nested deeper than 64 levels")
  }

  @Test func manyKeysAreComparedToo() {
    var text = "{"
    for key in 0..<5000 { text += "\"key\(key)\": 0,\n" }
    expect(text + "\"key4321\": 0}", "5001:1: duplicate key \"key4321\", first used at 4322:1")
    expect(text + "\"key\\u0033\": 0}", "5001:1: duplicate key \"key3\", first used at 4:1")
  }

  @Test func aFileIsNamed() {
    let error = #expect(throws: FormatError.self) {
      try JSONDocument.read(Array("{\"a\":1,}".utf8), file: "scenarios/x.json")
    }
    #expect(error?.message == "scenarios/x.json:1:7: trailing comma before \"}\"")
  }

  private func expect(_ text: String, _ message: String) {
    expect(Array(text.utf8), message)
  }

  private func expect(_ bytes: [UInt8], _ message: String) {
    let error = #expect(throws: JSONError.self) { try JSONDocument(parsing: bytes) }
    #expect(error?.message == message)
  }
}
