import SimFormats
import SimImageAnalysis
import SimReport
import SimInput
import Testing

/// Goal: a stored result is read back as it was, and a wrong one is refused with its place.
///
/// Method: results are written, read and written again, and the bytes compared; single values of
/// the text are replaced.
@Suite struct ResultFileTests {
  private func text(_ result: SceneResult) -> String {
    JSONWriter.text(of: SceneResult.shape.object(result))
  }

  private func read(_ text: String) throws -> [SceneResult] {
    [try SceneResult.shape.read(JSONDocument.read(Array(text.utf8), file: "result.json").root)]
  }

  static var inked: SceneResult {
    var result = ResultFixture.full
    let spread = QuantileSpread(p50: 0.1, p95: 2.3, maximum: 9.75)
    let times = StrokeLatencySummary.Spread(p50: 33.4, p95: 41.7, maximum: 49.9, overLimit: 0)
    result.strokeLatency = StrokeLatencySummary(
      samples: 900, spread: times,
      sightings: StrokeLatencySummary.Sightings(inFrame: 800, alreadyInked: 90, later: 9, never: 1),
      pipelineDepth: 2, refreshRate: 60, allowance: 12.5, missedFrames: 4, lag: spread,
      withDepthOne: times, atHertz120: times, withPrediction: times, predictionError: nil)
    return result
  }

  /// With instructions and with the names of functions that allocate.
  static var counted: SceneResult {
    var result = ResultFixture.full
    result.environment.toolchain = "Swift 6.3, clang 21.0.0 11673e6660b2"
    result.timing.instructions = InstructionSummary(
      source: .valgrind, note: "no hardware counter: no such file or directory", frames: 600,
      counts: [InstructionCount(name: "step", total: 1_234_567_890)])
    let site = AllocationSite(
      function: "SimScenes.Snow.grow() -> ()", callers: ["SimScenes.Snow.step() -> ()"],
      phase: "step", count: 1_200, bytes: 76_800, firstFrame: 121)
    result.allocations.sites = AllocationSites(top: [site], siteCount: 21, lostCount: 3)
    return result
  }

  static let results: [SceneResult] = [
    counted, ResultFixture.full, ResultFixture.empty, ResultFixture.heldUp, inked,
    SeriesFixture.failing,
    SeriesFixture.result(differsFrom: 3), flashing,
  ]

  @Test(arguments: results.indices) func writtenAgainItIsTheSame(index: Int) throws {
    let written = text(Self.results[index])
    let read = try #require(read(written).first)
    #expect(text(read) == written)
    #expect(read.series == Self.results[index].series)
    #expect(read.verdict == Self.results[index].verdict)
    #expect(read.scenarioFile == Self.results[index].scenarioFile)
    #expect(read.timing.processor == Self.results[index].timing.processor)
    #expect(read.budgets == Self.results[index].budgets)
    #expect(read.calmness == Self.results[index].calmness)
  }

  @Test func countsAreShownWithTheirSource() {
    let text = TextReport.text(Self.counted)
    for words in [
      "step 2,057,613 per frame", "600 frames", "valgrind, inside the phases only",
      "no hardware counter", "1,200 in step", "first in frame 121", "SimScenes.Snow.grow",
      "← SimScenes.Snow.step", "and 20 more", "3 allocations of further places",
    ] { #expect(text.contains(words), "\(words) in \(text)") }
    #expect(!TextReport.text(ResultFixture.full).contains("instructions"))
  }

  @Test func severalResultsAndFaults() throws {
    var faulty = ResultFixture.full
    faulty.fault = ResultFixture.fault
    let written = JSONWriter.text(of: ResultFile.value([faulty, ResultFixture.empty]))
    let read = try ResultFile.read(Array(written.utf8), file: "result.json")
    #expect(read.runs.count == 2)
    #expect(read.scenes[0].fault == ResultFixture.fault && read.scenes[0].verdict == .failed)
    #expect(JSONWriter.text(of: ResultFile.value(read)) == written)
  }

  @Test func laterKeysAreIgnored() throws {
    guard case .object(let members) = SceneResult.shape.object(ResultFixture.full) else {
      Issue.record("no object")
      return
    }
    let later = members + [("later", JSONOutput.array([.null]))]
    let read = try read(JSONWriter.text(of: .object(later.filter { $0.0 != "series" })))
    #expect(read[0].scenario == "snowglobe" && read[0].series == nil)
  }

  /// A result without the members of some names.
  private func cut(_ output: JSONOutput, without keys: [String]) -> JSONOutput {
    guard case .object(let members) = output else { return output }
    return .object(
      members.filter { !keys.contains($0.0) }.map { ($0.0, cut($0.1, without: keys)) })
  }

  @Test func resultsHaveEveryKindOfEvent() throws {
    let sound = SceneResult.shape.object(ResultFixture.full)
    let whole = try #require(read(text(ResultFixture.full)).first)
    #expect(whole.input == ResultFixture.full.input && whole.input.events?.unseenContacts == 1)
    // Each of them is compared by the gate, and each must be there.
    let paths = Set(ExactMetrics.metrics(of: sound).map(\.path))
    for key in InputTally.keys {
      #expect(paths.contains("input.events.\(key)"))
      let short = JSONWriter.text(of: cut(sound, without: [key]))
      #expect(throws: FormatError.self, "\(key)") { try read(short) }
    }
  }

  /// With flashes that only the stricter rules refuse, and a camera's picture with a profile.
  static var flashing: SceneResult {
    var result = ResultFixture.full
    var count = FlashSafety.Count()
    (count.worstAreaShare, count.firstFailFrame) = (0.5, 30)
    (count.maximumTransitions, count.maximumFieldTransitions) = (9, 8)
    var threshold = FlashSafety.Threshold()
    threshold.worstAreaShare = 0.125
    threshold.worst = FlashSafety.Place(x: 1, y: 2, width: 341, height: 256, frame: 31)
    result.flash = FlashSafety(
      frames: 60, general: count, saturation: FlashSafety.Count(),
      chromaticity: FlashSafety.Count(),
      means: FlashSafety.Means(level: .pass, luminanceTransitions: 0, redTransitions: 0),
      worstContrastShare: 0,
      combined: FlashSafety.Combined(general: threshold, red: FlashSafety.Threshold()))
    result.ignored = ["iCCP of cat.png"]
    return result
  }

  @Test func bothFlashVerdictsAreWritten() throws {
    let sound = SceneResult.shape.object(Self.flashing)
    #expect(sound["flash"]?["wcag"]?.text == "passed")
    #expect(sound["flash"]?["strict"]?.text == "failed")
    let text = TextReport.text(Self.flashing)
    #expect(text.contains("flash, WCAG  passed  ·  12.5 % of 10° at the same time"), "\(text)")
    #expect(text.contains("ignored      iCCP of cat.png"), "\(text)")
  }

  @Test(arguments: [
    "events", "cpu", "evidence", "combined", "scenarioFile", "scenarioFrames", "toolchain",
  ])
  func everyKeyHasToBeThere(key: String) throws {
    let sound = SceneResult.shape.object(Self.flashing)
    let short = JSONWriter.text(of: cut(sound, without: [key]))
    #expect(throws: FormatError.self) { try read(short) }
  }

  @Test(
    arguments: [
      ("\"evidence\": \"queue\"", "\"evidence\": \"guess\"", "found \"guess\""),
      ("\"excludingCPUWait\": {", "\"without\": {", "missing key \"excludingCPUWait\""),
      ("\"schemaVersion\": 2", "\"schemaVersion\": 1", "found schemaVersion 1, allowed 2"),
      ("\"refreshRate\": 60", "\"refreshRate\": 0", "timing.refreshRate: found 0"),
      ("\"overrun\":", "\"overran\":", "missing key \"overrun\""),
      ("\"seed\": \"18446744073709551615\"", "\"seed\": -1", "seed: found -1"),
      ("\"name\": \"population.flakes.max\"", "\"name\": \"population.flake.max\"", "flakes.max"),
      ("\"status\": \"passed\"", "\"status\": \"fine\"", "found \"fine\""),
      ("\"state\": \"0000000000000001\"", "\"state\": \"1\"", "sixteen hexadecimal digits"),
      ("\"frameRate\": 60", "\"frameRate\": 0", "frameRate: found 0"),
      ("\"scenario\": \"snowglobe\"", "\"scenario\": \"a b\"", "lower-case letters"),
      ("\"digest\": {", "\"digests\": {", "missing key \"digest\""),
      ("\"bound\": \"atMost\"", "\"bound\": \"beyond\"", "budgets[0].bound"),
      ("\"touches\",", "\"touch\",", "missing column \"touches\""),
      ("20, 10, 10, 0,", "20, 10, 10,", "series.rows[2]"),
      ("20, 10, 10, 0,", "20, 10, 10, \"0\",", "series.rows[2][3]"),
      ("\"slowest\",", "\"slow\",", "missing column \"slowest\""),
    ])
  func wrongValuesAreNamed(old: String, new: String, words: String) throws {
    let sound = text(SeriesFixture.result())
    let wrong = sound.replacing(old, with: new, maxReplacements: 1)
    #expect(wrong != sound, "\(old)")
    let error = #expect(throws: FormatError.self) { try read(wrong) }
    let message = error?.message ?? ""
    #expect(message.contains(words), "\(message)")
    #expect(message.hasPrefix("result.json:") && !message.contains("\n"))
  }

  @Test func everyCutIsRefused() throws {
    let sound = Array(text(SeriesFixture.result()).utf8)
    for end in stride(from: 0, to: sound.count - 2, by: 97) {
      #expect(throws: FormatError.self) {
        try ResultFile.read(Array(sound[..<end]), file: "cut.json")
      }
    }
  }
}
