import SimbenchKit

/// The file with SelfieCam's settings, which is replaced at each save.
package struct SelfieFile: Equatable, Sendable, StateFields {
  /// The outcome of a completed step.
  package enum Outcome: Equatable, Sendable {
    /// Nothing to tell.
    case none
    /// What was read at launch is durable.
    case settled
    /// A save is complete.
    case saved
    /// A save has failed and is tried again later.
    case failed
  }

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
  private static var temporary: UInt32 { 0x8000_0001 }
  private static var header: UInt32 { 0x5345_4C46 }
  /// The number of words of the file.
  package static var wordCount: Int { SelfieRecord.wordCount + 4 }
  private static var retryAfter: UInt64 { 2 * Nanoseconds.second }

  /// The step: 0 for none, 1 to 4 of a save, 5 for syncing the directory at launch.
  private var step: UInt32 = 0
  private var retryCount: UInt32 = 0
  private var identity: UInt64 = 0
  private var staged = [UInt32](repeating: 0, count: SelfieFile.wordCount)
  /// Whether the settings have changed since the save began.
  private var mustSave = false
  private let plantedBug: SelfieBug?

  init(plantedBug: SelfieBug?) { self.plantedBug = plantedBug }

  /// Whether everything is saved.
  package var isIdle: Bool { step == 0 && !mustSave }

  /// The checksum of what is being saved; nil if nothing is.
  package var stagedChecksum: UInt32? { (1...4).contains(step) ? staged.last : nil }

  /// Reads the file, and begins to make durable what was read.
  mutating func open(_ identity: UInt64, in world: inout World) -> Content? {
    self.identity = identity
    step = 5
    perform(in: &world)
    return world.disk.read(Self.name).flatMap { Content($0) }
  }

  /// Saves a content, now or after the present save.
  mutating func save(_ content: Content, _ identity: UInt64, in world: inout World) {
    guard step == 0 else {
      mustSave = true
      return
    }
    (step, retryCount, mustSave) = (plantedBug == .savedInPlace ? 3 : 1, 0, false)
    self.identity = identity
    staged = content.words
    perform(in: &world)
  }

  private func perform(in world: inout World) {
    let key = identity &<< 8 | UInt64(step) &<< 4 &+ UInt64(retryCount & 15)
    if plantedBug == .savedInPlace, step == 3 {
      return world.perform(.write, Self.name, content: staged, identity: key)
    }
    switch step {
    case 1: world.perform(.write, Self.temporary, content: staged, identity: key)
    case 2: world.perform(.sync, Self.temporary, identity: key)
    case 3: world.perform(.rename, Self.temporary, to: Self.name, identity: key)
    default: world.perform(.syncDirectory, 0, identity: key)
    }
  }

  /// Continues after a step.
  mutating func finish(_ isDone: Bool, in world: inout World) -> Outcome {
    guard step > 0 else { return .none }
    guard isDone else {
      if step >= 4 {
        // The file is in place: only its name is not durable yet.
        retryCount &+= 1
        perform(in: &world)
        return .none
      }
      (step, mustSave) = (0, true)
      world.startTimer(after: Self.retryAfter, SelfieEvent.retry)
      return .failed
    }
    if step < 4 {
      step += 1
      perform(in: &world)
      return .none
    }
    let wasOpening = step == 5
    step = 0
    return wasOpening ? .settled : .saved
  }

  /// Whether a save is due that could not begin before.
  var isDue: Bool { step == 0 && mustSave }

  /// Visits every field except the bug, which is part of the plan.
  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  package mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    visitor.field(&step, in: 0...5, "step")
    visitor.field(&retryCount, "retryCount")
    visitor.field(&identity, "identity")
    visitor.field(&staged, "staged")
    visitor.field(&mustSave, "mustSave")
    visitor.derived("plantedBug")
  }
}
