import SimFormats
import SimReport
import Testing

/// Goal: each failed property and missed rate of a model is a finding with requirement, value and
/// limit.
///
/// Method: a result with one failed property, one missed rate and one rate without samples.
@Suite struct ModelFindingTests {
  private static var result: ModelResult {
    var result = ModelResult.blank
    result.scenario = "drops"
    result.scenarioFile = "scenarios/drops.json"
    result.failure = ExploreFailure(
      "no-loss", "BV-1", "Nothing is lost.", frame: 1234, value: "2 drops")
    result.shares = [
      ModelResult.Share(
        "caught", requirement: "", part: 9, whole: 10, lowerBound: 0.61, minimum: 0.9),
      ModelResult.Share(
        "kept", requirement: "BV-2", part: 0, whole: 0, lowerBound: nil, minimum: 0.5),
      ModelResult.Share(
        "seen", requirement: "", part: 1, whole: 2, lowerBound: 0.1, minimum: nil),
    ]
    return result
  }

  @Test func everyFailureIsAFinding() {
    let findings = Finding.all(in: ResultFile.Results([.model(Self.result)]))
    #expect(findings.map { $0.rule.id } == ["BV-1", "caught", "BV-2"])
    #expect(findings.allSatisfy { $0.isFailure && $0.file == "scenarios/drops.json" })
    #expect(
      findings[0].words
        == "no-loss fails in step 1,234, found 2 drops: Nothing is lost.")
    #expect(
      findings[1].words == "caught: 95 % lower confidence bound 61 %, required above 90 %")
    #expect(findings[2].words == "kept: no samples, required above 50 %")
    #expect(Finding.all(in: ResultFile.Results([.model(.blank)])).isEmpty)
  }

  @Test func screenEndsWithTheVerdictOfAll() {
    let text = ScreenReport.text(ResultFile.Results([.model(Self.result)]))
    #expect(text.hasSuffix("FAILED  drops  BV-1, caught, BV-2 failed\n"), "\(text)")
    let both = ScreenReport.text(
      ResultFile.Results([.model(Self.result), .scene(ResultFixture.full)]))
    #expect(both.hasSuffix("FAILED  1 of 2 scenarios: drops\n"), "\(both)")
  }
}
