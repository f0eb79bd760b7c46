import SimbenchKit

/// Reads of the store.
extension EntitlementKeeper {
  /// Begins a read, or another one after the read under way.
  mutating func beginRead(
    _ identity: UInt64, isRoutine: Bool = false, _ store: inout StoreService,
    in world: inout World
  ) {
    guard read.step == .none else {
      read.isWanted = true
      return
    }
    world.cancel(Keys.Event.again)
    (read.step, read.begunAt, read.identity) = (.latest, world.clock.now, identity)
    (read.isWanted, read.isRestoring, read.isRoutine) = (false, task == .finding, isRoutine)
    read.isLatestGood = false
    world.note(Keys.Effect.reads)
    store.latest(
      for: Keys.product, identity: identity, response: Keys.Event.latest, in: &world)
  }

  /// Continues the read with a response of the store.
  mutating func continueRead(
    _ own: Keys.Event, _ event: WorldEvent, _ store: inout StoreService, in world: inout World
  ) -> PurchasesText? {
    let expected: EntitlementRead.Step = own == .latest ? .latest : .entitlements
    guard read.step == expected, event.identity == read.identity else { return nil }
    guard store.isCompleted(event) else {
      repeatRead(in: &world)
      return endRead(isCompleted: false, &store, in: &world)
    }
    guard own == .latest else { return judge(event, &store, in: &world) }
    if let latest = store.latest(of: event) {
      read.isLatestGood = isGood(latest)
      if read.isLatestGood {
        grant(latest, read.identity, &store, in: &world)
      } else if latest.isVerified, latest.isRevoked, !missesRefund {
        noticeRefund(latest.id, read.identity, in: &world)
      }
    }
    read.step = .entitlements
    store.currentEntitlements(
      identity: read.identity, response: Keys.Event.entitled, in: &world)
    return nil
  }

  private var missesRefund: Bool { plantedBug == .revocationMissed && read.isRoutine }

  /// Decides by a completed read.
  private mutating func judge(
    _ event: WorldEvent, _ store: inout StoreService, in world: inout World
  ) -> PurchasesText? {
    let entitlement = store.entitlement(Keys.product, in: event)
    if let entitlement, isGood(entitlement) {
      grant(entitlement, read.identity, &store, in: &world)
    } else if !read.isLatestGood, file.wanted.isPurchased {
      if !missesRefund { missPurchase(in: &world) }
    }
    return endRead(isCompleted: true, &store, in: &world)
  }

  private mutating func missPurchase(in world: inout World) {
    // A purchase during the read is newer than its result.
    guard read.begunAt > read.grantedAt || read.grantedAt == 0 else {
      read.isWanted = true
      return
    }
    if read.begunAt &- read.launchedAt >= EntitlementRead.settling {
      if read.absentAt == .max, plantedBug != .oneEmptyRead || !read.isRestoring {
        read.absentAt = read.begunAt
      } else if read.absentAt == .max || read.begunAt &- read.absentAt >= EntitlementRead.pause {
        return lose(read.identity, in: &world)
      }
    }
    repeatRead(in: &world)
  }

  private mutating func repeatRead(in world: inout World) {
    world.cancel(Keys.Event.again)
    world.startTimer(
      after: EntitlementRead.pause, Keys.Event.again, NameHash.mix(read.identity))
  }

  private mutating func endRead(
    isCompleted: Bool, _ store: inout StoreService, in world: inout World
  ) -> PurchasesText? {
    read.step = .none
    let text = read.isRestoring ? endRestoring(isCompleted: isCompleted) : nil
    read.isRestoring = false
    if read.isWanted { beginRead(NameHash.mix(read.identity) ^ 1, &store, in: &world) }
    return text
  }

  /// Ends restoring after the read that follows syncing.
  private mutating func endRestoring(isCompleted: Bool) -> PurchasesText? {
    task = .none
    guard !file.wanted.isPurchased else { return nil }
    return didSyncFail || !isCompleted ? .restoreFailed : .nothingFound
  }
}
