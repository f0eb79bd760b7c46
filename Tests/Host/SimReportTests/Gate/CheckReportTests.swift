import SimFormats
import SimInput
import SimReport
import Testing

/// Goal: a check holds when every stage does, and a stage that checked nothing does not.
///
/// Method: crafted results, outcomes and goldens, good and bad, in every format.
@Suite struct CheckReportTests {
  private func report(
    _ results: [SceneResult], goldens: [GoldenState]? = [.same],
    repeated: VerifyReport.Outcome = .equal
  ) -> CheckReport {
    let entries = goldens?.map {
      GoldenReport.Entry(
        name: "a", state: $0, frameCount: 9, framesPerSecond: 60,
        differingFrames: $0 == .differs ? 1 : 0, firstFrame: $0 == .differs ? 4 : nil)
    }
    let gate = results.map { result in
      var outcome = GateOutcome(
        scenario: result.scenario, seed: 1, frames: 9, reference: "b", runVerdict: "passed")
      let metrics = [ExactMetric(path: "work.primitives", value: .integer(7))]
      outcome.exact = ExactComparison(reference: metrics, measured: metrics, needsAll: true)
      return outcome
    }
    var verified = VerifyReport(
      file: "a.json", subject: SubjectName(.scene, "a"), device: "b", seed: 1, frames: 9)
    verified.variants = [
      VerifyReport.Variant("rewind", repeated, compared: repeated == .notRun ? 0 : 9, words: "c")
    ]
    return CheckReport(
      results: ResultFile.Results(scenes: results), gate: gate, remedy: nil,
      goldens: entries.map { GoldenReport($0, orphans: [], folder: "goldens") },
      verified: [verified], pairs: [], reference: nil)
  }

  private func tones(_ report: CheckReport) -> [CheckReport.Stage: Tone] {
    Dictionary(uniqueKeysWithValues: report.outcomes.map { ($0.stage, $0.tone) })
  }

  @Test func stagesSayWhatDoesNotHold() {
    let good = report([ResultFixture.full])
    #expect(tones(good)[.run] == .passed && tones(good)[.gate] == .passed)
    #expect(tones(good)[.goldens] == .passed && tones(good)[.verify] == .passed)
    #expect(tones(good)[.flash] == .unsure, "no flash was measured, so nothing was checked")
    let bad = report([ResultFixture.full, SeriesFixture.failing], goldens: [.same, .differs])
    #expect(tones(bad)[.run] == .failed && tones(bad)[.goldens] == .failed)
    let end = "FAILED  run: 1 of 2, goldens: 1 of 2, flash: nothing was checked\n"
    #expect(bad.text().hasSuffix(end))
    #expect(tones(report([ResultFixture.full], goldens: []))[.goldens] == .unsure)
    #expect(tones(report([ResultFixture.full], goldens: [.missing]))[.goldens] == .unsure)
    let parted = report([ResultFixture.full], repeated: .different)
    #expect(tones(parted)[.verify] == .failed && parted.text().contains("verify  a.json  rewind\n"))
    #expect(tones(report([ResultFixture.full], repeated: .notRun))[.verify] == .failed)
    let none = report([ResultFixture.full], goldens: nil)
    #expect(tones(none)[.goldens] == nil && none.text().contains("no folder of goldens"))
  }

  @Test func everyFormatHasEveryFailure() {
    let bad = report(
      [ResultFixture.full, SeriesFixture.failing], goldens: [.differs], repeated: .different)
    let names = bad.findings.map { $0.title }
    #expect(names.contains("a.json: repeated") && bad.junit.contains("determinism-broken"))
    for text in [bad.text(), bad.markdown(), bad.html(showing: .init())] {
      #expect(text.contains("rewind") && text.contains("simbench verify a.json --frames 9"))
    }
    #expect(names.contains("golden a") && names.contains { $0.hasSuffix(": BV-SNOW") })
    let page = bad.html(showing: .init())
    PageRules.check(page, "check")
    for text in [bad.text(), bad.markdown(), bad.junit, page] {
      #expect(text.contains("1 of 9 frames differs") && text.contains("BV-SNOW"), "\(text)")
    }
    #expect(bad.junit.contains("<testsuite name=\"goldens\" tests=\"1\" failures=\"1\""))
  }
}
