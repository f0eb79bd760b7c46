/// Why a snapshot was not restored.
public enum SnapshotError: Error, Equatable {
  /// The bytes are none of a snapshot, or not all of it.
  case damaged
  /// The snapshot was saved by another version of the format.
  case otherVersion(UInt32)
  /// The snapshot is one of another plan, type or build: this field cannot have its saved value.
  case doesNotFit(StatePlace)
}

/// A saved state: every field in the order in which the state lists it, at a fixed width.
///
/// The bytes are the same on every target and say nothing of how a type lies in memory. The
/// first 8 hold the letters `SIMS` and the format's version, the next 8 the XXH64 of the rest, the
/// next 8 how many bytes the rest has; then come the fields, little end first: truth values and
/// 8-bit numbers in a byte, wider ones in 2, 4 or 8, lists as a count of 4 bytes and 4 for each
/// number. Zeros fill up to whole words of 8 bytes.
///
/// Of a log, to which a run only appends, the snapshot has the count and the XXH64; its numbers lie
/// beside, in `log`.
public struct Snapshot: Sendable {
  /// The version of the format.
  public static var version: UInt32 { 1 }
  static var magic: UInt32 { 0x534D_4953 }
  static var headByteCount: Int { 24 }

  /// Storage of the state and of logs' numbers, of which so many bytes are valid.
  private var stateStorage: [UInt8]
  private var logStorage: [UInt8]
  /// How many bytes the state takes, those of logs left out: whole words of 8 bytes.
  public private(set) var byteCount: Int
  /// How many bytes the numbers of logs take: whole words of 8 bytes.
  public private(set) var logByteCount: Int

  /// Makes a snapshot of nothing, which cannot be restored.
  public init() { self.init(bytes: []) }

  /// Takes what may be a snapshot's bytes, whatever they are.
  public init(bytes: [UInt8], log: [UInt8] = []) {
    stateStorage = bytes
    logStorage = log
    byteCount = bytes.count
    logByteCount = log.count
  }

  /// The state's bytes.
  public var bytes: [UInt8] { Array(stateStorage[0..<byteCount]) }
  /// The bytes of logs' numbers.
  public var log: [UInt8] { Array(logStorage[0..<logByteCount]) }

  /// The XXH64 of all bytes, those of logs included.
  package var digest: UInt64 {
    var digest = StateDigest()
    digest.combine(SnapshotBytes.hash(stateStorage.span, 0..<byteCount))
    digest.combine(SnapshotBytes.hash(logStorage.span, 0..<logByteCount))
    return digest.finalize()
  }

  /// Saves a state.
  ///
  /// Allocates nothing when the snapshot has held as much before.
  ///
  /// - Complexity: O(bytes)
  public mutating func save(_ state: inout some StateFields & ~Copyable) {
    var writer = SnapshotWriter()
    // Exchanged, not copied: storage that two share would be copied by the first write.
    swap(&writer.state.bytes, &stateStorage)
    swap(&writer.log.bytes, &logStorage)
    state.visitState(&writer)
    writer.state.fillWord()
    writer.log.fillWord()
    (byteCount, logByteCount) = (writer.state.count, writer.log.count)
    writer.state.count = 0
    writer.state.put(UInt64(Self.magic) | UInt64(Self.version) &<< 32, 8)
    let start = Self.headByteCount
    writer.state.put(SnapshotBytes.hash(writer.state.bytes.span, start..<byteCount), 8)
    writer.state.put(UInt64(byteCount - start), 8)
    swap(&writer.state.bytes, &stateStorage)
    swap(&writer.log.bytes, &logStorage)
  }

  /// Restores a state of the same plan.
  ///
  /// - Parameter backup: takes the state as it was, which is put back when the snapshot does not
  ///   fit.
  /// - Throws: `SnapshotError`; the state is then as it was.
  public func restore(
    _ state: inout some StateFields & ~Copyable, savedTo backup: inout Snapshot
  ) throws(SnapshotError) {
    try checkHead()
    backup.save(&state)
    guard let refused = read(into: &state) else { return }
    _ = backup.read(into: &state)
    throw .doesNotFit(refused)
  }

  /// The same bytes with the digest and the length that fit them, for tests of what reads the rest.
  package static func sealed(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    let start = headByteCount
    guard bytes.count >= start else { return bytes }
    bytes.removeLast(bytes.count % 8)
    let digest = SnapshotBytes.hash(bytes.span, start..<bytes.count)
    for index in 0..<8 {
      bytes[8 + index] = UInt8(truncatingIfNeeded: digest &>> (8 * UInt64(index)))
      bytes[16 + index] = UInt8(
        truncatingIfNeeded: UInt64(bytes.count - start) &>> (8 * UInt64(index)))
    }
    return bytes
  }

  private func checkHead() throws(SnapshotError) {
    let start = Self.headByteCount
    guard byteCount >= start, byteCount % 8 == 0,
      SnapshotBytes.number(stateStorage.span, at: 0, 4) == UInt64(Self.magic)
    else { throw .damaged }
    let found = UInt32(truncatingIfNeeded: SnapshotBytes.number(stateStorage.span, at: 4, 4))
    guard found == Self.version else { throw .otherVersion(found) }
    guard SnapshotBytes.number(stateStorage.span, at: 16, 8) == UInt64(byteCount - start),
      SnapshotBytes.number(stateStorage.span, at: 8, 8)
        == SnapshotBytes.hash(stateStorage.span, start..<byteCount)
    else { throw .damaged }
  }

  /// Restores without looking at the head.
  ///
  /// - Returns: the first field that did not fit.
  private func read(into state: inout some StateFields & ~Copyable) -> StatePlace? {
    var reader = SnapshotReader(
      state: stateStorage, byteCount, log: logStorage, logByteCount, start: Self.headByteCount)
    state.visitState(&reader)
    return reader.refusedPlace
  }
}
