import Report
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
      (1_048_576, "1,048,576"), (-1234.5, "-1,234.5"), (0.0001, "0"), (-0.0001, "0"),
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
    #expect(Quantity.grouped(0) == "0")
    #expect(Quantity.grouped(999) == "999")
    #expect(Quantity.grouped(1000) == "1,000")
    #expect(Quantity.grouped(.max) == "18,446,744,073,709,551,615")
    #expect(Quantity.hexadecimal(0xABC) == "0000000000000abc")
    #expect(Quantity.fixed(2.5, 0) == "3")
    #expect(Quantity.fixed(-0.04, 1) == "0.0")
  }

  @Test func sparkline() {
    #expect(Sparkline.text([0, 0]) == "▁▁")
    #expect(Sparkline.text([1, 2, 3, 4, 5, 6, 7]) == "▂▃▄▅▆▇█")
    #expect(Sparkline.text([.max, 0, .max / 2]) == "█▁▄")
    #expect(Sparkline.text([]) == "")
  }
}
