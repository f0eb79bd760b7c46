import SimFormats

/// Results of runs that were asked to count instructions and to find what allocates.
enum CountFixture {
  /// Both were found, with hostile text where a symbol or the system may put text.
  static var result: SceneResult {
    var result = SeriesFixture.result()
    result.timing.instructions = InstructionSummary(
      source: .valgrind, note: "no hardware counter: \(SeriesFixture.hostile)", frames: 600,
      counts: [
        InstructionCount(name: "step", total: 740_700),
        InstructionCount(name: "draw", total: 12_000),
      ])
    result.allocations.sites = AllocationSites(
      top: [
        AllocationSite(
          function: "grow()", callers: ["Flakes.step()"], phase: "step", count: 1200,
          bytes: 98_304, firstFrame: 130),
        AllocationSite(
          function: SeriesFixture.hostile, callers: [SeriesFixture.hostile], phase: "draw",
          count: 1, bytes: 64, firstFrame: 700),
      ],
      siteCount: 21, lostCount: 7)
    return result
  }

  /// Asked for, and nothing there that counts.
  static var uncounted: SceneResult {
    var result = SeriesFixture.result()
    result.timing.instructions = .none("no valgrind")
    return result
  }
}
