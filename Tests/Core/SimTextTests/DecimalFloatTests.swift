import SimMath
import SimText
import Testing

/// Goal: a `Float` as text gives every bit back, and what people write is read as they mean it.
struct DecimalFloatTests {
  static func text(_ value: Float) -> String {
    var bytes: [UInt8] = []
    DecimalFloat.append(value, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  static func parsed(_ text: String) -> Float? {
    let bytes = Array(text.utf8)
    return DecimalFloat.parse(bytes.span, 0..<bytes.count)
  }

  @Test(
    arguments: [
      (0, "0"), (-0.0, "-0"), (1, "1"), (195, "195"), (0.1, "0.1"), (-2.5, "-2.5"),
      (422.33334, "422.33334"), (16_777_216, "16777216"), (0.015625, "0.015625"),
    ] as [(Float, String)])
  func isWrittenAsPeopleWould(value: Float, expected: String) {
    #expect(Self.text(value) == expected)
  }

  @Test func everyBitIsKept() {
    var stream = RandomStream(seed: 1, name: "decimal")
    var (plain, total) = (0, 0)
    for round in 0..<200_000 {
      let bits = UInt32(truncatingIfNeeded: stream.nextUInt64())
      // Every other number is of a size that canvases have.
      let value = round % 2 == 0 ? Float(bitPattern: bits) : Float(bits) / 4_194_304
      let text = Self.text(value)
      #expect(Self.parsed(text)?.bitPattern == value.bitPattern, "\(value) as \(text)")
      if round % 2 == 1 {
        total += 1
        if !text.hasPrefix("#") { plain += 1 }
      }
    }
    #expect(total == 100_000 && plain == total)
    for value in [Float.nan, .infinity, -.infinity, .leastNonzeroMagnitude, -.zero] {
      #expect(Self.parsed(Self.text(value))?.bitPattern == value.bitPattern)
    }
  }

  /// The standard library's conversion is an independent one.
  @Test func numbersOfPeopleAreTheNearestOnes() {
    var stream = RandomStream(seed: 2, name: "decimal")
    for _ in 0..<50_000 {
      let digits = Int(stream.below(8)) + 1
      var text = ""
      for index in 0..<digits {
        text += "\(stream.below(10))"
        if index == digits / 2, index < digits - 1 { text += "." }
      }
      #expect(Self.parsed(text)?.bitPattern == Float(text)?.bitPattern, "\(text)")
    }
  }

  @Test(arguments: [
    "", "-", ".", "1.", ".5", "1e3", "0x1", "nan", "inf", "+1", "1 ", "1,5", "--1", "1.2.3",
    "1234567890123456", "#1", "#123456789", "#0000000g",
  ])
  func whatIsNoNumberIsRefused(text: String) {
    #expect(Self.parsed(text) == nil)
  }
}
