import SimJSON
import Testing

@Suite struct JSONWriterTests {
  private static let sample = JSONOutput.object([
    ("name", .string("a \"b\" \\ / é😀\n\u{1}\u{7F}")),
    ("points", .array([.array([.integer(1), .number(0.5)]), .array([.null, .bool(true)])])),
    ("empty", .array([])),
    ("none", .object([])),
    ("nested", .object([("seed", .unsigned(.max)), ("least", .integer(.min))])),
  ])

  @Test func indented() {
    let expected = """
      {
        "name": "a \\"b\\" \\\\ / é😀\\n\\u0001\\u007f",
        "points": [
          [1, 0.5],
          [null, true]
        ],
        "empty": [],
        "none": {},
        "nested": {
          "seed": 18446744073709551615,
          "least": -9223372036854775808
        }
      }

      """
    #expect(JSONWriter.text(of: Self.sample) == expected)
  }

  @Test func compact() {
    let value = JSONOutput.object([
      ("a", .array([.integer(1), .object([("b", .null)])])), ("c", .object([])),
    ])
    #expect(JSONWriter.text(of: value, style: .compact) == "{\"a\":[1,{\"b\":null}],\"c\":{}}")
  }

  @Test func longArraysTakeALineEach() {
    // 33 elements of ", 1" fill the line to its hundredth character.
    let fitting = JSONOutput.array([JSONOutput](repeating: .integer(1), count: 33))
    #expect(JSONWriter.text(of: fitting).split(separator: "\n").count == 1)
    let wide = JSONOutput.array([JSONOutput](repeating: .integer(1), count: 34))
    #expect(JSONWriter.text(of: wide).split(separator: "\n").count == 36)
    let exact = JSONOutput.array([.string(String(repeating: "x", count: 96))])
    #expect(JSONWriter.text(of: exact).split(separator: "\n").count == 1)
    let over = JSONOutput.array([.string(String(repeating: "x", count: 97))])
    #expect(JSONWriter.text(of: over).split(separator: "\n").count == 3)
  }

  @Test(arguments: [
    (0.0, "0"), (-0.0, "0"), (3, "3"), (-3, "-3"), (0.1, "0.1"), (1e15, "1000000000000000"),
    (9_007_199_254_740_991, "9007199254740991"), (1e22, "1e+22"),
    (.leastNonzeroMagnitude, "5e-324"),
    (1.7976931348623157e308, "1.7976931348623157e+308"), (.nan, "null"), (.infinity, "null"),
    (-.infinity, "null"), (1e-7, "1e-07"), (16.666666666666668, "16.666666666666668"),
  ])
  func numbers(value: Double, text: String) {
    #expect(JSONWriter.text(of: .number(value), style: .compact) == text)
  }

  @Test func equalMeansWrittenAlike() {
    #expect(JSONOutput.integer(3) == .unsigned(3))
    #expect(JSONOutput.integer(3) == .number(3))
    #expect(JSONOutput.number(.nan) == .null)
    #expect(JSONOutput.string("3") != .integer(3))
    #expect(JSONOutput.string("\u{E9}") != .string("e\u{301}"))
    #expect(JSONOutput.object([("a", .null), ("b", .null)]) != .object([("b", .null)]))
    #expect(Self.sample["nested"]?["seed"] == .unsigned(.max))
    #expect(Self.sample["missing"] == nil)
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func writtenDocumentsReadBack(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let value = Self.randomValue(&generator, depth: 0)
    for style in [JSONWriter.Style.indented, .compact] {
      let bytes = JSONWriter.bytes(of: value, style: style)
      let back = JSONOutput(try JSONDocument(parsing: bytes).root)
      #expect(back == value)
      #expect(JSONWriter.bytes(of: back, style: style) == bytes)
    }
  }

  static func randomValue(_ generator: inout SeededGenerator, depth: Int) -> JSONOutput {
    switch generator.below(depth < 5 ? 10 : 7) {
    case 0: return .null
    case 1: return .bool(generator.below(2) == 0)
    case 2: return .integer(Int64(bitPattern: generator.next()) >> generator.below(64))
    case 3: return .unsigned(generator.next() >> UInt64(generator.below(64)))
    case 4: return .number(Double(bitPattern: generator.next()))
    case 5: return .number(Double(generator.below(1_000_000)) / 1000)
    case 6: return .string(randomText(&generator))
    case 7:
      return .array((0..<generator.below(6)).map { _ in randomValue(&generator, depth: depth + 1) })
    default:
      return .object(
        (0..<generator.below(6)).map { index in
          ("\(index)" + randomText(&generator), randomValue(&generator, depth: depth + 1))
        })
    }
  }

  private static func randomText(_ generator: inout SeededGenerator) -> String {
    var text = ""
    let limits: [UInt32] = [0x20, 0x80, 0x800, 0x1_0000, 0x11_0000]
    for _ in 0..<generator.below(12) {
      let value = UInt32(generator.next() % UInt64(limits[generator.below(limits.count)]))
      if let scalar = Unicode.Scalar(value) { text.unicodeScalars.append(scalar) }
    }
    return text
  }
}
