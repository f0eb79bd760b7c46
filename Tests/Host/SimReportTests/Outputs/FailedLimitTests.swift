import SimFormats
import SimReport
import Testing

/// Goal: no tile, chart or line contradicts a check: what fails is red where it is drawn, against
/// the limit that it failed.
///
/// Method: a failing budget of each measure is planted in a result that holds all others, and the
/// page's tiles, lines and keys are read beside the check's own words.
@Suite struct FailedLimitTests {
  static let measures = Measure.all(populations: ["flakes"], drawsInk: true)

  /// A result in which a budget on a measure has a limit of 0.0004 and was found to be 0.00041.
  private static func result(
    _ measure: Measure?, _ bound: Budget.Bound = .atMost, limit: Double = 0.0004,
    measured: Double? = 0.000_41
  ) -> SceneResult {
    var result = SeriesFixture.result()
    (result.budgets, result.timing.budgets, result.load) = ([], [], [])
    guard let measure else { return result }
    var summary = ResultFixture.budget("X-1", measure, bound, limit, measured: measured)
    summary.status = .failed
    if measure.isTimed { result.timing.budgets = [summary] } else { result.budgets = [summary] }
    return result
  }

  private static func page(_ result: SceneResult) -> String {
    HTMLReport.text([result], showing: .init(sheets: [nil]))
  }

  /// Tiles that are marked as failed: label, value and what is under it.
  private static func failedTiles(_ page: String) -> [[String]] {
    page.split(separator: "\n").filter { $0.hasPrefix("<div class=\"failed\">") }.map { line in
      let texts = line.matches(of: />([^<]+)</).map { String($0.1) }
      // The mark, the space and label, the value, and what is under it.
      return [texts[1].trimmingPrefix(" ").description, texts[2], texts[3]]
    }
  }

  @Test(arguments: measures)
  func whatFailedIsATileWithItsLimit(measure: Measure) throws {
    let page = Self.page(Self.result(measure))
    #expect(PageMarkup.isWellFormed(page))
    let unit = measure.unit.isEmpty ? "" : " \(measure.unit)"
    let tile = try #require(Self.failedTiles(page).first)
    #expect(Self.failedTiles(page).count == 1)
    #expect(tile[1] == "0.00041\(unit)")
    #expect(tile[2] == "limit ≤ 0.0004\(unit), 103 % of it")
    // The same words as in the table of checks.
    #expect(page.contains("<td>≤ 0.0004\(unit)</td><td>0.00041\(unit)</td>"))
    #expect(!page.contains("% of 16.7 ms") || measure.path.hasPrefix("timing.frame") == false)
    let other = try #require(Self.failedTiles(Self.page(Self.result(measure, .atLeast))).first)
    #expect(other[2].hasPrefix("limit ≥ 0.0004\(unit)"))
  }

  @Test func whatHoldsIsNotRed() {
    let page = Self.page(Self.result(nil))
    #expect(Self.failedTiles(page).isEmpty && !page.contains("class=\"failed\""))
    #expect(!page.contains(" failed\""))
    #expect(page.contains("% of the frame interval 16.7 ms"))
    #expect(page.contains("<li class=\"interval\">frame interval 16.7 ms</li>"))
    let words = "of 3,480 over 16.7 ms, hitches 0.862 ms/s, good by WWDC20 session 10077"
    #expect(page.contains("<p class=\"under\">\(words)</p>"))
    var kept = Self.result(nil)
    kept.timing.budgets = [
      ResultFixture.budget("A", .at("timing.frame.p99"), .atMost, 14, measured: 12),
      ResultFixture.budget("B", .at("timing.frame.p50"), .atMost, 5, measured: 4.9),
    ]
    let held = Self.page(kept)
    #expect(Self.failedTiles(held).isEmpty && held.contains("limit ≤ 14 ms, 85.7 % of it"))
    #expect(held.contains("<li class=\"budget\">p99 ≤ 14 ms</li>"))
  }

  @Test(arguments: Percentiles.names)
  func theChartOfFrameTimesHasTheLimitThatFailed(percentile: String) throws {
    let result = Self.result(.at("timing.frame.\(percentile)"), limit: 0.4, measured: 2.35)
    let page = Self.page(result)
    #expect(page.contains("<li class=\"budget failed\">\(percentile) ≤ 0.4 ms</li>"))
    #expect(page.contains("<li class=\"interval\">frame interval 16.7 ms</li>"))
    #expect(page.contains("<li class=\"late failed\">late</li>"))
    let line = try #require(page.firstMatch(of: /<path class="budget failed" d="M0 ([0-9]+)H/))
    let interval = try #require(page.firstMatch(of: /<path class="interval" d="M0 ([0-9]+)H/))
    let slowest = try #require(page.firstMatch(of: /<path class="slowest" d="M0 ([0-9]+)h/))
    let heights = [interval, slowest, line].map { Int($0.1) ?? -1 }
    // From the top: 16.7 ms, frames of 1.13 ms, and the limit of 0.4 ms below them.
    #expect(heights == heights.sorted() && Set(heights).count == 3 && heights[2] < 1000)
    // Of several, the tile is the one that is farthest over.
    var several = result
    several.timing.budgets.append(
      ResultFixture.budget("X-2", .at("timing.frame.p90"), .atMost, 0.1, measured: 2))
    let both = Self.page(several)
    #expect(Self.failedTiles(both).map { $0[2] } == ["limit ≤ 0.1 ms, 20 times as much"])
    #expect(both.split(separator: "<path class=\"budget failed\"").count == 3)
  }

  @Test func allocationsAndPopulationsHaveTheirLimits() throws {
    let allocating = Self.page(
      Self.result(.at("allocations.steadyMaxPerFrame"), limit: 0, measured: 2))
    #expect(allocating.contains("<path class=\"allocated failed\""))
    #expect(allocating.contains("<li class=\"allocated failed\">most a frame ≤ 0</li>"))
    #expect(Self.page(Self.result(nil)).contains("<path class=\"allocated\""))
    let measure = Measure.at("population.flakes.mean")
    let few = Self.page(Self.result(measure, .atLeast, limit: 6000.5, measured: 599))
    #expect(few.contains("<li class=\"budget failed\">mean ≥ 6,000.5</li>"))
    // A limit is drawn however far it lies above the counts.
    #expect(few.contains("<path class=\"budget failed\" d=\"M0 48H10000\"/>"))
    #expect(few.contains(">6,000.5</i>"))
    var claimed = Self.result(nil)
    claimed.load = [
      LoadSummary(
        population: "flakes", claimed: 600, longestRun: 12, requiredRun: 60, status: .failed)
    ]
    let tiles = Self.failedTiles(Self.page(claimed))
    #expect(tiles.map { $0[0] } == ["flakes"] && tiles[0][2].contains("carried for 12 frames"))
    // What could not be measured and failed has no value, and says why.
    var never = Self.result(.at("strokeLatency.max"), limit: 50, measured: nil)
    never.budgets[0].note = "the ink of 3 samples never came"
    #expect(
      Self.failedTiles(Self.page(never)) == [
        ["touch to ink, max", "–", "limit ≤ 50 ms, the ink of 3 samples never came"]
      ])
  }

  @Test func overviewsMarkWhatFailed() {
    let results = [Self.result(.at("timing.frame.p99")), Self.result(nil)]
    let page = HTMLReport.text(.init(scenes: results), showing: .init(sheets: [nil, nil]))
    #expect(page.split(separator: "<td class=\"n failed\" data-label=\"frame p99\">").count == 2)
  }

  @Test(arguments: [
    (Measure.at("timing.frame.p95"), "frame time", "p95"),
    (.at("timing.hitchMsPerSecond"), "late frames", "hitches"),
    (.at("deviceFrame.p99"), "device", "p99"),
    (.at("allocations.steadyMaxPerFrame"), "allocations", "most a frame"),
    (.at("allocations.liveBytesGrowth"), "heap", "growth"),
    (.at("population.flakes.mean"), "flakes", "mean"),
    (.at("calmness.localChange.worst"), "calmness", "localChange.worst"),
  ])
  func linesOfTextSayWhatFailed(measure: Measure, label: String, name: String) throws {
    let text = TextReport.text(Self.result(measure))
    let lines = text.split(separator: "\n").filter { $0.contains("✗") }
    let unit = measure.unit.isEmpty ? "" : " \(measure.unit)"
    #expect(lines.count == 2 && lines[0].hasPrefix("  ✗ X-1"))
    #expect(lines[1].hasPrefix("  \(label)"), "\(lines[1])")
    #expect(lines[1].hasSuffix("  ·  ✗ \(name) ≤ 0.0004\(unit)"), "\(lines[1])")
    let styled = TextReport.text(Self.result(measure), isStyled: true)
    #expect(styled.contains("\u{1B}[31m✗ \(name) ≤ 0.0004\(unit)\u{1B}[0m"))
    #expect(!TextReport.text(Self.result(nil)).contains("✗"))
  }
}
