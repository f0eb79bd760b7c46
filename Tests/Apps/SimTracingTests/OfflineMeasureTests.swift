import SimMath
import SimRaster
import TestTier
import Testing
import SimTracing

/// Goal: distances of curves and measures of writing as the literature defines them.
///
/// Method: published and hand-worked values; a recording traced through the whole chain.
@Suite struct OfflineMeasureTests {
  /// A line of 100 mm, a point each half millimeter.
  static func line(y: Float, isReversed: Bool = false) -> [Vector2] {
    let points = (0...200).map { Vector2(Float($0) / 2, y) }
    return isReversed ? points.reversed() : points
  }

  @Test func publishedFrechetDistance() {
    let one = [Vector2(1, 2), Vector2(3, 4)]
    let other = [Vector2(5, 6), Vector2(7, 8), Vector2(9, 0)]
    #expect(abs(CurveDistance.frechet(one, other, exactness: 1e-5) - 7.2111025) < 1e-5)
    #expect(abs(CurveDistance.frechet(other, one, exactness: 1e-5) - 7.2111025) < 1e-5)
  }

  @Test func orderMattersToFrechetAndNotToHausdorff() {
    let (line, beside) = (Self.line(y: 0), Self.line(y: 3))
    let reversed = Self.line(y: 3, isReversed: true)
    #expect(abs(CurveDistance.frechet(line, beside, exactness: 1e-4) - 3) < 1e-3)
    #expect(abs(CurveDistance.hausdorff([line], [beside], exactness: 1e-4) - 3) < 1e-3)
    #expect(abs(CurveDistance.frechet(line, reversed, exactness: 1e-4) - 100.045) < 1e-3)
    #expect(abs(CurveDistance.hausdorff([line], [reversed], exactness: 1e-4) - 3) < 1e-3)
    #expect(abs(CurveDistance.warped(line, beside) - 3 * 201) < 0.01)
    #expect(CurveDistance.warped(line, reversed) > 5000)
  }

  @Test func curvesWithoutPoints() {
    #expect(CurveDistance.frechet([], [], exactness: 1) == 0)
    #expect(CurveDistance.hausdorff([], [[]], exactness: 1) == 0)
    #expect(CurveDistance.warped([.zero], []) == .infinity)
    #expect(CurveDistance.hausdorff([], [[.zero]], exactness: 1) == .infinity)
  }

  /// A movement of least jerk over 100 units in a second.
  static func reach(tremor: Float) -> InkRecording {
    let samples = (0...120).map { step in
      let t = Float(step) / 120
      let place = 100 * t * t * t * (10 - 15 * t + 6 * t * t)
      return InkSample(
        Vector2(place, tremor * Math.sin(t * 60)), time: UInt64(step) * 8_333_333)
    }
    return InkRecording(strokes: [samples])
  }

  @Test func smoothnessIsThatOfLeastJerk() throws {
    let smooth = WritingMeasures(Self.reach(tremor: 0))
    // ∫ jerk² of the movement of least jerk is 720 L² / T⁵, and ln 720 = 6.58.
    #expect(abs(try #require(smooth.smoothness) + 6.58) < 0.3)
    let shaky = try #require(WritingMeasures(Self.reach(tremor: 1)).smoothness)
    #expect(shaky < -9)
    #expect(abs(smooth.length - 100) < 0.01 && abs(smooth.seconds - 1) < 1e-3)
    #expect(abs(try #require(smooth.speed) - 100) < 0.1 && smooth.liftCount == 0)
  }

  @Test func pausesBetweenStrokesAreNotWriting() throws {
    let strokes = [0, 3_000_000_000].map { start in
      (0...60).map {
        InkSample(Vector2(Float($0), 0), time: UInt64(start + $0 * 16_666_667))
      }
    }
    let measures = WritingMeasures(InkRecording(strokes: strokes))
    #expect(abs(try #require(measures.speed) - 60) < 0.01)
    #expect(abs(measures.seconds - 4) < 0.001 && measures.liftCount == 1)
  }

  @Test func measuresOfNothingAreNil() {
    let none = WritingMeasures(InkRecording(strokes: []))
    #expect(none.speed == nil && none.smoothness == nil && none.seconds == 0)
    let tap = WritingMeasures(InkRecording(strokes: [[InkSample(.zero, time: 5)]]))
    #expect(tap.speed == nil && tap.smoothness == nil && tap.liftCount == 0)
  }

  @Test(arguments: Letter.allCases) func letterTracedThroughTheWholeChain(letter: Letter) {
    let ink = LetterMatchTests.recording(letter, scale: Vector2(60, 60), noise: 0.01)
    let score = TraceScore(ink, letter: letter, pointsPerMillimeter: 5.2)
    #expect(score.isComplete && score.meter.isComplete && score.meter.coverage > 0.98)
    #expect(score.pulses.map { $0.role } == [.completion])
    #expect(score.deviation(at: 0.95).map { $0 < 5.2 } == true)
    #expect(abs(score.path.bounds.height - 60 * 5.2) < 0.5)
    #expect(score.writing.liftCount == UInt32(LetterTemplate(letter).strokes.count - 1))
  }

  @Test func emptyRecordingHasFiguresAndNoInk() {
    let score = TraceScore(InkRecording(strokes: []), letter: .smallA, pointsPerMillimeter: 5)
    #expect(score.score == 0 && score.placement == nil && score.pulses.isEmpty)
    #expect(score.deviation(at: 0.95) == nil && score.rms == nil && score.largestDeviation == nil)
  }

  /// Of all recordings of the other letters, drawn by one shaky hand, few complete a letter.
  @Test func wrongLettersRarelyComplete() {
    var (completed, count) = (0, 0)
    let letters: [Letter] = Tier.isDebug ? [.smallS, .smallC] : LetterMatchTests.small
    for letter in letters {
      for other in LetterMatchTests.small where other != letter {
        let ink = LetterMatchTests.recording(other, scale: Vector2(60, 60), noise: 0.02)
        count += 1
        let score = TraceScore(ink, letter: letter, pointsPerMillimeter: 5.2)
        if score.isComplete { completed += 1 }
      }
    }
    #expect(completed * 10 <= count, "\(completed) of \(count)")
  }
}
