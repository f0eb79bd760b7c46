import SimbenchKit

/// The oracle of Pro in SketchMagic: it follows what the app has made durable, the problem before a
/// purchase, and what is really owned.
struct ProOracle: Equatable, Sendable, StateFields {
  /// The time after the last fault and the last notice within which Pro agrees with the store.
  private static var agreement: UInt64 { 50 * Nanoseconds.second }

  private var math = MathOracle()
  /// Whether Pro is unlocked, as far as the app has made it durable.
  private(set) var isUnlocked = false
  /// Whether a save was under way when the process ended, which a launch may find completed, and
  /// lose with the power until it is durable.
  private var wasSaving = false
  // What is owned, and whether the app had a reason to look since it changed.
  private var wasOwned = false
  private var hasNotice = false
  private var noticeAt: UInt64 = 0
  private var quietAt: UInt64 = .max
  private var isRestoring = false
  /// Violations and reached goals since the last check: one bit per property.
  private var broken: UInt64 = 0
  private var reached: UInt64 = 0

  init() {}

  private mutating func expect(_ holds: Bool, _ property: SketchProperty) {
    if !holds { broken |= 1 &<< UInt64(property.rawValue) }
  }

  private mutating func reach(_ property: SketchProperty, _ isReached: Bool = true) {
    if isReached { reached |= 1 &<< UInt64(property.rawValue) }
  }

  /// Violations and reached goals since the last call.
  mutating func take() -> (broken: UInt64, reached: UInt64) {
    defer { (broken, reached) = (0, 0) }
    return (broken, reached)
  }

  /// Forgets what an app does not keep when its process ends.
  mutating func processEnds(_ pro: SketchPro) {
    math.processEnds()
    let file = pro.keeper.file
    (wasSaving, isRestoring) = (file.isWriting || (wasSaving && !file.isSettled), false)
  }

  /// Observes an event before the app handles it.
  mutating func begin(_ event: WorldEvent, _ world: borrowing World) {
    if world.isQuiet, quietAt == .max { quietAt = world.clock.now }
    if event.own(SketchEvent.self) == .answer { math.answer(event.first, at: world.clock.now) }
  }

  /// A Go begins.
  mutating func noteGo(_ style: UInt32) {
    guard [1, 5, 7, 8, 9].contains(style) else { return }
    expect(isUnlocked, .premiumOwned)
    reach(.premiumUsed)
  }

  /// Observes an effect.
  mutating func note(
    _ own: SketchEffect, _ effect: World.Effect, _ event: WorldEvent, isAwaiting: Bool,
    _ store: borrowing StoreService, _ world: borrowing World
  ) {
    switch own {
    case .unlocks:
      isUnlocked = true
      reach(.proBought)
      reach(.boughtInFlow, isAwaiting)
      reach(.restored, isRestoring)
    case .locks:
      isUnlocked = false
      reach(.proLost)
      reach(.lostInFlow, isAwaiting)
    case .finishes: noteFinish(UInt32(truncatingIfNeeded: effect.first), store, world)
    case .syncs: isRestoring = true
    case .says: isRestoring = false
    default: noteProblem(own, effect, event, world)
    }
  }

  private mutating func noteProblem(
    _ own: SketchEffect, _ effect: World.Effect, _ event: WorldEvent, _ world: borrowing World
  ) {
    let now = world.clock.now
    switch own {
    case .poses: expect(math.pose(effect.first, effect.second, at: now), .behindGate)
    case .withdraws: math.withdraw()
    case .wrong: expect(math.wrong(effect.first), .behindGate)
    case .bars: reach(.problemLocked)
    case .barred: expect(math.refuse(at: now), .behindGate)
    case .passes:
      let error = event.own(SketchEvent.self) == .answer ? event.first : nil
      expect(math.pass(error, at: now), .behindGate)
    case .buys:
      isRestoring = false
      expect(math.purchase(at: now), .behindGate)
    case .clears: math.clear()
    default: break
    }
  }

  /// A good transaction is finished only if Pro is on the disk.
  private mutating func noteFinish(
    _ id: UInt32, _ store: borrowing StoreService, _ world: borrowing World
  ) {
    guard let transaction = store.transaction(id, in: world) else { return }
    expect(transaction.isVerified, .boughtKept)
    guard transaction.isVerified, !transaction.isRevoked else { return }
    let words = world.disk.read(SketchEntitlement.file) ?? []
    expect(words.count == 5 && words[2] == 1, .boughtKept)
  }

  /// Observes the app after an event.
  mutating func note(
    _ event: WorldEvent, _ pro: SketchPro, _ store: borrowing StoreService,
    _ world: borrowing World
  ) {
    let own = event.own(SketchEvent.self)
    if event.common == .launch {
      expect(math.launch(pro.gate.math.wrongCount, at: world.clock.now), .behindGate)
      // A launch finds what was durable, or what was being saved.
      expect(pro.isUnlocked == isUnlocked || wasSaving, .boughtKept)
      (isUnlocked, wasSaving) = (pro.isUnlocked, pro.isUnlocked != isUnlocked)
    }
    let isOwned = store.owns(SketchEntitlement.product, in: world)
    if isOwned != wasOwned { (wasOwned, hasNotice) = (isOwned, false) }
    if event.common == .launch || event.common == .active || own == .updated || own == .bought {
      (hasNotice, noticeAt) = (true, world.clock.now)
    }
    guard own == .probe, hasNotice, quietAt != .max,
      world.clock.now &- max(noticeAt, quietAt) >= Self.agreement
    else { return }
    expect(pro.isUnlocked == isOwned, .proAgrees)
  }

  mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&math, "math")
    visitor.field(&isUnlocked, "isUnlocked")
    visitor.field(&wasSaving, "wasSaving")
    visitor.field(&wasOwned, "wasOwned")
    visitor.field(&hasNotice, "hasNotice")
    visitor.field(&noticeAt, "noticeAt")
    visitor.field(&quietAt, "quietAt")
    visitor.field(&isRestoring, "isRestoring")
    if visitor.derived("broken") { broken = 0 }
    if visitor.derived("reached") { reached = 0 }
  }
}
