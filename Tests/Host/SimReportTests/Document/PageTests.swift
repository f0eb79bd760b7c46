import Foundation
import SimFormats
import SimImageAnalysis
import SimReport
import Testing

/// Goal: everybody can read every page and plot: with keys, with a finger, on paper, by day and by
/// night, and with a reader that speaks.
///
/// Method: pages of each kind held to the same rules; contrasts computed by WCAG 2.2.
@Suite struct PageTests {
  private static let gate: [GateOutcome] = ["same", SeriesFixture.hostile].map { name in
    var outcome = GateOutcome(
      scenario: name, seed: 1, frames: 600, reference: "a.json", runVerdict: "passed")
    let metrics = [name, "aa"].map { value in
      [ExactMetric(path: "digest.chain", value: .string(value))]
    }
    outcome.exact = ExactComparison(reference: metrics[0], measured: metrics[1], needsAll: true)
    outcome.notes = [name]
    return outcome
  }

  private static var goldens: GoldenPage {
    var page = GoldenPage()
    for (index, state) in GoldenState.allCases.enumerated() {
      let entry = GoldenReport.Entry(
        name: index == 1 ? SeriesFixture.hostile : "golden-\(index)", state: state, frameCount: 60,
        framesPerSecond: 60, differingFrames: 3, firstFrame: 2)
      let pictures = (0..<2).map { frame in
        PictureComparison(
          name: "\(entry.name), frame \(frame)", reference: HTMLReportTests.png,
          test: HTMLReportTests.png, mask: frame == 0 ? HTMLReportTests.png : [],
          heatMap: frame == 0 ? HTMLReportTests.png : [])
      }
      page.add(
        GoldenPage.Section(
          entry: entry, flashes: [FlashFrame](repeating: FlashFrame(), count: 60),
          pictures: state == .differs ? pictures : []))
    }
    return page
  }

  @Test func everyPageKeepsTheRules() {
    let results = [SeriesFixture.hostileResult, SeriesFixture.failing, CountFixture.result]
    let pictures = HTMLReport.Pictures(
      sheets: [[UInt8]?](repeating: HTMLReportTests.png, count: results.count))
    let reference = HTMLReport.Reference(results: results, name: SeriesFixture.hostile)
    for (what, page) in [
      ("one run", HTMLReport.text([results[1]], showing: pictures)),
      ("runs", HTMLReport.text(.init(scenes: results), showing: pictures, against: reference)),
      (
        "many runs",
        HTMLReport.text(
          .init(scenes: (0..<5).flatMap { _ in results }), showing: .init(sheets: []))
      ),
      ("one gate", GateReport.html([Self.gate[1]], remedy: "a & b")),
      ("gate", GateReport.html(Self.gate, remedy: SeriesFixture.hostile)),
      ("goldens", Self.goldens.html),
    ] {
      PageRules.check(page, what)
    }
  }

  @Test func goldensHaveTheirViewsAndTheKeyOfTheHeatMap() throws {
    let page = Self.goldens.html
    #expect(page.contains("<h1>Goldens: 1 differs, 1 missing, 1 same, 1 not judged</h1>"))
    for words in [
      "rgb(0,0,4),", "0, equal", "1, the maximum", "accepted</p>", "now, of a different size",
      "name=\"comparison-1-view\" value=\"onion\"", "law: 6 of a quarter of 10 degrees",
      "[60,\"worst cell 0, a quarter of a field 0\"]",
    ] {
      #expect(page.contains(words), "\(words)")
    }
    let order = page.matches(of: /<span class="verdict [a-z]+">|<p class="verdict [a-z]+">/)
    #expect(order.map { $0.0.contains("failed") } == [true, false, false, false])
  }

  private static var series: HistorySeries {
    let samples = (0..<900).map { index in
      HistorySeries.Sample(
        date: "2026-11-25", commit: SeriesFixture.hostile, value: index < 400 ? 1e6 : 2e6)
    }
    return HistorySeries(
      scenario: String(repeating: "long name ", count: 40), metric: "timing.frame.p99",
      machine: "m", samples: samples,
      changes: [HistorySeries.Change(index: 400, before: 1e6, after: 2e6, chance: 0)])
  }

  @Test func pagesOfPlotsKeepTheRules() {
    let history = HistoryReport.html([Self.series])
    PageRules.check(history, "history")
    #expect(history.contains("<svg class=\"panel\"") && history.contains("worse from"))
    #expect(!history.contains("class=\"paper\""))
    PageRules.check(HistoryReport.html([]), "no history")
    var cap = CapResult(
      scenario: SeriesFixture.hostile, device: ResultFixture.phone, outcome: .found(20),
      budgetNanoseconds: 15e6)
    (cap.population, cap.productCap, cap.quantum) = (SeriesFixture.hostile, 40, 10)
    cap.points = [10, 20, 30].map { CapResult.Point(count: $0, nanoseconds: 5e5 * Double($0)) }
    let question = TuneReport.Question(
      frameCount: 60, headroom: 0.1, sustainedSeconds: 0, inputs: ["rest"])
    let caps = TuneReport.html(.init([cap, cap], question))
    PageRules.check(caps, "caps")
    #expect(caps.matches(of: /<svg class="panel"/).count == 2)
    #expect(caps.contains("caps by predicted p99 of 60 frames"))
  }

  /// Uncertainty is a band, and a legend names what is drawn and nothing else.
  @Test func legendsNameWhatIsDrawn() {
    var series = Self.series
    for index in series.samples.indices { series.samples[index].value += Double(index % 7) * 1e4 }
    let page = HistoryReport.html([series])
    for words in ["middle half of the runs", "median before and after", "worse from here"] {
      #expect(page.contains(">\(words)<"), "\(words)")
    }
    #expect(!page.contains("better from here") && page.contains("<path class=\"range\""))
    series.changes = []
    let steady = HistoryReport.html([series])
    #expect(steady.contains(">middle half of the runs<"))
    #expect(!steady.contains("median before") && !steady.contains("from here"))
  }

  @Test func plotsKeepTheRules() throws {
    let series = Self.series
    for (what, svg) in [
      ("history", HistoryReport.svg([series])), ("nothing", HistoryReport.svg([])),
    ] {
      PageRules.checkPlots(svg, what)
      _ = try XMLElements.read(svg)
      #expect(svg.contains("(prefers-color-scheme:dark)"))
    }
    let svg = HistoryReport.svg([series])
    let points = svg.matches(of: /<g class="point" tabindex="0" role="img" aria-label="[^"]+">/)
    #expect((200...301).contains(points.count))
    for label in [">1 ms<", ">1.5 ms<", ">2 ms<", ">worse from here<"] {
      #expect(svg.contains(label), "\(label)")
    }
    // No line of words leaves the picture.
    for text in svg.matches(of: /<text[^>]* x="[0-9.]+"[^>]*>(long[^<]*)</) {
      #expect(text.1.count < 95, "\(text.1)")
    }
  }

  // MARK: - Colors

  private static func luminance(_ color: UInt32) -> Double {
    let light = [16, 8, 0].map { shift -> Double in
      let encoded = Double(color >> UInt32(shift) & 0xFF) / 255
      return encoded <= 0.04045 ? encoded / 12.92 : pow((encoded + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]
  }

  private static func contrast(_ a: UInt32, _ b: UInt32) -> Double {
    let (first, second) = (luminance(a) + 0.05, luminance(b) + 0.05)
    return max(first, second) / min(first, second)
  }

  @Test func wordsAndFillsStandOut() {
    #expect(abs(Self.contrast(0, 0xFFFFFF) - 21) < 1e-9)
    #expect(Self.contrast(0x8FB0D3, 0xFBFBF9) < 3, "a pale blue does not")
    let swatches = PagePalette.swatches
    let page = swatches.filter { $0.name == "page" }
    #expect(swatches.count > 10 && page.count == 1)
    for swatch in swatches {
      let grounds = swatch.use == .text ? swatches.filter { $0.use == .ground } : page
      let least = swatch.use == .text ? 4.5 : 3
      guard swatch.use == .text || swatch.use == .fill else { continue }
      for ground in grounds {
        let found = [
          Self.contrast(swatch.light, ground.light), Self.contrast(swatch.dark, ground.dark),
        ]
        #expect(found.allSatisfy { $0 >= least }, "\(swatch.name) on \(ground.name): \(found)")
      }
    }
  }
}
