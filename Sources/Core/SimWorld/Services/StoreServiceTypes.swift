import SimMath

/// A product of a simulated store.
///
/// A product is identified by its index in the list that creates a `StoreService`.
public struct StoreProduct: Equatable, Sendable {
  /// The duration of a subscription period in nanoseconds; 0 for a non-consumable product.
  let period: UInt64
  /// The time of access after a failed renewal, in nanoseconds.
  let gracePeriod: UInt64

  /// A product that is bought once and owned until it is refunded.
  public static var nonConsumable: StoreProduct { StoreProduct(period: 0, gracePeriod: 0) }

  /// An auto-renewable subscription.
  ///
  /// - Parameters:
  ///   - period: the time from one renewal to the next, in nanoseconds; at least 1 s.
  ///   - gracePeriod: the time of access while a failed renewal is tried again, in nanoseconds.
  public static func subscription(period: UInt64, gracePeriod: UInt64 = 0) -> StoreProduct {
    precondition(period >= Nanoseconds.second, "a subscription period is at least 1 s")
    return StoreProduct(period: period, gracePeriod: gracePeriod)
  }
}

/// A transaction as an app sees it.
public struct StoreTransaction: Equatable, Sendable {
  /// The number of the transaction, from 1.
  public let id: UInt32
  /// The index of the product.
  public let product: UInt8
  /// Whether the signature is valid; nothing in an unverified transaction is to be trusted.
  public let isVerified: Bool
  /// Whether the product was refunded.
  public let isRevoked: Bool
  /// Whether the app has finished the transaction.
  public let isFinished: Bool
  /// The time of purchase or renewal, in nanoseconds of UTC by the server's clock.
  public let purchaseDate: Int64
  /// The end of the subscription period, in nanoseconds of UTC; nil for a non-consumable product.
  public let expirationDate: Int64?
  /// The end of access while a failed renewal is tried again; nil without one.
  public let gracePeriodExpirationDate: Int64?
  /// The time at which the store signed this information, in nanoseconds of UTC.
  public let signedDate: Int64
}

/// The result of a purchase.
public enum StorePurchaseResult: Equatable, Sendable {
  /// The purchase succeeded; the transaction may be unverified.
  case success(StoreTransaction)
  /// The user canceled the purchase.
  case userCancelled
  /// The purchase waits for approval; an update follows if it is approved.
  case pending
  /// The purchase threw an error; nothing was charged.
  case failed
}

/// Scripted outcomes in place of random draws, for tests.
package struct StoreScript: Sendable {
  /// Whether purchases throw.
  package var isFailing = false
  /// Whether new transactions are unverified.
  package var isUnverified = false
  /// Whether purchases wait for approval.
  package var isAsked = false
  /// Whether updates are delivered twice.
  package var isDoubled = false
  /// Whether updates are missed while the app runs.
  package var isMissed = false
  /// Whether entitlements are stale after launch.
  package var isStale = false
  /// Whether entitlements are empty after launch.
  package var isEmpty = false
  /// Whether the store responds slowly.
  package var isSlow = false
  /// Whether syncing throws.
  package var isSyncFailing = false
  /// Whether renewals fail at first.
  package var isBillingFailing = false

  /// Creates a script in which everything succeeds.
  package init() {}
}

/// A transaction at the server.
struct StoreRecord: Equatable, Sendable, StateFields {
  var id: UInt32 = 0
  var product: UInt8 = 0
  var isVerified = true
  var isFinished = false
  /// Whether an update is due once the network is available.
  var owesUpdate = false
  /// The number of renewals before this one.
  var renewal: UInt32 = 0
  /// The identity of the purchase.
  var identity: UInt64 = 0
  // Times since the run began; `.max` for never.
  var purchasedAt: UInt64 = 0
  var revokedAt: UInt64 = .max
  var expiresAt: UInt64 = .max
  var endsAt: UInt64 = .max
  var renewsAt: UInt64 = .max

  /// Whether it gives access at a time.
  func isGood(at time: UInt64) -> Bool {
    isVerified && purchasedAt <= time && time < revokedAt && time < endsAt
  }

  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    visitor.field(&id, "id")
    visitor.field(&product, "product")
    visitor.field(&isVerified, "isVerified")
    visitor.field(&isFinished, "isFinished")
    visitor.field(&owesUpdate, "owesUpdate")
    visitor.field(&renewal, "renewal")
    visitor.field(&identity, "identity")
    visitor.field(&purchasedAt, "purchasedAt")
    visitor.field(&revokedAt, "revokedAt")
    visitor.field(&expiresAt, "expiresAt")
    visitor.field(&endsAt, "endsAt")
    visitor.field(&renewsAt, "renewsAt")
  }
}

/// A request for approval of a purchase.
struct StoreApproval: Equatable, Sendable, StateFields {
  var isPending = false
  var askedAt: UInt64 = 0
  var identity: UInt64 = 0

  mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&isPending, "isPending")
    visitor.field(&askedAt, "askedAt")
    visitor.field(&identity, "identity")
  }
}

/// The purchase sheet of the system.
struct StoreSheet: Equatable, Sendable, StateFields {
  var isShown = false
  var product: UInt8 = 0
  var identity: UInt64 = 0
  /// The code of the event that delivers the result.
  var response: UInt16 = 0

  mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&isShown, "isShown")
    visitor.field(&product, "product")
    visitor.field(&identity, "identity")
    visitor.field(&response, "response")
  }
}
