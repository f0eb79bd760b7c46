import SimMath
import SimRaster
import SimRuntime
import SimInput
import TestTier
import Testing
import SimTracing

/// Goal: one contact traces, whatever else lies on the glass, and nobody gets stuck.
///
/// Method: a letter traced exactly beside contacts that rest, shake or scribble; contacts that are
/// taken away in the middle of a pulse; progress across sizes without any ink.
@Suite struct TracerTests {
  private static let letters = Tier.isDebug ? ["o"] : TraceRuns.letters

  /// Traces all strokes while another contact, from frame `joining` on, does something else.
  private static func trace(
    _ scene: inout LetterTracing, joining: UInt32 = 0, beside other: (UInt32) -> Vector2
  ) {
    var frame: UInt32 = 0
    func companion() -> [Touch] {
      guard frame >= joining else { return [] }
      return [TraceRuns.touch(frame == joining ? .began : .moved, at: other(frame), id: 900)]
    }
    scene.advance(companion(), frame: frame)
    for stroke in 0..<scene.path.strokeCount {
      let id = UInt32(stroke + 1)
      let length = scene.path.length(ofStroke: stroke)
      var arc: Float = 0
      while arc < length {
        frame += 1
        let place = scene.path.point(ofStroke: stroke, at: arc)
        let touch = TraceRuns.touch(arc == 0 ? .began : .moved, at: place, id: id)
        scene.advance(companion() + [touch], frame: frame)
        arc += 6
      }
      frame += 1
      let end = scene.path.point(ofStroke: stroke, at: length)
      scene.advance(companion() + [TraceRuns.touch(.ended, at: end, id: id)], frame: frame)
      for _ in 0..<20 {
        frame += 1
        scene.advance(companion(), frame: frame)
      }
    }
  }

  @Test(arguments: letters) func aRestingThumbIsNotInTheWay(letter: String) {
    let untouched = TraceRuns.scene(letter)
    let path = untouched.path
    for place in [Vector2(12, 830), path.corners[0], path.bounds.center] {
      var scene = untouched
      Self.trace(&scene) { frame in
        place + Vector2(Float(frame % 3) * 0.6 - 0.6, Float(frame % 2) * 0.5)
      }
      #expect(scene.isTraced && scene.meter.coverage > 0.9, "\(scene.meter.coverage)")
      #expect(scene.meter.recentOnPath > 0.95, "\(scene.meter.recentOnPath)")
    }
  }

  @Test(arguments: letters) func aScribblingHelperIsNotInTheWay(letter: String) {
    var scene = TraceRuns.scene(letter)
    Self.trace(&scene, joining: 2) { frame in
      Vector2(50 + 40 * Math.sin(Float(frame) * 0.9), 822 + 20 * Math.cos(Float(frame) * 0.7))
    }
    #expect(scene.isTraced && scene.meter.coverage > 0.9, "\(scene.meter.coverage)")
    #expect(scene.meter.recentOnPath > 0.7, "\(scene.meter.recentOnPath)")
  }

  @Test func aContactThatIsTakenAwayIsFeltNoMore() {
    for phase in [TouchPhase.ended, .cancelled, nil] {
      var scene = TraceRuns.scene()
      var frame: UInt32 = 0
      while !scene.haptics.isOff, frame < 60 {
        let far = Vector2(5, 5 + Float(frame) * 2)
        let began: TouchPhase = frame == 0 ? .began : .moved
        scene.advance(
          [TraceRuns.touch(began, at: far, time: UInt64(frame) * 16_666_667)], frame: frame)
        frame += 1
      }
      #expect(scene.haptics.isOff)
      let last = phase.map { [TraceRuns.touch($0, at: Vector2(5, 200))] } ?? []
      scene.advance(last, frame: frame)
      #expect(!scene.haptics.isOff && !scene.haptics.isWaiting && scene.tracer == 0)
    }
  }

  @Test(arguments: letters) func progressOutlivesItsInk(letter: String) {
    var scene = TraceRuns.scene(letter)
    scene.traceAll(lifting: .moved)
    // As if the ink had made room for newer ink since.
    scene.ink = InkPages()
    let before = scene.meter
    for (width, height) in [(Float(844), Float(390)), (1024, 1366), (390, 844)] {
      scene.resize(to: SceneCanvas(widthPoints: width, heightPoints: height, scale: 2))
      #expect(abs(scene.meter.coverage - before.coverage) < 0.02)
      #expect(abs(scene.meter.ordered - before.ordered) < 0.02)
      #expect(abs(scene.meter.recentOnPath - before.recentOnPath) < 0.01)
      #expect(scene.meter.isEnough)
    }
    #expect(abs(scene.meter.inkLength - before.inkLength) < 0.01 * before.inkLength)
    #expect(abs(scene.meter.rms - before.rms) < 0.01)
    #expect(abs(scene.meter.largestDeviation - before.largestDeviation) < 0.01)
  }

  /// Strokes of young writers end beyond the end of the letter's about as often as before it.
  @Test func youngWritersOvershoot() {
    for skill in [Writer.Skill.sixYearOld, .fourYearOld] {
      var (beyond, count) = (0, 0)
      for seed in UInt64(1)...(Tier.isDebug ? 24 : 40) {
        let plan = TraceRuns.plan("B", Writer(skill: skill), seed: seed)
        let path = TraceRuns.scene("B").finePath
        let track = LetterTracing.touchTrack(for: plan)
        for (stroke, contact) in track.contacts.enumerated() where stroke < path.strokeCount {
          let length = path.length(ofStroke: stroke)
          let end = path.point(ofStroke: stroke, at: length)
          let way = end - path.point(ofStroke: stroke, at: length - 4)
          let last = track.points[Int(contact.firstPoint + contact.pointCount) - 1].position
          let past = (last - end).x * way.x + (last - end).y * way.y
          count += 1
          if past > 0 { beyond += 1 }
        }
      }
      #expect(beyond * 100 >= count * 35, "\(skill): \(beyond) of \(count)")
    }
  }
}
