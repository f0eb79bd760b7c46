import SimJSON
import Testing

/// Damaged documents end in a value or in an error, never in a trap, and messages stay on a line.
@Suite struct JSONFuzzTests {
  private static let samples = [
    """
    {
      "$schema": "schema/scenario.json", "scene": "snowglobe", "seed": 18446744073709551615,
      "parameters": {"flakes": 600, "drift": -0.25e-3, "on": true, "off": false, "none": null},
      "input": [{"kind": "shake", "at": [1, 2.5, 1e3]}, {"kind": "touch \\u00e9\\ud83d\\ude00"}]
    }
    """,
    "[[[],[{}]],\"é€😀\\n\\\"\\\\\",-0,0.1,1E+5,\"\"]\r\n",
    "{\"a\":{\"b\":{\"c\":[1,2,{\"d\":\"e\"}]}},\"f\":\"g\"}",
  ]

  /// Bytes that mean something to the grammar, to make damage more interesting.
  private static let spice =
    Array("{}[]\",:\\/'#+-.eE0123u \n\r\ttfn\u{0}\u{1B}".utf8) + [0xC3, 0xFF]

  @Test func everyTruncationIsAnError() throws {
    for sample in Self.samples {
      var bytes = Array(sample.utf8)
      _ = try JSONDocument(parsing: bytes)
      while let last = bytes.last, last == 0x0A || last == 0x0D { bytes.removeLast() }
      for count in 0..<bytes.count {
        #expect(throws: JSONError.self) { try JSONDocument(parsing: Array(bytes[..<count])) }
      }
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func damagedDocumentsNeverTrap(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for round in 0..<1100 {
      var bytes = Array(Self.samples[round % Self.samples.count].utf8)
      for _ in 0...generator.below(3) { Self.damage(&bytes, &generator) }
      do {
        let document = try JSONDocument.read(bytes, file: "x.json")
        let value = JSONOutput(document.root)
        let written = JSONWriter.bytes(of: value)
        let again = try JSONDocument.read(written, file: "x.json")
        #expect(JSONOutput(again.root) == value)
      } catch {
        #expect(error.message.unicodeScalars.allSatisfy { $0.value >= 0x20 })
        #expect(error.position != nil)
      }
    }
  }

  private static func damage(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
    guard !bytes.isEmpty else { return }
    let place = generator.below(bytes.count)
    switch generator.below(6) {
    case 0: bytes[place] ^= 1 << UInt8(generator.below(8))
    case 1: bytes.insert(spice[generator.below(spice.count)], at: place)
    case 2: bytes[place] = spice[generator.below(spice.count)]
    case 3: bytes.remove(at: place)
    case 4: bytes.removeSubrange(place...)
    default:
      let end = min(place + 1 + generator.below(20), bytes.count)
      bytes.insert(contentsOf: Array(bytes[place..<end]), at: generator.below(bytes.count))
    }
  }
}
