import SimbenchKit

/// BabySafe's purchases: one product unlocks six of seven scenes, behind the parents' gate.
///
/// One file holds the active scene, sound and the entitlement cache; the store decides in the end.
package struct PurchasesModel: WorldModel {
  /// Events of the model.
  package typealias Event = PurchasesEvent
  /// Observable effects of the model.
  package typealias Effect = PurchasesEffect
  /// Properties of the model.
  package typealias Property = PurchasesProperty
  /// The model has no faults besides those of the store.
  package typealias Fault = NoFault

  /// The model's description.
  package static var descriptor: ModelDescriptor {
    ModelDescriptor(
      name: "purchases",
      summary: "Unlocks scenes by a purchase, keeps what is bought and gives up what is refunded.",
      requirements: ["BV-IAP", "BV-STATE", "BV-BABY"], services: [.store], behaviorVersion: 2)
  }

  /// The time between two comparisons of cache and store.
  static var probeInterval: UInt64 { 10 * Nanoseconds.second }

  /// The in-memory state of the app.
  package var app: PurchasesApp
  /// The store.
  package var store = StoreService(products: [.nonConsumable])
  /// The oracle that checks the app.
  package var oracle = PurchasesOracle()
  private let plantedBug: PurchasesBug?

  /// Makes the model before its run.
  package init(_ context: ModelContext) {
    plantedBug = context.plantedBug(PurchasesBug.self)
    app = PurchasesApp(plantedBug: plantedBug)
  }

  /// Discards the in-memory state.
  package mutating func loseMemory() {
    oracle.processEnds(app)
    app = PurchasesApp(plantedBug: plantedBug)
  }

  /// Applies an event.
  package mutating func apply(_ event: WorldEvent, in world: inout World) {
    store.apply(event, in: &world)
    oracle.begin(event, app, store, world)
    decide(event, in: &world)
    app.apply(event, &store, in: &world)
    if event.common == .launch || event.own(Event.self) == .probe {
      world.startTimer(after: Self.probeInterval, Event.probe)
    }
    oracle.note(event, app, store, world)
  }

  /// Forwards the decisions of others to the store.
  private mutating func decide(_ event: WorldEvent, in world: inout World) {
    let isYes = event.first == 1
    switch event.own(Event.self) {
    case .sheet: store.answerSheet(isConfirmed: isYes, in: &world)
    case .family:
      store.answerRequest(PurchasesEntitlement.product, isApproved: isYes, in: &world)
    case .refund: store.refund(PurchasesEntitlement.product, in: &world)
    case .account: store.setSignedIn(isYes)
    default: break
    }
  }

  /// Reports to the checker which properties hold.
  package mutating func judge(_ world: borrowing World, by judge: inout PropertyChecker) {
    oracle.judge(by: &judge)
  }

  /// Whether nothing is being bought, read or written once faults have ended: until then, an app
  /// without network reads again and again.
  package func isSettled(_ world: borrowing World) -> Bool {
    !world.isQuiet || app.keeper.isIdle(store)
  }

  /// Visits memory, store and oracle; the bug is part of the plan.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&app, "app")
    visitor.field(&store, "store")
    visitor.field(&oracle, "oracle")
    visitor.derived("plantedBug")
  }

  // MARK: - Actions

  /// Generates the actions of a child and its parents, and the decisions of others.
  package static func act(_ history: inout WorkloadGenerator, _ context: ModelContext) {
    history.wait(Nanoseconds.second)
    while history.hasTime {
      switch history.stream.below(12) {
      case 0, 1, 2, 3: visitMenu(&history)
      case 4, 5: child(&history)
      case 6, 7: history.add(Event.family, history.stream.chance(2, in: 3) ? 1 : 0)
      case 8: history.add(Event.refund)
      case 10 where history.stream.chance(1, in: 4):
        history.add(Event.account, 0)
        history.wait(about: 40 * Nanoseconds.second)
        history.add(Event.account, 1)
      default: break
      }
      history.wait(about: 12 * Nanoseconds.second)
    }
  }

  /// A child taps the scene, also where buttons would be.
  private static func child(_ history: inout WorkloadGenerator) {
    for _ in 0..<1 + history.stream.below(4) {
      switch history.stream.below(6) {
      case 0: history.add(Event.menu)
      case 1: history.add(Event.buy)
      case 2: history.add(Event.restore)
      case 3: history.add(Event.pick, UInt64(history.stream.below(7)))
      case 4: history.add(Event.sound, 1)
      default: history.add(Event.touch)
      }
      history.wait(about: Nanoseconds.second)
    }
  }

  /// A parent's actions behind the gate.
  private static func visitMenu(_ history: inout WorkloadGenerator) {
    history.add(Event.gate, 1)
    history.wait(about: Nanoseconds.second / 2)
    history.add(Event.menu)
    for _ in 0..<1 + history.stream.below(3) {
      history.wait(about: Nanoseconds.second)
      switch history.stream.below(8) {
      case 0, 1, 2, 3:
        history.add(Event.buy)
        history.wait(about: 2 * Nanoseconds.second)
        history.add(Event.sheet, history.stream.chance(4, in: 5) ? 1 : 0)
        history.wait(about: 3 * Nanoseconds.second)
      case 4:
        history.add(Event.restore)
        history.wait(about: 3 * Nanoseconds.second)
      case 5, 6: history.add(Event.pick, UInt64(history.stream.below(7)))
      default: history.add(Event.sound, UInt64(history.stream.below(2)))
      }
    }
    history.wait(about: Nanoseconds.second)
    history.add(Event.gate, 0)
  }
}
