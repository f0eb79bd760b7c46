import SimbenchKit

/// The in-memory state of BabySafe's purchases and its event handling.
package struct PurchasesApp: Equatable, Sendable, StateFields {
  /// The request of the menu in progress.
  package enum Task: UInt8, Sendable {
    /// None.
    case none
    /// A purchase.
    case buying
    /// Restoring: syncing with the store.
    case syncing
    /// Restoring: waiting for the read after syncing.
    case finding
  }

  /// The product that unlocks all scenes.
  package static var product: UInt8 { 0 }
  /// The maximum number of transactions that wait to be finished.
  private static var finishLimit: Int { 8 }

  /// Whether the parents' gate is open.
  package private(set) var isGateOpen = false
  /// Whether the parents' menu is shown.
  package private(set) var isMenuShown = false
  /// The request of the menu in progress.
  package private(set) var task = Task.none
  private var taskIdentity: UInt64 = 0
  private var didSyncFail = false
  /// Settings and entitlement cache.
  package private(set) var file = PreferencesFile()
  /// The read of the store.
  package internal(set) var read = PurchasesRead()
  /// The granted transactions to finish once the cache is on the disk.
  private var unfinished: [UInt32] = Array(repeating: 0, count: finishLimit)
  private var unfinishedCount: UInt32 = 0
  let plantedBug: PurchasesBug?

  init(plantedBug: PurchasesBug?) { self.plantedBug = plantedBug }

  /// The active scene.
  package var scene: UInt8 { file.wanted.scene }
  /// Whether all scenes are unlocked: the entitlement cache on the disk.
  package var isUnlocked: Bool { file.stored.isPurchased }
  /// Whether nothing is in progress; an open purchase sheet does not count.
  func isIdle(_ store: borrowing StoreService) -> Bool {
    file.isIdle && read.step == .none && (task == .none || store.isSheetShown)
  }

  // MARK: - Events

  /// Handles an event.
  mutating func apply(
    _ event: WorldEvent, _ store: inout StoreService, in world: inout World
  ) {
    switch event.common {
    case .launch: return launch(event, &store, in: &world)
    case .active: return beginRead(event.identity, &store, in: &world)
    case .disk: return finishDisk(event, &store, in: &world)
    case .background where plantedBug == .menuSurvives:
      file.wanted.isMenuShown = isMenuShown
      return file.save(event.identity, in: &world)
    default: break
    }
    guard let own = event.own(PurchasesEvent.self) else { return }
    switch own {
    case .gate:
      // The gate opens in front of the parent only; it closes in the background too.
      if event.first == 0 || world.process == .active { moveGate(event, in: &world) }
    case .menu, .buy, .restore, .pick, .sound: tap(own, event, &store, in: &world)
    case .bought: if isCurrent(event, .buying) { bought(event, &store, in: &world) }
    case .synced:
      guard isCurrent(event, .syncing) else { return }
      didSyncFail = !store.isCompleted(event)
      task = .finding
      beginRead(event.identity, &store, in: &world)
    case .updated: updated(event, &store, in: &world)
    case .latest, .entitled: continueRead(own, event, &store, in: &world)
    case .settled, .again: beginRead(event.first, isRoutine: true, &store, in: &world)
    case .save: file.retry(event.first, in: &world)
    case .touch, .sheet, .family, .refund, .account, .probe: break
    }
  }

  private func isCurrent(_ event: WorldEvent, _ expected: Task) -> Bool {
    task == expected && event.identity == taskIdentity
  }

  private mutating func launch(
    _ event: WorldEvent, _ store: inout StoreService, in world: inout World
  ) {
    file.open(event.identity, in: &world)
    if scene >= Preferences.sceneCount || !isUnlocked { file.wanted.scene = 0 }
    if plantedBug == .menuSurvives, file.stored.isMenuShown {
      isMenuShown = true
      world.note(PurchasesEffect.menus)
    }
    world.note(PurchasesEffect.opens, UInt64(scene))
    store.updates(PurchasesEvent.updated, in: &world)
    read.launchedAt = world.clock.now
    world.startTimer(
      after: PurchasesRead.settling, PurchasesEvent.settled, NameHash.mix(event.identity))
    beginRead(event.identity, isRoutine: true, &store, in: &world)
  }

  private mutating func moveGate(_ event: WorldEvent, in world: inout World) {
    isGateOpen = event.first == 1
    if !isGateOpen {
      showMenu(false, in: &world)
    } else if !isUnlocked, scene != 0 {
      file.wanted.scene = 0
      file.save(event.identity, in: &world)
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
    case .buy where task == .none && !file.wanted.isPurchased:
      (task, taskIdentity) = (.buying, event.identity)
      world.note(PurchasesEffect.buys)
      store.purchase(
        Self.product, identity: event.identity, response: PurchasesEvent.bought, in: &world)
    case .restore where task == .none:
      (task, taskIdentity) = (.syncing, event.identity)
      world.note(PurchasesEffect.syncs)
      store.sync(identity: event.identity, response: PurchasesEvent.synced, in: &world)
    case .pick:
      guard event.first < UInt64(Preferences.sceneCount), event.first == 0 || isUnlocked else {
        return
      }
      file.wanted.scene = UInt8(event.first)
      world.note(PurchasesEffect.picks, event.first)
      file.save(event.identity, in: &world)
    case .sound:
      file.wanted.isSoundOn = event.first == 1
      world.note(PurchasesEffect.sounds, event.first)
      file.save(event.identity, in: &world)
    default: break
    }
  }

  private func show(_ text: PurchasesText, in world: inout World) {
    guard isGateOpen, isMenuShown else { return }
    world.note(PurchasesEffect.shows, UInt64(text.rawValue))
  }

  private mutating func bought(
    _ event: WorldEvent, _ store: inout StoreService, in world: inout World
  ) {
    task = .none
    switch store.purchaseResult(of: event) {
    case .success(let transaction):
      if !take(transaction, event.identity, &store, in: &world) { show(.failed, in: &world) }
    case .userCancelled: show(.canceled, in: &world)
    case .pending: show(.waiting, in: &world)
    case .failed: show(.failed, in: &world)
    }
    beginRead(event.identity, &store, in: &world)
  }

  private mutating func updated(
    _ event: WorldEvent, _ store: inout StoreService, in world: inout World
  ) {
    guard let transaction = store.update(of: event), transaction.product == Self.product else {
      return
    }
    let isGranted = take(transaction, event.identity, &store, in: &world)
    if isGranted, plantedBug == .bannerOnUpdate {
      world.note(PurchasesEffect.shows, UInt64(PurchasesText.unlocked.rawValue))
    }
    beginRead(event.identity ^ 1, &store, in: &world)
  }

  // MARK: - Granting and losing

  /// Whether a transaction unlocks the scenes.
  func isGood(_ transaction: StoreTransaction) -> Bool {
    transaction.product == Self.product && !transaction.isRevoked
      && (transaction.isVerified || plantedBug == .unverifiedGrants && read.isRestoring)
      && transaction.id > read.revokedID
  }

  /// Grants a good transaction and finishes a refunded one; an unverified one is ignored.
  ///
  /// - Returns: whether it grants.
  private mutating func take(
    _ transaction: StoreTransaction, _ identity: UInt64, _ store: inout StoreService,
    in world: inout World
  ) -> Bool {
    if isGood(transaction) {
      grant(transaction, identity, &store, in: &world)
      return true
    }
    if transaction.isVerified, transaction.isRevoked {
      noticeRefund(transaction.id, identity, in: &world)
      finish(transaction.id, &store, in: &world)
    }
    return false
  }

  mutating func grant(
    _ transaction: StoreTransaction, _ identity: UInt64, _ store: inout StoreService,
    in world: inout World
  ) {
    file.wanted.isPurchased = true
    file.wanted.transaction = max(file.wanted.transaction, transaction.id)
    (read.grantedAt, read.absentAt) = (world.clock.now, .max)
    if !transaction.isFinished { queue(transaction.id) }
    file.save(identity, in: &world)
    finishGranted(&store, in: &world)
  }

  private mutating func queue(_ id: UInt32) {
    for place in 0..<Int(unfinishedCount) where unfinished[place] == id { return }
    // Beyond the limit a transaction stays unfinished, and arrives again at the next launch.
    guard unfinishedCount < UInt32(Self.finishLimit) else { return }
    unfinished[Int(unfinishedCount)] = id
    unfinishedCount += 1
  }

  /// Locks the scenes unless a later transaction was granted.
  mutating func noticeRefund(_ id: UInt32, _ identity: UInt64, in world: inout World) {
    read.revokedID = max(read.revokedID, id)
    if file.wanted.isPurchased, id >= file.wanted.transaction { lose(identity, in: &world) }
  }

  mutating func lose(_ identity: UInt64, in world: inout World) {
    file.wanted.isPurchased = false
    (read.absentAt, unfinishedCount) = (.max, 0)
    file.save(identity, in: &world)
  }

  private func finish(_ id: UInt32, _ store: inout StoreService, in world: inout World) {
    store.finish(id)
    world.note(PurchasesEffect.finishes, UInt64(id))
  }

  /// Finishes granted transactions if the cache on the disk is durable and says so.
  private mutating func finishGranted(_ store: inout StoreService, in world: inout World) {
    guard file.isIdle && isUnlocked || plantedBug == .finishFirst && !file.isWriting else { return }
    for place in 0..<Int(unfinishedCount) { finish(unfinished[place], &store, in: &world) }
    unfinishedCount = 0
  }

  private mutating func finishDisk(
    _ event: WorldEvent, _ store: inout StoreService, in world: inout World
  ) {
    let wasUnlocked = isUnlocked
    switch file.finish(event, in: &world) {
    case .settled: world.note(PurchasesEffect.settles)
    case .replaced: world.note(PurchasesEffect.saves)
    case .failed, .unfinished: return
    }
    if isUnlocked != wasUnlocked {
      world.note(isUnlocked ? PurchasesEffect.unlocks : PurchasesEffect.locks)
    }
    if plantedBug == .finishFirst { finishGranted(&store, in: &world) }
    file.continueSaving(in: &world)
    finishGranted(&store, in: &world)
  }

  /// Ends restoring after the read that follows syncing.
  mutating func endRestoring(isCompleted: Bool, in world: inout World) {
    task = .none
    guard !file.wanted.isPurchased else { return }
    show(didSyncFail || !isCompleted ? .restoreFailed : .nothingFound, in: &world)
  }

  // MARK: - State

  /// Visits every field except the bug, which is part of the plan.
  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  package mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    visitor.field(&isGateOpen, "isGateOpen")
    visitor.field(&isMenuShown, "isMenuShown")
    visitor.field(&task, "task")
    visitor.field(&taskIdentity, "taskIdentity")
    visitor.field(&didSyncFail, "didSyncFail")
    visitor.field(&file, "file")
    visitor.field(&read, "read")
    visitor.field(&unfinished, "unfinished")
    visitor.field(&unfinishedCount, in: 0...UInt32(Self.finishLimit), "unfinishedCount")
    visitor.derived("plantedBug")
  }
}
