import SimAppModels
import SimMath
import SimRuntime
import SimWorld
import TestTier
import Testing

/// Goal: the sound gates pass every run that is drawn for them, and every planted bug breaks the
/// property that speaks of it.
@Suite struct GateModelTests {
  private static let seeds: Range<UInt64> = Tier.isDebug ? 0..<20 : 0..<2000

  @Test(arguments: GateKind.allCases) func soundGatesPass(kind: GateKind) {
    var reached = Set<String>()
    for seed in Self.seeds {
      let run = GateRun(GateRun.drawn(seed, kind, isTablet: seed % 2 == 1))
      reached.formUnion(run.reached)
      guard let broken = run.broken else { continue }
      Issue.record("seed \(seed): \(broken)")
      return
    }
    let goals: Set<String> =
      switch kind {
      case .babySafe:
        [
          "second-contact", "drift", "frame-gap", "hold-only", "lockout-passcode", "late-auth",
          "sixth-contact", "system-gesture", "turned", "palm",
        ]
      case .scribbly: ["second-contact", "drift", "frame-gap", "turned", "palm"]
      case .math: ["math-lock", "relock"]
      }
    #expect(reached.isSuperset(of: goals), "\(goals.subtracting(reached))")
  }

  /// The first seed that shows a bug; odd ones are of tablets.
  private static let found: [(bug: GateBug, kind: GateKind, seed: UInt64, property: String)] = [
    (.secondContact, .babySafe, 30, "hold-in-place"),
    (.drift, .babySafe, 23, "hold-in-place"),
    (.elapsedKept, .babySafe, 0, "unbroken-hold"),
    (.fromFirst, .scribbly, 0, "unbroken-hold"),
    (.ringStays, .babySafe, 36, "ring"),
    (.lockout, .babySafe, 0, "opened-by-success"),
    (.lateSuccess, .babySafe, 39, "opened-by-success"),
    (.relaunchUnlocks, .math, 14, "lock-holds"),
    (.passStays, .math, 194, "one-pass"),
    (.judgedFirst, .math, 20, "stored-first"),
    (.menuSurvives, .babySafe, 2, "gate-only"),
  ]

  @Test func plantedBugsAreFound() {
    #expect(Set(Self.found.map { $0.bug }).count == GateBug.allCases.count)
    for (bug, kind, seed, property) in Self.found {
      let isTablet = seed % 2 == 1
      #expect(GateRun(GateRun.drawn(seed, kind, isTablet: isTablet, bug)).broken == property)
      #expect(GateRun(GateRun.drawn(seed, kind, isTablet: isTablet)).broken == nil)
    }
  }

  /// A state that is restored into another run goes on as the first does.
  @Test(arguments: GateKind.allCases) func restoredGatesGoOnAlike(kind: GateKind) throws {
    let plan = GateRun.drawn(5, kind)
    var simulation = WorldSimulation<GateModel>(plan)
    let stride = Tier.isDebug ? 41 : 3
    var step = 0
    while let event = simulation.next {
      simulation.apply(event)
      step += 1
      guard step % stride == 0 else { continue }
      var (snapshot, backup) = (Snapshot(), Snapshot())
      snapshot.save(&simulation)
      var other = WorldSimulation<GateModel>(plan)
      try snapshot.restore(&other, savedTo: &backup)
      #expect(other.next == simulation.next)
      #expect(StateDifference.between(&other, &simulation, limit: 3).isEmpty)
    }
    #expect(step > 100)
  }
}

/// Goal: no sequence of six of nine events, each a tenth of a second or three seconds apart, opens
/// BabySafe's gate, prompts or shows the ring where it should not.
@Suite struct GateSpaceTests {
  /// What may happen: a contact in the corner, another one elsewhere, what both do, a wait of
  /// 3.05 s, the person, and the app's way to the background and back.
  private enum Symbol: Int, CaseIterable {
    case land, second, lift, far, wait, match, fallback, background, active
  }

  private static func plan(_ number: Int) -> (plan: WorldPlan, symbols: [Symbol]) {
    var plan = GateRun.plan()
    var symbols: [Symbol] = []
    var (rest, time) = (number, Nanoseconds.second)
    for index in 0..<6 {
      let symbol = Symbol.allCases[rest % Symbol.allCases.count]
      symbols.append(symbol)
      rest /= Symbol.allCases.count
      if symbol == .wait {
        time += 3050 * Nanoseconds.millisecond
        continue
      }
      plan.actions.append(action(symbol, at: time, UInt64(index)))
      time += 10 * Nanoseconds.millisecond
    }
    return (plan, symbols)
  }

  private static func action(
    _ symbol: Symbol, at time: UInt64, _ identity: UInt64
  ) -> WorldAction {
    func own(_ event: GateEvent, _ order: EventOrder, _ first: UInt64, _ second: UInt64 = 0)
      -> WorldAction
    {
      WorldAction(
        time: time, code: 64 + UInt16(event.rawValue), order: order, first: first, second: second,
        identity: identity)
    }
    func common(_ code: WorldEvent.Code) -> WorldAction {
      WorldAction(time: time, code: code.rawValue, order: .lifecycle, identity: identity)
    }
    return switch symbol {
    case .land: own(.finger, .user, 0, 350_00_0040_0)
    case .second: own(.finger, .user, 1, 100_00_0500_0)
    case .lift: own(.lift, .user, 0)
    case .far: own(.move, .user, 0, 350_00_0070_0)
    case .match: own(.person, .response, UInt64(AuthenticationAction.match.rawValue))
    case .fallback: own(.person, .response, UInt64(AuthenticationAction.fallback.rawValue))
    case .background: common(.background)
    case .active, .wait: common(.active)
    }
  }

  /// The index of the symbol at which the gate first prompts; nil if it does not.
  ///
  /// It speaks of the events alone: two waits in a row of nothing that cancels, after a contact
  /// that landed in the corner of an empty glass.
  private static func prompt(_ symbols: [Symbol]) -> Int? {
    var (isDown, isSecondDown, isActive, waits) = (false, false, true, Int?.none)
    for (index, symbol) in symbols.enumerated() {
      switch symbol {
      case .wait:
        waits = waits.map { $0 + 1 }
        if waits == 2 { return index }
      case .background: (isDown, isSecondDown, isActive, waits) = (false, false, false, nil)
      case .active: isActive = true
      case .match, .fallback: break
      case .land where isActive && !isDown:
        isDown = true
        if !isSecondDown { waits = 0 }
      case .second where isActive && !isSecondDown: (isSecondDown, waits) = (true, nil)
      case .lift where isActive: (isDown, waits) = (false, nil)
      case .far where isActive && isDown: waits = nil
      case .land, .second, .lift, .far: break
      }
    }
    return nil
  }

  private static let stride = Tier.isDebug ? 797 : 1

  @Test func everySequenceOfSixEvents() {
    var (prompts, opens) = (0, 0)
    for number in Swift.stride(from: 0, to: 531_441, by: Self.stride) {
      let (plan, symbols) = Self.plan(number)
      let run = GateRun(plan)
      // A hold may also end in the rest of the run, after the last event.
      let prompt = Self.prompt(symbols + [.wait, .wait])
      let isOpened = prompt.map { isMatched(symbols.dropFirst($0 + 1)) } ?? false
      prompts += prompt == nil ? 0 : 1
      opens += isOpened ? 1 : 0
      guard run.broken == nil, run.times(.prompts).isEmpty == (prompt == nil),
        run.times(.opens).isEmpty != isOpened
      else {
        Issue.record("\(symbols): \(run.broken ?? "other effects")")
        return
      }
    }
    if !Tier.isDebug { #expect(prompts == 43_142 && opens == 480) }
  }

  /// Whether what follows a prompt opens the gate: a match of which the answer arrives.
  ///
  /// An answer takes less than a wait and more than all other events. A fallback leads to a second
  /// request, which begins with biometry too; another one leads to the passcode.
  private func isMatched(_ symbols: ArraySlice<Symbol>) -> Bool {
    var (isMatched, hasFallenBack, isPending) = (false, false, false)
    for symbol in symbols {
      switch symbol {
      case .match: if !isPending { (isMatched, isPending) = (true, true) }
      case .fallback where !isPending:
        if hasFallenBack { return false }
        (hasFallenBack, isPending) = (true, true)
      case .background: return false
      case .wait:
        if isMatched { return true }
        isPending = false
      default: break
      }
    }
    return isMatched
  }

  /// The space shows planted bugs of holds.
  @Test func theSpaceShowsBugs() {
    for (bug, symbols, property) in [
      (GateBug.elapsedKept, [.land, .wait, .lift, .land, .wait, .lift], "unbroken-hold"),
      (.secondContact, [.land, .second, .wait, .wait, .lift, .active], "hold-in-place"),
    ] as [(GateBug, [Symbol], String)] {
      var number = 0
      for symbol in symbols.reversed() { number = number * 9 + symbol.rawValue }
      var (plan, found) = Self.plan(number)
      #expect(found == symbols && GateRun(plan).broken == nil)
      plan.plantedBug = bug.rawValue
      #expect(GateRun(plan).broken == property)
    }
  }
}
