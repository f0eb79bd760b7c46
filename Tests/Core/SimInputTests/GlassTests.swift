import SimMath
import SimInput
import TestTier
import Testing

/// Goal: the glass sees what a device's sensor sees, and the system follows no more fingers than
/// the device class says.
///
/// Method: fingers whose ways are known, one beside the other, and many made-up ones, whose places
/// must neither lie off the canvas nor gather at its edges.
@Suite struct GlassTests {
  /// A finger that rests at x = 20, 40, 60 and so on by its number, or goes from there to a place.
  struct Finger {
    var from: Double
    var to: Double
    var kind = TouchKind.finger
    var place: Vector2?
    var end: Vector2?
  }

  /// Everything reported of the fingers, by their number: the frames with a phase.
  private static func reports(
    _ fingers: [Finger], limit: UInt32, frames: UInt32 = 120, turnAt: UInt32 = .max,
    defects: InputDefects = .none
  ) -> (phases: [Int: [TouchPhase]], touches: [Touch], tally: InputTally) {
    var track = TouchTrack()
    for (number, finger) in fingers.enumerated() {
      let place = finger.place ?? Vector2(Float(20 * (number + 1)), 50)
      let end = finger.end ?? place
      track.append(
        [
          TouchTrack.Point(timeNanoseconds: UInt64(finger.from * 1e9), position: place),
          TouchTrack.Point(timeNanoseconds: UInt64(finger.to * 1e9), position: end),
        ], kind: finger.kind, radius: Float(number + 1))
    }
    let clock = FrameClock(framesPerSecond: 60)
    var synthesizer = InputSynthesizer(
      seed: 1, generators: [], defects: defects, clock: clock, touchSamplesPerSecond: 120,
      touchContacts: limit, canvasWidth: 390, canvasHeight: 844, track: track)
    var walk = InputWalk(clock: clock)
    var (phases, touches): ([Int: [TouchPhase]], [Touch]) = ([:], [])
    var input = FrameInput()
    for frame in 0..<frames {
      if frame == turnAt { synthesizer.resize(width: 844, height: 390) }
      synthesizer.fill(&input, frame: frame)
      if turnAt == .max { walk.check(input, canvas: Vector2(390, 844)) }
      for touch in input.touches {
        phases[Int(touch.radius) - 1, default: []].append(touch.phase)
        touches.append(touch)
      }
    }
    #expect(walk.broken.isEmpty, "\(walk.broken)")
    return (phases, touches, synthesizer.tally)
  }

  // MARK: - How many fingers are followed

  @Test func asManyAsTheDeviceFollowsAreFollowed() {
    let fingers = (0..<5).map { Finger(from: 0.1 + 0.02 * Double($0), to: 1) }
    let (phases, _, tally) = Self.reports(fingers, limit: 5)
    #expect(phases.count == 5)
    for phases in phases.values { #expect(phases.first == .began && phases.last == .ended) }
    #expect(tally.cancelledContacts == 0 && tally.ignoredContacts == 0)
    #expect(tally.plannedContacts == 5)
  }

  /// The sixth cancels all; a seventh that lands while the six are down is not seen either, an
  /// eighth is once they have lifted.
  @Test func oneMoreCancelsAll() {
    var fingers = (0..<5).map { Finger(from: 0.1 + 0.02 * Double($0), to: 1) }
    fingers += [
      Finger(from: 0.5, to: 1.2), Finger(from: 0.7, to: 1.3), Finger(from: 1.1, to: 1.4),
    ]
    let (phases, touches, tally) = Self.reports(fingers, limit: 5)
    #expect(phases.keys.sorted() == [0, 1, 2, 3, 4, 7])
    for number in 0..<5 {
      #expect(phases[number]?.first == .began && phases[number]?.last == .cancelled)
    }
    #expect(phases[7]?.first == .began && phases[7]?.last == .ended)
    let ends = touches.filter { $0.phase == .cancelled }.map { $0.timestampNanoseconds }
    #expect(ends == [UInt64](repeating: 500_000_000, count: 5))
    #expect(tally.cancelledContacts == 5 && tally.ignoredContacts == 2)
    #expect(tally.plannedContacts == 8 && tally.lostContacts == 0 && tally.unseenContacts == 0)
  }

  /// Two that stay after the six keep two of the five places.
  @Test func thoseThatStayTakeUpRoom() {
    func count(_ newcomers: Int) -> (seen: Int, cancelled: UInt64) {
      var fingers = (0..<5).map { Finger(from: 0.1 + 0.02 * Double($0), to: $0 < 1 ? 3 : 0.6) }
      fingers.append(Finger(from: 0.5, to: 3))
      fingers += (0..<newcomers).map { Finger(from: 0.8 + 0.02 * Double($0), to: 1.5) }
      let (phases, _, tally) = Self.reports(fingers, limit: 5)
      #expect(phases[5] == nil && tally.plannedContacts == UInt64(6 + newcomers))
      return (phases.keys.count { $0 > 5 }, tally.cancelledContacts)
    }
    #expect(count(3) == (3, 5))
    #expect(count(4) == (3, 8))
  }

  @Test func aStylusDoesNotCount() {
    var fingers = (0..<5).map { Finger(from: 0.1 + 0.02 * Double($0), to: 1) }
    fingers.append(Finger(from: 0.3, to: 1.2, kind: .pencil))
    #expect(Self.reports(fingers, limit: 5).tally.cancelledContacts == 0)
    fingers.append(Finger(from: 0.5, to: 1))
    let (phases, _, tally) = Self.reports(fingers, limit: 5)
    #expect(tally.cancelledContacts == 5 && phases[6] == nil)
    #expect(phases[5]?.first == .began && phases[5]?.last == .ended)
  }

  @Test func fingersThatLandAtOnceAreCanceledAfterTheyBegan() {
    let fingers = (0..<6).map { _ in Finger(from: 0.1, to: 1) }
    let (phases, _, tally) = Self.reports(fingers, limit: 5)
    #expect(phases.count == 5 && phases.values.allSatisfy { $0 == [.began, .cancelled] })
    #expect(tally.cancelledContacts == 5 && tally.ignoredContacts == 1)
  }

  /// More ignored ones than there is room to remember block the glass as long as they are down.
  @Test func thirtyFingersBlockUntilEnoughHaveLifted() {
    var fingers = (0..<30).map { Finger(from: 0.1, to: 1 + 0.01 * Double($0)) }
    // Five of the 30 are down at the measurement after 1.236 s, three at that after 1.262 s.
    fingers += [Finger(from: 1.236, to: 1.24), Finger(from: 1.262, to: 1.9)]
    let (phases, _, tally) = Self.reports(
      fingers.map {
        var finger = $0
        finger.place = Vector2(100, 100)
        return finger
      }, limit: 5)
    #expect(phases.keys.sorted() == [0, 1, 2, 3, 4, 31])
    #expect(tally.plannedContacts == 32 && tally.ignoredContacts == 26)
  }

  @Test(arguments: [1, 5, 10, 11] as [UInt32]) func noMoreFingersThanTheLimit(limit: UInt32) {
    var mostDown = 0
    for seed in 0..<8 as Range<UInt64> {
      let generators = [InputGenerator.Kind.toddlerMash, .multiTap, .drag].map {
        InputGenerator(kind: $0, eventsPerMinute: 30)
      }
      let walk = InputWalk.run(generators, seed: seed, frames: 3600, touchContacts: limit)
      #expect(walk.broken.isEmpty, "\(walk.broken)")
      #expect(walk.mostFingersDown <= Int(limit), "seed \(seed)")
      mostDown = max(mostDown, walk.mostFingersDown)
      #expect(walk.tally.cancelledContacts > 0 || limit > 5)
    }
    // Two hands have ten fingers.
    #expect(mostDown == min(10, Int(limit)))
  }

  // MARK: - The edge

  @Test func whatIsOffTheCanvasIsNotSeen() {
    let away = [Vector2(-1, 50), Vector2(391, 50), Vector2(50, -1), Vector2(50, 845)]
    let fingers = away.map { Finger(from: 0.1, to: 1, place: $0, end: Vector2(200, 400)) }
    let (phases, _, tally) = Self.reports(fingers, limit: 1)
    #expect(phases.isEmpty)
    #expect(tally.unseenContacts == 4 && tally.plannedContacts == 4)
    #expect(tally.ignoredContacts == 0)
  }

  /// A finger that leaves ends where it was seen last, and stays gone when it comes back.
  @Test func whoLeavesHasEnded() throws {
    for (end, axis) in [(Vector2(690, 50), 0), (Vector2(-210, 50), 0), (Vector2(90, 1144), 1)] {
      var finger = Finger(from: 0, to: 1, place: Vector2(90, 50), end: end)
      var (_, touches, _) = Self.reports([finger], limit: 5)
      let last = try #require(touches.last)
      #expect(last.phase == .ended)
      let before = touches[touches.count - 2]
      #expect(last.previousPosition == before.position)
      // The next measurement would have been off the canvas, and the one before was not.
      let speed = (end - Vector2(90, 50)) * (1 / 120)
      let next = last.position + speed
      let (place, side) = axis == 0 ? (next.x, Float(390)) : (next.y, Float(844))
      #expect(place < 0 || place > side, "\(last.position)")
      finger.place = end
      finger.end = Vector2(90, 50)
      touches = Self.reports([finger], limit: 5).touches
      #expect(touches.isEmpty)
    }
  }

  @Test func aTurnEndsWhatIsOffTheNewCanvas() throws {
    let fingers = [
      Finger(from: 0.1, to: 1.5, place: Vector2(100, 100)),
      Finger(from: 0.1, to: 1.5, place: Vector2(195, 633), end: Vector2(195, 634)),
    ]
    let (phases, touches, _) = Self.reports(fingers, limit: 5, turnAt: 60)
    #expect(phases[0]?.count ?? 0 > 80 && phases[0]?.last == .ended)
    let away = touches.filter { $0.radius == 2 }
    #expect(away.count < 60 && away.last?.phase == .ended)
    // At the same relative place of the new canvas, in the middle and at three quarters.
    let last = try #require(away.last)
    #expect(abs(last.position.x - 422) < 0.01 && abs(last.position.y - 292.8) < 0.5)
    #expect((last.position - last.previousPosition).length < 0.01)
  }

  /// Of the places at which contacts begin and are seen, none is exactly on an edge: there are
  /// millions of others.
  @Test(.disabled(if: Tier.isDebug)) func nothingGathersAtTheEdges() {
    var (count, onEdge) = (0, 0)
    for kind in InputGenerator.Kind.allCases where kind.isTouch {
      for seed in 0..<30 as Range<UInt64> {
        let walk = InputWalk.run([.standard(kind)], seed: seed, frames: 3600, touchContacts: 11)
        #expect(walk.broken.isEmpty, "\(kind) seed \(seed): \(walk.broken)")
        for place in walk.samples.map(\.position) {
          count += 1
          if place.x == 0 || place.y == 0 || place.x == 390 || place.y == 844 { onEdge += 1 }
        }
      }
    }
    #expect(count > 100_000)
    #expect(onEdge <= count / 100_000, "\(onEdge) of \(count)")
  }

  /// Where drags end is as even as where they begin: each tenth of the width gets its share.
  @Test(.disabled(if: Tier.isDebug)) func dragsEndAllOverTheirRegion() {
    var tenths = [Int](repeating: 0, count: 10)
    for seed in 0..<60 as Range<UInt64> {
      var generator = InputGenerator.standard(.drag)
      generator.strength = 2
      generator.region = NormalizedRegion(x: 0.3, y: 0.3, width: 0.4, height: 0.4)
      let walk = InputWalk.run([generator], seed: seed, frames: 3600)
      for id in Set(walk.samples.map(\.touchID)) {
        let path = walk.samples.filter { $0.touchID == id }
        guard let first = path.first, let last = path.last,
          last.timestampNanoseconds - first.timestampNanoseconds > 300_000_000
        else { continue }
        // Tremor and a lift before the next measurement may lead a little way out.
        let share = (last.position.x / 390 - 0.3) / 0.4
        #expect(share > -0.02 && share < 1.02)
        tenths[min(9, max(0, Int(share * 10)))] += 1
      }
    }
    let mean = Double(tenths.reduce(0, +)) / 10
    #expect(mean > 50)
    #expect(tenths.allSatisfy { Double($0) > 0.6 * mean && Double($0) < 1.5 * mean }, "\(tenths)")
  }
}
