import SimMath
import SimInput
import Testing

/// Goal: a synthesizer delivers a known path as its sensor would see it, defects and all.
///
/// Method: tracks of a few straight lines, whose position at any time is known, delivered at
/// several rates, repeated, and beside generators, which must not notice.
@Suite struct TouchTrackTests {
  /// From (10, 20) to (110, 20) in half a second, then a dot a second later.
  private static func track() -> TouchTrack {
    var track = TouchTrack()
    track.append(
      [
        TouchTrack.Point(timeNanoseconds: 100_000_000, position: Vector2(10, 20)),
        TouchTrack.Point(
          timeNanoseconds: 600_000_000, position: Vector2(110, 20), pressure: 0.5),
      ], kind: .pencil, radius: 2)
    track.append(
      [TouchTrack.Point(timeNanoseconds: 1_600_000_000, position: Vector2(50, 50))],
      kind: .finger, radius: 30, isCancelled: true)
    return track
  }

  private static func inputs(
    _ track: TouchTrack, frames: UInt32, sampling: UInt32 = 120,
    generators: [InputGenerator] = [], defects: InputDefects = .none
  ) -> [FrameInput] {
    var synthesizer = InputSynthesizer(
      seed: 9, generators: generators, defects: defects, clock: FrameClock(framesPerSecond: 60),
      touchSamplesPerSecond: sampling, canvasWidth: 390, canvasHeight: 844, track: track)
    var input = FrameInput()
    return (0..<frames).map { frame in
      synthesizer.fill(&input, frame: frame)
      return input
    }
  }

  @Test(arguments: [60, 120, 240]) func samplesLieOnThePath(sampling: UInt32) {
    let inputs = Self.inputs(Self.track(), frames: 60, sampling: sampling)
    var (count, phases): (Int, [TouchPhase]) = (0, [])
    for input in inputs {
      for touch in input.touches {
        #expect(touch.kind == .pencil && touch.radius == 2)
        phases.append(touch.phase)
      }
      for index in 0..<input.samples.count {
        let sample = input.samples[index]
        let elapsed = Float(Double(sample.timestampNanoseconds) * 1e-9) - 0.1
        let x = 10 + 100 * min(1, elapsed / 0.5)
        #expect(abs(sample.position.x - x) < 0.01 && sample.position.y == 20)
        #expect(abs(sample.pressure - min(1, elapsed / 0.5) * 0.5) < 0.01)
        count += 1
      }
    }
    #expect(abs(count - Int(sampling) / 2) <= 2)
    #expect(phases.first == .began && phases.last == .ended)
    #expect(phases.dropFirst().dropLast().allSatisfy { $0 == .moved })
  }

  @Test func aDotLandsAndIsTakenAway() {
    let inputs = Self.inputs(Self.track(), frames: 110).suffix(20)
    let touches = inputs.flatMap { $0.touches }
    #expect(touches.first?.phase == .began && touches.last?.phase == .cancelled)
    #expect(touches.allSatisfy { $0.radius == 30 && $0.position == Vector2(50, 50) })
  }

  @Test func aTrackRepeats() {
    var track = Self.track()
    track.repeat(everyNanoseconds: 2_000_000_000)
    let inputs = Self.inputs(track, frames: 361)
    for frame in 0..<120 {
      let (first, later) = (inputs[frame], inputs[frame + 240])
      #expect(first.touches.count == later.touches.count)
      #expect(first.samples.count == later.samples.count)
      for index in 0..<first.samples.count {
        let moved = later.samples[index].position - first.samples[index].position
        #expect(moved.length < 0.01)
      }
    }
    #expect(Self.inputs(Self.track(), frames: 361)[240..<361].allSatisfy { $0.touches.count == 0 })
  }

  @Test func generatorsDoNotNotice() {
    let generators = [InputGenerator(kind: .tap, eventsPerMinute: 120)]
    let defects = InputDefects(droppedPerMille: 100, latePerMille: 100)
    func taps(_ track: TouchTrack) -> [Vector2] {
      Self.inputs(track, frames: 400, generators: generators, defects: defects).flatMap { input in
        input.touches.filter { $0.kind == .finger && $0.radius < 25 }.map { $0.position }
      }
    }
    #expect(taps(TouchTrack()) == taps(Self.track()) && !taps(TouchTrack()).isEmpty)
  }

  @Test func defectsStrikeTrackedContacts() {
    func samples(_ defects: InputDefects) -> Int {
      Self.inputs(Self.track(), frames: 60, defects: defects).reduce(0) { $0 + $1.samples.count }
    }
    let all = samples(.none)
    #expect(samples(InputDefects(droppedPerMille: 500)) < all * 3 / 4)
    #expect(samples(InputDefects(duplicatedPerMille: 500)) > all * 5 / 4)
    let late = Self.inputs(
      Self.track(), frames: 60, defects: InputDefects(latePerMille: 1000, lateFrames: 3))
    #expect(late.firstIndex { $0.touches.count > 0 } == 9)
  }

  @Test func theHashCoversEverything() {
    func hash(_ change: (inout TouchTrack.Point) -> Void, radius: Float = 2) -> UInt64 {
      var point = TouchTrack.Point(timeNanoseconds: 5, position: Vector2(1, 2))
      change(&point)
      var track = TouchTrack()
      track.append([point], kind: .finger, radius: radius)
      return track.hash
    }
    var repeated = TouchTrack()
    repeated.append(
      [TouchTrack.Point(timeNanoseconds: 5, position: Vector2(1, 2))], kind: .finger, radius: 2)
    repeated.repeat(everyNanoseconds: 6)
    let hashes = [
      hash { _ in }, hash { $0.timeNanoseconds = 6 }, hash { $0.position.x = 3 },
      hash { $0.position.y = 3 }, hash { $0.pressure = 1 }, hash({ _ in }, radius: 3),
      repeated.hash,
    ]
    #expect(Set(hashes).count == hashes.count)
  }
}
