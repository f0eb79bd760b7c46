import SimFormats
import SimReport
import Testing

/// Goal: a summary shows the verdict, what failed and where; names stay text; its size is bounded.
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
    #expect(text.contains("\nsnowglobe: frames waited 12.3 s for a processor, at most 585 ms; the"))
    #expect(text.contains("close other programs and run again"))
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

  @Test func whatDoesNotFitIsCounted() {
    let many = [RunResult](repeating: SeriesFixture.failing, count: 1500)
    let text = MarkdownReport.text(.init(many))
    #expect(text.utf8.count <= MarkdownReport.maximumByteCount)
    #expect(text.utf8.count > MarkdownReport.maximumByteCount * 9 / 10)
    let rest = text.split(separator: "\n").last ?? ""
    #expect(rest.wholeMatch(of: /\d+ further parts do not fit; the JSON has them\./) != nil)
  }

  @Test func countsAndCallSitesAreShown() {
    let text = MarkdownReport.text([CountFixture.result])
    #expect(
      text.contains(
        "Instructions by valgrind (inside the phases only), 600 frames: step 1,235, draw 20 a "
          + "frame.\n"))
    #expect(
      text.contains(
        "| 1,200 in step | 96.0 KiB | first in frame 130 | grow() ← Flakes.step() |\n"))
    #expect(text.contains("\nand 19 more\n"))
    #expect(MarkdownReport.text([CountFixture.uncounted]).contains("Instructions by none: no valg"))
    #expect(!MarkdownReport.text([ResultFixture.full]).contains("Instructions"))
  }
}
