import SimbenchKit
import SimWorld

/// A small app with a store: an unlock and a subscription, of which it notes all it is told.
struct ShopModel: WorldModel {
  enum Event: UInt8, EventKey {
    case buy, read, sync, finish
    case sheet, family, refund, renewal, account
    case bought, entitled, latest, synced, updated

    var descriptor: EventDescriptor {
      let product = [ArgumentDescriptor("product")]
      let both = [ArgumentDescriptor("product"), ArgumentDescriptor("yes", .truth)]
      return switch self {
      case .buy: .user("buy", "The user buys %1.", product)
      case .read: .user("read", "The user opens a screen.")
      case .sync: .user("sync", "The user restores purchases.")
      case .finish: .user("finish", "The app finishes transaction %1.", product)
      case .sheet: .decision("sheet", "The user confirms the sheet of %1: %2.", both)
      case .family: .decision("family", "A parent approves %1: %2.", both)
      case .refund: .decision("refund", "The store refunds %1.", product)
      case .renewal: .decision("renewal", "Renewal of %1 is on: %2.", both)
      case .account: .decision("account", "The account %1 is signed in: %2.", both)
      case .bought: .response("bought", "The purchase ends.")
      case .entitled: .response("entitled", "The entitlements are read.")
      case .latest: .response("latest", "The latest transaction is read.")
      case .synced: .response("synced", "Syncing ends.")
      case .updated: .response("updated", "A transaction is updated.")
      }
    }
  }

  enum Effect: UInt8, EffectKey {
    case hears

    var descriptor: EffectDescriptor { EffectDescriptor("hears", "hears from the store") }
  }

  enum Property: UInt8, PropertyKey {
    case told

    var descriptor: PropertyDescriptor { .sometimes("told", "The store responds.") }
  }

  typealias Fault = NoFault

  /// What the app was told.
  enum Told: Equatable {
    case bought(StorePurchaseResult)
    case updated(StoreTransaction?)
    case latest(StoreTransaction?, isCompleted: Bool)
    case entitled([StoreTransaction?], isCompleted: Bool)
    case synced(Bool)
  }

  static var descriptor: ModelDescriptor {
    ModelDescriptor(name: "shop", summary: "Notes what a store says.", services: [.store])
  }

  static let unlock: UInt8 = 0
  static let club: UInt8 = 1
  static let period = 10 * Nanoseconds.minute

  var store = StoreService(products: [
    .nonConsumable, .subscription(period: period, gracePeriod: 2 * Nanoseconds.minute),
  ])
  var finishesAtOnce: Bool
  var told: [(seconds: Double, what: Told)] = []

  init(_ context: ModelContext) { finishesAtOnce = context.seed % 2 == 1 }

  mutating func apply(_ event: WorldEvent, in world: inout World) {
    store.apply(event, in: &world)
    if event.common == .launch { store.updates(Event.updated, in: &world) }
    guard let own = event.own(Event.self) else { return }
    let product = UInt8(truncatingIfNeeded: event.first)
    switch own {
    case .buy:
      store.purchase(product, identity: event.identity, response: Event.bought, in: &world)
    case .read:
      store.latest(for: 0, identity: event.identity, response: Event.latest, in: &world)
      store.currentEntitlements(
        identity: event.identity, response: Event.entitled, in: &world)
    case .sync: store.sync(identity: event.identity, response: Event.synced, in: &world)
    case .finish: store.finish(UInt32(event.first))
    case .sheet: store.answerSheet(isConfirmed: event.second == 1, in: &world)
    case .family: store.answerRequest(product, isApproved: event.second == 1, in: &world)
    case .refund: store.refund(product, in: &world)
    case .renewal: store.setAutoRenew(product, event.second == 1)
    case .account: store.setSignedIn(event.second == 1)
    default: hear(own, event, in: world)
    }
  }

  private mutating func hear(_ own: Event, _ event: WorldEvent, in world: World) {
    let isCompleted = store.isCompleted(event)
    let what: Told =
      switch own {
      case .bought: .bought(store.purchaseResult(of: event))
      case .updated: .updated(store.update(of: event))
      case .latest: .latest(store.latest(of: event), isCompleted: isCompleted)
      case .entitled:
        .entitled(
          [store.entitlement(0, in: event), store.entitlement(1, in: event)],
          isCompleted: isCompleted)
      default: .synced(isCompleted)
      }
    told.append((Double(world.clock.now) / 1e9, what))
    guard finishesAtOnce else { return }
    switch what {
    case .bought(.success(let transaction)): store.finish(transaction.id)
    case .updated(let transaction?): store.finish(transaction.id)
    default: break
    }
  }

  mutating func loseMemory() {}

  mutating func judge(_ world: borrowing World, by judge: inout PropertyChecker) {
    judge.sometimes(Property.told, !told.isEmpty)
  }

  func isSettled(_ world: borrowing World) -> Bool { true }

  static func act(_ history: inout WorkloadGenerator, _ context: ModelContext) {
    while history.hasTime {
      history.wait(about: 8 * Nanoseconds.second)
      let product = UInt64(history.stream.below(2))
      let isYes: UInt64 = history.stream.chance(3, in: 4) ? 1 : 0
      switch history.stream.below(9) {
      case 0, 1, 2:
        history.add(Event.buy, product)
        history.wait(about: 2 * Nanoseconds.second)
        history.add(Event.sheet, product, isYes)
      case 3: history.add(Event.family, product, isYes)
      case 4: history.add(Event.refund, product)
      case 5: history.add(Event.renewal, 1, isYes)
      case 6: history.add(Event.sync)
      case 7: history.add(Event.account, 0, isYes)
      default: history.add(Event.read)
      }
    }
  }

  mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&store, "store")
    visitor.derived("finishesAtOnce")
    // What it was told only grows, and is looked at by tests alone.
    visitor.derived("told")
  }
}
