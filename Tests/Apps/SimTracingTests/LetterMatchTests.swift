import SimMath
import TestTier
import Testing
import SimTracing

/// Goal: the letter that was written scores highest, wherever and however it was written.
///
/// Method: the templates themselves, moved, stretched, shaken, their strokes shuffled and
/// reversed; then marks that are no letters.
@Suite struct LetterMatchTests {
  static let lastSeed: UInt64 = Tier.isDebug ? 1 : 6
  static let noises: [Float] = Tier.isDebug ? [0.04] : [0, 0.02, 0.04]
  static let letters: [Letter] =
    Tier.isDebug ? [.capitalB, .smallA, .smallE] : Letter.allCases
  static let small = Letter.allCases.filter { !$0.isCapital }
  static let capital = Letter.allCases.filter { $0.isCapital }

  /// A letter as a recording: scaled, moved, each point shaken by up to `noise` heights.
  static func recording(
    _ letter: Letter, scale: Vector2 = Vector2(1, 1), noise: Float = 0, seed: UInt64 = 1,
    isTurned: Bool = false
  ) -> InkRecording {
    var random = RandomStream(seed: seed, name: "writer", index: UInt32(letter.rawValue))
    var time: UInt64 = 0
    var strokes = LetterTemplate(letter).strokes
    if isTurned { strokes = strokes.reversed().map { $0.reversed() } }
    return InkRecording(
      strokes: strokes.map { stroke in
        stroke.map { point in
          time += 8_000_000
          let shaken =
            point + Vector2(random.range(-1, 1), random.range(-1, 1)) * noise
          return InkSample(
            Vector2(shaken.x * scale.x + 31, shaken.y * scale.y - 400), time: time)
        }
      }, canvasSide: 105)
  }

  static func score(_ recording: InkRecording, _ letter: Letter) -> Float {
    LetterMatch(recording, letter: letter).score
  }

  @Test(arguments: letters) func letterItselfScoresOne(letter: Letter) {
    #expect(Self.score(Self.recording(letter, scale: Vector2(60, 60)), letter) > 0.999)
    #expect(Self.score(Self.recording(letter, scale: Vector2(90, 70)), letter) > 0.9)
    let turned = Self.recording(letter, scale: Vector2(60, 60), isTurned: true)
    #expect(Self.score(turned, letter) > 0.95, "stroke order and sense play no part")
  }

  @Test(arguments: letters, noises)
  func letterBeatsAllOthersOfItsCase(letter: Letter, noise: Float) {
    let group = letter.isCapital ? Self.capital : Self.small
    for seed in 1...Self.lastSeed {
      let ink = Self.recording(letter, scale: Vector2(50, 60), noise: noise, seed: seed)
      let own = Self.score(ink, letter)
      #expect(own > (noise > 0 ? 0.5 : 0.9), "\(letter) \(own)")
      for other in group where other != letter {
        #expect(Self.score(ink, other) < own, "\(letter) as \(other)")
      }
    }
  }

  @Test(arguments: letters) func likenessHasNoPreferences(letter: Letter) {
    // A scaled letter of any size is as like; the placement undoes the scale.
    let ink = Self.recording(letter, scale: Vector2(37, 37))
    let match = LetterMatch(ink, letter: letter)
    let placed = match.placement.map { ink.moved(by: $0) }
    let start = LetterTemplate(letter).strokes[0][0]
    let first = placed?.strokes[0][0].position
    #expect(first.map { ($0 - start).length < 0.01 } == true)
  }

  @Test func marksThatAreNoLettersScoreNothing() {
    let tap = InkRecording(strokes: [[InkSample(Vector2(5, 5), time: 0)]], canvasSide: 105)
    let still = InkRecording(
      strokes: [(0..<9).map { InkSample(Vector2(5, 5), time: $0 * 8_000_000) }])
    let speck = Self.recording(.smallO, scale: Vector2(2, 2))
    for mark in [InkRecording(strokes: []), InkRecording(strokes: [[], []]), tap, still, speck] {
      for letter in Tier.isDebug ? [.capitalA, .smallS] : Letter.allCases {
        let match = LetterMatch(mark, letter: letter)
        #expect(match.score == 0 && match.placement == nil)
      }
    }
  }

  @Test(arguments: letters) func scribblesAndLinesScoreLow(letter: Letter) {
    var random = RandomStream(seed: 5, name: "scribble")
    var time: UInt64 = 0
    func ink(_ points: [Vector2]) -> InkRecording {
      InkRecording(
        strokes: [
          points.map { point in
            time += 8_000_000
            return InkSample(point, time: time)
          }
        ])
    }
    let wild = ink((0..<80).map { _ in Vector2(random.range(0, 60), random.range(0, 60)) })
    let hatch = ink((0..<40).map { Vector2(Float($0) * 1.5, $0 % 2 == 0 ? 0 : 60) })
    let line = ink((0..<20).map { Vector2(Float($0) * 3, 0) })
    let upright = ink((0..<20).map { Vector2(0, Float($0) * 3) })
    #expect(Self.score(wild, letter) < 0.15)
    #expect(Self.score(hatch, letter) < 0.3)
    #expect(Self.score(line, letter) < 0.3)
    #expect(Self.score(upright, letter) < 0.5)
  }

  @Test func scoreIsAlwaysANumber() {
    var random = RandomStream(seed: 8, name: "odd")
    for size in [1e-30, 1e-6, 1, 1e6] as [Float] {
      for count in [1, 2, 3, 200] {
        let strokes = (0..<2).map { _ in
          (0..<count).map { index in
            InkSample(
              Vector2(random.range(-1, 1), random.range(-1, 1)) * size,
              time: UInt64(index) * 1_000_000)
          }
        }
        for letter in [Letter.smallA, .capitalE] {
          let score = Self.score(InkRecording(strokes: strokes), letter)
          #expect(score >= 0 && score <= 1)
        }
      }
    }
  }
}
