import SimMath
import SimJSON
import Testing

/// Goal: a number reads as what it is: only 0 as 0, to three digits at least, and never as a limit
/// that it is not.
///
/// Method: cases by hand at the edges of rounding, then random numbers of all magnitudes beside
/// limits that are close to them, read back.
@Suite struct FigureTextTests {
  @Test(
    arguments: [
      (0, "0"), (-0.0, "0"), (0.0003, "0.0003"), (0.00038, "0.00038"), (-0.00038, "-0.00038"),
      (0.000372451, "0.000372"), (12, "12"), (12.0004, "12.000"), (0.30004, "0.300"),
      (16.0 + 2.0 / 3, "16.667"), (2.99996, "3.000"), (9.9996, "10.000"), (999.9996, "1,000.000"),
      (1234.5678, "1,234.568"), (1e-6, "0.000001"), (9.9999e-7, "1.00e-06"), (3.8e-7, "3.8e-07"),
      (1.23456e-300, "1.23e-300"), (.leastNonzeroMagnitude, "5e-324"),
      (1e15, "1,000,000,000,000,000"),
      (1e16, "1e+16"), (1.5e20, "1.5e+20"), (.infinity, "inf"), (-.infinity, "-inf"),
      (.nan, "nan"),
    ] as [(Double, String)])
  func threeDecimals(value: Double, text: String) {
    #expect(FigureText.text(value, decimals: 3) == text)
  }

  @Test func whatIsKeptCanBeChosen() {
    #expect(FigureText.text(1234.5) == "1,235" && FigureText.text(0.5) == "0.5")
    #expect(
      FigureText.text(0.07, shift: 2) == "7" && FigureText.text(0.0012345, shift: 2) == "0.123")
    #expect(FigureText.text(9994, shift: -3, isPadded: true) == "9.99")
    #expect(FigureText.text(9995, shift: -3, isPadded: true) == "10.0")
    #expect(
      FigureText.text(90, isPadded: true) == "90.0" && FigureText.text(0, isPadded: true) == "0")
    #expect(FigureText.text(1.0000001, digits: 9) == "1.0000001")
    #expect(FigureText.rounded(0.1234567, decimals: 6) == 0.123457)
    #expect(FigureText.rounded(3.14159265e-9, decimals: 6) == 3.14159e-9)
    #expect(
      FigureText.rounded(-2.5000004, decimals: 6) == -2.5 && FigureText.rounded(0, decimals: 6) == 0
    )
  }

  /// Numbers of all magnitudes: any bits, and a few digits of each power of ten.
  private static func random(_ stream: inout RandomStream, _ index: Int) -> Double {
    if index % 2 == 0 {
      let value = Double(bitPattern: stream.nextUInt64())
      return value.isFinite ? value : 1
    }
    let power = Int(stream.below(40)) - 20
    let digits = Double(stream.below(100_000)) - 50_000
    return Double("\(digits)e\(power)") ?? 0
  }

  private static func read(_ text: String) -> Double? {
    Double(text.replacing(",", with: ""))
  }

  private static func digitCount(_ text: String) -> Int {
    let mantissa = text.prefix { $0 != "e" }
    return mantissa.drop { !("1"..."9").contains($0) }.count { $0.isNumber }
  }

  @Test(arguments: [0, 3])
  func randomNumbersReadAsThemselves(decimals: Int) throws {
    var stream = RandomStream(seed: 21, name: "figures")
    for index in 0..<20_000 {
      let value = Self.random(&stream, index)
      let text = FigureText.text(value, decimals: decimals)
      let found = try #require(Self.read(text), "\(value): \(text)")
      if (found == 0) != (value == 0) || abs(found - value) > 0.00501 * abs(value)
        || (found != value && Self.digitCount(text) < 3)
      {
        Issue.record("\(value) reads \(text)")
      }
    }
  }

  @Test func noNumberReadsAsALimitThatItIsNot() throws {
    var stream = RandomStream(seed: 22, name: "limits")
    func text(_ value: Double, _ digits: Int) -> String {
      FigureText.text(value, digits: digits, decimals: 3)
    }
    for index in 0..<20_000 {
      let limit = Self.random(&stream, index)
      let share = Double("1e-\(stream.below(18))") ?? 0
      let value =
        index % 5 == 0 ? limit.nextUp : limit * (index % 3 == 0 ? 1 + share : 1 - share)
      guard value.isFinite else { continue }
      let digits = FigureText.digits(telling: [value], from: limit, text: text)
      let (shown, other) = (text(value, digits), text(limit, digits))
      let (found, bound) = (try #require(Self.read(shown)), try #require(Self.read(other)))
      if (found < bound) != (value < limit) || (found > bound) != (value > limit)
        || (shown == other) != (value == limit)
      {
        Issue.record("\(value) reads \(shown), its limit \(limit) \(other)")
      }
    }
  }
}
