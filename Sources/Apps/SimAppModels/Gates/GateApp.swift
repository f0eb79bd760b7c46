import SimbenchKit

/// The gates of the apps, one parameter value each.
package enum GateKind: UInt8, CaseIterable, Sendable {
  /// BabySafe's: a hold, then authentication.
  case babySafe
  /// Scribbly's: two corners.
  case scribbly
  /// SketchMagic's: a product.
  case math
}

/// The keys of the purchases behind the model's gate.
package enum GatePurchase: PurchaseGateKeys {
  /// The events of the model.
  package typealias Event = GateEvent
  /// The observable effects of the model.
  package typealias Effect = GateEffect
  /// The name of the file with the count.
  package static var file: UInt32 { 1 }
}

/// The in-memory state of an app with a parents' gate and its event handling.
package struct GateApp: Equatable, Sendable, StateFields {
  /// BabySafe's gate.
  package private(set) var babySafe: BabySafeGate
  /// Scribbly's gate.
  package private(set) var scribbly: ScribblyGate
  /// SketchMagic's gate.
  package private(set) var purchase: PurchaseGate<GatePurchase>
  /// The identity of the touch that began the hold.
  private var holdIdentity: UInt64 = 0
  /// What was open before a relaunch, kept by a planted bug.
  private var menuFlag = false
  let kind: GateKind
  let plantedBug: GateBug?

  init(_ kind: GateKind, plantedBug: GateBug?, wasOpen: Bool = false) {
    (self.kind, self.plantedBug) = (kind, plantedBug)
    babySafe = BabySafeGate(plantedBug: plantedBug)
    scribbly = ScribblyGate(plantedBug: plantedBug)
    purchase = PurchaseGate(plantedBug: plantedBug)
    menuFlag = plantedBug == .menuSurvives && wasOpen
  }

  /// Whether what is behind the gate may be used.
  package var isOpen: Bool {
    switch kind {
    case .babySafe: babySafe.state == .open
    case .scribbly: scribbly.isOpen
    case .math: false
    }
  }

  /// Whether a contact, or both, are being held.
  package var isHolding: Bool {
    kind == .babySafe ? babySafe.state == .holding : scribbly.state == .both
  }

  /// The number of the current or last hold.
  private var holdNumber: UInt32 {
    kind == .babySafe ? babySafe.holdNumber : scribbly.holdNumber
  }

  /// Handles an event.
  mutating func apply(
    _ event: WorldEvent, _ glass: TouchGlass, _ canvas: GateCanvas,
    _ service: inout AuthenticationService, in world: inout World
  ) {
    let (wasHolding, before, now) = (isHolding, holdNumber, world.clock.now)
    for contact in glass.changes {
      let isActive = world.process == .active
      switch kind {
      case .babySafe: babySafe.touch(contact, at: now, on: canvas, isActive: isActive)
      case .scribbly: scribbly.touch(contact, at: now, on: canvas, isActive: isActive)
      case .math: break
      }
    }
    if let common = event.common {
      applyCommon(common, event, in: &world)
    } else if let own = event.own(GateEvent.self) {
      apply(own, event, &service, in: &world)
    }
    if wasHolding, !isHolding || holdNumber != before { endHold(before, in: &world) }
    if isHolding, holdNumber != before { beginHold(event, in: &world) }
  }

  private mutating func apply(
    _ own: GateEvent, _ event: WorldEvent, _ service: inout AuthenticationService,
    in world: inout World
  ) {
    let now = world.clock.now
    switch own {
    case .turn:
      babySafe.canvasChanges()
      scribbly.cancel()
    case .stall:
      babySafe.frameGap(event.first)
      scribbly.frameGap(event.first)
    case .lock:
      if isOpen { world.note(GateEffect.locks) }
      babySafe.lock()
      scribbly.lock()
    case .menu: if isOpen || menuFlag { world.note(GateEffect.acts) }
    case .ring:
      if event.first == UInt64(holdNumber), babySafe.ring(at: now) != nil {
        world.note(GateEffect.shows)
      }
    case .held:
      if kind == .scribbly { return toggle(event, in: &world) }
      prompt(event, &service, in: &world)
    case .authenticated: judge(event, &service, in: &world)
    case .expires:
      guard babySafe.expires(UInt32(truncatingIfNeeded: event.first)) else { return }
      service.invalidate(in: &world)
      world.note(GateEffect.locks)
    case .buy, .answer, .close, .unanswered, .retry:
      if kind == .math { applyMath(own, event, in: &world) }
    case .finger, .palm, .pencil, .move, .lift, .person, .gesture: break
    }
  }

  private mutating func applyCommon(
    _ common: WorldEvent.Code, _ event: WorldEvent, in world: inout World
  ) {
    let now = world.clock.now
    switch common {
    case .launch: if kind == .math { purchase.open(event.identity, in: &world) }
    case .active:
      babySafe.becomeActive(at: now)
      scribbly.becomeActive(at: now)
    case .inactive:
      babySafe.resignActive()
      scribbly.cancel()
    case .background:
      if babySafe.state == .asking { world.cancel(GateEvent.expires) }
      babySafe.enterBackground(at: now)
      scribbly.enterBackground(at: now)
      purchase.close(in: &world)
    case .disk: if kind == .math { purchase.finish(event, in: &world) }
    default: break
    }
  }

  private mutating func applyMath(
    _ own: GateEvent, _ event: WorldEvent, in world: inout World
  ) {
    switch own {
    case .buy:
      if purchase.usePass(in: world) { return world.note(GateEffect.purchases) }
      if !purchase.ask(event.identity, in: &world) { world.note(GateEffect.refuses) }
    case .answer: _ = purchase.answer(event, in: &world)
    case .close: purchase.close(in: &world)
    default: purchase.apply(own, event, in: &world)
    }
  }

  // MARK: - Holds

  private mutating func beginHold(_ event: WorldEvent, in world: inout World) {
    holdIdentity = event.identity
    let (now, number) = (world.clock.now, UInt64(holdNumber))
    let end = kind == .babySafe ? babySafe.held.time &+ BabySafeGate.hold : scribbly.holdEnd
    world.startTimer(after: end &- now, GateEvent.held, number)
    if kind == .babySafe {
      let ringTime = babySafe.held.time &+ BabySafeGate.ringDelay
      world.startTimer(after: ringTime > now ? ringTime &- now : 0, GateEvent.ring, number)
    }
    world.note(GateEffect.holds, number)
  }

  private func endHold(_ number: UInt32, in world: inout World) {
    world.cancel(GateEvent.held)
    world.cancel(GateEvent.ring)
    let isDone = kind == .babySafe && babySafe.state == .asking
    if !isDone, holdNumber == number { world.note(GateEffect.cancels, UInt64(number)) }
  }

  private mutating func toggle(_ event: WorldEvent, in world: inout World) {
    guard scribbly.holdEnds(UInt32(truncatingIfNeeded: event.first)) else { return }
    world.note(GateEffect.discards)
    if scribbly.isOpen { world.note(GateEffect.opens, 2) } else { world.note(GateEffect.locks) }
  }

  // MARK: - Authentication

  private mutating func prompt(
    _ event: WorldEvent, _ service: inout AuthenticationService, in world: inout World
  ) {
    guard babySafe.holdEnds(UInt32(truncatingIfNeeded: event.first)) else { return }
    let attempt = UInt64(babySafe.attempt)
    world.note(GateEffect.prompts, attempt)
    world.startTimer(after: BabySafeGate.patience, GateEvent.expires, attempt)
    service.makeContext(in: &world)
    if service.canEvaluate(.deviceOwnerAuthenticationWithBiometrics, in: &world) != nil {
      babySafe.skipBiometry()
    }
    ask(&service, in: &world)
  }

  private func ask(_ service: inout AuthenticationService, in world: inout World) {
    let step: UInt64 = babySafe.isPasscodeStep ? 1 : 0
    let request = UInt64(babySafe.attempt) << 1 | step
    service.evaluate(
      step == 1 ? .deviceOwnerAuthentication : .deviceOwnerAuthenticationWithBiometrics,
      GateEvent.authenticated, request: request,
      identity: NameHash.mix(holdIdentity &* 2 &+ step), in: &world)
    world.note(GateEffect.asks, request, step)
  }

  private mutating func judge(
    _ event: WorldEvent, _ service: inout AuthenticationService, in world: inout World
  ) {
    let error = AuthenticationError(event)
    let verdict = babySafe.answer(
      error, attempt: UInt32(truncatingIfNeeded: event.first >> 1),
      isPasscodeStep: event.first & 1 == 1)
    switch verdict {
    case .ignored: return world.note(GateEffect.ignores, event.first)
    case .passcode: return ask(&service, in: &world)
    case .opens: world.note(GateEffect.opens, error == .passcodeNotSet ? 1 : 0)
    case .locks: world.note(GateEffect.locks)
    }
    world.cancel(GateEvent.expires)
  }

  // MARK: - State

  /// Visits every field except the kind and the bug, which are part of the plan.
  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  package mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    visitor.field(&babySafe, "babySafe")
    visitor.field(&scribbly, "scribbly")
    visitor.field(&purchase, "purchase")
    visitor.field(&holdIdentity, "holdIdentity")
    visitor.field(&menuFlag, "menuFlag")
    visitor.derived("kind")
    visitor.derived("plantedBug")
  }
}
