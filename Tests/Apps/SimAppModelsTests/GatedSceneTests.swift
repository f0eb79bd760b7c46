import SimAppModels
import SimInput
import SimMath
import SimRaster
import SimRuntime
import SimWorld
import Testing

/// Goal: over a scene, frame by frame, the gates do what is written down; the scene sees no contact
/// while its gate is open.
@Suite struct GatedSceneTests {
  static let rates: [UInt32] = [60, 120]

  // MARK: - BabySafe

  @Test(arguments: rates) func aFullHoldPrompts(rate: UInt32) {
    var run = GatedRun(.babySafe, rate: rate)
    run.pass(0.5)
    run.touch(1, .began, GatedRun.topRight)
    var (rings, states): ([UInt32?], [BabySafeGate.State]) = ([], [])
    for _ in 0...6 * rate {
      run.advance()
      rings.append(run.gate.ringArcs)
      states.append(run.state)
    }
    let end = Int(6 * rate)
    #expect(states[0] == .holding && states[end - 1] == .holding && states[end] == .asking)
    #expect(rings.firstIndex { $0 != nil } == Int(rate / 2))
    #expect(rings[Int(rate / 2)] == 4 && rings[Int(3 * rate)] == 24)
    #expect(rings[Int(rate) * 59 / 10] == 47 && rings[end] == nil)
    #expect(run.gate.promptCount == 1)
  }

  /// What begins a hold, and what does not.
  @Test func onlyOneContactInTheCornerHolds() {
    func isHeld(_ prepare: (inout GatedRun) -> Void) -> Bool {
      var run = GatedRun(.babySafe, rate: 60)
      prepare(&run)
      run.advance()
      return run.state == .holding
    }
    #expect(isHeld { $0.touch(1, .began, GatedRun.topRight) })
    #expect(isHeld { $0.touch(1, .began, GatedRun.topRight, radius: 2, kind: .pencil) })
    #expect(isHeld { $0.touch(1, .began, Vector2(310, 80)) })
    #expect(!isHeld { $0.touch(1, .began, Vector2(309, 80)) })
    #expect(!isHeld { $0.touch(1, .began, Vector2(310, 81)) })
    #expect(!isHeld { $0.touch(1, .began, GatedRun.topRight, radius: 20) })
    #expect(
      !isHeld {
        $0.touch(1, .began, Vector2(100, 400))
        $0.touch(2, .began, GatedRun.topRight)
      })
    // A contact that lifts in the frame in which another lands was on the glass with it.
    #expect(
      !isHeld {
        $0.touch(1, .began, Vector2(100, 400))
        $0.advance()
        $0.touch(1, .ended, Vector2(100, 400))
        $0.touch(2, .began, GatedRun.topRight)
      })
    #expect(
      !isHeld {
        $0.advance([.inactive])
        $0.touch(1, .began, GatedRun.topRight)
      })
  }

  /// Everything that ends a hold early; the contact that stays never holds again, a new one does.
  @Test(arguments: rates) func disturbancesCancel(rate: UInt32) {
    let disturbances: [(String, (inout GatedRun) -> Void)] = [
      ("lift", { $0.touch(1, .ended, GatedRun.topRight) }),
      ("cancel", { $0.touch(1, .cancelled, GatedRun.topRight) }),
      ("leave", { $0.touch(1, .moved, Vector2(350, 61)) }),
      (
        "leave and return",
        {
          $0.touch(1, .moved, Vector2(350, 61))
          $0.touch(1, .moved, GatedRun.topRight)
        }
      ),
      ("second", { $0.touch(2, .began, Vector2(100, 400)) }),
      ("palm", { $0.touch(2, .began, Vector2(100, 400), radius: 30) }),
      ("canvas", { $0.turn() }),
      ("inactive", { $0.advance([.inactive]) }),
      ("background", { $0.advance(absent: 1_000_000_000) }),
      ("gap", { $0.advance(took: 500_000_001) }),
    ]
    for (name, disturb) in disturbances {
      var run = GatedRun(.babySafe, rate: rate)
      run.touch(1, .began, GatedRun.topRight)
      run.pass(3)
      #expect(run.state == .holding && run.gate.ringArcs != nil)
      disturb(&run)
      run.advance()
      #expect(run.state == .locked && run.gate.ringArcs == nil, "\(name)")
      run.pass(7)
      #expect(run.state == .locked && run.gate.promptCount == 0, "\(name)")
      run.touch(1, .ended, GatedRun.topRight)
      run.touch(2, .ended, Vector2(100, 400))
      run.advance([.active])
      if name == "canvas" { run.turn() }
      run.hold()
      #expect(run.state == .asking, "\(name)")
    }
    var run = GatedRun(.babySafe, rate: rate)
    run.touch(1, .began, GatedRun.topRight)
    run.advance(took: 500_000_000)
    run.touch(1, .moved, Vector2(350, 60))
    run.pass(6 - 1 / Double(rate))
    #expect(run.state == .holding)
    run.advance()
    #expect(run.state == .asking)
  }

  /// A lift in the frame in which the hold ends cancels it.
  @Test(arguments: rates) func liftsAtTheEndCancel(rate: UInt32) {
    var run = GatedRun(.babySafe, rate: rate)
    run.touch(1, .began, GatedRun.topRight)
    run.pass(6)
    run.touch(1, .ended, GatedRun.topRight)
    run.advance()
    #expect(run.state == .locked && run.gate.promptCount == 0)
  }

  /// What each answer leads to, asked for biometry and then for the passcode.
  @Test func answersAreJudged() {
    let toPasscode: [GateAction.Kind] = [
      .userFallback, .biometryNotAvailable, .biometryNotEnrolled, .biometryLockout,
    ]
    for kind in GateAction.Kind.allCases where kind.isAnswer {
      var run = GatedRun(.babySafe, rate: 60)
      run.hold()
      run.advance([kind])
      let opens = kind == .success || kind == .passcodeNotSet
      let asks = toPasscode.contains(kind)
      #expect(run.state == (opens ? .open : asks ? .asking : .locked), "\(kind.name)")
      #expect(run.gate.babySafe.isPasscodeStep == asks)
      run = GatedRun(.babySafe, rate: 60)
      run.hold()
      run.advance([.userFallback])
      run.advance([kind])
      #expect(run.state == (opens ? .open : .locked), "\(kind.name)")
    }
    for kind in AuthenticationError.allCases {
      #expect(GateAction.Kind(rawValue: kind.rawValue)?.isAnswer == true)
    }
    guard case .choice(let names) = AuthenticationError.result.kind else {
      Issue.record("the results are a choice")
      return
    }
    let answers = GateAction.Kind.allCases.filter { $0.isAnswer }.map { "\($0.name)" }
    #expect(answers == names.map { "\($0)" })
  }

  @Test(arguments: rates) func promptsEnd(rate: UInt32) {
    var run = GatedRun(.babySafe, rate: rate)
    run.hold()
    // The frame of the prompt and the one after it have passed.
    for _ in 0..<60 * rate - 2 { run.advance() }
    #expect(run.state == .asking)
    var other = run
    run.advance()
    #expect(run.state == .locked)
    // An answer at the deadline counts.
    other.advance([.success])
    #expect(other.state == .open)

    run = GatedRun(.babySafe, rate: rate)
    run.hold()
    run.advance([.inactive])
    run.pass(5)
    #expect(run.state == .asking)
    run.advance([.active, .success])
    #expect(run.state == .open)

    run = GatedRun(.babySafe, rate: rate)
    run.hold()
    run.advance([.success], absent: 1_000_000)
    #expect(run.state == .locked)
    // Answers to what has ended are ignored, those of an earlier attempt too.
    run.touch(5, .began, GatedRun.topRight)
    run.advance([.success])
    #expect(run.state == .holding)
    run.pass(6)
    run.advance([.success], attempt: 1)
    #expect(run.state == .asking)
    run.advance([.success], attempt: 2)
    #expect(run.state == .open && run.gate.openingCount == 1)
  }

  @Test func openGatesLock() {
    var run = GatedRun(.babySafe, rate: 60)
    run.open()
    run.pass(1)
    #expect(run.state == .open)
    run.advance([.lock])
    #expect(run.state == .locked)
    run.advance([.lock])
    run.open()
    run.advance(absent: 59_999_999_999)
    #expect(run.state == .open)
    run.advance(absent: 60_000_000_000)
    #expect(run.state == .locked && run.gate.openingCount == 2)
  }

  // MARK: - What the scene sees

  @Test func anOpenGateHidesContacts() {
    var run = GatedRun(.babySafe, rate: 60)
    run.hold()
    run.touch(2, .began, Vector2(100, 400))
    run.advance()
    #expect(run.seen == [.init(id: 2, phase: .began)])
    run.touch(2, .moved, Vector2(110, 400))
    run.touch(3, .began, Vector2(200, 400))
    run.advance([.success])
    #expect(run.seen == [.init(id: 2, phase: .cancelled)])
    run.touch(4, .began, Vector2(250, 400))
    run.advance()
    #expect(run.seen.isEmpty)
    run.touch(4, .ended, Vector2(250, 400))
    run.touch(5, .began, Vector2(250, 400))
    run.advance([.lock])
    #expect(run.seen == [.init(id: 5, phase: .began)])
    run.touch(3, .moved, Vector2(210, 400))
    run.touch(2, .ended, Vector2(110, 400))
    run.advance()
    #expect(run.seen == [.init(id: 5, phase: .stationary)])
    // Those in the gate's corner are the scene's too.
    run.touch(3, .ended, Vector2(210, 400))
    run.touch(5, .ended, Vector2(250, 400))
    run.advance()
    run.touch(6, .began, GatedRun.topRight)
    run.advance()
    #expect(run.seen == [.init(id: 6, phase: .began)] && run.state == .holding)
  }

  // MARK: - The ring

  @Test(arguments: rates) func theRingIsDrawn(rate: UInt32) {
    var run = GatedRun(.babySafe, rate: rate)
    run.touch(1, .began, GatedRun.topRight)
    run.pass(0.5)
    #expect(run.commands().all.isEmpty)
    for (seconds, capsules) in [(0.5, 4), (3.0, 24), (5.9, 47)] {
      while run.frame <= UInt32(seconds * Double(rate)) { run.advance() }
      let found = run.commands()
      #expect(found.rings == 1 && found.capsules == capsules && found.all.count == capsules + 3)
      let ring = found.all[0]
      #expect(ring.geometry[0] == 350 && ring.geometry[1] == 40 && ring.geometry[2] == 28)
      #expect(ring.geometry[3] == 3 && ring.color.alpha == 26 && found.all[1].opacity == 64)
      // The first arc begins at the top and goes to the right.
      let first = found.all[2].geometry
      #expect(first[0] == 350 && first[1] == 12 && first[2] > 353 && first[3] < 12.5)
    }
    run.pass(0.1)
    #expect(run.state == .asking && run.commands().all.isEmpty)
  }

  // MARK: - Scribbly

  /// Two corners, the later after some seconds; which corner begins.
  private static func hold(
    _ run: inout GatedRun, _ gap: Double, _ seconds: Double = 3,
    _ corners: (Vector2, Vector2) = (GatedRun.topLeft, GatedRun.bottomRight)
  ) {
    let key = UInt64(run.frame) + 10
    run.touch(key, .began, corners.0)
    run.pass(gap)
    run.touch(key + 1, .began, corners.1)
    run.pass(seconds)
    run.advance()
    run.touch(key, .ended, corners.0)
    run.touch(key + 1, .ended, corners.1)
    run.advance()
  }

  @Test(arguments: rates) func cornersOpenAndClose(rate: UInt32) {
    for (gap, opens) in [(0.0, true), (0.5, true), (1.0, true), (1.1, false)] {
      var run = GatedRun(.scribbly, rate: rate)
      Self.hold(&run, gap)
      #expect(run.gate.isOpen == opens && run.gate.ringArcs == nil, "\(gap)")
    }
    var run = GatedRun(.scribbly, rate: rate)
    Self.hold(&run, 0.5, 3 - 1 / Double(rate))
    #expect(!run.gate.isOpen)
    Self.hold(&run, 0.5, 3, (GatedRun.bottomRight, GatedRun.topLeft))
    #expect(run.gate.isOpen && run.gate.openingCount == 1)
    #expect(run.scene.inner.cancelledCount == 2)
    let seen = run.scene.inner.seenCount
    Self.hold(&run, 0.5)
    #expect(!run.gate.isOpen)
    // The contacts that close began while it was open: the scene never saw them.
    #expect(run.scene.inner.seenCount == seen)
    Self.hold(&run, 0.5)
    run.advance([.lock])
    #expect(!run.gate.isOpen)
    Self.hold(&run, 0.5)
    run.advance(absent: 59_999_999_999)
    #expect(run.gate.isOpen)
    run.advance(absent: 60_000_000_000)
    #expect(!run.gate.isOpen && run.gate.openingCount == 3)
  }

  @Test(arguments: rates) func disturbedCornersStayClosed(rate: UInt32) {
    let disturbances: [(String, (inout GatedRun) -> Void)] = [
      ("third", { $0.touch(3, .began, Vector2(100, 400)) }),
      ("palm", { $0.touch(3, .began, Vector2(100, 400), radius: 30) }),
      ("lift of the first", { $0.touch(1, .ended, GatedRun.topLeft) }),
      ("lift of the second", { $0.touch(2, .ended, GatedRun.bottomRight) }),
      ("cancel", { $0.touch(2, .cancelled, GatedRun.bottomRight) }),
      ("leave", { $0.touch(2, .moved, Vector2(350, 783)) }),
      ("canvas", { $0.turn() }),
      ("inactive", { $0.advance([.inactive]) }),
      ("background", { $0.advance(absent: 1) }),
      ("gap", { $0.advance(took: 600_000_000) }),
      ("nothing", { _ in }),
    ]
    for (name, disturb) in disturbances {
      var run = GatedRun(.scribbly, rate: rate)
      run.touch(1, .began, GatedRun.topLeft)
      run.touch(2, .began, GatedRun.bottomRight)
      run.pass(2)
      disturb(&run)
      run.pass(1.2)
      #expect(run.gate.isOpen == (name == "nothing"), "\(name)")
    }
    for corners in [
      (GatedRun.topLeft, GatedRun.topLeft), (GatedRun.bottomRight, GatedRun.topRight),
      (GatedRun.topRight, GatedRun.bottomRight), (Vector2(100, 400), GatedRun.topLeft),
    ] {
      var run = GatedRun(.scribbly, rate: rate)
      Self.hold(&run, 0.5, 3, corners)
      #expect(!run.gate.isOpen)
    }
  }
}
