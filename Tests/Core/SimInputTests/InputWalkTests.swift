import SimMath
import SimInput
import Testing

/// The checker itself: each planted breach of the rules is found.
@Suite struct InputWalkTests {
  private func touch(_ id: UInt32, _ phase: TouchPhase, x: Float, from: Float) -> Touch {
    Touch(
      id: id, phase: phase, kind: .finger, position: Vector2(x, 5),
      previousPosition: Vector2(from, 5), radius: 8, pressure: 0,
      timestampNanoseconds: phase == .began ? 0 : 1000)
  }

  /// Two frames: a contact lands at x = 10, then the given touches are reported, each with a
  /// sample at its position unless stationary.
  private func breaches(_ second: [Touch], sampleTime: UInt64 = 1000) -> [String] {
    var walk = InputWalk(clock: FrameClock(framesPerSecond: 60))
    var input = FrameInput()
    input.begin(frame: 0, timeNanoseconds: 0)
    input.append(touch(1, .began, x: 10, from: 10))
    input.append(TouchSample(touchID: 1, position: Vector2(10, 5), timestampNanoseconds: 0))
    walk.check(input, canvas: Vector2(100, 100))
    #expect(walk.broken.isEmpty)
    input.begin(frame: 1, timeNanoseconds: 16_666_666)
    for touch in second {
      input.append(touch)
      guard touch.phase != .stationary else { continue }
      input.append(
        TouchSample(
          touchID: touch.id, position: touch.position, timestampNanoseconds: sampleTime))
    }
    walk.check(input, canvas: Vector2(100, 100))
    return walk.broken
  }

  @Test func legalFramesPass() {
    #expect(breaches([touch(1, .moved, x: 11, from: 10)]).isEmpty)
    #expect(breaches([touch(1, .ended, x: 11, from: 10)]).isEmpty)
    #expect(breaches([touch(1, .stationary, x: 10, from: 10)]).isEmpty)
  }

  @Test func plantedBreachesAreFound() {
    let good = touch(1, .moved, x: 11, from: 10)
    #expect(!breaches([]).isEmpty, "vanished")
    #expect(!breaches([touch(1, .began, x: 10, from: 10)]).isEmpty, "began twice")
    #expect(!breaches([touch(1, .moved, x: 11, from: 9)]).isEmpty, "jumped")
    #expect(!breaches([touch(1, .moved, x: 101, from: 10)]).isEmpty, "left the canvas")
    #expect(!breaches([touch(1, .stationary, x: 11, from: 10)]).isEmpty, "moved while stationary")
    #expect(!breaches([good, touch(2, .moved, x: 3, from: 3)]).isEmpty, "never began")
    #expect(!breaches([touch(2, .began, x: 3, from: 3), good]).isEmpty, "out of order")
    #expect(!breaches([good], sampleTime: 999).isEmpty, "time of the newest sample")
    #expect(!breaches([touch(1, .moved, x: .nan, from: 10)]).isEmpty, "not a number")
  }
}
