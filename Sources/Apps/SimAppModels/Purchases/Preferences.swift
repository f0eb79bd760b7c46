import SimbenchKit

/// BabySafe's settings and its entitlement cache.
package struct Preferences: EntitlementContent {
  /// The number of scenes; the first is free.
  package static var sceneCount: UInt8 { 7 }

  /// The active scene: 0 for the free one, 1 to 6 for those that are sold.
  package var scene: UInt8 = 0
  /// Whether sounds are enabled.
  package var isSoundOn = false
  /// Whether the purchase is known: the entitlement cache.
  package var isPurchased = false
  /// The number of the latest transaction that was granted.
  package var transaction: UInt32 = 0
  /// Whether the parents' menu is shown; stored by a planted bug only.
  var isMenuShown = false

  /// The preferences of a new installation.
  package init() {}

  /// Reads a file; nil if it is not valid.
  package init?(_ words: [UInt32]) {
    guard let (flags, transaction) = EntitlementWords.read(words, 0x4241_4259) else { return nil }
    scene = UInt8(truncatingIfNeeded: flags)
    isSoundOn = flags & 1 << 8 != 0
    isPurchased = flags & 1 << 9 != 0
    isMenuShown = flags & 1 << 10 != 0
    self.transaction = transaction
  }

  /// The content of the file.
  package var words: [UInt32] {
    var flags = UInt32(scene)
    if isSoundOn { flags |= 1 << 8 }
    if isPurchased { flags |= 1 << 9 }
    if isMenuShown { flags |= 1 << 10 }
    return EntitlementWords.words(0x4241_4259, flags, transaction)
  }

  /// Visits every field.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&scene, "scene")
    visitor.field(&isSoundOn, "isSoundOn")
    visitor.field(&isPurchased, "isPurchased")
    visitor.field(&isMenuShown, "isMenuShown")
    visitor.field(&transaction, "transaction")
  }
}
