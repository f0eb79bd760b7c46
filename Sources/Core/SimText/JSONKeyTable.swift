/// A hash table of the keys of one large object.
///
/// It stores only hashes and token indices, so it never rehashes a key to grow. A `Dictionary` of
/// slices is three times slower on an object with half a million keys.
struct JSONKeyTable {
  /// The number of keys in the table.
  private(set) var count = 0
  private var slots: [Slot] = []

  private struct Slot {
    var hash: UInt32 = 0
    /// The index of the key's token; 0, the index of the root, marks an empty slot.
    var entry: UInt32 = 0
  }

  /// A hash of bytes: eight at a time through the finalizer of SplitMix64.
  ///
  /// `NameHash.mix` is the same finalizer, but this module imports no other.
  static func hash(_ bytes: ArraySlice<UInt8>, seed: UInt64) -> UInt64 {
    var hash = seed ^ UInt64(bytes.count)
    var word: UInt64 = 0
    var shift: UInt64 = 0
    func mix() {
      hash ^= word
      hash = (hash ^ (hash &>> 30)) &* 0xBF58_476D_1CE4_E5B9
      hash = (hash ^ (hash &>> 27)) &* 0x94D0_49BB_1331_11EB
      hash ^= hash &>> 31
      word = 0
    }
    for byte in bytes {
      word |= UInt64(byte) &<< shift
      shift = (shift &+ 8) & 63
      if shift == 0 { mix() }
    }
    mix()
    return hash
  }

  /// Adds a key; if the table already contains it, returns the token of the earlier one.
  ///
  /// - Complexity: O(1) on average.
  mutating func insert(_ entry: Int, hash: UInt32, isSame: (Int) -> Bool) -> Int? {
    if count * 2 >= slots.count { grow() }
    var index = slot(of: hash)
    while slots[index].entry != 0 {
      if slots[index].hash == hash, isSame(Int(slots[index].entry)) {
        return Int(slots[index].entry)
      }
      index = (index + 1) & (slots.count - 1)
    }
    slots[index] = Slot(hash: hash, entry: UInt32(entry))
    count += 1
    return nil
  }

  /// The slot where the search for a hash begins; half of all hashes do not fit a 32-bit `Int`.
  private func slot(of hash: UInt32) -> Int {
    Int(truncatingIfNeeded: hash) & (slots.count - 1)
  }

  private mutating func grow() {
    let old = slots
    slots = [Slot](repeating: Slot(), count: max(64, old.count * 2))
    for slot in old where slot.entry != 0 {
      var index = self.slot(of: slot.hash)
      while slots[index].entry != 0 { index = (index + 1) & (slots.count - 1) }
      slots[index] = slot
    }
  }
}
