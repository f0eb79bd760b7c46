import SimbenchKit

/// Settings as they are stored and synced: for each one its value and the stamp of its last edit.
///
/// A stamp is a counter and the number of the device; the counter is one more than the largest that
/// the device has seen. Merging keeps the larger stamp, so that the order of merges is irrelevant.
package struct SelfieRecord: Equatable, Sendable, StateFields {
  /// The number of words of a record.
  package static var wordCount: Int { 1 + 2 * SelfieField.count }
  private static var header: UInt32 { 0x5345_4C01 }

  /// The values.
  package private(set) var settings = SelfieSettings()
  /// The stamps: a counter in 24 bits, and the device in 8; 0 if never edited.
  package private(set) var stamps = [UInt32](repeating: 0, count: SelfieField.count)

  /// A record without edits.
  package init() {}

  /// Reads a record; nil if the words are not one.
  package init?(_ words: [UInt32]) {
    guard words.count == Self.wordCount, words[0] == Self.header else { return nil }
    for place in 0..<SelfieField.count {
      guard let field = SelfieField(rawValue: UInt8(place)), field.range.contains(words[1 + place])
      else { return nil }
      settings.values[place] = words[1 + place]
      stamps[place] = words[1 + SelfieField.count + place]
    }
  }

  /// The record as words.
  package var words: [UInt32] {
    var words: [UInt32] = []
    words.reserveCapacity(Self.wordCount)
    words.append(Self.header)
    words.append(contentsOf: settings.values)
    words.append(contentsOf: stamps)
    return words
  }

  /// Whether any setting was ever edited.
  package var isEdited: Bool { stamps.contains { $0 != 0 } }

  /// Sets a value.
  package mutating func edit(_ field: SelfieField, _ value: UInt32, by device: UInt8) {
    var largest: UInt32 = 0
    for stamp in stamps { largest = max(largest, stamp &>> 8) }
    edit(field, value, stamp: (largest &+ 1) &<< 8 | UInt32(device))
  }

  /// Sets a value with a given stamp.
  mutating func edit(_ field: SelfieField, _ value: UInt32, stamp: UInt32) {
    settings[field] = value
    stamps[Int(field.rawValue)] = stamp
  }

  /// Takes every setting of another record that has a larger stamp.
  ///
  /// Equal stamps with different values occur if a device loses an edit's stamp together with its
  /// power: the larger value then wins, on all devices alike.
  ///
  /// - Returns: the settings taken, and those of which this record keeps a newer value.
  @discardableResult
  package mutating func merge(_ other: SelfieRecord) -> (taken: UInt32, kept: UInt32) {
    var (taken, kept): (UInt32, UInt32) = (0, 0)
    for place in 0..<SelfieField.count {
      let mine = (stamps[place], settings.values[place])
      let theirs = (other.stamps[place], other.settings.values[place])
      if theirs > mine {
        (stamps[place], settings.values[place]) = theirs
        taken |= 1 &<< UInt32(place)
      } else if theirs < mine {
        kept |= 1 &<< UInt32(place)
      }
    }
    return (taken, kept)
  }

  /// Merges like a record whose stamps are times: keeps its own value if they are equal; used by a
  /// planted bug.
  mutating func mergeByTime(_ other: SelfieRecord) -> (taken: UInt32, kept: UInt32) {
    let before = self
    var (taken, kept) = merge(other)
    for place in 0..<SelfieField.count where before.stamps[place] == other.stamps[place] {
      settings.values[place] = before.settings.values[place]
      taken &= ~(1 &<< UInt32(place))
      if settings.values[place] != other.settings.values[place] { kept |= 1 &<< UInt32(place) }
    }
    return (taken, kept)
  }

  /// Replaces premium values by defaults; used by a planted bug.
  mutating func gateStored() { settings.gate(hasPro: false) }

  /// Visits every field.
  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  package mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    visitor.field(&settings, "settings")
    visitor.field(&stamps, "stamps")
  }
}
