import SimFormats
import Testing

/// Goal: a curve of costs goes through its points, and says so when none does.
struct CostCurveTests {
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
    for bump in [60.0, 400] {
      let jagged = CostCurve(
        counts.map { (count: $0, nanoseconds: 300 + 7 * $0 + ($0 == 40 ? bump : 0)) })
      #expect(!jagged.isTrusted)
    }
    let flat = CostCurve(counts.map { (count: $0, nanoseconds: 300) })
    #expect(flat.isTrusted && flat.count(reaching: 400) == nil)
  }
}
