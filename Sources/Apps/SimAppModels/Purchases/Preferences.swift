import SimbenchKit

/// BabySafe's settings and its entitlement cache.
package struct Preferences: Equatable, Sendable, StateFields {
  /// The number of scenes; the first is free.
  package static var sceneCount: UInt8 { 7 }

  /// The active scene: 0 for the free one, 1 to 6 for those that are sold.
  package var scene: UInt8 = 0
  /// Whether sounds are enabled.
  package var isSoundOn = false
  /// Whether the purchase is known: the entitlement cache.
  package var isPurchased = false
  /// The number of the latest transaction that was granted; older refunds do not count.
  var transaction: UInt32 = 0
  /// Whether the parents' menu is shown; stored by a planted bug only.
  var isMenuShown = false

  init() {}

  /// Reads a file; nil if it is not valid.
  init?(_ words: [UInt32]) {
    guard words.count == 5, words[0] == 0x4241_4259, words[1] == 1,
      CRC32.of(words[..<4]) == words[4]
    else { return nil }
    scene = UInt8(truncatingIfNeeded: words[2])
    isSoundOn = words[2] & 1 << 8 != 0
    isPurchased = words[2] & 1 << 9 != 0
    isMenuShown = words[2] & 1 << 10 != 0
    transaction = words[3]
  }

  /// The content of the file.
  var words: [UInt32] {
    var flags = UInt32(scene)
    if isSoundOn { flags |= 1 << 8 }
    if isPurchased { flags |= 1 << 9 }
    if isMenuShown { flags |= 1 << 10 }
    var words: [UInt32] = [0x4241_4259, 1, flags, transaction]
    words.append(CRC32.of(words[...]))
    return words
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

/// The file of BabySafe's preferences, which is replaced as a whole for every change.
package struct PreferencesFile: Equatable, Sendable, StateFields {
  /// The name of the file.
  package static var name: UInt32 { 1 }
  /// The time until a failed replacement is repeated.
  private static var pause: UInt64 { 2 * Nanoseconds.second }

  /// The preferences on the disk, as read at launch or made durable since.
  package private(set) var stored = Preferences()
  /// The preferences being written.
  package private(set) var staged = Preferences()
  /// The preferences in memory.
  package var wanted = Preferences()
  private var replacement = FileReplacement(of: name)
  /// Whether a failed replacement waits for its repetition.
  private var isWaiting = false
  private var nextIdentity: UInt64 = 0
  /// Whether the content that was read at launch is durable.
  package private(set) var isSettled = false

  init() {}

  /// Whether everything in memory is durable.
  package var isIdle: Bool { isFree && wanted == stored }
  /// Whether preferences are being written.
  package var isWriting: Bool { replacement.isReplacing || isWaiting }
  private var isFree: Bool { replacement.step == .idle && !isWaiting }

  /// Reads the file at launch and makes its name durable.
  mutating func open(_ identity: UInt64, in world: inout World) {
    stored = Preferences(world.disk.read(Self.name) ?? []) ?? Preferences()
    (staged, wanted, nextIdentity) = (stored, stored, identity)
    replacement.settle(identity: identity, in: &world)
  }

  /// Replaces the file, now or after the replacement under way.
  mutating func save(_ identity: UInt64, in world: inout World) {
    nextIdentity = identity
    continueSaving(in: &world)
  }

  /// Writes again if the preferences have changed during a replacement.
  mutating func continueSaving(in world: inout World) {
    guard isFree, wanted != stored else { return }
    begin(nextIdentity, in: &world)
  }

  /// Repeats a failed replacement, with the latest preferences.
  mutating func retry(_ identity: UInt64, in world: inout World) {
    guard isWaiting else { return }
    isWaiting = false
    begin(identity, in: &world)
  }

  private mutating func begin(_ identity: UInt64, in world: inout World) {
    staged = wanted
    replacement.replace(with: staged.words, identity: identity, in: &world)
  }

  /// Continues after a disk operation.
  mutating func finish(_ event: WorldEvent, in world: inout World) -> FileReplacement.Outcome {
    let outcome = replacement.finish(event, in: &world)
    switch outcome {
    case .unfinished: break
    case .settled: isSettled = true
    case .replaced: (stored, isSettled) = (staged, true)
    case .failed:
      isWaiting = true
      world.startTimer(after: Self.pause, PurchasesEvent.save, NameHash.mix(event.identity))
    }
    return outcome
  }

  /// Visits every field.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&stored, "stored")
    visitor.field(&staged, "staged")
    visitor.field(&wanted, "wanted")
    visitor.field(&replacement, "replacement")
    visitor.field(&isWaiting, "isWaiting")
    visitor.field(&nextIdentity, "nextIdentity")
    visitor.field(&isSettled, "isSettled")
  }
}
