import SimFormats
import SimReport
import Testing

/// Goal: what failed appears beside its line on GitHub, whatever its name, and none is lost unsaid.
@Suite struct AnnotationReportTests {
  private func text(_ results: [SceneResult]) -> String {
    AnnotationReport.text(Finding.all(in: .init(scenes: results)))
  }

  @Test func failuresNameTheirLines() {
    #expect(self.text([ResultFixture.full]).isEmpty)
    let lines = self.text([SeriesFixture.failing]).split(separator: "\n")
    let expected: [Substring] = [
      "::error file=scenarios/snowglobe.json,line=30,title=snowglobe%3A BV-SNOW::"
        + "population.flakes.max is 601, limit ≤ 600",
      "::error file=scenarios/snowglobe.json,line=41,title=snowglobe%3A BV-FPS::"
        + "timing.frame.p99 is 17.25 ms, limit ≤ 16.667 ms",
      "::error file=scenarios/snowglobe.json,line=28,title=snowglobe%3A LOAD::"
        + "load of 600 flakes: carried for 12 frames in a row at most, 60 would prove it",
    ]
    #expect(lines == expected)
  }

  @Test func whatWasNotMeasuredIsAWarning() {
    let text = self.text([ResultFixture.empty])
    #expect(text.contains("::warning title=snowglobe%3A BV-ALLOC::"))
    #expect(text.contains("not measured: debug build"))
  }

  /// The runner ends a command at the line's end, properties at `,` and their names at `=`; the
  /// first `::` after the command begins the message.
  @Test func hostileNamesStayInTheirPlace() throws {
    let text = self.text([SeriesFixture.hostileResult])
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.count == 5)
    let shown = SeriesFixture.hostile.unicodeScalars.map { scalar in
      scalar == "\n" || scalar == "\r" ? String(scalar) : MessageText.visible(scalar)
    }.joined()
    for line in lines {
      let match = try #require(
        line.wholeMatch(of: /::(error|warning) file=([^,:]*),line=(\d+),title=([^,:]*)::(.*)/),
        "\(line)")
      #expect(decoded(match.2) == shown)
      #expect(!line.unicodeScalars.contains(where: MessageText.isHidden))
    }
  }

  private func decoded(_ text: Substring) -> String {
    [("%3A", ":"), ("%2C", ","), ("%0D", "\r"), ("%0A", "\n"), ("%25", "%")]
      .reduce(String(text)) { $0.replacing($1.0, with: $1.1) }
  }

  @Test func noMoreThanTenOfAKind() {
    let many = text([SceneResult](repeating: SeriesFixture.failing, count: 5))
    let lines = many.split(separator: "\n")
    #expect(lines.count == AnnotationReport.maximumCount)
    #expect(lines.last?.hasSuffix("::6 more checks failed; the report has them all") == true)
    let ten = text([SceneResult](repeating: ResultFixture.empty, count: 5))
    #expect(ten.split(separator: "\n").count == 10 && !ten.contains("more checks"))
  }

  @Test func busyMachineIsAWarning() {
    let text = self.text([ResultFixture.heldUp])
    #expect(text.hasPrefix("::warning ") && text.split(separator: "\n").count == 1)
    #expect(text.contains("but frames waited for a processor"))
  }
}
