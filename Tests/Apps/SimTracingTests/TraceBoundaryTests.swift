import SimMath
import SimRaster
import Testing
import SimTracing

/// Goal: what completes a letter, what counts as ink and what is like a letter is decided exactly
/// at the limits that the rules give: just enough is enough, and a little less is not.
///
/// Method: ink grown by half a millimeter at a time until the answer changes; the shares before and
/// after must enclose the limit closely. Likeness of marks whose score can be worked out by hand.
@Suite struct TraceBoundaryTests {
  /// The figure in the last step before the answer changed, and in the step in which it did.
  struct Limit {
    var before: Float
    var after: Float

    /// Whether a limit lies between them, and little else.
    func encloses(_ limit: Float) -> Bool {
      min(before, after) < limit && limit <= max(before, after) && abs(before - after) < 0.01
    }
  }

  /// Ink that grows along x at a height until lifting the finger would complete the trace, or would
  /// not any more.
  static func limit(
    _ meter: inout TraceMeter, x: Float, y: Float, isUpright: Bool = false,
    _ figure: (TraceMeter) -> Float
  ) -> Limit {
    let wasEnough = meter.isEnough
    meter.add(Vector2(x, y), isFirst: true)
    for step in 1...1000 {
      let before = figure(meter)
      let grown = Float(step) / 2
      meter.add(
        isUpright ? Vector2(x, y + grown) : Vector2(x + grown, y), isFirst: false)
      if meter.isEnough != wasEnough { return Limit(before: before, after: figure(meter)) }
    }
    return Limit(before: -1, after: 2)
  }

  static func meter(_ strokes: [[Vector2]]) -> TraceMeter {
    TraceMeter(
      TracePath(strokes: strokes, spacing: 0.5), tolerancePoints: 6, pointsPerMillimeter: 1)
  }

  // MARK: - What completes

  @Test func sevenTenthsOfThePathAreEnough() {
    var meter = Self.meter([Figures.line()])
    let limit = Self.limit(&meter, x: 0, y: 0) { $0.coverage }
    #expect(limit.encloses(0.7), "\(limit)")
  }

  @Test func fortyFivePercentOfEveryStrokeAreEnough() {
    var meter = Self.meter([Figures.line(to: 200), Figures.line(y: 50)])
    meter.add(Vector2(0, 0), isFirst: true)
    meter.add(Vector2(200, 0), isFirst: false)
    let limit = Self.limit(&meter, x: 0, y: 50) { $0.strokeCoverage(1) }
    #expect(limit.encloses(0.45), "\(limit)")
  }

  /// The latest ink of large letters may be beside the path for three tenths, that of small ones
  /// for 15 in 100.
  @Test(arguments: [(Float(100), Float(0.7)), (61, 0.7), (59, 0.85), (40, 0.85)])
  func inkBesideThePathIsBorneSoFar(height: Float, share: Float) {
    var meter = Self.meter([[Vector2(0, 0), Vector2(0, height)]])
    meter.add(Vector2(0, 0), isFirst: true)
    meter.add(Vector2(0, height), isFirst: false)
    #expect(meter.isEnough)
    let limit = Self.limit(&meter, x: 50, y: 0, isUpright: true) { $0.recentOnPath }
    #expect(limit.encloses(share), "\(limit)")
  }

  // MARK: - What is ink

  @Test func inkIsDividedInHalfMillimetersAndWaitsForASixteenthOfThat() {
    for (move, isInk) in [(Float(0.0309), false), (0.0315, true)] {
      var meter = Self.meter([Figures.line()])
      meter.add(Vector2(10, 0), isFirst: true)
      let before = meter.inkLength
      meter.add(Vector2(10 + move, 0), isFirst: false)
      #expect((meter.inkLength > before) == isInk, "\(move) mm")
    }
  }

  @Test func samplesOnNoScreenArePassedOver() {
    var meter = Self.meter([Figures.line()])
    meter.add(Vector2(1_001_000, 0), isFirst: true)
    meter.add(Vector2(0, -1_001_000), isFirst: true)
    #expect(meter.sampleCount == 0)
    meter.add(Vector2(999_000, 0), isFirst: true)
    meter.add(Vector2(0, -999_000), isFirst: true)
    #expect(meter.sampleCount == 2)
  }

  // MARK: - What is like a letter

  /// Ink up to 0.12 of the height from a right angle looks around it, other ink does not.
  ///
  /// In cells of 1/128 that is 15.36. Pieces of half a cell end up in the 16th cell at 15.33 and
  /// 15.83 or at 15.4 and 15.9, as long as the leg before the corner is.
  @Test(arguments: [(Float(20.42), true), (20.35, false)])
  func directionsAreTakenOverAnEighthOfTheHeight(leg: Float, looksAround: Bool) throws {
    let ink = try #require(
      InkSpots([
        [Vector2(leg, 0), Vector2(0, 0), Vector2(0, 128), Vector2(20.5 - leg, 128)]
      ]))
    let spots = ink.spots.filter { (15..<16).contains($0.position.y) }
    #expect(spots.count == 1 && (abs(spots[0].direction.y) > 1e-5) == looksAround, "\(spots)")
  }

  /// The score of a recording on a canvas of 105.
  static func score(_ strokes: [[Vector2]], _ letter: Letter) -> Float {
    var time: UInt64 = 0
    let samples = strokes.map { stroke in
      stroke.map { point in
        time += 8_000_000
        return InkSample(point, time: time)
      }
    }
    return LetterMatch(InkRecording(strokes: samples, canvasSide: 105), letter: letter).score
  }

  @Test func lettersBelowFourPercentOfTheCanvasAreSpecks() {
    let (low, high) = Self.extent(LetterTemplate(.smallO).strokes.joined().map { $0 })
    let side = max(high.x - low.x, high.y - low.y)
    for (size, isLetter) in [(Float(4.15), false), (4.25, true)] {
      let scale = size / side
      let ink = LetterTemplate(.smallO).strokes.map { $0.map { $0 * scale } }
      #expect((Self.score(ink, .smallO) > 0) == isLetter, "\(size) of 105")
    }
  }

  private static func extent(_ points: [Vector2]) -> (low: Vector2, high: Vector2) {
    points.reduce((points[0], points[0])) { box, point in
      (
        Vector2(min(box.0.x, point.x), min(box.0.y, point.y)),
        Vector2(max(box.1.x, point.x), max(box.1.y, point.y))
      )
    }
  }

  /// The line of an O as ticks across it, as many as likeness is judged by and evenly along it, so
  /// that each is exactly where a point of the letter is.
  private static func ticksAcross() -> [[Vector2]] {
    let outline = LetterTemplate(.capitalO).strokes[0]
    var arcs: [Float] = [0]
    for (one, next) in zip(outline, outline.dropFirst()) {
      arcs.append(arcs[arcs.count - 1] + (next - one).length)
    }
    let total = arcs[arcs.count - 1]
    func point(_ arc: Float) -> Vector2 {
      let arc = max(0, min(arc, total))
      let place = max(1, arcs.firstIndex { $0 >= arc } ?? arcs.count - 1)
      let (from, to) = (outline[place - 1], outline[place])
      return from + (to - from) * ((arc - arcs[place - 1]) / (arcs[place] - arcs[place - 1]))
    }
    return (0..<96).map { index in
      let arc = (Float(index) + 0.5) / 96 * total
      // The letter's own directions are those of its line over an eighth of its height.
      let course = point(arc + 0.12) - point(arc - 0.12)
      let way = Vector2(-course.y, course.x) * (0.01 / course.length)
      let place = point(arc)
      return [(place - way) * 50, (place + way) * 50]
    }
  }

  /// Straight lines, of whatever slope and however thin, are like no letter.
  @Test func linesAreLikeNoLetter() {
    var most: Float = 0
    for letter in Letter.allCases {
      for (x, y) in [(Float(0), Float(60)), (60, 0), (60, 60), (60, -60), (2, 60), (60, 3)]
        as [(Float, Float)]
      {
        let line = (0...20).map { Vector2(20 + x * Float($0) / 20, 80 + y * Float($0) / 20 - 60) }
        most = max(most, Self.score([line], letter))
      }
    }
    #expect(most < 0.05, "\(most)")
  }

  /// Up to one and a half times as wide or as high, a letter is itself.
  @Test(arguments: [(Float(1.4), Float(1.4)), (1.49, 1.49), (1.51, 1.5), (2, 1.5)])
  func lettersMayBeStretchedByOneAndAHalf(stretch: Float, held: Float) {
    let wide = LetterMatch.held(Vector2(stretch, 1))
    let high = LetterMatch.held(Vector2(1, stretch))
    #expect(abs(wide.x / wide.y - held) < 1e-4 && abs(high.y / high.x - held) < 1e-4)
    #expect(abs(wide.x * wide.y - stretch) < 1e-4)
  }

  /// A sample a fiftieth of the size from the last one is ink, a nearer one is a tremble.
  @Test(arguments: [(Float(0.0197), false), (0.0203, true)])
  func samplesAFiftiethApartAreInk(distance: Float, isInk: Bool) throws {
    let ink = try #require(InkSpots([[Vector2(0, 0), Vector2(distance, 0), Vector2(0, 1)]]))
    #expect((ink.spots.map(\.position.x).max() ?? 0 > 0.005) == isInk)
  }

  /// Of two lines a fiftieth of the size apart, a spot of either is divided by the ink within a
  /// twenty-fifth, each piece weighed by how near it is.
  @Test func linesWithinATwentyFifthAreDividedByEachOther() throws {
    let (cell, reach) = (Float(1) / 128, Float(0.04))
    let ink = try #require(
      InkSpots([Float(0), 0.02].map { x in [Vector2(x, 0), Vector2(x, 1)] }))
    let lines = (-8...8).reduce(Float(0)) { sum, step in
      let along = Float(step) * cell
      let beside = (along * along + 0.02 * 0.02).squareRoot()
      return sum + (max(0, 1 - along.magnitude / reach) + max(0, 1 - beside / reach)) * cell / reach
    }
    let middle = ink.spots.filter { abs($0.position.y - 0.5) < cell }
    #expect(middle.count == 4)
    for spot in middle { #expect(abs(spot.weight * lines / cell - 1) < 0.002, "\(spot)") }
  }

  /// Each point in its place but at right angles costs √0.1 of the letter's height, once for the
  /// pairing and once for the mean distance; in units of twice the spread of the O's line, and
  /// a score of exp(−(cost / 0.4)²).
  @Test func wrongDirectionsCostWhatWasWorkedOut() {
    let centers = Self.ticksAcross().map { ($0[0] + $0[1]) * 0.01 }
    let middle = centers.reduce(Vector2.zero, +) * (1 / Float(centers.count))
    let squares = centers.reduce(Float(0)) { $0 + ($1 - middle).lengthSquared }
    let unit = 2 * (squares / Float(centers.count)).squareRoot()
    let cost = 2 * Float(0.1).squareRoot() / unit
    let expected = Math.exp(-(cost / 0.4) * (cost / 0.4))
    let found = Self.score(Self.ticksAcross(), .capitalO)
    #expect(abs(found / expected - 1) < 0.03, "\(found), worked out \(expected)")
  }

  /// Shaken more and more, a letter is complete as long as it is like itself by six tenths.
  @Test(arguments: [UInt64(3), 10]) func sixTenthsOfLikenessAreEnough(seed: UInt64) {
    func ink(_ noise: Float) -> InkRecording {
      LetterMatchTests.recording(.smallE, scale: Vector2(60, 60), noise: noise, seed: seed)
    }
    var (low, high) = (Float(0), Float(0.5))
    for _ in 0..<14 {
      let middle = (low + high) / 2
      if LetterMatchTests.score(ink(middle), .smallE) >= 0.6 { low = middle } else { high = middle }
    }
    for (noise, isComplete) in [(low, true), (high, false)] {
      // A letter of 12 mm: all of its ink is near its path.
      let score = TraceScore(
        ink(noise), letter: .smallE, heightMillimeters: 12, pointsPerMillimeter: 5)
      #expect(abs(score.score - 0.6) < 0.0175 && score.meter.isComplete)
      #expect(score.isComplete == isComplete, "\(score.score)")
    }
  }

  /// Both scores rise and fall by a little with every start of an `o`; a twentieth more is no luck.
  @Test func mirrorImageIsATwentiethMoreLike() {
    for score in [Float(0), 0.5, 0.9] {
      #expect(!TraceScore.isMirrored(score: score, mirrorScore: score + 0.0495))
      #expect(TraceScore.isMirrored(score: score, mirrorScore: score + 0.0505))
    }
  }

  // MARK: - What is smooth

  /// A stroke is brought to 60 samples a second, and needs six.
  @Test func smoothnessNeedsATenthOfASecond() {
    for (milliseconds, isMeasured) in [(UInt64(98), false), (102, true)] {
      let stroke = (0...20).map { index in
        InkSample(
          Vector2(Float(index * index * index), 0), time: UInt64(index) * milliseconds * 50_000)
      }
      let measures = WritingMeasures(InkRecording(strokes: [stroke]))
      #expect((measures.smoothness != nil) == isMeasured, "\(milliseconds) ms")
    }
  }

  /// A finger that jumps to and fro by 1 mm with each of 60 samples a second: third differences
  /// are 4 mm, so that the jerk is 16 (n − 2) n³ for n samples, each a sixtieth of a second.
  @Test func jerkIsThatOfSixtySamplesASecond() throws {
    let count = 120
    let samples = (0...count).map { index in
      InkSample(Vector2(0, index % 2 == 0 ? 0 : 1), time: UInt64(index) * 16_666_667)
    }
    let found = try #require(WritingMeasures(InkRecording(strokes: [samples])).smoothness)
    let n = Float(count)
    let expected = -Math.log(16 * (n - 2)) - 3 * Math.log(n)
    #expect(abs(found - expected) < 0.1, "\(found), worked out \(expected)")
  }

  // MARK: - What is felt

  static func off(_ haptics: inout Haptics, _ deviation: Float, _ time: UInt64) -> HapticPulse? {
    haptics.add(deviationMillimeters: deviation, at: .zero, time: time)
  }

  @Test func leavingIsFeltAfterThirtyMilliseconds() {
    for (microseconds, isFelt) in [(UInt64(29_500), false), (30_000, true)] {
      var haptics = Haptics()
      _ = Self.off(&haptics, 7, 1_000_000_000)
      let pulse = Self.off(&haptics, 7, 1_000_000_000 + microseconds * 1_000)
      #expect((pulse != nil) == isFelt)
      #expect(pulse.map { $0.milliseconds == 20 } ?? true, "a short knock")
    }
  }

  @Test func pulsesAreEightyMillisecondsApart() {
    var haptics = Haptics()
    _ = Self.off(&haptics, 7, 0)
    #expect(Self.off(&haptics, 7, 40_000_000) != nil)
    #expect(haptics.complete(time: 41_000_000) == nil)
    #expect(haptics.advance(to: 119_000_000) == nil)
    let pulse = haptics.advance(to: 120_000_000)
    #expect(pulse?.role == .completion && pulse?.milliseconds == 40)
  }

  @Test func fingerIsBackOneMillimeterInside() {
    for (deviation, isBack) in [(Float(5.02), false), (4.98, true)] {
      var haptics = Haptics()
      _ = Self.off(&haptics, 7, 0)
      _ = Self.off(&haptics, 7, 40_000_000)
      #expect(haptics.isOff)
      _ = Self.off(&haptics, deviation, 50_000_000)
      _ = Self.off(&haptics, deviation, 90_000_000)
      #expect(haptics.isOff != isBack, "\(deviation) mm")
    }
  }

  @Test func latestPulsesAreKept() {
    var haptics = Haptics()
    var times: [UInt64] = []
    for step in 0..<200 as Range<UInt64> {
      let time = step * 100_000_000
      _ = Self.off(&haptics, step % 2 == 0 ? 7 : 0, time)
      if Self.off(&haptics, step % 2 == 0 ? 7 : 0, time + 40_000_000) != nil {
        times.append(time + 40_000_000)
      }
    }
    #expect(times.count == 100)
    let kept = (0..<64 as Range<UInt32>).map { haptics.pulse(before: $0).time }
    #expect(kept == Array(times.reversed().prefix(64)))
  }
}
