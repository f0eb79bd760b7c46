import SimbenchKit

/// The keys of BabySafe's purchase.
package enum PurchasesEntitlement: EntitlementKeys {
  /// The events of the model.
  package typealias Event = PurchasesEvent
  /// The observable effects of the model.
  package typealias Effect = PurchasesEffect
  /// The content of the file.
  package typealias Content = Preferences
  /// The product that unlocks all scenes.
  package static var product: UInt8 { 0 }
  /// The name of the preferences file.
  package static var file: UInt32 { 1 }
}

/// The in-memory state of BabySafe's purchases and its event handling.
package struct PurchasesApp: Equatable, Sendable, StateFields {
  /// Whether the parents' gate is open.
  package private(set) var isGateOpen = false
  /// Whether the parents' menu is shown.
  package private(set) var isMenuShown = false
  /// The purchase, with settings and entitlement cache.
  package private(set) var keeper: EntitlementKeeper<PurchasesEntitlement>
  private let plantedBug: PurchasesBug?

  init(plantedBug: PurchasesBug?) {
    self.plantedBug = plantedBug
    keeper = EntitlementKeeper(plantedBug: plantedBug)
  }

  /// The file with settings and entitlement cache.
  package var file: PreferencesFile<PurchasesEntitlement> { keeper.file }
  /// The active scene.
  package var scene: UInt8 { file.wanted.scene }
  /// Whether all scenes are unlocked.
  package var isUnlocked: Bool { keeper.isUnlocked }

  // MARK: - Events

  /// Handles an event.
  mutating func apply(
    _ event: WorldEvent, _ store: inout StoreService, in world: inout World
  ) {
    switch event.common {
    case .launch: return launch(event, &store, in: &world)
    case .active: return keeper.beginRead(event.identity, &store, in: &world)
    case .disk:
      switch keeper.finishDisk(event, &store, in: &world) {
      case .settled: return world.note(PurchasesEffect.settles)
      case .replaced: return world.note(PurchasesEffect.saves)
      case .failed, .unfinished: return
      }
    case .background where plantedBug == .menuSurvives && keeper.task == .buying:
      keeper.file.wanted.isMenuShown = isMenuShown
      return keeper.file.save(event.identity, in: &world)
    default: break
    }
    guard let own = event.own(PurchasesEvent.self) else { return }
    switch own {
    case .gate:
      // The gate opens in front of the parent only; it closes in the background too.
      if event.first == 0 || world.process == .active { moveGate(event, in: &world) }
    case .menu, .buy, .restore, .pick, .sound: tap(own, event, &store, in: &world)
    default:
      if let text = keeper.apply(own, event, &store, in: &world) { show(text, in: &world) }
    }
  }

  private mutating func launch(
    _ event: WorldEvent, _ store: inout StoreService, in world: inout World
  ) {
    keeper.file.open(event.identity, in: &world)
    if scene >= Preferences.sceneCount || !isUnlocked { keeper.file.wanted.scene = 0 }
    if plantedBug == .menuSurvives, file.stored.isMenuShown {
      isMenuShown = true
      world.note(PurchasesEffect.menus)
    }
    world.note(PurchasesEffect.opens, UInt64(scene))
    keeper.start(event, &store, in: &world)
  }

  private mutating func moveGate(_ event: WorldEvent, in world: inout World) {
    isGateOpen = event.first == 1
    if !isGateOpen {
      showMenu(false, in: &world)
    } else if !isUnlocked, scene != 0 {
      keeper.file.wanted.scene = 0
      keeper.file.save(event.identity, in: &world)
    }
  }

  private mutating func showMenu(_ isShown: Bool, in world: inout World) {
    isMenuShown = isShown
    if isShown { world.note(PurchasesEffect.menus) }
  }

  // MARK: - The menu

  private mutating func tap(
    _ own: PurchasesEvent, _ event: WorldEvent, _ store: inout StoreService, in world: inout World
  ) {
    if own == .menu, isGateOpen { return showMenu(true, in: &world) }
    guard isMenuShown else { return }
    switch own {
    case .buy: keeper.buy(event.identity, &store, in: &world)
    case .restore: keeper.restore(event.identity, &store, in: &world)
    case .pick:
      guard event.first < UInt64(Preferences.sceneCount), event.first == 0 || isUnlocked else {
        return
      }
      keeper.file.wanted.scene = UInt8(event.first)
      world.note(PurchasesEffect.picks, event.first)
      keeper.file.save(event.identity, in: &world)
    case .sound:
      keeper.file.wanted.isSoundOn = event.first == 1
      world.note(PurchasesEffect.sounds, event.first)
      keeper.file.save(event.identity, in: &world)
    default: break
    }
  }

  /// Shows a message to a parent in the menu; with a planted bug, also to a child.
  private func show(_ text: PurchasesText, in world: inout World) {
    guard isGateOpen && isMenuShown || text == .unlocked else { return }
    world.note(PurchasesEffect.shows, UInt64(text.rawValue))
  }

  // MARK: - State

  /// Visits every field except the bug, which is part of the plan.
  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  package mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    visitor.field(&isGateOpen, "isGateOpen")
    visitor.field(&isMenuShown, "isMenuShown")
    visitor.field(&keeper, "keeper")
    visitor.derived("plantedBug")
  }
}
