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
  /// A step of replacing the file.
  enum Step: UInt8 {
    /// Nothing is being written.
    case idle
    /// The temporary file is being written.
    case write
    /// The temporary file is being synced.
    case sync
    /// The temporary file is being renamed.
    case rename
    /// The new name is being synced.
    case syncDirectory
    /// The name that was read at launch is being synced.
    case settle
    /// A failed replacement waits for its repetition.
    case wait
  }

  /// The name of the file.
  package static var name: UInt32 { 1 }
  private static var temporary: UInt32 { 0x8000_0001 }
  /// The time until a failed replacement is repeated.
  private static var pause: UInt64 { 2 * Nanoseconds.second }

  /// The preferences on the disk, as read at launch or made durable since.
  package private(set) var stored = Preferences()
  /// The preferences being written.
  package private(set) var staged = Preferences()
  /// The preferences in memory.
  package var wanted = Preferences()
  private(set) var step = Step.idle
  private var retryCount: UInt32 = 0
  private var identity: UInt64 = 0
  private var nextIdentity: UInt64 = 0
  /// Whether the content that was read at launch is durable.
  package private(set) var isSettled = false

  init() {}

  /// Whether everything in memory is durable.
  package var isIdle: Bool { step == .idle && wanted == stored }
  /// Whether preferences are being written.
  package var isWriting: Bool { step != .idle && step != .settle }

  /// Reads the file at launch and makes its name durable.
  mutating func open(_ identity: UInt64, in world: inout World) {
    stored = Preferences(world.disk.read(Self.name) ?? []) ?? Preferences()
    (staged, wanted) = (stored, stored)
    (self.identity, nextIdentity) = (identity, identity)
    step = .settle
    perform(in: &world)
  }

  /// Replaces the file, now or after the replacement under way.
  mutating func save(_ identity: UInt64, in world: inout World) {
    nextIdentity = identity
    if step == .idle, wanted != stored { begin(in: &world) }
  }

  private mutating func begin(in world: inout World) {
    staged = wanted
    (identity, retryCount, step) = (nextIdentity, 0, .write)
    perform(in: &world)
  }

  /// Repeats a failed replacement, with the latest preferences.
  mutating func retry(in world: inout World) {
    guard step == .wait else { return }
    (staged, step) = (wanted, .write)
    perform(in: &world)
  }

  private mutating func perform(in world: inout World) {
    let key = NameHash.mix(identity) ^ (UInt64(step.rawValue) << 32 | UInt64(retryCount))
    switch step {
    case .write: world.perform(.write, Self.temporary, content: staged.words, identity: key)
    case .sync: world.perform(.sync, Self.temporary, identity: key)
    case .rename: world.perform(.rename, Self.temporary, to: Self.name, identity: key)
    case .syncDirectory, .settle: world.perform(.syncDirectory, 0, identity: key)
    case .idle, .wait: break
    }
  }

  /// Continues after a disk operation.
  ///
  /// - Returns: whether the preferences in `stored` are durable now.
  mutating func finish(_ isDone: Bool, in world: inout World) -> Bool {
    guard isDone else {
      fail(in: &world)
      return false
    }
    switch step {
    case .write: step = .sync
    case .sync: step = .rename
    case .rename: step = .syncDirectory
    case .syncDirectory, .settle:
      if step == .syncDirectory { stored = staged }
      (step, isSettled) = (.idle, true)
      return true
    case .idle, .wait: return false
    }
    perform(in: &world)
    return false
  }

  private mutating func fail(in world: inout World) {
    retryCount &+= 1
    switch step {
    case .syncDirectory, .settle: perform(in: &world)
    case .write, .sync, .rename:
      step = .wait
      world.startTimer(after: Self.pause, PurchasesEvent.save)
    case .idle, .wait: break
    }
  }

  /// Writes again if the preferences have changed during a replacement.
  mutating func continueSaving(in world: inout World) {
    if step == .idle, wanted != stored { begin(in: &world) }
  }

  /// Visits every field.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&stored, "stored")
    visitor.field(&staged, "staged")
    visitor.field(&wanted, "wanted")
    visitor.field(&step, "step")
    visitor.field(&retryCount, "retryCount")
    visitor.field(&identity, "identity")
    visitor.field(&nextIdentity, "nextIdentity")
    visitor.field(&isSettled, "isSettled")
  }
}
