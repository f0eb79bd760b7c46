import SimbenchKit

/// A request of the user to an entitlement keeper.
package enum EntitlementTask: UInt8, Sendable {
  /// None.
  case none
  /// A purchase.
  case buying
  /// Restoring: syncing with the store.
  case syncing
  /// Restoring: waiting for the read after syncing.
  case finding
}

/// The entitlement to one product: what a purchase grants, what a refund takes, and the cache of
/// both in a preferences file.
///
/// A model stores a keeper and passes it the events of `EntitlementEvent`. A transaction is
/// finished only once the cache on the disk says so.
package struct EntitlementKeeper<Keys: EntitlementKeys>: Equatable, Sendable, StateFields {
  /// The maximum number of transactions that wait to be finished.
  private static var finishLimit: Int { 8 }

  /// The request of the user in progress.
  package internal(set) var task = EntitlementTask.none
  private var taskIdentity: UInt64 = 0
  private(set) var didSyncFail = false
  /// Preferences and entitlement cache.
  package internal(set) var file = PreferencesFile<Keys>()
  /// The read of the store.
  package internal(set) var read = EntitlementRead()
  /// The granted transactions to finish once the cache is on the disk.
  private var unfinished: [UInt32] = Array(repeating: 0, count: finishLimit)
  private var unfinishedCount: UInt32 = 0
  let plantedBug: PurchasesBug?

  init(plantedBug: PurchasesBug?) { self.plantedBug = plantedBug }

  /// Whether the product is unlocked: the entitlement cache on the disk.
  package var isUnlocked: Bool { file.stored.isPurchased }

  /// Whether nothing is in progress; an open purchase sheet does not count.
  func isIdle(_ store: borrowing StoreService) -> Bool {
    file.isIdle && read.step == .none && (task == .none || store.isSheetShown)
  }

  // MARK: - Events

  /// Listens to the store and reads it at launch, after the preferences were opened.
  mutating func start(_ event: WorldEvent, _ store: inout StoreService, in world: inout World) {
    store.updates(Keys.Event.updated, in: &world)
    read.launchedAt = world.clock.now
    world.startTimer(
      after: EntitlementRead.settling, Keys.Event.settled, NameHash.mix(event.identity))
    beginRead(event.identity, isRoutine: true, &store, in: &world)
  }

  /// Buys the product, unless it is known or another request is in progress.
  mutating func buy(_ identity: UInt64, _ store: inout StoreService, in world: inout World) {
    guard task == .none, !file.wanted.isPurchased else { return }
    (task, taskIdentity) = (.buying, identity)
    world.note(Keys.Effect.buys)
    store.purchase(Keys.product, identity: identity, response: Keys.Event.bought, in: &world)
  }

  /// Restores an earlier purchase, unless another request is in progress.
  mutating func restore(_ identity: UInt64, _ store: inout StoreService, in world: inout World) {
    guard task == .none else { return }
    (task, taskIdentity) = (.syncing, identity)
    world.note(Keys.Effect.syncs)
    store.sync(identity: identity, response: Keys.Event.synced, in: &world)
  }

  /// Handles a response of the store or a timer.
  ///
  /// - Returns: a message for the user; nil for none.
  mutating func apply(
    _ own: Keys.Event, _ event: WorldEvent, _ store: inout StoreService, in world: inout World
  ) -> PurchasesText? {
    switch own {
    case Keys.Event.bought:
      return isCurrent(event, .buying) ? bought(event, &store, in: &world) : nil
    case Keys.Event.synced:
      guard isCurrent(event, .syncing) else { return nil }
      didSyncFail = !store.isCompleted(event)
      task = .finding
      beginRead(event.identity, &store, in: &world)
    case Keys.Event.updated: return updated(event, &store, in: &world)
    case Keys.Event.latest, Keys.Event.entitled:
      return continueRead(own, event, &store, in: &world)
    case Keys.Event.settled, Keys.Event.again:
      beginRead(event.first, isRoutine: true, &store, in: &world)
    case Keys.Event.resave: file.retry(event.first, in: &world)
    default: break
    }
    return nil
  }

  private func isCurrent(_ event: WorldEvent, _ expected: EntitlementTask) -> Bool {
    task == expected && event.identity == taskIdentity
  }

  private mutating func bought(
    _ event: WorldEvent, _ store: inout StoreService, in world: inout World
  ) -> PurchasesText? {
    task = .none
    var text: PurchasesText?
    switch store.purchaseResult(of: event) {
    case .success(let transaction):
      if !take(transaction, event.identity, &store, in: &world) { text = .failed }
    case .userCancelled: text = .canceled
    case .pending: text = .waiting
    case .failed: text = .failed
    }
    beginRead(event.identity, &store, in: &world)
    return text
  }

  private mutating func updated(
    _ event: WorldEvent, _ store: inout StoreService, in world: inout World
  ) -> PurchasesText? {
    guard let transaction = store.update(of: event), transaction.product == Keys.product else {
      return nil
    }
    let isSaving = file.isWriting
    let isGranted = take(transaction, event.identity, &store, in: &world)
    beginRead(event.identity ^ 1, &store, in: &world)
    return isGranted && isSaving && plantedBug == .bannerOnUpdate ? .unlocked : nil
  }

  // MARK: - Granting and losing

  /// Whether a transaction unlocks the scenes.
  func isGood(_ transaction: StoreTransaction) -> Bool {
    transaction.product == Keys.product && !transaction.isRevoked
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
    world.note(Keys.Effect.finishes, UInt64(id))
  }

  /// Finishes granted transactions if the cache on the disk is durable and says so.
  private mutating func finishGranted(_ store: inout StoreService, in world: inout World) {
    guard file.isIdle && isUnlocked || plantedBug == .finishFirst && !file.isWriting else { return }
    for place in 0..<Int(unfinishedCount) { finish(unfinished[place], &store, in: &world) }
    unfinishedCount = 0
  }

  /// Continues saving after a disk operation, and finishes what is durable.
  ///
  /// - Returns: the outcome for the file.
  mutating func finishDisk(
    _ event: WorldEvent, _ store: inout StoreService, in world: inout World
  ) -> FileReplacement.Outcome {
    let wasUnlocked = isUnlocked
    let outcome = file.finish(event, in: &world)
    guard outcome == .settled || outcome == .replaced else { return outcome }
    if isUnlocked != wasUnlocked {
      world.note(isUnlocked ? Keys.Effect.unlocks : Keys.Effect.locks)
    }
    if plantedBug == .finishFirst { finishGranted(&store, in: &world) }
    file.continueSaving(in: &world)
    finishGranted(&store, in: &world)
    return outcome
  }

  // MARK: - State

  /// Visits every field except the bug, which is part of the plan.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
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
