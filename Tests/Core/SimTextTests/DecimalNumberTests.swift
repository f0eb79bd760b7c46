import SimText
import Testing

/// Goal: whether a number rounds to infinity is exact; oracle: the standard library's own reading.
struct DecimalNumberTests {
  /// Where doubles end: 2^1024 - 2^970 rounds to infinity, and one less in its last digit does not.
  static let middle =
    "1797693134862315807937289714053034150799341327100378269361737789804449682927647509466490179"
    + "7758720709633028641669288791094655554785194040263065748867150582068190890200070838367627385"
    + "4845817711531764475730270069855571366959622842914819860834936475292719074168444365510704342"
    + "711559699508093042880177904174497792"

  @Test(arguments: [
    "0", "-0.0", "0e999999999999999999", "0.000e5", "1", "-1e308", "1.7976931348623157e308",
    "1.7976931348623158e308", "1.7976931348623159e308", "1e309", "-1e309", "1e-400",
    "1e999999999999999999999", "1e-999999999999999999999", "0.00001e313", "0.00001e314",
    "17976931348623157000e289", "+2.0E+308", "9e307", "000001e308",
    middle, middle + ".0", middle + ".00001", String(middle.dropLast()) + "1",
    String(middle.dropLast()) + "1.99999", "0." + middle + "e309", "0.0" + middle + "e310",
    middle + "0e-1", String(middle.dropLast(40)) + "e40",
  ])
  func numberIsFiniteLikeItsDouble(text: String) throws {
    let value = try #require(Double(text))
    #expect(DecimalNumber.isFinite(Array(text.utf8)[...]) == value.isFinite)
    #expect(DecimalNumber.isWellFormed(Array(text.utf8)[...]))
  }

  @Test func numbersNearTheLimitAreFiniteLikeTheirDoubles() throws {
    var state: UInt64 = 1
    func digit() -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % 10
    }
    var finiteCount = 0
    let digits = Array(Self.middle)
    for _ in 0..<2000 {
      let kept = digit() * 30 + digit() * 3
      var text = String(digits[..<min(kept, digits.count)])
      for _ in 0..<digit() { text += "\(digit())" }
      let point = digit() % 2 == 0 ? "" : ".\(digit())"
      text = "1" + text.dropFirst() + point + "e\(309 - text.count + digit() % 3 - 1)"
      let value = try #require(Double(text))
      if value.isFinite { finiteCount += 1 }
      #expect(DecimalNumber.isFinite(Array(text.utf8)[...]) == value.isFinite, "\(text)")
    }
    #expect((400...1600).contains(finiteCount))
  }

  @Test(arguments: ["", "nan", "inf", "0x10", "1e", "e5", ".", "1.2.3", "--1", "1 "])
  func whatIsNoDecimalNumberIsRefused(text: String) {
    #expect(!DecimalNumber.isWellFormed(Array(text.utf8)[...]))
  }
}
