import SimText
import SimJSON
import Testing

@Suite struct JSONDocumentTests {
  @Test func membersKeepOrderAndPositions() throws {
    let root = try document("{\n  \"b\": [1, \"x\"],\r\n  \"é\": null,\r \"a\" : true\n}").root
    #expect(root.members.map { $0.key } == ["b", "é", "a"])
    #expect(root.members.map { $0.keyPosition.text } == ["2:3", "3:3", "4:2"])
    #expect(root.members.map { $0.value.position.text } == ["2:8", "3:8", "4:8"])
    #expect(root.members[0].value.elements.map { $0.position.text } == ["2:9", "2:12"])
    #expect(root.members[1].value.isNull)
  }

  @Test func columnsCountScalars() throws {
    let root = try document("[\"é😀\u{301}\", 1]").root
    #expect(root.elements[1].position == TextPosition(line: 1, column: 9))
  }

  @Test func pathsNameKeysAndElements() throws {
    let text = "{\"a\": {\"b\": [0, {\"c d\": [[7]], \"\": 8}]}, \"e\\n\": 9}"
    let root = try document(text).root
    #expect(root.path == "")
    let b = root.members[0].value.members[0].value
    #expect(b.path == "a.b")
    #expect(b.elements[0].path == "a.b[0]")
    let inner = b.elements[1]
    #expect(inner.path == "a.b[1]")
    #expect(inner.members[0].value.elements[0].elements[0].path == "a.b[1][\"c d\"][0][0]")
    #expect(inner.members[1].value.path == "a.b[1][\"\"]")
    #expect(root.members[1].value.path == "[\"e\\n\"]")
  }

  @Test func stringsResolveEscapes() throws {
    let text = "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\\u00e9\\u20AC\\ud83d\\uDE00\\u0000é\""
    guard case .string(let value) = try document(text).root.value else {
      Issue.record("no string")
      return
    }
    #expect(value == "\"\\/\u{8}\u{C}\n\r\tAé€😀\0é")
  }

  @Test func keysThatLookAlikeAreDifferent() throws {
    // The same letter precomposed and decomposed: equal strings in Swift, different keys in JSON.
    let root = try document("{\"\u{E9}\": 1, \"e\u{301}\": 2}").root
    #expect(root.members.count == 2)
  }

  @Test(
    arguments: [
      ("0.1", 0.1), ("5e-324", 0x1p-1074), ("4.9406564584124654e-324", 0x1p-1074),
      ("2.4703282292062327e-324", 0), ("2.4703282292062328e-324", 0x1p-1074),
      ("1.7976931348623157e308", 1.7976931348623157e308),
      ("1.7976931348623158e308", 1.7976931348623157e308),
      ("2.2250738585072011e-308", Double.leastNormalMagnitude.nextDown),
      ("2.2250738585072014e-308", 2.2250738585072014e-308),
      ("9007199254740993", 9_007_199_254_740_992), ("9007199254740993.0000000001", 0x1p53 + 2),
      ("9007199254740995", 9_007_199_254_740_996), ("1e23", 1e23), ("8.5e22", 8.5e22),
      ("6.9294956446009195e15", 6.9294956446009195e15), ("1E+2", 100), ("1e-400", 0),
      ("1e-99999999999999999999", 0), ("0e99999999999999999999", 0), ("-0", -0.0),
      ("1.00000000000000011102230246251565404236316680908203125", 1),
      ("1.00000000000000011102230246251565404236316680908203124", 1),
      ("1.00000000000000011102230246251565404236316680908203126", 1.0000000000000002),
    ] as [(String, Double)])
  func doublesAreTheNearest(text: String, value: Double) throws {
    let number = try number(text)
    #expect(number.double.bitPattern == value.bitPattern)
    #expect(number.text == text)
  }

  @Test func everyPrintedDoubleReadsBack() throws {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<20_000 {
      let value = Double(bitPattern: generator.next())
      guard value.isFinite else { continue }
      #expect(try number(value.description).double.bitPattern == value.bitPattern)
    }
  }

  @Test func integersAreExact() throws {
    #expect(try number("9007199254740993").uint64 == 9_007_199_254_740_993)
    #expect(try number("18446744073709551615").uint64 == .max)
    #expect(try number("18446744073709551616").uint64 == nil)
    #expect(try number("-9223372036854775808").int64 == .min)
    #expect(try number("9223372036854775808").int64 == nil)
    #expect(try number("-1").uint64 == nil)
    #expect(try number("-0").int64 == 0)
    #expect(try number("1.0").int64 == nil)
    #expect(try number("1e3").int64 == nil)
  }

  @Test func manyDigitsAreFine() throws {
    let text = "0." + String(repeating: "3", count: 100_000)
    #expect(try number(text).double == 1.0 / 3)
    let whole = String(repeating: "9", count: 308)
    #expect(try number(whole).double == 1e308)
    #expect(throws: JSONError.self) { try number(whole + "9") }
  }

  private func document(_ text: String) throws -> JSONDocument {
    try JSONDocument(parsing: Array(text.utf8))
  }

  private func number(_ text: String) throws -> JSONNumber {
    let value = try document(text).root.value
    guard case .number(let number) = value else { throw NoNumber() }
    return number
  }

  private struct NoNumber: Error {}
}
