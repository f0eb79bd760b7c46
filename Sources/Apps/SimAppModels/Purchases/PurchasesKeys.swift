import SimbenchKit

/// Planted bugs of the purchases model, to test that its properties detect them; no file can enable
/// them.
package enum PurchasesBug: UInt16, CaseIterable, Sendable {
  /// The menu open in the background during a purchase is stored, and shown again after a relaunch
  /// without the gate.
  case menuSurvives = 1
  /// A purchase that arrives as an update during a save shows a message, even to a child.
  case bannerOnUpdate
  /// An unverified transaction that restoring finds unlocks the scenes.
  case unverifiedGrants
  /// The end of any save finishes a transaction, also of one that began before the purchase.
  case finishFirst
  /// One read without the purchase locks the scenes, if restoring made it.
  case oneEmptyRead
  /// The reads at launch do not notice a refund.
  case revocationMissed
}

/// Events of the purchases model.
package enum PurchasesEvent: UInt8, EntitlementEvent {
  case touch, menu, buy, restore, pick, sound
  case gate, sheet, family, refund, account
  case bought, synced, updated, latest, entitled
  case settled, again, resave, probe

  /// The name of the event and a sentence about it.
  package var descriptor: EventDescriptor { entitlementDescriptor ?? own }

  private var own: EventDescriptor {
    switch self {
    case .touch: .user("touch", "The child touches the scene.")
    case .menu: .user("menu", "A finger taps where the menu opens.")
    case .buy: .user("buy", "A finger taps where the purchase button is.")
    case .restore: .user("restore", "A finger taps where the restore button is.")
    case .pick:
      .user("pick", "A finger taps where scene %1 is picked.", [ArgumentDescriptor("scene")])
    case .sound:
      .user(
        "sound", "A finger taps where sounds are turned on: %1.",
        [ArgumentDescriptor("on", .truth)])
    case .gate:
      .decision("gate", "The parents' gate is open: %1.", [ArgumentDescriptor("open", .truth)])
    case .sheet:
      .decision(
        "sheet", "The purchase sheet is confirmed: %1.", [ArgumentDescriptor("confirmed", .truth)])
    case .family:
      .decision(
        "family", "The family's organizer approves the purchase: %1.",
        [ArgumentDescriptor("approved", .truth)])
    case .refund: .decision("refund", "The store refunds the purchase.")
    case .account:
      .decision(
        "account", "The account of the purchase is signed in: %1.",
        [ArgumentDescriptor("in", .truth)])
    default: .timer("probe", "The oracle compares the cache with the store.")
    }
  }
}

/// Observable effects of the purchases model.
package enum PurchasesEffect: UInt8, EntitlementEffect {
  case opens, settles, menus, buys, syncs, picks, sounds, reads, shows, unlocks, locks, saves
  case finishes

  /// The name of the effect and a sentence about it.
  package var descriptor: EffectDescriptor { entitlementDescriptor ?? own }

  private var own: EffectDescriptor {
    let scene = [ArgumentDescriptor("scene")]
    return switch self {
    case .opens: EffectDescriptor("opens", "opens with scene %1", scene)
    case .settles: EffectDescriptor("settles", "has made durable what it read at launch")
    case .menus: EffectDescriptor("menus", "shows the menu", to: .user)
    case .buys: EffectDescriptor("buys", "asks the store for the purchase", to: .system)
    case .picks: EffectDescriptor("picks", "switches to scene %1", to: .user, scene)
    case .sounds:
      EffectDescriptor("sounds", "turns sounds on: %1", [ArgumentDescriptor("on", .truth)])
    case .shows:
      EffectDescriptor(
        "shows", "shows the text: %1", to: .user,
        [ArgumentDescriptor("text", .choice(PurchasesText.all))])
    case .unlocks: EffectDescriptor("unlocks", "has stored the purchase and unlocks all scenes")
    case .locks: EffectDescriptor("locks", "has stored the loss and locks the scenes")
    default: EffectDescriptor("saves", "has stored the preferences", to: .disk)
    }
  }
}

/// Properties and coverage goals of the purchases model.
package enum PurchasesProperty: UInt8, PropertyKey {
  case behindGate, babyMode, grantedOnly, cachedFirst, lostOnly, agrees, paidScene, kept
  case approvedAfterRelaunch, refundWhileDead, duplicateUpdate, emptyRead, staleRead
  case unverified, pending, merged, declined, canceled, failed, nothingFound, restoreFailed
  case restored, boughtWhileDying, boughtAgain, absentTwice, lostWhileShowing, offlineRead
  case saveRetried

  /// The property's name, sentence and kind.
  package var descriptor: PropertyDescriptor {
    switch self {
    case .behindGate, .babyMode, .grantedOnly, .cachedFirst, .lostOnly, .agrees, .paidScene, .kept:
      invariant
    case .approvedAfterRelaunch:
      .sometimes("approved-after-relaunch", "A purchase is approved while the app is not running.")
    case .refundWhileDead:
      .sometimes("refund-while-dead", "A purchase is refunded while the app is not running.")
    case .duplicateUpdate: .sometimes("duplicate-update", "An update arrives twice.")
    case .emptyRead: .sometimes("empty-read", "A read lacks a purchase that is owned.")
    case .staleRead: .sometimes("stale-read", "A read shows a purchase that is no longer owned.")
    case .unverified: .sometimes("unverified", "An unverified transaction arrives.")
    case .pending: .sometimes("pending", "A purchase waits for approval.")
    case .merged: .sometimes("merged", "A purchase joins a request for approval.")
    case .declined: .sometimes("declined", "A request for approval is declined.")
    case .canceled: .sometimes("canceled", "A purchase is canceled.")
    case .failed: .sometimes("failed", "A purchase fails.")
    case .nothingFound: .sometimes("nothing-found", "Restoring finds nothing.")
    case .restoreFailed: .sometimes("restore-failed", "Restoring fails.")
    case .restored: .sometimes("restored", "Restoring finds the purchase.")
    case .boughtWhileDying:
      .sometimes("bought-while-dying", "The process ends during a purchase that succeeds.")
    case .boughtAgain: .sometimes("bought-again", "A refunded purchase is bought again.")
    case .absentTwice: .sometimes("absent-twice", "Two reads lack the purchase, which is lost.")
    case .lostWhileShowing:
      .sometimes("lost-while-showing", "The purchase is lost while one of its scenes is shown.")
    case .offlineRead: .sometimes("offline-read", "A read fails, since there is no network.")
    case .saveRetried: .sometimes("save-retried", "A failed save is repeated.")
    }
  }

  private var invariant: PropertyDescriptor {
    switch self {
    case .behindGate:
      .always(
        "behind-gate", "Menu, purchases, restoring and settings are behind the parents' gate.",
        requirement: "BV-IAP")
    case .babyMode:
      .always(
        "baby-mode", "While the gate is closed no text appears and no tap changes anything.",
        requirement: "BV-BABY")
    case .grantedOnly:
      .always(
        "granted-only", "Only a verified transaction unlocks scenes, and only such is finished.",
        requirement: "BV-IAP")
    case .cachedFirst:
      .always(
        "cached-first", "A purchase is on the disk before its transaction is finished.",
        requirement: "BV-IAP")
    case .lostOnly:
      .always(
        "lost-only",
        "Scenes lock only after a verified refund or two reads without the purchase, 10 s apart.",
        requirement: "BV-IAP")
    case .agrees:
      .always(
        "agrees", "Once faults end, scenes are unlocked if and only if the purchase is owned.",
        requirement: "BV-IAP")
    case .paidScene:
      .always(
        "paid-scene",
        "At launch, at the gate and when picked, a paid scene is shown only if it is unlocked.",
        requirement: "BV-IAP")
    default:
      .always(
        "kept", "At launch scene and sound are those stored last.", requirement: "BV-STATE")
    }
  }
}
