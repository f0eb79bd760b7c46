import SimFormats
import SimReport
import TestTier
import Testing

/// Goal: the page holds everything, fetches nothing, and names from results stay text.
///
/// Method: its body is read as XML once void elements are closed; what is planted in names must
/// come back as text and nothing else; charts are looked at path by path.
@Suite struct HTMLReportTests {
  static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 1, 2, 3]

  private func page(_ result: SceneResult, against other: SceneResult? = nil) -> String {
    HTMLReport.text(
      [result], showing: .init(sheets: [Self.png]),
      against: other.map { HTMLReport.Reference(results: [$0], name: "old.json") })
  }

  private func isWellFormed(_ page: String) -> Bool { PageMarkup.isWellFormed(page) }

  @Test func everythingIsThere() throws {
    let text = page(SeriesFixture.failing)
    #expect(isWellFormed(text))
    for words in [
      "<title>snowglobe: failed</title>", "FAILED", "Failures", "population.flakes.max is 601",
      "scenarios/snowglobe.json:30", "Frame time", "Phases of the slowest frames", "Allocations",
      "data:image/png;base64,iVBORwECAw==", "0000000000000002", "000000000000abcd",
      "prefers-color-scheme:dark", "width=device-width", "p99 ≤ 16.667 ms", "cap 600",
    ] {
      #expect(text.contains(words), "\(words)")
    }
    let failure = try #require(text.firstRange(of: "Failures"))
    let chart = try #require(text.firstRange(of: "Frame time"))
    #expect(failure.lowerBound < chart.lowerBound)
    #expect(!page(ResultFixture.full).contains("Failures"))
  }

  @Test func busyMachineIsExplained() {
    let text = page(ResultFixture.heldUp)
    #expect(isWellFormed(text) && text.contains("INCONCLUSIVE"))
    #expect(
      text.contains("Inconclusive: frames waited 12.3 s for a CPU, at most 585 ms; the"))
    #expect(text.contains("close other programs") && !text.contains("Failures"))
    let several = HTMLReport.text(
      [ResultFixture.heldUp, ResultFixture.full], showing: .init(sheets: [nil, nil]))
    #expect(several.contains("<tr><td><span class=\"symbol unsure\""))
    #expect(!page(ResultFixture.full).contains("Inconclusive"))
  }

  @Test func nothingIsFetched() {
    let text = page(SeriesFixture.failing)
    #expect(text.contains("default-src 'none'"))
    let links = text.matches(of: /(?:src|srcset|href|action|data)="([^"]*)"/)
    #expect(!links.isEmpty)
    for link in links { #expect(link.1.hasPrefix("data:") || link.1.hasPrefix("#"), "\(link.0)") }
    for word in ["url(", "@import", "fetch(", "import(", "XMLHttpRequest"] {
      #expect(!text.contains(word), "\(word)")
    }
    #expect(!text.contains("http://") && !text.contains("https://"))
  }

  @Test func hostileNamesStayText() {
    let text = page(SeriesFixture.hostileResult, against: SeriesFixture.hostileResult)
    #expect(isWellFormed(text))
    #expect(!text.contains("<b>&amp;</script>") && !text.contains("'<b>"))
    let scripts = text.matches(of: /<\/script>/).count
    #expect(scripts == 2)
    #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    #expect(!text.unicodeScalars.contains { (0x202A...0x202E).contains($0.value) })
    #expect(text.contains("a&quot;&#39;&lt;b&gt;&amp;amp;"))
  }

  @Test func chartsShowWhatHappened() throws {
    let text = page(SeriesFixture.result())
    func paths(_ name: String) -> [String] {
      text.matches(of: /<path class="([a-z0-9-]+)" d="([^"]*)"\/>/)
        .filter { $0.1 == name }.map { String($0.2) }
    }
    // The slowest frame is a line with one gap, where the app was in the background.
    let slowest = try #require(paths("slowest").first)
    #expect(slowest.filter { $0 == "M" }.count == 2)
    #expect(slowest.filter { $0 == "h" }.count == 4)
    #expect(paths("late").count == 1 && paths("late")[0].filter { $0 == "M" }.count == 1)
    #expect(paths("budget").count == 1)
    for phase in 0..<4 { #expect(paths("phase-\(phase)").count == 1) }
    // Frames 40 to 49 of 120 allocate: from a third to five twelfths of the width.
    #expect(paths("allocated") == ["M3333 0h834v1000h-834Z"])
    #expect(paths("background").first == "M1667 0h833v1000h-833Z")
    #expect(paths("warmup").first == "M0 0H1667V1000H0Z")
    #expect(paths("population").count == 2 && paths("touched").count == 1)
    #expect(paths("shaken") == ["M4167 0h833v1000h-833Z"])
    for path in text.matches(of: /\sd="([^"]*)"/) {
      #expect(path.1.wholeMatch(of: /[-MhHvVZ0-9 ]+/) != nil, "\(path.1)")
    }
  }

  @Test func withoutASeriesOrAPictureItSaysSo() {
    let text = HTMLReport.text([ResultFixture.empty], showing: .init(sheets: [nil]))
    #expect(isWellFormed(text) && text.contains("No charts:") && !text.contains("<svg"))
    let gone = HTMLReport.text([ResultFixture.full], showing: .init(sheets: []))
    #expect(gone.contains("No pictures: the contact sheet .simbench/snowglobe.png was gone"))
  }

  @Test func comparisonsHoldOnlyWhereTheWorkIsTheSame() {
    var other = SeriesFixture.result()
    other.timing.frame.p99 /= 2
    let same = page(SeriesFixture.result(), against: other)
    #expect(same.contains("Both runs had the same state in every frame, so their times are"))
    #expect(same.contains("+100 %") && same.contains("class=\"other\""))
    var changed = SeriesFixture.result(differsFrom: 6)
    changed.digest.chain = 99
    let parted = page(SeriesFixture.result(), against: changed)
    #expect(parted.contains("The work changed in frames 60 to 69: from there on, times are not"))
    #expect(parted.contains("class=\"differs\"") && !parted.contains("frame p99</th>"))
    let overlay = parted.firstMatch(of: /<path class="other" d="([^"]*)"/)
    // Six of twelve stretches, one of them in the background.
    let steps = (overlay?.1 ?? "").matches(of: /h([0-9]+)/).compactMap { Int($0.1) }
    #expect(steps.reduce(0, +) == 5000 - 833)
    changed.seed = 8
    let seeds = page(SeriesFixture.result(), against: changed)
    #expect(seeds.contains("The seeds differ") && !seeds.contains("class=\"other\" d="))
    #expect(!seeds.contains("class=\"differs\""))
    changed = SeriesFixture.result()
    changed.digest.pixelChain = 5
    #expect(page(SeriesFixture.result(), against: changed).contains("drew different pixels"))
    changed.scenario = "bubbles"
    #expect(page(SeriesFixture.result(), against: changed).contains("old.json has no result of"))
  }

  /// A page of few runs has all that the text says, apart from what it draws; that of many has not.
  @Test func pagesHaveWhatTheTextSays() {
    let result = ResultFixture.full
    let text = page(result)
    let lines = TextReport.text(result).split(separator: "\n").filter { $0.hasPrefix("  ") }
    #expect(lines.count > 20)
    for line in lines where !line.hasPrefix("  ✓") && !line.hasPrefix("  slowest") {
      // Without its label, which stands in a cell of its own.
      #expect(text.contains(line.dropFirst(15)), "\(line)")
    }
    let many = HTMLReport.text(
      .init(scenes: [SceneResult](repeating: result, count: 9)), showing: .init(sheets: []))
    #expect(text.contains("mean 600.0") && !many.contains("mean 600.0"))
  }

  @Test func severalResultsHaveAnOverview() {
    var second = SeriesFixture.failing
    second.scenario = "bubbles"
    let text = HTMLReport.text([ResultFixture.full, second], showing: .init(sheets: [nil, nil]))
    #expect(isWellFormed(text))
    #expect(text.contains("<h1>1 of 2 scenarios passed</h1>"))
    #expect(text.contains("<a href=\"#run-2\">bubbles</a>") && text.contains("id=\"run-2\""))
    #expect(text.contains("BV-SNOW, BV-FPS, LOAD"))
  }

  @Test func longSeriesAndManyScenariosStaySmall() {
    var result = SeriesFixture.result()
    result.series = SeriesFixture.series(count: FrameSeries.maximumCount)
    let one = HTMLReport.text([result], showing: .init(sheets: [nil]))
    #expect(one.utf8.count < HTMLReport.maximumByteCount / 4)
    let many = HTMLReport.text(
      .init(scenes: [SceneResult](repeating: result, count: 12)), showing: .init(sheets: []))
    #expect(many.utf8.count < HTMLReport.maximumByteCount / 2)
  }

  /// Figures of all scenarios that come with the tool, at their normal length: nothing repeats, so
  /// that no path is shorter than it could be, and every picture is as large as it may be.
  @Test(.enabled(if: !Tier.isDebug)) func pageOfManyRunsHasABound() {
    let results = (0..<43).map { index in
      var result = CountFixture.result
      result.scenario = "scenario-\(index)"
      result.series = SeriesFixture.noisy(seed: UInt64(index))
      return result
    }
    let picture = [UInt8](repeating: 0xA5, count: HTMLReport.pictureByteCount(of: results.count))
    let pictures = [[UInt8]?](repeating: picture, count: results.count)
    let text = HTMLReport.text(.init(scenes: results), showing: .init(sheets: pictures))
    #expect(text.utf8.count <= HTMLReport.maximumByteCount)
    #expect(text.split(separator: "data:image/png").count == 44)
    #expect(text.split(separator: "<path class=\"slowest\"").count == 44)
    // A chart keeps 40 stretches even here; neighbors of one height are one step.
    let path = text.firstMatch(of: /<path class="slowest" d="([^"]*)"/)?.1 ?? ""
    #expect(path.filter { $0 == "h" }.count >= 35)
  }

  @Test(.enabled(if: !Tier.isDebug)) func whatDoesNotFitIsCounted() {
    var results = (0..<2000).map { index in
      var result = ResultFixture.full
      result.scenario = "scenario-\(index)"
      return result
    }
    results[1999] = SeriesFixture.failing
    let text = HTMLReport.text(.init(scenes: results), showing: .init(sheets: []))
    #expect(text.utf8.count <= HTMLReport.maximumByteCount)
    #expect(text.utf8.count > HTMLReport.maximumByteCount * 9 / 10)
    #expect(PageMarkup.isWellFormed(text))
    let rest = text.firstMatch(of: /([0-9]+) further scenarios do not fit/)
    let missing = rest.flatMap { Int($0.1) } ?? 0
    #expect(text.split(separator: "<article").count - 1 == 2000 - missing)
    #expect(text.contains("id=\"run-2000\""), "what failed comes first")
  }

  @Test func countsAndCallSitesAreShown() {
    let text = page(CountFixture.result)
    #expect(isWellFormed(text))
    for words in [
      "Method valgrind (inside the phases only), 600 frames", "no better method: no hardware",
      "<td>step</td><td class=\"n\">1,235</td><td class=\"n\">740,700</td>",
      "<code>grow()</code><small>← Flakes.step()</small><td class=\"n\">1,200 in step</td>"
        .replacing("</small>", with: "</small></td>"),
      "and 19 more",
    ] {
      #expect(text.contains(words), "\(words)")
    }
    #expect(page(CountFixture.uncounted).contains("Method none: no valgrind"))
    let plain = page(ResultFixture.full)
    #expect(!plain.contains("Instructions") && !plain.contains("Allocation sites"))
    var quiet = CountFixture.result
    quiet.allocations.sites?.top = []
    #expect(page(quiet).contains("Nothing allocated after warm-up."))
  }

  @Test(
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
      ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
    ])
  func base64IsThatOfTheStandard(plain: String, coded: String) {
    let text = HTMLReport.text([ResultFixture.full], showing: .init(sheets: [Array(plain.utf8)]))
    #expect(text.contains("base64,\(coded)\">"))
  }
}
