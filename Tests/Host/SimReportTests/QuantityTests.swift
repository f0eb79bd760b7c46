import SimFormats
import SimReport
import Testing

@Suite struct QuantityTests {
  @Test(
    arguments: [
      (0, "0 ns"), (999, "999 ns"), (1000, "1.00 µs"), (9994, "9.99 µs"), (9995, "10.0 µs"),
      (99_949, "99.9 µs"), (99_950, "100 µs"), (999_499, "999 µs"), (999_500, "1.00 ms"),
      (16_666_666, "16.7 ms"), (999_500_000, "1.00 s"), (90_000_000_000, "90.0 s"),
    ] as [(UInt64, String)])
  func times(nanoseconds: UInt64, text: String) {
    #expect(Quantity.time(nanoseconds) == text)
  }

  @Test(
    arguments: [
      (0, "0"), (-0.0, "0"), (0.125, "0.125"), (16.0 + 2.0 / 3, "16.667"), (600, "600"),
      (1_048_576, "1,048,576"), (-1234.5, "-1,234.5"), (0.0001, "0.0001"), (-0.0001, "-0.0001"),
      (.infinity, "inf"), (.nan, "nan"), (1e15, "1,000,000,000,000,000"),
    ] as [(Double, String)])
  func plain(value: Double, text: String) {
    #expect(Quantity.plain(value) == text)
  }

  @Test(
    arguments: [
      (0, "0 B"), (1023, "1023 B"), (-5, "-5 B"), (1024, "1.00 KiB"), (-2048, "-2.00 KiB"),
      (1_048_576, "1.00 MiB"), (Int64.min, "-8796093022208 MiB"),
    ] as [(Int64, String)])
  func bytes(count: Int64, text: String) {
    #expect(Quantity.bytes(count) == text)
  }

  @Test func groups() {
    #expect(FigureText.grouped(0) == "0")
    #expect(FigureText.grouped(999) == "999")
    #expect(FigureText.grouped(1000) == "1,000")
    #expect(FigureText.grouped(.max) == "18,446,744,073,709,551,615")
    #expect(Quantity.hexadecimal(0xABC) == "0000000000000abc")
    #expect(Quantity.fixed(2.5, 0) == "3")
    #expect(Quantity.fixed(-0.04, 1) == "0.0")
  }

  @Test func changesHaveThreeDigits() {
    #expect(Quantity.percent(0.125) == "12.5 %" && Quantity.percent(0.07) == "7 %")
    #expect(Quantity.percent(1.0 / 3) == "33.3 %" && Quantity.percent(0) == "0 %")
    #expect(Quantity.signedPercent(0.000_003) == "+0.0003 %")
    #expect(Quantity.signedPercent(-0.000_001_234_56) == "-0.000123 %")
    #expect(Quantity.change(from: 1_000_000_007, to: 1_000_000_008) == "+1.00e-07 %")
    #expect(Quantity.change(from: 0, to: 1) == "" && Quantity.change(from: 4, to: 3) == "-25 %")
    #expect(Quantity.change(from: .leastNonzeroMagnitude, to: 1) == "")
  }

  @Test func timesAreToldFromLimits() {
    let limit = 16_666_666.0
    for time in [16_666_667.0, 16_660_000, 16_700_000, 0.25, 999.5, 16_666_666.5] {
      let digits = FigureText.digits(telling: [time], from: limit) {
        Quantity.time($0, digits: $1)
      }
      #expect(Quantity.time(time, digits: digits) != Quantity.time(limit, digits: digits))
    }
    #expect(Quantity.time(16_666_667.0, digits: 8) == "16.666667 ms")
    #expect(Quantity.time(0.25) == "0.25 ns" && Quantity.time(1e-15) == "1e-15 ns")
  }

  @Test func oneOfAThingIsNoPlural() {
    let checks = [0, 1, 2].map { CountWords.counted($0, "check") }
    #expect(checks == ["0 checks", "1 check", "2 checks"])
    #expect(CountWords.counted(12_345, "frame") == "12,345 frames")
    let touches = [1, 2].map { CountWords.counted($0, "touch", plural: "touches") }
    #expect(touches == ["1 touch", "2 touches"])
  }

  @Test func sparkline() {
    #expect(Sparkline.text([0, 0]) == "▁▁")
    #expect(Sparkline.text([1, 2, 3, 4, 5, 6, 7]) == "▂▃▄▅▆▇█")
    #expect(Sparkline.text([.max, 0, .max / 2]) == "█▁▄")
    #expect(Sparkline.text([]) == "")
  }
}
