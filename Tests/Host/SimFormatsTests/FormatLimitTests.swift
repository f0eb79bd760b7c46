import SimFormats
import Testing

/// Goal: what files may hold, and what is concluded from figures, changes at the limits that were
/// meant.
///
/// Method: figures just within a limit and just beyond it.
@Suite struct FormatLimitTests {
  // MARK: - Flash tables

  /// Two frames, of which the second's sums are off by so much.
  private static func table(luminance: Double, red: Double) throws -> FlashTable {
    let header = FlashTable.columnNames.joined(separator: ",")
    let first = "0.5,0,0,0,0,0,100,0,0,0,0,0"
    let second = "0.51,0.01,\(0.01 + luminance),0,0,0,105,5,\(5 + red),0,0,0"
    return try FlashTable(
      parsing: Array("\(header)\n\(first)\n\(second)\n".utf8), file: "means.csv")
  }

  @Test(
    arguments: [
      (1.97e-4, 0, nil), (-1.97e-4, 0.0197, nil), (0, -0.0197, nil),
      (2.03e-4, 0, "AverageLuminanceDiffAcc"), (-2.03e-4, 0, "AverageLuminanceDiffAcc"),
      (0, 0.0203, "AverageRedDiffAcc"), (0, -0.0203, "AverageRedDiffAcc"),
    ] as [(Double, Double, String?)])
  func sumsMayDifferByWhatATableRounds(luminance: Double, red: Double, column: String?) throws {
    let replay = FlashReplay(
      try Self.table(luminance: luminance, red: red), framesPerSecond: 25)
    #expect(replay.mismatches.first?.column == column && replay.mismatches.count < 2)
  }

  // MARK: - Wall time

  @Test func phasesCarryATenthOfAChange() {
    var outcome = WallOutcome(rows: [], comparedFrames: 1, processes: 1, verdict: .regressed)
    outcome.differences = [("frame", 1_000.0), ("step", 990), ("draw", 101), ("raster", 99)].map {
      WallOutcome.Difference(
        name: $0.0, nanoseconds: $0.1, lower: $0.1 - 1, upper: $0.1 + 1, isReal: true)
    }
    #expect(outcome.carriers.map(\.name) == ["step", "draw"])
  }

  // MARK: - Strokes

  /// Pixels say something of a run when a fifth of its samples had no ink before.
  @Test(arguments: [(UInt64(800), true), (803, false)])
  func aFifthOfTheInkHasToBeNew(alreadyInked: UInt64, isFound: Bool) {
    let spread = StrokeLatencySummary.Spread(p50: nil, p95: nil, maximum: nil, overLimit: 0)
    let summary = StrokeLatencySummary(
      samples: 1000, spread: spread,
      sightings: StrokeLatencySummary.Sightings(
        inFrame: 1000 - alreadyInked, alreadyInked: alreadyInked, later: 0, never: 0),
      pipelineDepth: 2, refreshRate: 60, missedFrames: 0, lag: nil, withDepthOne: spread,
      atHertz120: spread, withPrediction: spread, predictionError: nil)
    #expect(summary.source.contains("too little new ink") != isFound)
  }

  @Test(
    arguments: [
      ("99000,1,1,1", true), ("101000,1,1,1", false), ("1,3900000000,1,1", true),
      ("1,4100000000,1,1", false),
    ])
  func strokesAndTimesHaveTheirLimits(row: String, isRead: Bool) {
    let bytes = Array("stroke,time,x,y\n\(row)\n".utf8)
    let read = Result { try StrokeFile.read(bytes, file: "ink.csv") }
    #expect(((try? read.get()) != nil) == isRead)
  }

  // MARK: - Devices

  @Test(
    arguments: [
      (0.0098, 0, false), (0.0102, 0, true), (98, 0, true), (102, 0, false), (1, 9.8, true),
      (1, 10.2, false),
    ] as [(Double, Double, Bool)])
  func speedsAndUncertaintiesHaveTheirLimits(speed: Double, uncertainty: Double, isRead: Bool) {
    let text = """
      {"name": "pad-1", "title": "Pad", "widthPoints": 810, "heightPoints": 1080, "scale": 2,
      "pixelsPerInch": 264, "refreshRate": 120, "touchSamplesPerSecond": 240,
      "pencilSamplesPerSecond": 0, "pipelineDepth": 2, "costs": {
      "speed": \(speed), "source": "a page", "uncertainty": \(uncertainty)}}
      """
    let read = Result { try DeviceFile.read(Array(text.utf8), file: "pad.json") }
    #expect(((try? read.get()) != nil) == isRead)
  }

  // MARK: - Words

  @Test func twentyFourNamesAreListedAndTheRestCounted() {
    let names = (1...25).map { "name\($0)" }
    #expect(MessageText.list(Array(names.prefix(24))).hasSuffix("name24"))
    #expect(MessageText.list(names).hasSuffix("name24, … (25 in all)"))
  }

  /// No word of more than 100 letters is looked up.
  @Test func longWordsHaveNoNearSpelling() {
    for (count, isNear) in [(100, true), (101, false)] {
      let word = String(repeating: "a", count: count)
      #expect((nearestSpelling(of: word, in: [word.dropLast() + "b"]) != nil) == isNear)
    }
  }

  @Test func exponentsHaveTwoDigitsAtLeast() {
    #expect(FigureText.text(1e-9) == "1e-09" && FigureText.text(1e-10) == "1e-10")
    #expect(FigureText.text(2e19) == "2e+19")
  }

  /// Whole numbers are written as such as long as a double holds each of them.
  @Test func wholeNumbersAreWrittenUpToTheLastThatAreExact() throws {
    func text(_ number: Double) -> String {
      JSONWriter.text(of: .number(number)).filter { !$0.isWhitespace }
    }
    #expect(text(9_007_199_254_740_991) == "9007199254740991")
    #expect(text(9_007_199_254_740_992) == "9007199254740992.0")
  }
}
