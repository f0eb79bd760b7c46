import SimAppModels
import SimInput
import SimMath
import SimRuntime
import SimWorld
import Testing

/// Goal: at their limits the gates do what is written down, to the nanosecond and the point.
@Suite struct GateTests {
  private static let phone = GateCanvas(390, 844)

  private static func isHeld(_ points: [Vector2], on canvas: GateCanvas = phone) -> Bool {
    var gate = BabySafeGate()
    for (index, point) in points.enumerated() {
      gate.touch(
        GateContact(index == 0 ? .began : .moved, id: 1, at: point), at: 0, on: canvas,
        isActive: true)
    }
    return gate.state == .holding
  }

  @Test func squaresHaveEdges() {
    #expect(Self.isHeld([Vector2(310, 80)]))
    #expect(!Self.isHeld([Vector2(309.9, 40)]))
    #expect(!Self.isHeld([Vector2(350, 80.1)]))
    let tablet = GateCanvas(820, 1180)
    #expect(Self.isHeld([Vector2(710, 110)], on: tablet))
    #expect(!Self.isHeld([Vector2(709.9, 110)], on: tablet))
    // On its side the tablet has the square on the right of what is up now.
    #expect(Self.isHeld([Vector2(1070, 110)], on: GateCanvas(1180, 820)))
  }

  @Test func contactsDriftTwentyPoints() {
    #expect(Self.isHeld([Vector2(350, 40), Vector2(362, 56)]))
    #expect(!Self.isHeld([Vector2(350, 40), Vector2(362, 57)]))
    // Eight points outside the square, and no more.
    #expect(Self.isHeld([Vector2(310, 40), Vector2(302, 40)]))
    #expect(!Self.isHeld([Vector2(310, 40), Vector2(301.9, 40)]))
    // What has drifted and come back does not hold again.
    #expect(!Self.isHeld([Vector2(350, 40), Vector2(350, 70), Vector2(350, 40)]))
  }

  /// A lift at the end of the hold cancels it; one a nanosecond later does not.
  @Test func liftsAtTheEndCancel() {
    for (lift, prompts) in [(7 * Nanoseconds.second, []), (7 * Nanoseconds.second + 1, [7.0])] {
      var plan = GateRun.plan()
      plan.add(1, .finger, 0, at: 350, 40)
      plan.add(GateEvent.lift, 0, at: lift)
      let run = GateRun(plan)
      #expect(run.times(.prompts) == prompts && run.broken == nil)
    }
  }

  @Test func theRingFollowsTheHold() {
    var gate = BabySafeGate()
    gate.touch(
      GateContact(.began, id: 1, at: Vector2(350, 40)), at: 0, on: Self.phone, isActive: true)
    let times: [UInt64] = [490, 500, 2250, 5990]
    let arcs = times.map { gate.ring(at: $0 * Nanoseconds.millisecond) }
    #expect(arcs == [nil, 4, 18, 47])
    gate.touch(
      GateContact(.ended, id: 1, at: Vector2(350, 40)), at: 1, on: Self.phone, isActive: true)
    #expect(gate.ring(at: 5_990_000_000) == nil)
  }

  @Test func cornersOpenThreeSecondsAfterTheLater() {
    for (second, opens) in [(0.9, [4.9]), (1.0, [5.0]), (1.1, [])] {
      var plan = GateRun.plan(.scribbly)
      plan.add(1, .finger, 0, at: 40, 40)
      plan.add(1 + second, .finger, 1, at: 350, 800)
      plan.add(30, .lift, 0)
      let run = GateRun(plan)
      #expect(run.times(.opens) == opens && run.broken == nil)
      #expect(run.times(.discards) == opens)
    }
    // The same hold closes; a third contact, or both in one corner, does neither.
    var plan = GateRun.plan(.scribbly)
    for start in [1.0, 11, 21, 31] {
      plan.add(start, .finger, 0, at: 350, 800)
      plan.add(start + 0.5, .finger, 1, at: start == 31 ? 340 : 40, start == 31 ? 800 : 40)
      if start == 21 { plan.add(start + 2, .finger, 2, at: 200, 400) }
      for finger in UInt64(0)...2 { plan.add(start + 8, .lift, finger) }
    }
    let run = GateRun(plan)
    #expect(run.times(.opens) == [4.5] && run.times(.locks) == [14.5])
  }

  @Test func threeWrongAnswersLock() {
    var gate = MathGate()
    func isAsked(_ seconds: UInt64) -> Bool {
      var copy = gate
      var stream = RandomStream(seed: 1, name: "problem")
      return copy.ask(&stream, at: seconds * Nanoseconds.second)
    }
    for _ in 0..<3 { _ = gate.countWrong(at: 2 * Nanoseconds.second) }
    #expect(!isAsked(61) && isAsked(62))
    for _ in 0..<3 { _ = gate.countWrong(at: 62 * Nanoseconds.second) }
    #expect(!isAsked(361) && isAsked(362))
    for wrong in [UInt32(9), 12, 30] {
      #expect(MathGate.lock(after: wrong) == 900 * Nanoseconds.second)
    }
    gate.pass(at: 400 * Nanoseconds.second)
    #expect(gate.wrongCount == 0)
    let isLocked = gate.countWrong(at: 401 * Nanoseconds.second)
    #expect(!isLocked)
  }

  /// A pass is good for one purchase, up to two minutes after the answer.
  @Test func passesExpire() {
    for (later, count) in [(120, 1), (121, 0)] {
      var plan = GateRun.plan(.math)
      plan.add(1, .buy)
      plan.add(2, .answer)
      plan.add(2 + Double(later), .buy)
      plan.add(123.5, .buy)
      #expect(GateRun(plan).times(.purchases).count == count)
    }
  }

  /// The count is on the disk before the answer is judged, and a relaunch begins the lock anew.
  @Test func relaunchesLockAnew() {
    var plan = GateRun.plan(.math)
    plan.add(1, .buy)
    for second in [2.0, 3, 4] { plan.add(second, .answer, 1) }
    plan.add(.kill, at: 30 * Nanoseconds.second)
    plan.add(.launch, at: 40 * Nanoseconds.second)
    plan.add(99, .buy)
    plan.add(100, .buy)
    let run = GateRun(plan)
    #expect(run.broken == nil && run.reached.contains("relock"))
    #expect(run.times(.refuses) == [99] && run.times(.poses).last == 100)
    #expect(run.times(.wrong).count == 3 && run.times(.bars).count == 1)
  }

  /// A count that is read while it is being stored may be lost with the power, and is not shown
  /// before.
  @Test func countsMayBeLostUntilTheyAreDurable() {
    var counts = Array(repeating: Set<[UInt32]>(), count: 5)
    for seed in 0..<16 as Range<UInt64> {
      var plan = GateRun.plan(.math)
      plan.seed = seed
      plan.add(1, .buy)
      for second in [2.0, 3, 4] { plan.add(second, .answer, 1) }
      // Before the first and after every operation on the disk that stores the third wrong answer.
      let ends = [4 * Nanoseconds.second] + GateRun(plan).diskTimes.filter { $0 > 4_000_000_000 }
      #expect(ends.count == counts.count)
      for (place, end) in ends.enumerated() {
        var plan = plan
        plan.add(.kill, at: end + 1)
        plan.add(.launch, at: end + 2)
        plan.add(.powerLoss, at: end + 3)
        plan.add(.launch, at: end + 4)
        plan.add(10, .buy)
        let run = GateRun(plan)
        #expect(run.broken == nil)
        #expect(run.times(run.launchCounts.last == 3 ? .refuses : .poses).last == 10)
        counts[place].insert(run.launchCounts)
      }
    }
    // The rename is visible once it begins, and durable once the directory is synced.
    let (old, new): ([UInt32], [UInt32]) = ([0, 2, 2], [0, 3, 3])
    #expect(counts == [[old], [old], [new, [0, 3, 2]], [new, [0, 3, 2]], [new]])
  }

  /// What opens and what locks, for every result of an authentication.
  @Test func everyResult() {
    let errors: [AuthenticationError?] = [nil] + AuthenticationError.allCases.map { $0 }
    for isPasscode in [false, true] {
      for error in errors {
        var gate = BabySafeGate()
        gate.touch(
          GateContact(.began, id: 1, at: Vector2(350, 40)), at: 0, on: Self.phone, isActive: true)
        let isHeld = gate.holdEnds(1)
        #expect(isHeld && gate.attempt == 1)
        if isPasscode { gate.skipBiometry() }
        let others = [
          gate.answer(nil, attempt: 0, isPasscodeStep: isPasscode),
          gate.answer(nil, attempt: 1, isPasscodeStep: !isPasscode),
        ]
        #expect(others == [.ignored, .ignored])
        let verdict = gate.answer(error, attempt: 1, isPasscodeStep: isPasscode)
        let expected: BabySafeGate.Verdict =
          switch error?.code {
          case nil, -5: .opens
          case -3, -6, -7, -8: isPasscode ? .locks : .passcode
          default: .locks
          }
        #expect(verdict == expected)
        if verdict == .locks {
          let late = gate.answer(nil, attempt: 1, isPasscodeStep: isPasscode)
          #expect(late == .ignored && gate.state == .locked)
        }
      }
    }
  }

  /// An open gate locks by the button, or after a minute in the background, not before.
  @Test func openGatesLock() {
    for (away, uses) in [(59.9, 1), (60, 0)] {
      var plan = GateRun.plan()
      plan.add(1, .finger, 0, at: 350, 40)
      plan.add(8, .match)
      plan.add(10, .lift, 0)
      plan.add(.background, at: 20 * Nanoseconds.second)
      plan.add(.active, at: UInt64((20 + away) * 1e9))
      plan.add(90, .menu)
      plan.add(91, .lock)
      plan.add(92, .menu)
      let run = GateRun(plan)
      #expect(run.times(.opens).count == 1 && run.times(.acts).count == uses)
      #expect(run.broken == nil)
    }
  }

  /// A prompt that nobody answers ends after a minute; a hold needs a new contact then.
  @Test func promptsExpire() {
    var plan = GateRun.plan()
    plan.add(1, .finger, 0, at: 350, 40)
    plan.add(90, .match)
    plan.add(100, .lift, 0)
    let run = GateRun(plan)
    #expect(run.times(.prompts) == [7] && run.times(.locks) == [67])
    #expect(run.times(.opens).isEmpty && run.broken == nil)
  }

  /// Phones follow five contacts: a sixth cancels all, and blinds until the glass is empty.
  @Test func sixthContacts() {
    for isTablet in [false, true] {
      var plan = GateRun.plan(isTablet: isTablet)
      for finger in UInt64(0)..<6 { plan.add(1, .finger, finger, at: 100, 300) }
      plan.add(2, .move, 0, at: 110, 300)
      for finger in UInt64(1)..<6 { plan.add(3, .lift, finger) }
      plan.add(4, .finger, 7, at: isTablet ? 780 : 350, 40)
      plan.add(5, .lift, 7)
      plan.add(5, .lift, 0)
      plan.add(6, .finger, 7, at: isTablet ? 780 : 350, 40)
      let run = GateRun(plan)
      #expect(run.reached.contains("sixth-contact") == !isTablet)
      #expect(run.times(.holds) == [6] && run.broken == nil)
    }
  }

  @Test func placesComeBack() {
    for point in [Vector2(309.9, 40), Vector2(0, 0), Vector2(820, 1180), Vector2(1179.9, 0.1)] {
      #expect(TouchGlass.position(TouchGlass.place(point)) == point)
    }
  }
}
