import SimMath
import SimRuntime
import SimInput
import TestTier
import Testing
import SimTracing

/// Goal: synthetic writers write as they are named, and whoever traces the letter completes it.
///
/// Method: many seeds of every skill and letter without pixels; speed and tremor measured on the
/// tracks; letters that were not written and taps must not complete.
@Suite struct WritingTests {
  private static let seeds: [UInt64] = Tier.isDebug ? [1] : Array(1...6)
  private static let letters = Tier.isDebug ? ["s"] : TraceRuns.letters

  private static func track(_ letter: String, _ writer: Writer, seed: UInt64 = 1) -> TouchTrack {
    LetterTracing.touchTrack(for: TraceRuns.plan(letter, writer, seed: seed))
  }

  private static func points(_ track: TouchTrack, _ contact: Int) -> ArraySlice<TouchTrack.Point> {
    let contact = track.contacts[contact]
    let first = Int(contact.firstPoint)
    return track.points[first..<first + Int(contact.pointCount)]
  }

  @Test(arguments: [Writer.Skill.adult, .sixYearOld, .fourYearOld, .tremor, .restarts, .palm])
  func whoeverTracesCompletes(skill: Writer.Skill) {
    for letter in Self.letters {
      for seed in Self.seeds {
        let plan = TraceRuns.plan(letter, Writer(skill: skill), seed: seed, frames: 1100)
        let scene = TraceRuns.end(plan)
        #expect(
          scene.isTraced && scene.fade == 1,
          "\(letter) seed \(seed): \(scene.meter.coverage) \(scene.meter.recentOnPath)")
      }
    }
  }

  @Test func aScribbleIsForgiven() {
    for letter in Self.letters.suffix(Tier.isDebug ? 1 : 7) {
      let plan = TraceRuns.plan(letter, Writer(skill: .scribble), frames: 1900)
      var (wasTracedBy, covered): (UInt32?, Float) = (nil, 0)
      TraceRuns.run(plan) { loop, frame in
        if frame == 190 { covered = loop.scene.meter.coverage }
        if loop.scene.isTraced && wasTracedBy == nil { wasTracedBy = frame }
      }
      // The scribble alone covers much of the letter; only the careful traces complete it.
      #expect(covered > 0.7, "\(letter)")
      #expect((wasTracedBy ?? 0) > 200, "\(letter) \(String(describing: wasTracedBy))")
      #expect(wasTracedBy != nil, "\(letter)")
    }
  }

  @Test func tapsAndOtherLettersDoNotComplete() {
    for letter in Self.letters {
      #expect(!TraceRuns.end(TraceRuns.plan(letter, Writer(skill: .tap), frames: 500)).isTraced)
    }
    for (shown, written) in [("A", "O"), ("E", "S"), ("B", "C"), ("S", "A"), ("e", "D")] {
      let index = TraceRuns.letters.firstIndex(of: written) ?? 0
      let writer = Writer(skill: .adult, letter: UInt32(index))
      let scene = TraceRuns.end(TraceRuns.plan(shown, writer, frames: 600))
      #expect(!scene.isTraced && scene.strokeCount > 0, "\(written) on \(shown)")
    }
  }

  @Test func strokesStartAndEndAtRestAndAreFastBetween() {
    for skill in [Writer.Skill.adult, .fourYearOld] {
      let track = Self.track("S", Writer(skill: skill))
      let points = Array(Self.points(track, 0))
      let speeds = zip(points, points.dropFirst()).map { ($1.position - $0.position).length }
      let peak = speeds.max() ?? 0
      let mean = speeds.reduce(0, +) / Float(speeds.count)
      #expect(peak > 1.2 * mean)
      #expect((speeds.first ?? 9) < 0.4 * peak && (speeds.last ?? 9) < 0.4 * peak)
    }
  }

  /// How much of a stroke's movement across a window of 36 ms is not the window's mean.
  private static func shaking(_ skill: Writer.Skill) -> Float {
    let points = Array(points(track("O", Writer(skill: skill)), 0))
    var sum: Float = 0
    for index in 12..<points.count - 12 {
      let around = (points[index - 12].position + points[index + 12].position) * 0.5
      sum += (points[index].position - around).length
    }
    return sum / Float(points.count - 24)
  }

  @Test func tremorShakesTheHand() {
    #expect(Self.shaking(.tremor) > 3 * Self.shaking(.adult))
  }

  @Test func youngerHandsStrayFarther() {
    func stray(_ skill: Writer.Skill) -> Float {
      Self.seeds.reduce(0) {
        let plan = TraceRuns.plan("o", Writer(skill: skill), seed: $1, frames: 700)
        return $0 + TraceRuns.end(plan).meter.rms
      }
    }
    #expect(stray(.fourYearOld) > stray(.sixYearOld))
    #expect(stray(.sixYearOld) > stray(.adult))
  }

  @Test func tracksFollowFromTheSeedAlone() {
    for skill in Writer.Skill.allCases {
      let track = Self.track("d", Writer(skill: skill))
      #expect(track == Self.track("d", Writer(skill: skill)))
      #expect(track.hash != Self.track("d", Writer(skill: skill), seed: 2).hash)
      #expect(track.hash != Self.track("b", Writer(skill: skill)).hash)
    }
    #expect(LetterTracing.touchTrack(for: TraceRuns.plan("d", nil)).contacts.isEmpty)
  }

  @Test func aPencilPressesAndAFingerDoesNot() {
    let pencil = Self.track("c", Writer(skill: .adult, isPencil: true))
    #expect(pencil.contacts.allSatisfy { $0.kind == .pencil })
    #expect(pencil.points.contains { $0.pressure > 0.3 })
    #expect(pencil.points.allSatisfy { (0...1).contains($0.pressure) })
    let finger = Self.track("c", Writer(skill: .adult))
    #expect(finger.points.allSatisfy { $0.pressure == 0 })
  }

  @Test func aPalmLandsFirstAndLeavesNoInk() {
    let track = Self.track("a", Writer(skill: .palm))
    #expect(track.contacts.count == 3 && track.contacts[0].radius > 25)
    let withPalm = TraceRuns.end(TraceRuns.plan("a", Writer(skill: .palm)))
    #expect(withPalm.strokeCount == 2)
  }

  @Test func aRepeatingWriterGoesOn() {
    var writer = Writer(skill: .adult, pace: 4)
    writer.isRepeating = true
    let scene = TraceRuns.end(TraceRuns.plan("o", writer, frames: 1200))
    #expect(scene.strokeCount > 10)
    writer.isRepeating = false
    #expect(TraceRuns.end(TraceRuns.plan("o", writer, frames: 600)).strokeCount == 1)
  }
}
