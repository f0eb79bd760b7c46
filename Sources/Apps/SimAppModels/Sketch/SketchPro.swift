import SimbenchKit

/// The keys of SketchMagic's purchase.
package enum SketchEntitlement: EntitlementKeys {
  /// The events of the model.
  package typealias Event = SketchEvent
  /// The observable effects of the model.
  package typealias Effect = SketchEffect
  /// The content of the file.
  package typealias Content = SketchPreferences
  /// Pro.
  package static var product: UInt8 { 0 }
  /// The name of the preferences file; the gallery's files have other names.
  package static var file: UInt32 { 3 }
}

/// The keys of the problem before SketchMagic's purchase.
package enum SketchPurchase: PurchaseGateKeys {
  /// The events of the model.
  package typealias Event = SketchEvent
  /// The observable effects of the model.
  package typealias Effect = SketchEffect
  /// The name of the file with the count of wrong answers.
  package static var file: UInt32 { 2 }
}

/// SketchMagic's entitlement cache.
package struct SketchPreferences: EntitlementContent {
  /// Whether Pro is known.
  package var isPurchased = false
  /// The number of the latest transaction that was granted.
  package var transaction: UInt32 = 0

  /// The content of a new installation.
  package init() {}

  /// Reads a file; nil if it is not valid.
  package init?(_ words: [UInt32]) {
    guard let (flags, transaction) = EntitlementWords.read(words, 0x534B_5443) else { return nil }
    (isPurchased, self.transaction) = (flags == 1, transaction)
  }

  /// The content of the file.
  package var words: [UInt32] {
    EntitlementWords.words(0x534B_5443, isPurchased ? 1 : 0, transaction)
  }

  /// Visits every field.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&isPurchased, "isPurchased")
    visitor.field(&transaction, "transaction")
  }
}

/// Pro in SketchMagic: the problem before the purchase, and the entitlement.
package struct SketchPro: Equatable, Sendable, StateFields {
  /// The problem before a purchase.
  package private(set) var gate: PurchaseGate<SketchPurchase>
  /// The entitlement.
  package private(set) var keeper: EntitlementKeeper<SketchEntitlement>
  private let plantedBug: SketchBug?

  init(plantedBug: SketchBug?) {
    self.plantedBug = plantedBug
    gate = PurchaseGate(plantedBug: nil)
    keeper = EntitlementKeeper(plantedBug: plantedBug == .finishFirst ? .finishFirst : nil)
  }

  /// Whether all styles are available, without quota and watermark.
  package var isUnlocked: Bool { keeper.isUnlocked }

  /// Whether nothing is in progress; an open purchase sheet does not count.
  func isIdle(_ store: borrowing StoreService) -> Bool { keeper.isIdle(store) && gate.isIdle }

  /// Handles an event of the process or the disk.
  mutating func applyCommon(
    _ common: WorldEvent.Code, _ event: WorldEvent, _ store: inout StoreService,
    in world: inout World
  ) {
    switch common {
    case .launch:
      gate.open(event.identity, in: &world)
      keeper.file.open(event.identity, in: &world)
      keeper.start(event, &store, in: &world)
    case .active: keeper.beginRead(event.identity, &store, in: &world)
    case .background: gate.close(in: &world)
    case .disk:
      gate.finish(event, in: &world)
      _ = keeper.finishDisk(event, &store, in: &world)
    default: break
    }
  }

  /// Handles an event of the model.
  mutating func apply(
    _ own: SketchEvent, _ event: WorldEvent, isGenerating: Bool, _ store: inout StoreService,
    in world: inout World
  ) {
    switch own {
    case .buy:
      guard !isUnlocked, keeper.task == .none else { return }
      if gate.usePass(in: world) { return keeper.buy(event.identity, &store, in: &world) }
      guard !gate.ask(event.identity, in: &world) else { return }
      world.note(SketchEffect.barred)
      if plantedBug == .lockBypassed { keeper.buy(event.identity, &store, in: &world) }
    case .answer:
      // A right answer begins the purchase, which uses up its pass.
      guard gate.answer(event, in: &world), keeper.task == .none, gate.usePass(in: world) else {
        return
      }
      keeper.buy(event.identity, &store, in: &world)
    case .close: gate.close(in: &world)
    case .restore: keeper.restore(event.identity, &store, in: &world)
    case .unanswered, .retry: gate.apply(own, event, in: &world)
    case .updated where plantedBug == .updateDropped && isGenerating: break
    default:
      if let text = keeper.apply(own, event, &store, in: &world) {
        world.note(SketchEffect.says, UInt64(text.rawValue))
      }
    }
  }

  /// Visits every field except the bug, which is part of the plan.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&gate, "gate")
    visitor.field(&keeper, "keeper")
    visitor.derived("plantedBug")
  }
}
