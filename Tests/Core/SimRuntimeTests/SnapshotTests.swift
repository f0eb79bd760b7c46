import SimMath
import SimRuntime
import Testing

/// Goal: a snapshot's bytes are those that its description says, and no other bytes are restored.
struct SnapshotTests {
  private struct Shelf: StateFields, Equatable {
    var isOpen = true
    var small: UInt8 = 2
    var middle: UInt16 = 0x0403
    var weight: Float = 1.5
    var serial: UInt64 = 0x1122_3344_5566_7788
    var heights: [Float] = [1, -2, 3]
    var marks: [UInt32] = [7]
    var used: UInt32 = 3
    var trail: [Float] = [5, 6, 7, 0, 0]
    var sum: Float = 2

    mutating func visitState(_ visitor: inout some StateVisitor) {
      visitor.field(&isOpen, "isOpen")
      visitor.field(&small, "small")
      visitor.field(&middle, "middle")
      visitor.field(&weight, "weight")
      visitor.field(&serial, "serial")
      visitor.field(&heights, "heights")
      visitor.field(&marks, "marks")
      visitor.field(&used, in: 0...5, "used")
      visitor.log(&trail, 0..<Int(used), "trail")
      if visitor.derived("sum") { sum = heights.reduce(0, +) }
    }
  }

  private static func saved(_ shelf: Shelf) -> Snapshot {
    var (shelf, snapshot) = (shelf, Snapshot())
    snapshot.save(&shelf)
    return snapshot
  }

  private static func restored(_ snapshot: Snapshot, into shelf: Shelf) throws -> Shelf {
    var (shelf, backup) = (shelf, Snapshot())
    try snapshot.restore(&shelf, savedTo: &backup)
    return shelf
  }

  private static func bytes(_ number: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
  }

  private static func bytes(_ numbers: [Float]) -> [UInt8] {
    numbers.flatMap { bytes(UInt64($0.bitPattern), 4) }
  }

  private static func hash(_ bytes: [UInt8]) -> UInt64 {
    var digest = StateDigest()
    for start in stride(from: 0, to: bytes.count, by: 8) {
      digest.combine(
        (0..<8).reduce(0) { $0 | UInt64(bytes[start + $1]) << UInt64(8 * $1) } as UInt64)
    }
    return digest.finalize()
  }

  @Test func bytesAreThoseOfTheDescription() {
    let log = Self.bytes([5, 6, 7]) + [0, 0, 0, 0]
    var body: [UInt8] = [1, 2, 3, 4] + Self.bytes([1.5])
    body += Self.bytes(0x1122_3344_5566_7788, 8)
    body += Self.bytes(3, 4) + Self.bytes([1, -2, 3]) + Self.bytes(1, 4) + Self.bytes(7, 4)
    body += Self.bytes(3, 4) + Self.bytes(3, 4) + Self.bytes(Self.hash(log), 8)
    body += [UInt8](repeating: 0, count: (8 - body.count % 8) % 8)
    let head =
      Array("SIMS".utf8) + Self.bytes(1, 4) + Self.bytes(Self.hash(body), 8)
      + Self.bytes(UInt64(body.count), 8)
    let snapshot = Self.saved(Shelf())
    #expect(snapshot.bytes == head + body)
    #expect(snapshot.log == log)
    #expect(snapshot.byteCount == head.count + body.count && snapshot.logByteCount == 16)
  }

  @Test func restoringGivesTheSavedStateAndWhatFollowsFromIt() throws {
    var other = Shelf()
    (other.heights, other.trail, other.used, other.serial) = ([9, 9, 9], [1, 1, 1, 1, 1], 5, 0)
    (other.isOpen, other.sum) = (false, 27)
    let restored = try Self.restored(Self.saved(Shelf()), into: other)
    var expected = Shelf()
    // Beyond those in use a log's numbers are no state.
    (expected.trail[3], expected.trail[4]) = (1, 1)
    #expect(restored == expected)
    let again = Snapshot(
      bytes: Self.saved(Shelf()).bytes, log: Self.saved(Shelf()).log)
    #expect(try Self.restored(again, into: other) == expected)
  }

  @Test func savingAgainGivesTheSameBytesWhateverWasThere() {
    var snapshot = Self.saved(Shelf())
    var (full, empty) = (Shelf(), Shelf())
    (full.used, full.trail) = (5, [9, 9, 9, 9, 9])
    empty.used = 0
    for shelf in [full, empty, Shelf(), empty, full] {
      var shelf = shelf
      snapshot.save(&shelf)
      #expect(snapshot.bytes == Self.saved(shelf).bytes && snapshot.log == Self.saved(shelf).log)
    }
  }

  /// Cut anywhere, longer, or with any bit changed: nothing is restored and nothing traps.
  @Test func damagedBytesAreRefused() throws {
    let snapshot = Self.saved(Shelf())
    let (bytes, log) = (snapshot.bytes, snapshot.log)
    func refuse(_ bytes: [UInt8], _ log: [UInt8], _ label: String) {
      var (shelf, backup) = (Shelf(), Snapshot())
      shelf.serial = 4
      let before = shelf
      #expect(throws: SnapshotError.self, "\(label)") {
        try Snapshot(bytes: bytes, log: log).restore(&shelf, savedTo: &backup)
      }
      #expect(shelf == before, "\(label)")
    }
    for count in 0..<bytes.count { refuse(Array(bytes[..<count]), log, "\(count) bytes") }
    refuse(bytes + [UInt8](repeating: 0, count: 8), log, "longer")
    for bit in 0..<bytes.count * 8 {
      var changed = bytes
      changed[bit / 8] ^= 1 << UInt8(bit % 8)
      refuse(changed, log, "bit \(bit)")
    }
    for bit in 0..<log.count * 8 {
      var changed = log
      changed[bit / 8] ^= 1 << UInt8(bit % 8)
      refuse(bytes, changed, "log bit \(bit)")
    }
    refuse(bytes, [], "no log")
    refuse(bytes, log + log, "two logs")
    var other = bytes
    other[4] = 2
    var (shelf, backup) = (Shelf(), Snapshot())
    #expect(throws: SnapshotError.otherVersion(2)) {
      try Snapshot(bytes: other, log: log).restore(&shelf, savedTo: &backup)
    }
    #expect(throws: SnapshotError.damaged) {
      try Snapshot().restore(&shelf, savedTo: &backup)
    }
  }

  /// A head that is right does not make the rest right: the body may say anything.
  @Test func forgedBodiesAreRefusedOrRestoredButNeverTrap() throws {
    let snapshot = Self.saved(Shelf())
    var refused = 0
    for byte in 24..<snapshot.byteCount {
      for value: UInt8 in [0, 1, 0x7F, 0xFF] {
        var bytes = snapshot.bytes
        bytes[byte] = value
        bytes.replaceSubrange(8..<16, with: Self.bytes(Self.hash(Array(bytes[24...])), 8))
        var (shelf, backup) = (Shelf(), Snapshot())
        do {
          try Snapshot(bytes: bytes, log: snapshot.log).restore(&shelf, savedTo: &backup)
          #expect(shelf.used <= 5)
        } catch {
          refused += 1
          #expect(shelf == Shelf())
        }
      }
    }
    #expect(refused > 20)
  }
}
