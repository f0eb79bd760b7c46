import SimbenchKit

/// The content of a preferences file that caches an entitlement.
package protocol EntitlementContent: Equatable, Sendable, StateFields {
  /// The content of a new installation.
  init()
  /// Reads a file; nil if it is not valid.
  init?(_ words: [UInt32])
  /// The content of the file.
  var words: [UInt32] { get }
  /// Whether the purchase is known: the entitlement cache.
  var isPurchased: Bool { get set }
  /// The number of the latest transaction that was granted; older refunds do not count.
  var transaction: UInt32 { get set }
}

/// The events that an `EntitlementKeeper` handles, as cases of a model's events.
package protocol EntitlementEvent: EventKey, Equatable {
  /// The purchase ends.
  static var bought: Self { get }
  /// Syncing with the store ends.
  static var synced: Self { get }
  /// The store updates a transaction.
  static var updated: Self { get }
  /// The latest transaction is read.
  static var latest: Self { get }
  /// The current entitlements are read.
  static var entitled: Self { get }
  /// 30 s have passed since launch.
  static var settled: Self { get }
  /// 10 s have passed since a read without a result.
  static var again: Self { get }
  /// A failed save is due again.
  static var resave: Self { get }
}

/// The observable effects of an `EntitlementKeeper`, as cases of a model's effects.
package protocol EntitlementEffect: EffectKey, Equatable {
  /// Asks the store for the purchase.
  static var buys: Self { get }
  /// Syncs with the store.
  static var syncs: Self { get }
  /// Reads the latest transaction.
  static var reads: Self { get }
  /// The purchase is durable.
  static var unlocks: Self { get }
  /// The loss is durable.
  static var locks: Self { get }
  /// Finishes a transaction.
  static var finishes: Self { get }
}

extension EntitlementEvent {
  /// The name and the sentence of an event of the keeper; nil for the model's own.
  var entitlementDescriptor: EventDescriptor? {
    let identity = [ArgumentDescriptor("identity")]
    return switch self {
    case .bought: .response("bought", "The purchase ends.")
    case .synced: .response("synced", "Syncing with the store ends.")
    case .updated: .response("updated", "The store updates a transaction.")
    case .latest: .response("latest", "The latest transaction is read.")
    case .entitled: .response("entitled", "The current entitlements are read.")
    case .settled: .timer("settled", "30 s have passed since launch.", identity)
    case .again: .timer("again", "10 s have passed since a read without a result.", identity)
    case .resave: .timer("resave", "2 s have passed since a failed save.", identity)
    default: nil
    }
  }
}

extension EntitlementEffect {
  /// The name and the sentence of an effect of the keeper that does not name the product; nil for
  /// all others.
  var entitlementDescriptor: EffectDescriptor? {
    switch self {
    case .syncs: EffectDescriptor("syncs", "syncs with the store", to: .system)
    case .reads: EffectDescriptor("reads", "reads the latest transaction", to: .system)
    case .finishes:
      EffectDescriptor(
        "finishes", "finishes transaction %1", to: .system, [ArgumentDescriptor("transaction")])
    default: nil
    }
  }
}

/// The keys of an app that sells one product.
package protocol EntitlementKeys {
  /// The events of the model.
  associatedtype Event: EntitlementEvent
  /// The observable effects of the model.
  associatedtype Effect: EntitlementEffect
  /// The content of the preferences file.
  associatedtype Content: EntitlementContent
  /// The product.
  static var product: UInt8 { get }
  /// The name of the preferences file.
  static var file: UInt32 { get }
}

/// Messages about a purchase.
package enum PurchasesText: UInt8, CaseIterable, Sendable {
  /// The user canceled the purchase.
  case canceled
  /// The purchase threw an error, or its transaction is not valid.
  case failed
  /// The purchase waits for approval.
  case waiting
  /// Restoring found nothing.
  case nothingFound
  /// Restoring could not reach the store and found nothing.
  case restoreFailed
  /// An update unlocks the product; shown by a planted bug only.
  case unlocked

  /// The texts in order.
  package static var all: [StaticString] {
    [
      "Purchase canceled", "Purchase failed", "Waiting for approval", "No purchases found",
      "Restore failed", "Unlocked",
    ]
  }
}

/// The words of a file with flags and the number of a transaction.
package enum EntitlementWords {
  /// The words: a header, a version, the flags, the transaction and a checksum.
  package static func words(
    _ header: UInt32, _ flags: UInt32, _ transaction: UInt32
  ) -> [UInt32] {
    let words = [header, 1, flags, transaction]
    return words + [CRC32.of(words[...])]
  }

  /// Reads flags and transaction; nil if the words are not such a file.
  package static func read(
    _ words: [UInt32], _ header: UInt32
  ) -> (flags: UInt32, transaction: UInt32)? {
    guard words.count == 5, words[0] == header, words[1] == 1, CRC32.of(words[..<4]) == words[4]
    else { return nil }
    return (words[2], words[3])
  }
}
