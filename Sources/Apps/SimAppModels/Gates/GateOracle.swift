import SimbenchKit

/// The oracle of the gates: it judges by contacts, results and effects what may be held, prompted,
/// opened and bought.
package struct GateOracle: Equatable, Sendable, StateFields {
  private var hold: HoldOracle
  private var math = MathOracle()
  /// The authentication whose result counts; 0 for none.
  private var request: UInt64 = 0
  private var promptTime: UInt64 = 0
  /// Whether the result of this step may open the gate.
  private var mayOpen = false
  private var isOpen = false
  /// Whether the current attempt has found biometry locked.
  private var isLockedOut = false
  private var backgroundTime: UInt64?
  /// When the hold of this step began, before the event.
  private var heldSince: UInt64?
  /// Violations and reached goals since the last check: one bit per property.
  private var broken: UInt64 = 0
  private var reached: UInt64 = 0
  private let kind: GateKind

  init(_ kind: GateKind) {
    self.kind = kind
    hold = HoldOracle(kind)
  }

  private mutating func expect(_ holds: Bool, _ property: GateProperty) {
    if !holds { broken |= 1 &<< UInt64(property.rawValue) }
  }

  private mutating func reach(_ property: GateProperty, _ isReached: Bool = true) {
    if isReached { reached |= 1 &<< UInt64(property.rawValue) }
  }

  /// Forgets what ends with the process.
  mutating func processEnds() {
    hold.clear()
    math.processEnds()
    (request, isOpen, backgroundTime) = (0, false, nil)
  }

  // MARK: - Before the app

  /// Observes an event before the app handles it.
  mutating func begin(
    _ event: WorldEvent, _ glass: TouchGlass, _ canvas: GateCanvas, _ world: borrowing World,
    isBlinded: Bool
  ) {
    let now = world.clock.now
    hold.beginStep()
    heldSince = hold.since
    mayOpen = false
    if let common = event.common { return beginCommon(common, now) }
    reach(.sixthContact, isBlinded)
    let isReady =
      world.process == .active && (kind == .scribbly || (!isOpen && request == 0))
    for contact in glass.changes {
      reach(.palm, contact.isPalm && contact.phase == .began && hold.since != nil)
      hold.apply(contact, at: now, on: canvas, isReady: isReady)
    }
    switch event.own(GateEvent.self) {
    case .turn: hold.spoil(.turned)
    case .stall: if event.first > 500_000_000 { hold.spoil(.gap) }
    case .gesture: reach(.systemGesture, !glass.changes.isEmpty)
    case .lock: isOpen = false
    case .expires:
      if event.first == request >> 1, now - promptTime >= 60_000_000_000 { request = 0 }
    case .authenticated: hear(event, now)
    case .answer: math.answer(event.first, at: now)
    default: break
    }
    noteReason()
  }

  private mutating func beginCommon(_ common: WorldEvent.Code, _ now: UInt64) {
    switch common {
    case .inactive, .background, .suspend:
      hold.spoil(.gone)
      hold.clear()
      guard common == .background else { return }
      request = 0
      backgroundTime = now
    case .active:
      if let backgroundTime, now - backgroundTime >= 60_000_000_000 { isOpen = false }
      backgroundTime = nil
    default: break
    }
  }

  private mutating func noteReason() {
    switch hold.reason {
    case .second: reach(.secondContact)
    case .moved: reach(.drift)
    case .gap: reach(.frameGap)
    case .turned: reach(.turned)
    case .none, .palm, .gone: break
    }
  }

  /// Judges whether a result may open the gate.
  private mutating func hear(_ event: WorldEvent, _ now: UInt64) {
    guard request != 0, event.first == request, now - promptTime <= 60_000_000_000 else {
      reach(.lateAuth, event.second == 0)
      return
    }
    request = 0
    mayOpen = event.second == 0 || event.second == 5
    let isPasscode = event.first & 1 == 1
    if event.second == 8, !isPasscode { isLockedOut = true }
    reach(.holdOnly, event.second == 5)
    reach(.lockoutPasscode, event.second == 0 && isPasscode && isLockedOut)
  }

  // MARK: - After the app

  /// Observes the app after an event.
  mutating func note(_ event: WorldEvent, _ app: GateApp, _ world: borrowing World) {
    let now = world.clock.now
    if event.common == .launch, kind == .math {
      expect(math.launch(app.purchase.math.wrongCount, at: now), .lockHolds)
      reach(.relock, math.isRelocked)
    }
    for effect in world.effects {
      guard let own = effect.own(GateEffect.self) else { continue }
      switch own {
      case .prompts, .discards:
        let full: UInt64 = kind == .babySafe ? 6_000_000_000 : 3_000_000_000
        expect(heldSince.map { now - $0 >= full } ?? false, .unbrokenHold)
        hold.spoil(.none)
        if own == .prompts { (promptTime, isLockedOut) = (now, false) }
      case .asks: request = effect.first
      case .opens:
        if kind == .babySafe { expect(mayOpen, .openedBySuccess) }
        isOpen = kind == .scribbly || mayOpen
      case .locks:
        if kind == .scribbly { isOpen = false }
      case .acts: expect(isOpen, .gateOnly)
      default: noteMath(own, effect, event, world)
      }
    }
  }

  private mutating func noteMath(
    _ own: GateEffect, _ effect: World.Effect, _ event: WorldEvent, _ world: borrowing World
  ) {
    let now = world.clock.now
    switch own {
    case .poses: expect(math.pose(effect.first, effect.second, at: now), .lockHolds)
    case .withdraws: math.withdraw()
    case .wrong:
      expect(math.wrong(effect.first), .lockHolds)
      let words = PurchaseGate<GatePurchase>.words(UInt32(truncatingIfNeeded: effect.first))
      expect(world.disk.holds(words, in: GatePurchase.file), .storedFirst)
    case .bars: reach(.mathLock)
    case .refuses: expect(math.refuse(at: now), .lockHolds)
    case .passes:
      let error = event.own(GateEvent.self) == .answer ? event.first : nil
      expect(math.pass(error, at: now), .onePass)
    case .purchases: expect(math.purchase(at: now), .onePass)
    case .clears: math.clear()
    default: break
    }
  }

  /// Reports to the checker which properties hold after an event.
  mutating func judge(
    _ app: GateApp, _ world: borrowing World, by judge: inout PropertyChecker
  ) {
    let now = world.clock.now
    if kind != .math {
      let since = hold.since
      expect(app.isHolding == (since != nil), .holdInPlace)
      expect(!app.isOpen || isOpen, .gateOnly)
      if kind == .babySafe { judgeRing(app, since, now) }
    }
    judge.tell(broken: broken, reached: reached)
    (broken, reached) = (0, 0)
  }

  private mutating func judgeRing(_ app: GateApp, _ since: UInt64?, _ now: UInt64) {
    let ring = app.babySafe.ring(at: now)
    guard let since, now - since >= 500_000_000 else { return expect(ring == nil, .ring) }
    expect(ring == UInt32((now - since) / 125_000_000), .ring)
  }

  /// Visits every field except violations and reached goals, which the checker receives.
  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  package mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    visitor.field(&hold, "hold")
    visitor.field(&math, "math")
    visitor.field(&request, "request")
    visitor.field(&promptTime, "promptTime")
    visitor.field(&isOpen, "isOpen")
    visitor.field(&isLockedOut, "isLockedOut")
    visitor.field(&backgroundTime, "backgroundTime")
    visitor.derived("heldSince")
    visitor.derived("mayOpen")
    visitor.derived("kind")
    if visitor.derived("broken") { broken = 0 }
    if visitor.derived("reached") { reached = 0 }
  }
}
