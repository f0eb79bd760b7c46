import SimFormats
import SimImageAnalysis
import SimReport
import Testing

/// Goal: a failure ends with the command that shows it, at the frame where it is worst.
///
/// Method: crafted results of one failure each, and what a screen says of them.
@Suite struct NextStepTests {
  private func next(_ change: (inout SceneResult) -> Void) -> String {
    var result = SeriesFixture.result()
    result.scenarioFile = "a b.json"
    for index in result.budgets.indices { result.budgets[index].status = .passed }
    for index in result.timing.budgets.indices { result.timing.budgets[index].status = .passed }
    change(&result)
    let lines = ScreenReport.text([result]).split(separator: "\n").map { String($0) }
    return lines.first { $0.hasPrefix("  next  ") } ?? "none"
  }

  private func failing(_ path: String) -> BudgetSummary {
    var summary = ResultFixture.budget("BV-X", .at(path), .atMost, 0, measured: 1)
    summary.status = .failed
    return summary
  }

  private let rest = " --seed 18446744073709551615 --frames 120 --device "

  @Test func whatPassesHasNone() { #expect(next { _ in } == "none") }

  @Test func allocationsAreNamed() {
    let line = next { $0.budgets.append(failing("allocations.steadyMaxPerFrame")) }
    #expect(line.hasPrefix("  next  simbench run 'a b.json' --alloc-sites" + rest))
  }

  @Test func populationsAreLookedAt() {
    let line = next { $0.budgets.append(failing("population.flakes.max")) }
    #expect(line.hasPrefix("  next  simbench render 'a b.json'" + rest))
  }

  @Test func flashesAreShownWhereTheyFail() {
    let line = next { result in
      var general = FlashSafety.Count()
      general.firstFailFrame = 37
      result.flash = FlashSafety(
        frames: 120, general: general, saturation: .init(), chromaticity: .init(),
        means: .init(level: .pass, luminanceTransitions: 0, redTransitions: 0),
        worstContrastShare: 0, combined: nil)
      result.budgets.append(failing("flash.general.worstAreaShare"))
    }
    #expect(line.hasPrefix("  next  simbench render 'a b.json' --at 37" + rest))
  }

  @Test(arguments: [
    ("luminanceChange.worst", 11), ("localChange.worst", 22), ("speed.p95", 33),
  ])
  func restlessFramesAreShown(measure: String, frame: Int) {
    let line = next { result in
      var calmness = Calmness(comparedFrames: 119)
      (calmness.worstLuminanceFrame, calmness.worstLocalFrame) = (11, 22)
      calmness.worstMovingFrame = 33
      result.calmness = calmness
      result.budgets.append(failing("calmness.\(measure)"))
    }
    #expect(line.hasPrefix("  next  simbench render 'a b.json' --at \(frame)" + rest), "\(line)")
  }

  @Test func stripesAreShownWhereTheyFail() {
    let line = next { result in
      var pattern = FlashSafety.Pattern()
      pattern.firstFailFrame = 41
      result.flash = FlashSafety(
        frames: 120, general: .init(), saturation: .init(), chromaticity: .init(),
        means: .init(level: .pass, luminanceTransitions: 0, redTransitions: 0),
        worstContrastShare: 0, combined: nil, pattern: pattern)
      result.budgets.append(failing("flash.pattern.worstAreaShare"))
    }
    #expect(line.hasPrefix("  next  simbench render 'a b.json' --at 41" + rest))
  }

  @Test func oneRunOfAMatrixIsNamed() {
    let line = next { result in
      result.scenario = "trace[a]"
      result.budgets.append(failing("population.flakes.max"))
    }
    #expect(line.hasPrefix("  next  simbench render 'a b.json[a]'" + rest))
  }
}
