import SimFormats
import SimHarness
import SimRuntime
import Testing

/// Goal: costs come out of samples as they went in, and a fit that explains too little says so.
///
/// Method: samples made from known costs, with and without noise and work that no count shows.
struct CostFitTests {
  private static let units = ["raster.frame", "raster.primitive.glow", "raster.blended.glow"]

  /// Samples of a made-up machine; `hidden` nanoseconds come and go without any count.
  private func samples(_ costs: [Double], hidden: Double = 0) throws -> [CostSample] {
    let units: [WorkUnit] = Self.units.compactMap { WorkUnit(named: $0) }
    try #require(units.count == Self.units.count)
    return (1...24).map { number in
      var counts = PerWorkUnit(repeating: 0.0)
      let pixels = (number * 37) % 23 * 900 + number * 40
      let amounts: [Double] = [1, Double(number * 10), Double(pixels)]
      var times = PerPhase(repeating: 0.0)
      for index in units.indices {
        counts[units[index]] = amounts[index]
        times[units[index].phase] += costs[index] * amounts[index]
      }
      times[.raster] += number % 2 == 0 ? hidden : 0
      return CostSample(scene: "s", size: "\(number)", counts: counts, nanoseconds: times)
    }
  }

  @Test func knownCostsComeBack() throws {
    let wanted = [900.0, 35, 1.25]
    let made = try samples(wanted)
    let table = CostFit.fit(made)
    #expect(CostFit.determination(of: table, made) > 0.999_999)
    for (name, cost) in zip(Self.units, wanted) {
      let unit = try #require(WorkUnit(named: name))
      let found = try #require(table[unit])
      #expect(abs(found / cost - 1) < 1e-4, "\(name): \(found)")
    }
    let absent = try #require(WorkUnit(named: "raster.blended.ring"))
    #expect(table[absent] == nil)
  }

  @Test func costsAreNeverNegative() throws {
    let table = CostFit.fit(try samples([50_000, -20, 1.25]))
    for unit in WorkUnit.all { #expect((table[unit] ?? 0) >= 0) }
  }

  @Test func workThatNoCountShowsIsNoticed() throws {
    let made = try samples([900, 35, 1.25], hidden: 4000)
    #expect(CostFit.determination(of: CostFit.fit(made), made) < 0.999)
  }

  @Test func curvesAreLinesUnlessOnlyAParabolaWillDo() throws {
    let counts = [10.0, 20, 40, 60, 100]
    let line = CostCurve(counts.map { (count: $0, nanoseconds: 300 + 7 * $0) })
    #expect(line.isLine && line.isTrusted)
    let straight = try #require(line.count(reaching: 1000))
    #expect(abs(straight - 100) < 1e-6)
    let bent = CostCurve(counts.map { (count: $0, nanoseconds: 300 + $0 + 0.5 * $0 * $0) })
    #expect(!bent.isLine && bent.isTrusted)
    let curved = try #require(bent.count(reaching: 5400))
    #expect(abs(curved - 100) < 1e-6)
    let jagged = CostCurve(
      counts.map { (count: $0, nanoseconds: 300 + 7 * $0 + ($0 == 40 ? 400 : 0)) })
    #expect(!jagged.isTrusted)
    let flat = CostCurve(counts.map { (count: $0, nanoseconds: 300) })
    #expect(flat.isTrusted && flat.count(reaching: 400) == nil)
  }
}
