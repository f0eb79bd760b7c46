import SimbenchKit

/// The oracle of BabySafe's purchases: it keeps an independent record of what the store has told
/// the app, and compares the cache with what is really owned.
package struct PurchasesOracle: Equatable, Sendable, StateFields {
  /// The latest transaction in a read.
  private enum Latest: UInt8 {
    case none, good, revoked
  }

  /// The time after the last fault and the last notice within which the cache agrees.
  private static var agreement: UInt64 { 50 * Nanoseconds.second }

  private var isGateOpen = false
  /// The cache as it was after the last step in which it was durable.
  private var isUnlocked = false
  // Evidence: whether the app was told of a reason to unlock or to lock since the last change.
  private var hasGrant = false
  private var hasLoss = false
  private var isGrantLast = false
  private var goodID: UInt32 = 0
  private var revokedID: UInt32 = 0
  // The read under way.
  private var latest = Latest.none
  private var readAt: UInt64 = 0
  private var absentAt: UInt64 = .max
  private var launchedAt: UInt64 = 0
  // What is owned, and whether the app had a reason to look since it changed.
  private var wasOwned = false
  private var hasNotice = false
  private var noticeAt: UInt64 = 0
  private var quietAt: UInt64 = .max
  // The preferences that a relaunch may find.
  private var kept = Preferences()
  private var lost = Preferences()
  private var hasLost = false
  // The state before the step.
  private var sceneBefore: UInt8 = 0
  private var soundBefore = false
  private var isTap = false
  // What coverage goals need.
  private var wasApprovedDead = false
  private var wasRefundedDead = false
  private var diedBuying = false
  private var wasAbsentTwice = false
  private var updateIdentity: UInt64 = 0
  private var updateID: UInt64 = 0
  /// Violations and reached goals since the last check: one bit per property.
  private var broken: UInt64 = 0
  private var reached: UInt64 = 0

  init() {}

  private mutating func expect(_ holds: Bool, _ property: PurchasesProperty) {
    if !holds { broken |= 1 &<< UInt64(property.rawValue) }
  }

  private mutating func reach(_ property: PurchasesProperty, _ isReached: Bool = true) {
    if isReached { reached |= 1 &<< UInt64(property.rawValue) }
  }

  /// Notes what was being written when the process ended, whose outcome is unknown.
  mutating func processEnds(_ app: PurchasesApp) {
    if app.file.isSettled { (lost, hasLost) = (app.file.staged, app.file.isWriting) }
    if app.keeper.task == .buying { diedBuying = true }
    (isGateOpen, absentAt) = (false, .max)
  }

  // MARK: - Before a step

  /// Observes an event before the app handles it.
  mutating func begin(
    _ event: WorldEvent, _ app: PurchasesApp, _ store: StoreService, _ world: borrowing World
  ) {
    (sceneBefore, soundBefore, isTap) = (app.scene, app.file.wanted.isSoundOn, false)
    if event.common == .launch { (launchedAt, absentAt) = (world.clock.now, .max) }
    guard let own = event.own(PurchasesEvent.self) else { return }
    switch own {
    case .touch, .menu, .buy, .restore, .pick, .sound: isTap = true
    case .gate: isGateOpen = event.first == 1 && (isGateOpen || world.process == .active)
    case .family: beginAnswer(event, store, world)
    case .refund:
      if world.process == .dead, store.owns(PurchasesEntitlement.product, in: world) {
        wasRefundedDead = true
      }
    case .bought: beginPurchase(event, app, store)
    case .updated: beginUpdate(event, app, store)
    case .latest: beginLatest(event, app, store)
    case .entitled: beginEntitlements(event, app, store, world)
    case .resave: reach(.saveRetried)
    case .sheet:
      reach(
        .merged,
        event.first == 1 && store.isSheetShown
          && store.isAwaitingApproval(PurchasesEntitlement.product, in: world))
    case .synced, .account, .settled, .again, .probe: break
    }
  }

  private mutating func beginAnswer(
    _ event: WorldEvent, _ store: StoreService, _ world: borrowing World
  ) {
    guard store.isAwaitingApproval(PurchasesEntitlement.product, in: world) else { return }
    reach(.declined, event.first == 0)
    if event.first == 1, world.process == .dead { wasApprovedDead = true }
  }

  private mutating func beginPurchase(
    _ event: WorldEvent, _ app: PurchasesApp, _ store: StoreService
  ) {
    switch store.purchaseResult(of: event) {
    case .success(let transaction): see(transaction, app)
    case .pending: reach(.pending)
    case .userCancelled: reach(.canceled)
    case .failed: reach(.failed)
    }
  }

  private mutating func beginUpdate(
    _ event: WorldEvent, _ app: PurchasesApp, _ store: StoreService
  ) {
    reach(
      .duplicateUpdate, updateIdentity == event.identity && updateID == event.first)
    (updateIdentity, updateID) = (event.identity, event.first)
    if let transaction = store.update(of: event) { see(transaction, app) }
  }

  private mutating func beginLatest(
    _ event: WorldEvent, _ app: PurchasesApp, _ store: StoreService
  ) {
    latest = .none
    reach(.offlineRead, !store.isCompleted(event))
    guard let transaction = store.latest(of: event) else { return }
    if transaction.isVerified { latest = transaction.isRevoked ? .revoked : .good }
    see(transaction, app)
  }

  private mutating func beginEntitlements(
    _ event: WorldEvent, _ app: PurchasesApp, _ store: StoreService, _ world: borrowing World
  ) {
    guard store.isCompleted(event) else { return }
    let isOwned = store.owns(PurchasesEntitlement.product, in: world)
    if let transaction = store.entitlement(PurchasesEntitlement.product, in: event) {
      see(transaction, app)
      guard !transaction.isVerified else {
        absentAt = .max
        reach(.staleRead, !isOwned)
        return reach(.restored, app.keeper.read.isRestoring && !app.isUnlocked)
      }
    }
    reach(.emptyRead, isOwned)
    if latest == .good { absentAt = .max }
    guard latest == .none, readAt &- launchedAt >= 30 * Nanoseconds.second else { return }
    if absentAt == .max {
      absentAt = readAt
    } else if readAt &- absentAt >= 10 * Nanoseconds.second {
      (hasLoss, isGrantLast, wasAbsentTwice) = (true, false, true)
    }
  }

  /// Judges a transaction that the app receives.
  private mutating func see(_ transaction: StoreTransaction, _ app: PurchasesApp) {
    reach(.unverified, !transaction.isVerified)
    guard transaction.isVerified, transaction.product == PurchasesEntitlement.product else {
      return
    }
    if transaction.isRevoked {
      revokedID = max(revokedID, transaction.id)
      if transaction.id >= goodID { (hasLoss, isGrantLast) = (true, false) }
    } else {
      (hasGrant, isGrantLast) = (true, true)
      // A stale read may show a refunded purchase, which a relaunched app cannot know.
      guard transaction.id > revokedID else { return }
      goodID = max(goodID, transaction.id)
      (wasAbsentTwice, absentAt) = (false, .max)
      // A loss that is not being written yet is void.
      if app.isUnlocked, app.file.wanted.isPurchased, app.file.staged.isPurchased {
        hasLoss = false
      }
    }
  }

  // MARK: - After a step

  /// Observes the app after an event.
  mutating func note(
    _ event: WorldEvent, _ app: PurchasesApp, _ store: StoreService, _ world: borrowing World
  ) {
    if world.isQuiet, quietAt == .max { quietAt = world.clock.now }
    for effect in world.effects {
      if let own = effect.own(PurchasesEffect.self) { note(own, effect, app, store, world) }
    }
    if isTap, !isGateOpen {
      expect(
        app.scene == sceneBefore && app.file.wanted.isSoundOn == soundBefore, .babyMode)
    }
    if world.process != .dead, app.file.isSettled { noteCache(app) }
    if event.common == .launch || event.own(PurchasesEvent.self) == .gate && isGateOpen {
      expect(app.scene == 0 || app.isUnlocked, .paidScene)
    }
    noteOwned(event, app, store, world)
  }

  private mutating func note(
    _ own: PurchasesEffect, _ effect: World.Effect, _ app: PurchasesApp, _ store: StoreService,
    _ world: borrowing World
  ) {
    switch own {
    case .menus, .buys, .syncs, .sounds: expect(isGateOpen, .behindGate)
    case .picks:
      expect(isGateOpen, .behindGate)
      expect(effect.first == 0 || app.isUnlocked, .paidScene)
    case .shows:
      expect(isGateOpen, .babyMode)
      reach(.nothingFound, effect.first == UInt64(PurchasesText.nothingFound.rawValue))
      reach(.restoreFailed, effect.first == UInt64(PurchasesText.restoreFailed.rawValue))
    case .reads: readAt = world.clock.now
    case .finishes: noteFinish(UInt32(truncatingIfNeeded: effect.first), store, world)
    case .saves: kept = app.file.stored
    case .opens: noteOpening(app)
    case .settles: (kept, hasLost) = (app.file.stored, false)
    case .unlocks, .locks: break
    }
  }

  /// A granted transaction is finished only if the cache on the disk is true.
  private mutating func noteFinish(
    _ id: UInt32, _ store: StoreService, _ world: borrowing World
  ) {
    guard let transaction = store.transaction(id, in: world) else { return }
    expect(transaction.isVerified, .grantedOnly)
    guard transaction.isVerified, !transaction.isRevoked else { return }
    // Bit 9 of the third word is the entitlement cache.
    let words = world.disk.read(PurchasesEntitlement.file) ?? []
    expect(words.count == 5 && words[2] & 1 << 9 != 0, .cachedFirst)
  }

  private mutating func noteOpening(_ app: PurchasesApp) {
    let found = app.file.stored
    let isKept = found.scene == kept.scene && found.isSoundOn == kept.isSoundOn
    let isLost = found.scene == lost.scene && found.isSoundOn == lost.isSoundOn
    expect(isKept || hasLost && isLost, .kept)
    expect(
      app.scene == found.scene || app.scene == 0 && !app.isUnlocked, .kept)
  }

  private mutating func noteCache(_ app: PurchasesApp) {
    guard app.isUnlocked != isUnlocked else { return }
    isUnlocked = app.isUnlocked
    if isUnlocked {
      expect(hasGrant, .grantedOnly)
      if isGrantLast, app.file.wanted.isPurchased { hasLoss = false }
      reach(.approvedAfterRelaunch, wasApprovedDead)
      reach(.boughtWhileDying, diedBuying)
      reach(.boughtAgain, revokedID > 0 && goodID > revokedID)
      (wasApprovedDead, diedBuying) = (false, false)
    } else {
      expect(hasLoss, .lostOnly)
      if !isGrantLast { hasGrant = false }
      hasLoss = false
      reach(.refundWhileDead, wasRefundedDead)
      reach(.absentTwice, wasAbsentTwice)
      reach(.lostWhileShowing, app.scene != 0)
      wasRefundedDead = false
    }
  }

  /// Compares the cache with what is owned, if the app had reason and time to look.
  private mutating func noteOwned(
    _ event: WorldEvent, _ app: PurchasesApp, _ store: StoreService, _ world: borrowing World
  ) {
    let isOwned = store.owns(PurchasesEntitlement.product, in: world)
    if isOwned != wasOwned { (wasOwned, hasNotice) = (isOwned, false) }
    if event.common == .launch || event.common == .active
      || event.own(PurchasesEvent.self) == .updated
      || event.own(PurchasesEvent.self) == .bought
    {
      (hasNotice, noticeAt) = (true, world.clock.now)
    }
    guard event.own(PurchasesEvent.self) == .probe, hasNotice, quietAt != .max,
      world.clock.now &- max(noticeAt, quietAt) >= Self.agreement
    else { return }
    expect(app.isUnlocked == isOwned, .agrees)
  }

  /// Reports to the checker which properties hold after an event.
  mutating func judge(by judge: inout PropertyChecker) {
    judge.tell(broken: broken, reached: reached)
    (broken, reached) = (0, 0)
  }
}

extension PurchasesOracle {
  /// Visits every field except violations and reached goals, which the checker receives, and the
  /// state before a step, which the step sets.
  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  package mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    visitor.field(&isGateOpen, "isGateOpen")
    visitor.field(&isUnlocked, "isUnlocked")
    visitor.field(&hasGrant, "hasGrant")
    visitor.field(&hasLoss, "hasLoss")
    visitor.field(&isGrantLast, "isGrantLast")
    visitor.field(&goodID, "goodID")
    visitor.field(&revokedID, "revokedID")
    visitor.field(&latest, "latest")
    visitor.field(&readAt, "readAt")
    visitor.field(&absentAt, "absentAt")
    visitor.field(&launchedAt, "launchedAt")
    visitor.field(&wasOwned, "wasOwned")
    visitor.field(&hasNotice, "hasNotice")
    visitor.field(&noticeAt, "noticeAt")
    visitor.field(&quietAt, "quietAt")
    visitor.field(&kept, "kept")
    visitor.field(&lost, "lost")
    visitor.field(&hasLost, "hasLost")
    visitor.derived("sceneBefore")
    visitor.derived("soundBefore")
    visitor.derived("isTap")
    visitor.field(&wasApprovedDead, "wasApprovedDead")
    visitor.field(&wasRefundedDead, "wasRefundedDead")
    visitor.field(&diedBuying, "diedBuying")
    visitor.field(&wasAbsentTwice, "wasAbsentTwice")
    visitor.field(&updateIdentity, "updateIdentity")
    visitor.field(&updateID, "updateID")
    if visitor.derived("broken") { broken = 0 }
    if visitor.derived("reached") { reached = 0 }
  }
}
