import SimMath
import SimRaster
import TestTier
import Testing
import SimTracing

/// Goal: an unfinished letter lies where it was written, not in the whole letter's middle.
///
/// Method: the first and the last 40 to 100 % of every letter by arc length in the order of
/// writing, elsewhere and of another size, against the same ink metered in its true place.
@Suite struct UnfinishedLetterTests {
  static let perMillimeter: Float = 5.2
  static let height: Float = 60
  static let letters: [Letter] = Tier.isDebug ? [.smallA] : Letter.allCases
  static let shakyLetters: [Letter] = Tier.isDebug ? [.smallO] : [.smallO, .smallE, .capitalB]
  static let percents = Tier.isDebug ? [40, 70] : Array(stride(from: 40, through: 100, by: 5))

  /// Where a letter was written, and how high.
  static let places: [(height: Float, offset: Vector2)] = [
    (60, .zero), (37, Vector2(120, -55)),
  ]

  /// A part of a letter of height 1, from one share of its length to another.
  static func part(_ letter: Letter, from: Float, to: Float) -> [[Vector2]] {
    let strokes = LetterTemplate(letter).strokes
    let lengths = strokes.map { Self.length($0) }
    let total = lengths.reduce(0, +)
    var (parts, before): ([[Vector2]], Float) = ([], 0)
    for (stroke, length) in zip(strokes, lengths) {
      let (low, high) = (max(from * total - before, 0), min(to * total - before, length))
      before += length
      guard high - low > 1e-4 else { continue }
      let count = Int(((high - low) / 0.0115).rounded(.up))
      parts.append(
        (0...count).map { Self.point(stroke, low + (high - low) * Float($0) / Float(count)) })
    }
    return parts
  }

  static func length(_ stroke: [Vector2]) -> Float {
    zip(stroke, stroke.dropFirst()).reduce(0) { $0 + ($1.1 - $1.0).length }
  }

  static func point(_ stroke: [Vector2], _ arc: Float) -> Vector2 {
    var rest = arc
    for (start, end) in zip(stroke, stroke.dropFirst()) {
      let length = (end - start).length
      if rest <= length { return start + (end - start) * (rest / length) }
      rest -= length
    }
    return stroke[stroke.count - 1]
  }

  /// The meter after ink in its true place.
  static func truth(_ letter: Letter, _ strokes: [[Vector2]]) -> TraceMeter {
    let size = height * perMillimeter
    let width = size * LetterTemplate(letter).width
    let path = TracePath(
      letter, in: PointRectangle(x: 0, y: 0, width: width, height: size),
      spacing: 0.5 * perMillimeter)
    var meter = TraceMeter(path, pointsPerMillimeter: perMillimeter)
    for stroke in strokes {
      for (index, point) in stroke.enumerated() { meter.add(point * size, isFirst: index == 0) }
      meter.lift()
    }
    return meter
  }

  static func score(
    _ letter: Letter, _ strokes: [[Vector2]], _ place: (height: Float, offset: Vector2)
  ) -> TraceScore {
    TraceScore(
      PaperScoreTests.recording(
        strokes.map { $0.map { $0 * place.height + place.offset } }, rate: 100),
      letter: letter, heightMillimeters: height, pointsPerMillimeter: perMillimeter)
  }

  @Test(arguments: letters) func partsOfLettersLieWhereTheyWereWritten(letter: Letter) {
    for percent in Self.percents {
      let share = Float(percent) / 100
      for (index, (from, to)) in [(0, share), (1 - share, 1)].enumerated() {
        let strokes = Self.part(letter, from: from, to: to)
        let truth = Self.truth(letter, strokes)
        // One place is enough for each: all sizes are brought to one first.
        let score = Self.score(letter, strokes, Self.places[(index + percent / 5) % 2])
        let what = "\(letter) \(percent) % from \(from)"
        let rms = (score.rms ?? .infinity) / Self.perMillimeter
        #expect(rms < 0.25, "\(what): rms \(rms)")
        #expect(
          abs(score.meter.coverage - truth.coverage) < 0.02,
          "\(what): coverage \(score.meter.coverage), true \(truth.coverage)")
        guard percent >= 70 else { continue }
        // A letter without its bar may be seven tenths of it and is not complete.
        #expect(!score.isMirrored && score.isComplete == truth.isEnough, "\(what): \(score.score)")
      }
    }
  }

  /// A hand that trembles by half a millimeter is placed as well, to within its own tremor.
  @Test(arguments: shakyLetters) func shakyPartsToo(letter: Letter) {
    let strokes = Self.part(letter, from: 0, to: 0.6)
    var random = RandomStream(seed: 4, name: "shaky")
    let shaken = strokes.map { stroke in
      stroke.map { $0 + Vector2(random.normal(), random.normal()) * (0.5 / Self.height) }
    }
    let score = Self.score(letter, shaken, Self.places[1])
    let (rms, truth) = ((score.rms ?? .infinity) / Self.perMillimeter, Self.truth(letter, strokes))
    #expect(rms < 0.8 && abs(score.meter.coverage - truth.coverage) < 0.05, "\(rms)")
  }

  /// What fits the whole letter is not taken for a part of it, nor is what fits nothing.
  @Test func wholeLettersAndScribblesAreNoParts() {
    let wide = LetterTemplate(.smallA).strokes.map { $0.map { Vector2($0.x * 1.1, $0.y) } }
    let score = Self.score(.smallA, wide, Self.places[0])
    #expect(score.isComplete && score.meter.coverage > 0.99)
    var random = RandomStream(seed: 5, name: "scribble")
    let scribble = (0..<80).map { _ in Vector2(random.range(0, 1), random.range(0, 1)) }
    let wild = Self.score(.smallA, [scribble], Self.places[0])
    #expect(!wild.isComplete && wild.score < 0.15 && wild.meter.coverage > 0.3)
  }
}
