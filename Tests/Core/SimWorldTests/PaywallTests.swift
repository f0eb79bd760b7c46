import SimbenchKit
import Testing

/// A paywall in front of one screen, as an app's own test would model it.
private struct Paywall: WorldModel {
  enum Event: UInt8, EventKey {
    case buy, answer, look, bought, told

    var descriptor: EventDescriptor {
      switch self {
      case .buy: .user("buy", "The user taps Buy.")
      case .answer:
        .user("answer", "The user confirms the sheet: %1.", [ArgumentDescriptor("yes", .truth)])
      case .look: .timer("look", "20 s have passed since the last read.")
      case .bought: .response("bought", "The purchase ends.")
      case .told: .response("told", "The entitlements are read.")
      }
    }
  }
  enum Effect: UInt8, EffectKey {
    case unlocks
    var descriptor: EffectDescriptor { EffectDescriptor("unlocks", "unlocks the screen") }
  }
  enum Property: UInt8, PropertyKey {
    case onlyPaid, keepsPaid
    var descriptor: PropertyDescriptor {
      switch self {
      case .onlyPaid: .always("only-paid", "Only a purchase unlocks the screen.")
      case .keepsPaid:
        .leadsTo("keeps-paid", "A purchase unlocks the screen.", within: .seconds(45))
      }
    }
  }
  enum Bug: UInt16 { case trustsAll = 1, neverReads }
  typealias Fault = NoFault

  static var descriptor: ModelDescriptor {
    ModelDescriptor(name: "paywall", summary: "Sells one screen.", services: [.store])
  }
  var store = StoreService(products: [.nonConsumable])
  var isUnlocked = false
  let bug: Bug?

  init(_ context: ModelContext) { bug = context.plantedBug(Bug.self) }

  mutating func apply(_ event: WorldEvent, in world: inout World) {
    store.apply(event, in: &world)
    let key = event.own(Event.self)
    if event.common == .launch || key == .look || key == .bought {
      // With this bug nothing happens any more until the run ends.
      guard bug != .neverReads else { return }
      world.cancel(Event.look)
      world.startTimer(after: 20 * Nanoseconds.second, Event.look)
      store.currentEntitlements(identity: event.time, response: Event.told, in: &world)
    }
    switch key {
    case .buy: store.purchase(0, identity: event.identity, response: Event.bought, in: &world)
    case .answer: store.answerSheet(isConfirmed: event.first == 1, in: &world)
    case .told:
      guard let transaction = store.entitlement(0, in: event) else { return }
      guard transaction.isVerified || bug == .trustsAll else { return }
      isUnlocked = true
      store.finish(transaction.id)
    case .look, .bought, nil: break
    }
  }

  mutating func loseMemory() { isUnlocked = false }

  mutating func judge(_ world: borrowing World, by judge: inout PropertyChecker) {
    let isOwned = store.owns(0, in: world)
    judge.always(Property.onlyPaid, !isUnlocked || isOwned)
    judge.leadsTo(Property.keepsPaid, from: world.isQuiet && isOwned, to: isUnlocked)
  }

  func isSettled(_ world: borrowing World) -> Bool { true }

  static func act(_ history: inout WorkloadGenerator, _ context: ModelContext) {
    while history.hasTime {
      history.add(Event.buy)
      history.wait(about: 2 * Nanoseconds.second)
      history.add(Event.answer, history.stream.chance(1, in: 4) ? 1 : 0)
      history.wait(about: 20 * Nanoseconds.second)
    }
  }

  mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&store, "store")
    visitor.field(&isUnlocked, "isUnlocked")
    visitor.derived("bug")
  }
}

/// Goal: a model of one's own uses the store with what is public.
///
/// Method: a small paywall passes its runs; two planted bugs are found.
struct PaywallTests {
  private static func violation(_ seed: UInt64, _ bug: Paywall.Bug?) -> String? {
    var plan = WorldPlan.drawn(
      Paywall.self, seed: seed, parameters: Paywall.descriptor.defaultParameters,
      activeNanoseconds: 2 * Nanoseconds.minute)
    plan.plantedBug = bug?.rawValue ?? 0
    var simulation = WorldSimulation<Paywall>(plan)
    var checker = PropertyChecker(Paywall.self)
    while let event = simulation.next, checker.violation == nil {
      simulation.apply(event)
      simulation.judge(by: &checker)
    }
    return checker.violation.map { "\($0.name)" }
  }

  @Test func soundPaywallPasses() {
    for seed in 0..<60 as Range<UInt64> { #expect(Self.violation(seed, nil) == nil) }
  }

  @Test func untrustedAndMissedPurchasesAreFound() {
    let trusting = (0..<60 as Range<UInt64>).compactMap { Self.violation($0, .trustsAll) }
    #expect(Set(trusting) == ["only-paid"])
    let blind = (0..<60 as Range<UInt64>).compactMap { Self.violation($0, .neverReads) }
    #expect(Set(blind) == ["keeps-paid"])
  }
}
