import SimbenchKit

/// The part of SelfieCam that syncs, one per device: a record, and what it reads from and writes to
/// the synced store.
package struct SelfieDevice: Equatable, Sendable, StateFields {
  /// What a read has done.
  package struct Outcome: Equatable, Sendable {
    /// The settings taken from what was read.
    package var taken: UInt32 = 0
    /// The settings of which the record has newer values.
    package var kept: UInt32 = 0
    /// Whether the record must be written back.
    package var mustWrite = false
  }

  /// The key of the record in the synced store.
  package static var key: UInt32 { 0 }

  /// The number of the device.
  package let number: UInt8
  /// The settings.
  package private(set) var record = SelfieRecord()
  /// The account of which the settings are.
  package private(set) var account: UInt8 = 0
  private let plantedBug: SelfieBug?

  /// A device with the settings of a new installation.
  package init(_ number: UInt8, plantedBug: SelfieBug?) {
    self.number = number
    self.plantedBug = plantedBug
  }

  /// Continues with settings from a file.
  mutating func load(_ record: SelfieRecord, account: UInt8) {
    (self.record, self.account) = (record, account)
  }

  /// Sets a value.
  ///
  /// - Returns: false if it was set already.
  package mutating func edit(_ field: SelfieField, _ value: UInt32, wall: Int64) -> Bool {
    guard record.settings[field] != value else { return false }
    if plantedBug == .wallClockStamps {
      record.edit(field, value, stamp: UInt32(truncatingIfNeeded: wall / 1_000_000_000))
    } else {
      record.edit(field, value, by: number)
    }
    return true
  }

  /// Writes the fallback of every premium value; used by a planted bug.
  mutating func writeFallback() { record.gateStored() }

  /// Merges words that were read; nil if there are none.
  package mutating func merge(_ words: [UInt32]?) -> Outcome {
    var outcome = Outcome()
    guard let words, let other = SelfieRecord(words) else {
      outcome.mustWrite = record.isEdited
      return outcome
    }
    (outcome.taken, outcome.kept) =
      plantedBug == .wallClockStamps ? record.mergeByTime(other) : record.merge(other)
    // Writing back what was read would make devices answer each other forever.
    outcome.mustWrite = outcome.kept != 0 || plantedBug == .alwaysWriteBack
    return outcome
  }

  /// Takes the settings of another account; if it has none, it gets those of the device.
  package mutating func takeAccount(_ account: UInt8, _ words: [UInt32]?) -> Outcome {
    self.account = account
    guard let words, let other = SelfieRecord(words), plantedBug != .mergedAccounts else {
      return merge(words)
    }
    record = other
    return Outcome(taken: UInt32.max &>> UInt32(32 - SelfieField.count))
  }

  /// Writes the record to the synced store.
  package func write(_ store: inout SyncedStore, _ identity: UInt64, in world: inout World) {
    let words = record.words
    // The content tells apart what one event makes a device write.
    let key = NameHash.mix(identity) ^ UInt64(CRC32.of(words[...]))
    store.set(words, forKey: Self.key, on: number, identity: key, in: &world)
  }

  /// Reads what a notification is about.
  ///
  /// - Returns: nil if it is about no values to read.
  package mutating func read(
    _ notice: SyncedStore.Notice, _ store: borrowing SyncedStore
  ) -> Outcome? {
    switch notice.kind {
    case .changed(.serverChange), .changed(.initialSyncChange):
      merge(store.words(forKey: Self.key, on: number))
    case .changed(.accountChange):
      takeAccount(store.account(on: number), store.words(forKey: Self.key, on: number))
    case .changed(.quotaViolationChange), .uploaded, .synchronized: nil
    }
  }

  /// Visits every field except the bug, which is part of the plan.
  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  package mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    visitor.field(&record, "record")
    visitor.field(&account, "account")
    visitor.constant(number, "number")
    visitor.derived("plantedBug")
  }
}
