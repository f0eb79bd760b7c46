import SimMath
import TestTier
import Testing
import SimTracing

/// Goal: a score is of what is on the paper, not of how long it took to get there.
///
/// Method: letters as they are taught, 60 mm high; the same with rests, strokes drawn again, other
/// rates, slow and trembling hands and other starts. Limits are those a teacher would not notice.
@Suite struct PaperScoreTests {
  static let letters: [Letter] = Tier.isDebug ? [.smallA] : Letter.allCases
  static let startStride = Tier.isDebug ? 40 : 5
  /// How much a score may change.
  static let limit: Float = 0.02

  /// How a letter is written.
  struct Hand {
    /// Samples a second.
    var rate: Float = 120
    /// Millimeters a second.
    var speed: Float = 60
    /// The standard deviation of each sample, in millimeters.
    var noise: Float = 0
  }

  /// Samples of lines in millimeters.
  static func samples(_ strokes: [[Vector2]], _ hand: Hand) -> [[Vector2]] {
    var random = RandomStream(seed: 11, name: "hand")
    let step = hand.speed / hand.rate
    return strokes.map { stroke in
      var points: [Vector2] = []
      for (start, end) in zip(stroke, stroke.dropFirst()) {
        let count = max(1, ((end - start).length / step).rounded(.up))
        for part in 0..<UInt32(count) {
          points.append(start + (end - start) * (Float(part) / count))
        }
      }
      points.append(stroke[stroke.count - 1])
      return points.map { $0 + Vector2(random.normal(), random.normal()) * hand.noise }
    }
  }

  static func letter(_ letter: Letter) -> [[Vector2]] {
    LetterTemplate(letter).strokes.map { $0.map { $0 * 60 } }
  }

  static func recording(_ strokes: [[Vector2]], rate: Float = 120) -> InkRecording {
    var time: UInt64 = 0
    return InkRecording(
      strokes: strokes.map { stroke in
        stroke.map { point in
          time += UInt64(1e9 / rate)
          return InkSample(point, time: time)
        }
      }, canvasSide: 105)
  }

  static func score(_ strokes: [[Vector2]], _ letter: Letter) -> TraceScore {
    TraceScore(recording(strokes), letter: letter, pointsPerMillimeter: 5.2)
  }

  /// The letter written once.
  static func plain(_ letter: Letter) -> TraceScore {
    score(samples(Self.letter(letter), Hand()), letter)
  }

  /// Holds a score of the same paper to that of the letter written once.
  static func expectEqual(_ strokes: [[Vector2]], _ plain: TraceScore, _ how: String) {
    let other = score(strokes, plain.letter)
    #expect(abs(plain.score - other.score) <= limit, "\(how): \(plain.score) \(other.score)")
    #expect(plain.isComplete && other.isComplete, "\(how)")
    #expect(other.meter.coverage > 0.99 && other.onPath > 0.99, "\(how)")
  }

  @Test(arguments: letters) func restChangesNothing(letter: Letter) {
    let strokes = Self.samples(Self.letter(letter), Hand())
    let plain = Self.plain(letter)
    for (share, seconds, tremor) in [(0.5, 5, 0.1), (0.3, 10, 0.1), (0.5, 10, 1), (1, 10, 0.3)]
      as [(Float, Int, Float)]
    {
      var random = RandomStream(seed: 3, name: "rest")
      var rested = strokes
      let place = min(Int(Float(strokes[0].count) * share), strokes[0].count - 1)
      let still = (0..<seconds * 120).map { step in
        let phase = Float(step) * (2 * Float.pi * 9.5 / 120)
        let tremble = Vector2(Math.sin(phase), Math.sin(phase + 1) * 0.7) * tremor
        let white = Vector2(random.normal(), random.normal()) * (tremor * 0.3)
        return strokes[0][place] + tremble + white
      }
      rested[0].insert(contentsOf: still, at: place + 1)
      Self.expectEqual(rested, plain, "\(seconds) s of \(tremor) mm")
    }
  }

  @Test(arguments: letters) func goingOverItAgainChangesNothing(letter: Letter) {
    let strokes = Self.samples(Self.letter(letter), Hand())
    let plain = Self.plain(letter)
    for stroke in strokes {
      Self.expectEqual(strokes + [stroke.reversed(), stroke], plain, "one stroke three times")
    }
    Self.expectEqual(strokes + strokes, plain, "all of it twice")
    Self.expectEqual(strokes.map { $0 + $0.reversed() }, plain, "there and back")
  }

  @Test(arguments: letters) func ratesAndSlowHandsChangeNothing(letter: Letter) {
    let plain = Self.plain(letter)
    for hand in [
      Hand(rate: 60, noise: 0.3), Hand(rate: 120, noise: 0.3), Hand(rate: 240, noise: 0.3),
      Hand(rate: 240, speed: 30, noise: 0.3), Hand(rate: 240, speed: 15),
      Hand(rate: 60, speed: 240),
    ] {
      Self.expectEqual(Self.samples(Self.letter(letter), hand), plain, "\(hand)")
    }
  }

  @Test(arguments: [Letter.smallO, .capitalO]) func beginningOfAnOvalChangesNothing(letter: Letter)
  {
    let oval = Self.samples(Self.letter(letter), Hand())[0].dropLast()
    let plain = Self.plain(letter)
    for place in stride(from: 1, to: oval.count, by: Self.startStride) {
      let turned = Array(oval[place...] + oval[..<place])
      Self.expectEqual([turned + [turned[0]]], plain, "from sample \(place)")
    }
  }

  @Test func turningALetterLowersItsScoreSteadily() {
    let scores = [0, 5, 8, 12, 16].map { degrees in
      let angle = Math.sinCos(Float(degrees) * .pi / 180)
      let turned = Self.letter(.smallA).map { stroke in
        stroke.map {
          Vector2(
            $0.x * angle.cosine - $0.y * angle.sine, $0.x * angle.sine + $0.y * angle.cosine)
        }
      }
      return Self.score(Self.samples(turned, Hand()), .smallA).score
    }
    #expect(zip(scores, scores.dropFirst()).allSatisfy { $0 > $1 + 0.005 }, "\(scores)")
  }

  /// What is not on the path counts however quickly it was drawn.
  @Test func inkBesideTheLetterStillCounts() {
    let letter = Self.samples(Self.letter(.smallA), Hand())
    let line = Self.samples([[Vector2(-30, -20), Vector2(-30, 80)]], Hand(speed: 600))
    let spoiled = Self.score(letter + line, .smallA)
    #expect(!spoiled.isComplete && spoiled.onPath < 0.85 && spoiled.score < 0.8)
    let slow = Self.score(
      letter + Self.samples([[Vector2(-30, -20), Vector2(-30, 80)]], Hand(speed: 6)), .smallA)
    #expect(abs(slow.onPath - spoiled.onPath) < 0.02 && abs(slow.score - spoiled.score) < 0.02)
  }

  @Test(arguments: letters + [.smallO]) func mirrorImageIsSaidToBeOne(letter: Letter) {
    let strokes = Self.samples(Self.letter(letter), Hand())
    let own = Self.score(strokes, letter)
    #expect(!own.isMirrored && own.isComplete)
    let mirrored = Self.score(strokes.map { $0.map { Vector2(-$0.x, $0.y) } }, letter)
    let isSymmetric: Bool = [Letter.smallO, .capitalO, .capitalA].contains(letter)
    #expect(mirrored.isMirrored == !isSymmetric && mirrored.isComplete == isSymmetric)
    #expect(abs(mirrored.mirrorScore - own.score) < 0.01)
  }

  // MARK: - The distance without order

  @Test func hausdorffDistanceIsThatOfTheLines() {
    var random = RandomStream(seed: 5, name: "lines")
    for _ in 0..<40 {
      func lines() -> [[Vector2]] {
        (0..<(1 + Int(random.range(0, 3)))).map { _ in
          (0..<(1 + Int(random.range(0, 6)))).map { _ in
            Vector2(random.range(0, 60), random.range(0, 60))
          }
        }
      }
      let (one, other) = (lines(), lines())
      let found = CurveDistance.hausdorff(one, other, exactness: 0.001)
      let oracle = max(Self.sampled(one, other), Self.sampled(other, one))
      #expect(abs(found - oracle) < 0.01, "\(one) \(other)")
    }
  }

  /// The largest distance of points 0.01 apart from the other lines, computed in doubles.
  static func sampled(_ lines: [[Vector2]], _ target: [[Vector2]]) -> Float {
    func distance(_ x: Double, _ y: Double) -> Double {
      var least = Double.infinity
      for line in target {
        for index in line.indices {
          let (a, b) = (line[max(0, index - 1)], line[index])
          let (dx, dy) = (Double(b.x - a.x), Double(b.y - a.y))
          let (px, py) = (x - Double(a.x), y - Double(a.y))
          let squared = dx * dx + dy * dy
          let part = squared > 0 ? min(max((px * dx + py * dy) / squared, 0), 1) : 0
          let (ex, ey) = (px - part * dx, py - part * dy)
          least = min(least, ex * ex + ey * ey)
        }
      }
      return least.squareRoot()
    }
    var most = 0.0
    for line in lines {
      for index in line.indices {
        let (a, b) = (line[max(0, index - 1)], line[index])
        let count = max(1, Int((b - a).length * 100))
        for step in 0...count {
          let part = Double(step) / Double(count)
          most = max(
            most,
            distance(
              Double(a.x) + part * Double(b.x - a.x), Double(a.y) + part * Double(b.y - a.y)))
        }
      }
    }
    return Float(most)
  }

  @Test(arguments: letters) func noInkIsFartherThanTheHausdorffDistance(letter: Letter) {
    for seed in 1...4 as ClosedRange<UInt64> {
      let ink = LetterMatchTests.recording(
        letter, scale: Vector2(50, 60), noise: 0.05, seed: seed, isTurned: seed > 2)
      let score = TraceScore(ink, letter: letter, pointsPerMillimeter: 5.2)
      let largest = score.largestDeviation ?? 0
      #expect(largest > 1 && score.hausdorff >= largest)
    }
    let reversed = Self.letter(letter).reversed().map { Array($0.reversed()) }
    #expect(Self.score(reversed, letter).hausdorff < 0.01 * 5.2)
  }
}
