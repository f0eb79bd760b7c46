import SimbenchKit

/// A read of the store: the latest transaction, then the current entitlements.
package struct PurchasesRead: Equatable, Sendable, StateFields {
  /// A step of a read.
  package enum Step: UInt8, Sendable {
    /// Nothing is being read.
    case none
    /// The latest transaction is being read.
    case latest
    /// The entitlements are being read.
    case entitlements
  }

  /// The time after launch from which an absence counts.
  static var settling: UInt64 { 30 * Nanoseconds.second }
  /// The time between two absences, and until a read is repeated.
  static var pause: UInt64 { 10 * Nanoseconds.second }

  /// The step of the read.
  package var step = Step.none
  /// The time at which the read began.
  package var begunAt: UInt64 = 0
  var identity: UInt64 = 0
  /// Whether another read is due after this one.
  var isWanted = false
  /// Whether the read follows launch or another read, and nothing else.
  var isRoutine = false
  /// Whether the read ends restoring.
  var isRestoring = false
  /// Whether the latest transaction grants.
  var isLatestGood = false
  /// The largest number of a refunded transaction.
  var revokedID: UInt32 = 0
  var launchedAt: UInt64 = 0
  /// The time of the last transaction that was granted.
  var grantedAt: UInt64 = 0
  /// The time of the first read without the purchase; `.max` for none.
  var absentAt: UInt64 = .max

  init() {}

  /// Visits every field.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&step, "step")
    visitor.field(&begunAt, "begunAt")
    visitor.field(&identity, "identity")
    visitor.field(&isWanted, "isWanted")
    visitor.field(&isRoutine, "isRoutine")
    visitor.field(&isRestoring, "isRestoring")
    visitor.field(&isLatestGood, "isLatestGood")
    visitor.field(&revokedID, "revokedID")
    visitor.field(&launchedAt, "launchedAt")
    visitor.field(&grantedAt, "grantedAt")
    visitor.field(&absentAt, "absentAt")
  }
}

extension PurchasesApp {
  /// Begins a read, or another one after the read under way.
  mutating func beginRead(
    _ identity: UInt64, isRoutine: Bool = false, _ store: inout StoreService,
    in world: inout World
  ) {
    guard read.step == .none else {
      read.isWanted = true
      return
    }
    world.cancel(PurchasesEvent.again)
    (read.step, read.begunAt, read.identity) = (.latest, world.clock.now, identity)
    (read.isWanted, read.isRestoring, read.isRoutine) = (false, task == .finding, isRoutine)
    read.isLatestGood = false
    world.note(PurchasesEffect.reads)
    store.latest(
      for: Self.product, identity: identity, response: PurchasesEvent.latest, in: &world)
  }

  /// Continues the read with a response of the store.
  mutating func continueRead(
    _ own: PurchasesEvent, _ event: WorldEvent, _ store: inout StoreService, in world: inout World
  ) {
    let expected: PurchasesRead.Step = own == .latest ? .latest : .entitlements
    guard read.step == expected, event.identity == read.identity else { return }
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
      identity: read.identity, response: PurchasesEvent.entitled, in: &world)
  }

  private var missesRefund: Bool { plantedBug == .revocationMissed && read.isRoutine }

  /// Decides by a completed read.
  private mutating func judge(
    _ event: WorldEvent, _ store: inout StoreService, in world: inout World
  ) {
    let entitlement = store.entitlement(Self.product, in: event)
    if let entitlement, isGood(entitlement) {
      grant(entitlement, read.identity, &store, in: &world)
    } else if !read.isLatestGood, file.wanted.isPurchased {
      if !missesRefund { missPurchase(in: &world) }
    }
    endRead(isCompleted: true, &store, in: &world)
  }

  private mutating func missPurchase(in world: inout World) {
    // A purchase during the read is newer than its result.
    guard read.begunAt > read.grantedAt || read.grantedAt == 0 else {
      read.isWanted = true
      return
    }
    if read.begunAt &- read.launchedAt >= PurchasesRead.settling {
      if read.absentAt == .max, plantedBug != .oneEmptyRead {
        read.absentAt = read.begunAt
      } else if read.absentAt == .max || read.begunAt &- read.absentAt >= PurchasesRead.pause {
        return lose(read.identity, in: &world)
      }
    }
    repeatRead(in: &world)
  }

  private mutating func repeatRead(in world: inout World) {
    world.cancel(PurchasesEvent.again)
    world.startTimer(
      after: PurchasesRead.pause, PurchasesEvent.again, NameHash.mix(read.identity))
  }

  private mutating func endRead(
    isCompleted: Bool, _ store: inout StoreService, in world: inout World
  ) {
    read.step = .none
    if read.isRestoring { endRestoring(isCompleted: isCompleted, in: &world) }
    read.isRestoring = false
    if read.isWanted { beginRead(NameHash.mix(read.identity) ^ 1, &store, in: &world) }
  }
}
