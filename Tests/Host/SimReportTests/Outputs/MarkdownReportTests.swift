import SimFormats
import SimReport
import TestTier
import Testing

/// Goal: a summary shows the verdict, what failed and where; names stay text; its size has a limit,
/// which leaves out whole parts, failures last.
@Suite struct MarkdownReportTests {
  @Test func failuresComeFirst() throws {
    let text = MarkdownReport.text([SeriesFixture.failing])
    #expect(text.hasPrefix("## ✗ snowglobe: failed\n"))
    #expect(
      text.contains(
        "| snowglobe | BV-SNOW population.flakes.max | 601 | ≤ 600 | "
          + "scenarios/snowglobe.json:30 |"))
    let failure = try #require(text.firstRange(of: "BV-FPS"))
    let details = try #require(text.firstRange(of: "<details>"))
    #expect(failure.lowerBound < details.lowerBound)
    #expect(text.hasSuffix("</details>\n\n"))
  }

  @Test func busyMachineIsExplained() {
    let text = MarkdownReport.text([ResultFixture.heldUp])
    #expect(text.hasPrefix("## ✗ snowglobe: inconclusive\n"))
    #expect(text.contains("\nsnowglobe: frames waited 12.3 s for a CPU, at most 585 ms; the"))
    #expect(text.contains("close other programs and rerun"))
    #expect(!MarkdownReport.text([ResultFixture.full]).contains("busy"))
  }

  @Test func severalScenariosHaveATable() {
    let text = MarkdownReport.text([ResultFixture.full, ResultFixture.empty, SeriesFixture.failing])
    #expect(text.hasPrefix("## ✗ simbench: 2 of 3 scenarios passed\n"))
    #expect(text.contains("| ✓ | snowglobe | 5 | 12.0 ms | 2 |"))
    #expect(text.contains("| ✓ | snowglobe | 3 | not measured | not measured |"))
    #expect(text.contains("| ✗ | snowglobe | 3 of 5 failed | 12.0 ms | 2 |"))
    #expect(text.split(separator: "<details>").count == 4)
    #expect(MarkdownReport.text([ResultFixture.full]).hasPrefix("## ✓ snowglobe: passed\n"))
  }

  /// Every row of a table has as many bars as its head, and no tag but those of the report appears.
  @Test func hostileNamesStayInTheirCells() {
    let text = MarkdownReport.text([
      SeriesFixture.hostileResult, ResultFixture.full, CountFixture.result,
    ])
    var columns = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      guard line.hasPrefix("|") else {
        columns = 0
        continue
      }
      let bars = line.filter { $0 == "|" }.count
      if columns == 0 { columns = bars }
      #expect(bars == columns, "\(line)")
    }
    let tags = text.matches(of: /<[^>]*>/).map { String($0.0) }
    #expect(Set(tags) == ["<details>", "</details>", "<summary>", "</summary>"])
    #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    #expect(!text.contains("](") && !text.contains("`*"))
  }

  @Test(.enabled(if: !Tier.isDebug)) func whatDoesNotFitIsCounted() throws {
    let many = [SceneResult](repeating: SeriesFixture.failing, count: 1500)
    func number(_ text: Substring?) -> Int {
      text.flatMap { Int($0.replacing(",", with: "")) } ?? 0
    }
    for limit in [1000, 2000, MarkdownReport.defaultByteCount, 400_000, 1_048_576] {
      let text = MarkdownReport.text(.init(scenes: many), limit: limit)
      #expect(text.utf8.count <= limit && text.utf8.count > limit * 2 / 3, "\(limit)")
      let rest = try #require(text.split(separator: "\n").last)
      let bytes = FigureText.grouped(UInt64(limit))
      #expect(rest.hasPrefix("Omitted to stay within \(bytes) bytes: "), "\(rest)")
      let sections = rest.firstMatch(
        of: /([0-9,]+) of 1,500 sections \(([0-9,]+) of failures\); --json has everything\.$/)
      let shown = text.matches(of: /<details/).count
      #expect(number(sections?.1) == 1500 - shown && sections?.1 == sections?.2, "\(rest)")
      guard shown == 0 else { continue }
      // Three failures and a row of the overview each, and the title.
      let lines = rest.firstMatch(of: /: ([0-9,]+) of 6,001 lines \(([0-9,]+) of failures\)/)
      let rows = text.split(separator: "\n").count {
        $0.hasPrefix("| snowglobe |") || $0.hasPrefix("| ✗ |")
      }
      #expect(number(lines?.1) == 6000 - rows && lines?.1 == lines?.2, "\(rest)")
    }
    #expect(!MarkdownReport.text([SeriesFixture.failing]).contains("Omitted to stay"))
  }

  private static func results(_ count: Int, name: String = "scenario") -> [SceneResult] {
    (0..<count).map { index in
      var result = ResultFixture.full
      result.scenario = "\(name)-\(index)"
      return result
    }
  }

  /// What failed is all there, however late it ran; then what could not be judged; then the rest.
  @Test func failuresAreKeptFirst() throws {
    var unsure = ResultFixture.heldUp
    unsure.scenario = "held"
    let text = MarkdownReport.text(
      .init(scenes: Self.results(900) + [unsure, SeriesFixture.failing]))
    #expect(text.hasPrefix("## ✗ simbench: 900 of 902 scenarios passed\n"))
    #expect(text.contains("| snowglobe | BV-SNOW population.flakes.max | 601 | ≤ 600 |"))
    #expect(text.contains("| ✗ | snowglobe | 3 of 5 failed |") && text.contains("| – | held |"))
    #expect(text.contains("<summary>snowglobe: 5 checks") && text.contains("<summary>held: "))
    #expect(text.contains("| ✓ | scenario-0 | 5 |"))
    #expect(text.contains("<summary>scenario-0: "))
    #expect(!text.contains("<summary>scenario-899: "))
    let rest = text.split(separator: "\n").last ?? ""
    #expect(rest.contains(" of 902 sections; --json") && !rest.contains("failures"), "\(rest)")
  }

  /// Whatever the limit, no row and no character is cut, and what is opened is closed.
  @Test func nothingIsCut() {
    let name = "é–𝄞\u{1F468}\u{200D}\u{1F469}"
    let results = ResultFile.Results(
      scenes: Self.results(40, name: name) + [SeriesFixture.failing, SeriesFixture.hostileResult])
    let whole = MarkdownReport.text(results, limit: 1_048_576)
    let lines = Set(whole.split(separator: "\n"))
    let steps = Tier.isDebug ? (small: 67, large: 12_971) : (small: 7, large: 997)
    let limits = [
      stride(from: 1000, to: 1300, by: steps.small),
      stride(from: 1300, to: 65_000, by: steps.large),
    ]
    for limit in limits.joined() {
      let text = MarkdownReport.text(results, limit: limit)
      #expect(text.utf8.count <= limit && text.hasSuffix("\n"), "\(limit)")
      for line in text.split(separator: "\n") where !line.hasPrefix("Omitted ") {
        #expect(lines.contains(line), "\(limit): \(line)")
      }
      #expect(
        text.matches(of: /<details/).count == text.matches(of: /<\/details>/).count, "\(limit)")
      // No heading of a table stands without a row.
      #expect(text.matches(of: /\n\|[-:|]+\|\n(?!\| )/).isEmpty, "\(limit)")
    }
  }

  @Test func countsAndCallSitesAreShown() {
    let text = MarkdownReport.text([CountFixture.result])
    #expect(
      text.contains(
        "Instructions by valgrind (inside the phases only), 600 frames: step 1,235, draw 20 per "
          + "frame.\n"))
    #expect(
      text.contains(
        "| 1,200 in step | 96.0 KiB | first in frame 130 | grow() ← Flakes.step() |\n"))
    #expect(text.contains("\nand 19 more\n"))
    #expect(MarkdownReport.text([CountFixture.uncounted]).contains("Instructions by none: no valg"))
    #expect(!MarkdownReport.text([ResultFixture.full]).contains("Instructions"))
  }
}
