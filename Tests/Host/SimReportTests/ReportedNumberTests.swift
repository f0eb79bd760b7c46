import SimFormats
import SimReport
import Testing

/// Goal: no number or name from a file can end the tool or reach a terminal as it stands.
///
/// Method: values beyond every integer in each report that shows times; names with control
/// characters; labels longer than their column.
@Suite struct ReportedNumberTests {
  @Test(
    arguments: [
      (-5, "0 ns"), (0.4, "0.4 ns"), (1500, "1.50 µs"), (1e18, "1,000,000,000 s"),
      (1e20, "1,000,000,000 s"), (.greatestFiniteMagnitude, "1,000,000,000 s"),
      (.infinity, "not finite"), (-.infinity, "not finite"), (.nan, "not finite"),
    ] as [(Double, String)])
  func times(nanoseconds: Double, text: String) {
    #expect(Quantity.time(nanoseconds) == text)
  }

  @Test func smallWords() {
    #expect(Quantity.padded("ab", 4) == "ab  " && Quantity.padded("abc", 2) == "abc")
    #expect(Quantity.padded("abc", 2, gap: 1) == "abc " && Quantity.padded("a", 3, gap: 1) == "a  ")
    #expect(Quantity.span(3, 3) == "3" && Quantity.span(1, 2000) == "1–2,000")
    #expect(Quantity.trimmed(1.50, 2) == "1.5" && Quantity.trimmed(100, 2) == "100")
    #expect(Quantity.trimmed(-0.25, 1) == "-0.3" && Quantity.trimmed(1.5e20, 2) == "1.5e+20")
    #expect(Quantity.plain(1.5e20) == "1.5e+20")
  }

  @Test func gateShowsAnyTime() {
    var outcome = GateOutcome(
      scenario: "a", seed: 1, frames: 2, reference: "b", runVerdict: "passed")
    let rows = [1e20, .infinity, -1].map { time in
      WallOutcome.Row(
        name: "frame", nanoseconds: time, change: .infinity, lower: -1e300, upper: 1e300,
        control: .nan, floor: 0, steadyRounds: 5, verdict: .equal, isMeasurable: false)
    }
    outcome.wall = WallOutcome(
      rows: rows, comparedFrames: 1, processes: 3, verdict: .equal)
    let text = GateReport.text([outcome], isStyled: false)
    #expect(text.contains("1,000,000,000 s") && text.contains("not finite"))
  }

  /// A search whose points lie on a line of so many nanoseconds a member.
  private func search(slope: Double) -> CapResult {
    var result = CapResult(
      scenario: "a", device: ResultFixture.phone, outcome: .found(2), budgetNanoseconds: 1e7)
    (result.population, result.productCap, result.quantum) = ("flakes", 2, 1)
    result.points = [1, 2, 3].map { count in
      CapResult.Point(count: count, nanoseconds: slope * Double(count))
    }
    result.curve = CostCurve(
      result.points.map { (Double($0.count), $0.pessimistic.processor) })
    return result
  }

  @Test func tuneShowsAnyCountAndTime() throws {
    let question = TuneReport.Question(
      frameCount: 6, headroom: 0.1, sustainedSeconds: 0, inputs: ["calm"])
    // 10 ms reach 10,000 members of a microsecond, and more than any count of almost nothing.
    #expect(try abs(#require(search(slope: 1000).knee) - 10_000) < 0.001)
    #expect(search(slope: 1e-15).knee == nil)
    for slope in [1e-15, 1e-3, 1e20, 1e300] {
      let text = TuneReport.text(.init([search(slope: slope)], question))
      #expect(
        text.contains(slope > 1 ? "1,000,000,000 s" : slope < 1e-9 ? "2e-15 ns" : "0.002 ns"),
        "\(text)")
      #expect(TunePlot.svg([search(slope: slope)]) != nil)
    }
  }

  @Test func plotsEscapeNames() throws {
    var result = search(slope: 1000)
    result.scenario = "a\u{1}<b>\"&"
    let svg = try #require(TunePlot.svg([result]))
    #expect(svg.contains("a\\u{1}&lt;b&gt;&quot;&amp;:") && !svg.contains("\u{1}"))
  }

  @Test func textReportShowsNamesInOneLine() {
    var result = ResultFixture.full
    result.budgets[0].budget.id = "A\u{1B}[2J\nB"
    result.load[0].population = "flakes\u{1B}[2J"
    let text = TextReport.text(result)
    #expect(!text.contains("\u{1B}"))
    #expect(text.contains("✓ A\\u{1b}[2J\\nB  population.flakes.max"))
    #expect(text.contains("load of 600 flakes\\u{1b}[2J: carried"))
    let styled = TextReport.text(ResultFixture.full, isStyled: true)
    #expect(styled.hasPrefix("\u{1B}[1;32mPASSED\u{1B}[0m  snowglobe  ·  "))
    #expect(styled.contains("\u{1B}[32m✓\u{1B}[0m BV-SNOW  "))
  }
}
