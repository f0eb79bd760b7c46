import SimReport
import Testing

/// Goal: axes have ticks at round numbers, within their ends and few enough to read.
@Suite struct AxisTests {
  @Test(
    arguments: [
      (0.0, 10.0, 4, ["0", "5", "10"]), (0, 617, 3, ["0", "500"]),
      (0, 600, 3, ["0", "200", "400", "600"]),
      (12.3, 15.2, 4, ["13", "14", "15"]), (0, 0.0042, 4, ["0", "0.002", "0.004"]),
      (-3, 3, 3, ["-2", "0", "2"]), (0.1, 0.4, 3, ["0.1", "0.2", "0.3", "0.4"]),
    ])
  func ticksAreRound(low: Double, high: Double, count: Int, labels: [String]) {
    let axis = Axis(low...high, count: count) { Quantity.plain($0) }
    #expect(axis.ticks.map(\.label) == labels)
  }

  @Test func ticksAreFewAndInOrder() {
    var value = 1e-9
    while value < 1e12 {
      for count in 1...6 {
        let axis = Axis(0...value, count: count) { Quantity.plain($0) }
        let shares = axis.ticks.map(\.share)
        #expect(shares.count <= count + 1 && shares == shares.sorted() && shares.first == 0)
        #expect(shares.allSatisfy { (0...1).contains($0) })
        let step = Axis.Step(over: value, count: count).size
        #expect(step * Double(count) >= value * 0.999)
        let digits = "\(step)".prefix { $0 != "e" }.filter { $0 != "." && $0 != "0" }
        #expect(["1", "2", "5"].contains(digits), "\(step)")
      }
      value *= 1.7
    }
  }

  @Test(arguments: [(5.0, 5.0), (0.0, .infinity), (-1e308, 1e308)])
  func endsOfAnySortHaveAnAxis(low: Double, high: Double) {
    let axis = Axis(low...high, count: 4) { Quantity.plain($0) }
    #expect(!axis.ticks.isEmpty && axis.ticks.count <= 5)
    for value in [low, high, 0, 7] { #expect((0...1).contains(axis.share(value)), "\(value)") }
  }
}
