import SimMath
import SimInput
import Testing
import SimTracing

/// Goal: what counts as a palm, as rest and as a finger that draws on is decided at the limits that
/// were meant.
///
/// Method: single contacts just within a limit and just beyond it.
@Suite struct TraceSceneBoundaryTests {
  @Test func contactsOfTwentyPointsArePalms() {
    for (radius, draws) in [(Float(19.8), true), (20, false), (20.4, false)] {
      var scene = TraceRuns.scene()
      let touch = TraceRuns.touch(.began, at: Vector2(200, 300), radius: radius)
      scene.advance([touch])
      #expect((scene.inkRadius(of: touch, pressure: 0) != nil) == draws, "\(radius) points")
    }
    for radius in [Float(19.5), 20.5] {
      var scene = TraceRuns.scene()
      scene.advance([TraceRuns.touch(.began, at: Vector2(200, 300), radius: radius)])
      #expect((scene.strokeCount == 1) == (radius < 20))
    }
  }

  /// When the contact that traced has lifted, another one traces once it has gone a millimeter.
  @Test func contactRestsUntilItHasGoneAMillimeter() {
    var scene = TraceRuns.scene()
    let unit = scene.meter.pointsPerMillimeter
    let start = scene.path.point(ofStroke: 0, at: 0)
    func contact(_ phase: TouchPhase, _ millimeters: Float) -> Touch {
      TraceRuns.touch(phase, at: start + Vector2(millimeters * unit, 0), id: 2)
    }
    scene.advance([TraceRuns.touch(.began, at: Vector2(20, 820), id: 1)], frame: 0)
    scene.advance(
      [TraceRuns.touch(.moved, at: Vector2(21, 820), id: 1), contact(.began, 0)], frame: 1)
    scene.advance(
      [TraceRuns.touch(.ended, at: Vector2(21, 820), id: 1), contact(.moved, 0)], frame: 2)
    #expect(scene.tracer == 0)
    scene.advance([contact(.moved, 0.98)], frame: 3)
    #expect(scene.tracer == 0)
    scene.advance([contact(.moved, 1.02)], frame: 4)
    #expect(scene.tracer == 2)
  }

  @Test func tenFingersDrawAtOnce() {
    var scene = TraceRuns.scene()
    for frame in 0..<3 as Range<UInt32> {
      let touches = (0..<10 as Range<UInt32>).map { index in
        TraceRuns.touch(
          frame == 0 ? .began : .moved,
          at: Vector2(30 + 30 * Float(index), 300 + 10 * Float(frame)), id: index + 1)
      }
      scene.advance(touches, frame: frame)
      #expect(touches.allSatisfy { scene.inkRadius(of: $0, pressure: 0) != nil })
    }
    #expect(scene.strokeCount == 10)
  }

  /// A letter that fades comes back in three tenths of a second: in a sixtieth by an eighteenth.
  @Test func letterComesBackInThreeTenthsOfASecond() {
    var scene = TraceRuns.scene()
    scene.traceAll()
    for frame in 0..<70 as Range<UInt32> { scene.advance(frame: 500 + frame) }
    scene.advance([TraceRuns.touch(.began, at: Vector2(150, 300), id: 77)], frame: 600)
    let before = scene.fade
    #expect(before > 0.6)
    for frame in 0..<9 as Range<UInt32> {
      let place = Vector2(150 + Float(frame), 300)
      scene.advance([TraceRuns.touch(.moved, at: place, id: 77)], frame: 601 + frame)
    }
    #expect(abs(before - scene.fade - 0.5) < 0.01, "\(before - scene.fade)")
  }
}
