import SimFormats
import Testing

/// Goal: a condensed series keeps every extreme and every frame; two series part where they differ.
@Suite struct FrameSeriesTests {
  @Test(arguments: [1, 2, 5, 7, 11, 12, 13]) func condensedKeepsWhatMatters(count: Int) {
    let whole = SeriesFixture.series()
    let small = whole.condensed(to: count)
    #expect(small.stretches.count == min(count, 12))
    var next: UInt32 = 0
    for stretch in small.stretches {
      #expect(stretch.frame == next)
      next += stretch.count
    }
    #expect(next == 120)
    #expect(small.stretches.last?.digest == whole.stretches.last?.digest)
    func sum(_ series: FrameSeries, _ value: (FrameSeries.Stretch) -> UInt64) -> UInt64 {
      series.stretches.reduce(0) { $0 + value($1) }
    }
    #expect(sum(small) { $0.allocations ?? 0 } == 3)
    #expect(sum(small) { UInt64($0.framesInBackground) } == 10)
    #expect(sum(small) { UInt64($0.framesShaken) } == 4)
    #expect(small.stretches.map { $0.touches }.max() == 2)
    #expect(small.stretches.compactMap { $0.time?.slowest }.max() == 20_231_000)
    #expect(small.stretches.compactMap { $0.populations?[0].lowerBound }.min() == 580)
  }

  @Test func firstDifference() {
    let first = SeriesFixture.series()
    #expect(first.firstDifference(from: first) == nil)
    #expect(first.firstDifference(from: SeriesFixture.series(differsFrom: 6))?.frame == 60)
    #expect(first.firstDifference(from: SeriesFixture.series(count: 5)) == nil)
    #expect(
      first.condensed(to: 6).firstDifference(from: SeriesFixture.series(differsFrom: 6))?.frame
        == 60)
  }
}
