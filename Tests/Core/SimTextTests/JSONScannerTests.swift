import SimText
import Testing

/// Goal: the scanner finds the tokens and the first fault of any text, without a `String`.
struct JSONScannerTests {
  /// A text, its fault, where it is and the bytes that it is about.
  struct Case: Sendable {
    let text: String
    let kind: JSONFault.Kind
    let offset: Int
    let about: String

    init(_ text: String, _ kind: JSONFault.Kind, _ offset: Int, _ about: String = "") {
      self.text = text
      self.kind = kind
      self.offset = offset
      self.about = about
    }
  }

  static let cases = [
    Case(" ", .empty, 0), Case("\u{FEFF}1", .unexpected, 0, "\u{FEFF}"),
    Case("[1", .endOfText, 2, "["),
    Case("[1 2]", .unexpected, 3, "2"), Case("[1, ]", .trailingComma, 2, "]"),
    Case("{\"a\": 1, \"\\u0061\": 2}", .duplicateKey, 9, "\"a\""), Case("// a", .comment, 0),
    Case("'a'", .singleQuote, 0), Case("{a: 1}", .unquotedKey, 1, "a"),
    Case("-Infinity", .notFinite, 0, "-Infinity"), Case("nAN", .notFinite, 0, "nAN"),
    Case("[True]", .unknownWord, 1, "True"), Case("tru", .endOfText, 3),
    Case("007", .leadingZero, 0, "007"), Case("+1", .plusSign, 0, "+1"),
    Case(".5", .noDigitBeforePoint, 0, ".5"), Case("1.", .noDigitAfterPoint, 0, "1."),
    Case("1e", .noDigitInExponent, 0, "1e"), Case("-", .noDigitAfterMinus, 0, "-"),
    Case("1e999", .numberTooLarge, 0, "1e999"), Case("\"\\uD800x\"", .loneSurrogate, 1, "\\uD800"),
    Case("\"\t\"", .controlCharacter, 1, "\t"), Case("\"\\x\"", .badEscape, 1, "\\x"),
    Case(String(repeating: "[", count: 65), .tooDeep, 64), Case("1 é", .trailingData, 2, "é"),
  ]

  static func fault(of bytes: [UInt8]) -> JSONFault? {
    var scanner = JSONScanner(bytes)
    do {
      try scanner.scanDocument()
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: cases) func firstFaultIsFound(of one: Case) throws {
    let bytes = Array(one.text.utf8)
    let fault = try #require(Self.fault(of: bytes))
    #expect(fault.kind == one.kind)
    #expect(fault.offset == one.offset)
    #expect(String(decoding: bytes[fault.range], as: UTF8.self) == one.about)
  }

  @Test func faultsOfBytesAreFound() {
    #expect(Self.fault(of: [0xFF, 0xFE, 0x31])?.kind == .invalidUTF8)
    #expect(Self.fault(of: [0x22, 0xC0, 0xAF, 0x22])?.kind == .invalidUTF8)
    let long = [UInt8](repeating: 0x20, count: JSONScanner.maximumByteCount + 1)
    #expect(Self.fault(of: long)?.kind == .tooLarge)
  }

  @Test func everyKindHasACase() {
    var kinds = Set(Self.cases.map { $0.kind.rawValue })
    kinds.formUnion([JSONFault.Kind.invalidUTF8, .tooLarge].map { $0.rawValue })
    #expect(kinds.count == JSONFault.Kind.allCases.count)
  }

  @Test func tokensFollowTheText() throws {
    var scanner = JSONScanner(Array("{\"a\": [1, null],\n \"b\": false}".utf8))
    try scanner.scanDocument()
    #expect(
      scanner.tokens.map { $0.kind } == [
        .object, .string, .array, .number, .null, .string, .no,
      ])
    #expect(scanner.tokens.map { $0.next } == [7, 2, 5, 4, 5, 6, 7])
    #expect(scanner.tokens[2].start == 6 && scanner.tokens[2].end == 15)
    #expect(scanner.lineStarts == [0, 17])
  }

  @Test(arguments: [3, 15, 16, 17, 200, 5000]) func repeatedKeyIsFoundAmongMany(count: Int) {
    func text(_ last: Int) -> [UInt8] {
      let keys = (0..<count).map { "\"key number \($0)\": 0" } + ["\"key number \(last)\": 0"]
      return Array("{\(keys.joined(separator: ","))}".utf8)
    }
    #expect(Self.fault(of: text(count)) == nil)
    for last in [0, count / 2, count - 1] {
      #expect(Self.fault(of: text(last))?.kind == .duplicateKey)
    }
  }
}
