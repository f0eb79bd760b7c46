import SimbenchKit

/// A preferences file with an entitlement cache, which is replaced as a whole for every change.
package struct PreferencesFile<Keys: EntitlementKeys>: Equatable, Sendable, StateFields {
  /// The time until a failed replacement is repeated.
  private static var pause: UInt64 { 2 * Nanoseconds.second }

  /// The preferences on the disk, as read at launch or made durable since.
  package private(set) var stored = Keys.Content()
  /// The preferences being written.
  package private(set) var staged = Keys.Content()
  /// The preferences in memory.
  package var wanted = Keys.Content()
  private var replacement = FileReplacement(of: Keys.file)
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
    stored = Keys.Content(world.disk.read(Keys.file) ?? []) ?? Keys.Content()
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
      world.startTimer(after: Self.pause, Keys.Event.resave, NameHash.mix(event.identity))
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
