/// The reason why a snapshot was not restored.
public enum SnapshotError: Error, Equatable {
  /// The bytes are not a complete snapshot.
  case damaged
  /// The snapshot has another version of the format.
  case otherVersion(UInt32)
  /// The snapshot is of another plan, type or build: this field cannot have its saved value.
  case doesNotFit(StatePlace)
}

/// A saved state: every field in visiting order, at a fixed width.
///
/// The bytes are identical on every target and independent of memory layout. A 24-byte header holds
/// the letters `SIMS` and the format version (8 bytes), the XXH64 of the rest (8), and its length
/// in bytes (8). The fields follow, little-endian: Booleans and 8-bit numbers in one byte, wider
/// ones in 2, 4 or 8, lists as a 4-byte count and 4 bytes per number. Zeros pad to 8-byte words.
///
/// For a log, which a run only appends to, the snapshot stores the count and the XXH64; the numbers
/// are stored separately in `log`.
public struct Snapshot: Sendable {
  /// The version of the format.
  public static var version: UInt32 { 1 }
  static var magic: UInt32 { 0x534D_4953 }
  static var headByteCount: Int { 24 }

  /// Storage of the state and of log numbers; only the first bytes of each are valid.
  private var stateStorage: [UInt8]
  private var logStorage: [UInt8]
  /// The size of the state in bytes, without logs; a multiple of 8.
  public private(set) var byteCount: Int
  /// The size of all log numbers in bytes; a multiple of 8.
  public private(set) var logByteCount: Int

  /// Creates an empty snapshot, which cannot be restored.
  public init() { self.init(bytes: []) }

  /// Wraps bytes without checking them; `restore` does.
  public init(bytes: [UInt8], log: [UInt8] = []) {
    stateStorage = bytes
    logStorage = log
    byteCount = bytes.count
    logByteCount = log.count
  }

  /// The bytes of the state.
  public var bytes: [UInt8] { Array(stateStorage[0..<byteCount]) }
  /// The bytes of log numbers.
  public var log: [UInt8] { Array(logStorage[0..<logByteCount]) }

  /// The digest of two words: the XXH64 of the state's bytes and that of the log bytes.
  package var digest: UInt64 {
    var digest = StateDigest()
    digest.combine(SnapshotBytes.hash(stateStorage.span, 0..<byteCount))
    digest.combine(SnapshotBytes.hash(logStorage.span, 0..<logByteCount))
    return digest.finalize()
  }

  /// Saves a state.
  ///
  /// Does not allocate if the snapshot has held as many bytes before.
  ///
  /// - Complexity: O(bytes)
  public mutating func save(_ state: inout some StateFields & ~Copyable) {
    var writer = SnapshotWriter()
    // Swapped, not copied: the first write would copy shared storage.
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
  /// - Parameter backup: receives the current state, which is put back if the snapshot does not
  ///   fit.
  /// - Throws: `SnapshotError`; the state is then unchanged.
  public func restore(
    _ state: inout some StateFields & ~Copyable, savedTo backup: inout Snapshot
  ) throws(SnapshotError) {
    try checkHead()
    backup.save(&state)
    guard let refused = read(into: &state) else { return }
    _ = backup.read(into: &state)
    throw .doesNotFit(refused)
  }

  /// A copy of the bytes, cut to whole words, with a matching digest and length; for tests that
  /// corrupt fields.
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

  /// Restores without checking the header.
  ///
  /// - Returns: the first field that did not fit.
  private func read(into state: inout some StateFields & ~Copyable) -> StatePlace? {
    var reader = SnapshotReader(
      state: stateStorage, byteCount, log: logStorage, logByteCount, start: Self.headByteCount)
    state.visitState(&reader)
    return reader.refusedPlace
  }
}
