import SimbenchKit

/// A read of the store: the latest transaction, then the current entitlements.
package struct EntitlementRead: Equatable, Sendable, StateFields {
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
