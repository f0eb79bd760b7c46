import SimbenchKit

/// The file with SelfieCam's settings, which is replaced at each save.
package struct SelfieFile: Equatable, Sendable, StateFields {
  /// The content of the file.
  package struct Content: Equatable, Sendable {
    /// The settings.
    package var record: SelfieRecord
    /// The account of which they are.
    package var account: UInt8
    /// The time of the last sync before the save, in seconds of UTC; 0 for none.
    package var lastSync: UInt32

    /// The content as words, with a checksum.
    package var words: [UInt32] {
      var words: [UInt32] = [SelfieFile.header, UInt32(account), lastSync]
      words.append(contentsOf: record.words)
      words.append(CRC32.of(words[...]))
      return words
    }

    /// Creates a content.
    package init(_ record: SelfieRecord, account: UInt8, lastSync: UInt32) {
      (self.record, self.account, self.lastSync) = (record, account, lastSync)
    }

    /// Reads a content; nil if the words are not one.
    package init?(_ words: [UInt32]) {
      guard words.count == SelfieFile.wordCount, words[0] == SelfieFile.header,
        words[1] < UInt32(SyncedStore.accountCount),
        CRC32.of(words.dropLast()) == words[words.count - 1],
        let record = SelfieRecord(Array(words[3..<words.count - 1]))
      else { return nil }
      self.init(record, account: UInt8(words[1]), lastSync: words[2])
    }
  }

  /// The name of the file.
  package static var name: UInt32 { 1 }
  private static var header: UInt32 { 0x5345_4C46 }
  /// The number of words of the file.
  package static var wordCount: Int { SelfieRecord.wordCount + 4 }
  private static var retryAfter: UInt64 { 2 * Nanoseconds.second }

  private var replacement = FileReplacement(of: name)
  private var staged = [UInt32](repeating: 0, count: SelfieFile.wordCount)
  /// Whether the settings have changed since the save began.
  private var mustSave = false
  private let plantedBug: SelfieBug?

  init(plantedBug: SelfieBug?) { self.plantedBug = plantedBug }

  /// Whether everything is saved.
  package var isIdle: Bool { replacement.step == .idle && !mustSave }

  /// The checksum of what is being saved; nil if nothing is.
  package var stagedChecksum: UInt32? { replacement.isReplacing ? staged.last : nil }

  /// Reads the file, and begins to make durable what was read.
  mutating func open(_ identity: UInt64, in world: inout World) -> Content? {
    replacement.settle(identity: identity, in: &world)
    return world.disk.read(Self.name).flatMap { Content($0) }
  }

  /// Saves a content, now or after the present save.
  mutating func save(_ content: Content, _ identity: UInt64, in world: inout World) {
    let wasDue = isDue
    mustSave = replacement.step != .idle
    guard !mustSave else { return }
    staged = content.words
    if plantedBug == .savedInPlace, wasDue {
      replacement.overwrite(with: staged, identity: identity, in: &world)
    } else {
      replacement.replace(with: staged, identity: identity, in: &world)
    }
  }

  /// Continues after a step; a failed save is tried again later.
  mutating func finish(_ event: WorldEvent, in world: inout World) -> FileReplacement.Outcome {
    let outcome = replacement.finish(event, in: &world)
    if outcome == .failed {
      mustSave = true
      world.startTimer(
        after: Self.retryAfter, SelfieEvent.retry, NameHash.mix(event.identity))
    }
    return outcome
  }

  /// Whether a save is due that could not begin before.
  var isDue: Bool { replacement.step == .idle && mustSave }

  /// Visits every field except the bug, which is part of the plan.
  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  package mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    visitor.field(&replacement, "replacement")
    visitor.field(&staged, "staged")
    visitor.field(&mustSave, "mustSave")
    visitor.derived("plantedBug")
  }
}
