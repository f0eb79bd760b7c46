/// Bytes of a snapshot, little-endian, like numbers in the memory of every target.
struct SnapshotBytes {
  /// The storage, which grows as needed.
  var bytes: [UInt8] = []
  /// The number of valid bytes.
  var count = 0

  private mutating func makeSpace(for added: Int) {
    // Every number is written as a whole word, so 8 extra bytes are reserved.
    let needed = count + added + 8
    if bytes.count < needed {
      bytes.append(contentsOf: repeatElement(0, count: 2 * needed - bytes.count))
    }
  }

  /// Appends the lowest bytes of a number.
  @inline(__always)
  mutating func put(_ bits: UInt64, _ byteCount: Int) {
    makeSpace(for: byteCount)
    unsafe bytes.withUnsafeMutableBytes {
      unsafe $0.storeBytes(of: bits, toByteOffset: count, as: UInt64.self)
    }
    count += byteCount
  }

  /// Appends the memory of numbers.
  mutating func put(_ numbers: RawSpan) {
    makeSpace(for: numbers.byteCount)
    let start = count
    unsafe bytes.withUnsafeMutableBytes { target in
      unsafe numbers.withUnsafeBytes { source in
        unsafe UnsafeMutableRawBufferPointer(rebasing: target[start...]).copyMemory(from: source)
      }
    }
    count += numbers.byteCount
  }

  /// Appends zeros up to a whole word.
  mutating func fillWord() { put(0, (8 - count % 8) % 8) }

  /// Reads a number of up to 8 bytes.
  ///
  /// - Precondition: `bytes` contains them.
  static func number(_ bytes: Span<UInt8>, at offset: Int, _ byteCount: Int) -> UInt64 {
    var number: UInt64 = 0
    for index in 0..<byteCount { number |= UInt64(bytes[offset + index]) &<< (8 * UInt64(index)) }
    return number
  }

  /// The XXH64 of a range that consists of whole words.
  static func hash(_ bytes: Span<UInt8>, _ range: Range<Int>) -> UInt64 {
    var digest = StateDigest()
    unsafe digest.combine(words: bytes.bytes.extracting(range))
    return digest.finalize()
  }
}

/// Writes every field of a state in visiting order.
@usableFromInline
package struct SnapshotWriter: StateVisitor {
  var state = SnapshotBytes(count: Snapshot.headByteCount)
  var log = SnapshotBytes()

  /// Appends the scalar's bytes.
  @usableFromInline
  package mutating func scalar(_ bits: inout UInt64, _ kind: StateScalar, _ name: StaticString) {
    state.put(bits, Int(kind.byteCount))
  }

  /// Appends the count and the numbers.
  @usableFromInline
  package mutating func list(_ values: inout [Float], _ name: StaticString) {
    state.put(UInt64(truncatingIfNeeded: values.count), 4)
    unsafe state.put(values.span.bytes)
  }

  /// Appends the count and the numbers.
  @usableFromInline
  package mutating func list(_ values: inout [UInt32], _ name: StaticString) {
    state.put(UInt64(truncatingIfNeeded: values.count), 4)
    unsafe state.put(values.span.bytes)
  }

  /// Appends the count and digest, and the numbers to the log.
  @usableFromInline
  package mutating func log(_ values: inout [Float], _ range: Range<Int>, _ name: StaticString) {
    let range = range.clamped(to: values.indices)
    let start = log.count
    unsafe log.put(values.span.extracting(range).bytes)
    log.fillWord()
    state.put(UInt64(truncatingIfNeeded: range.count), 4)
    state.put(SnapshotBytes.hash(log.bytes.span, start..<log.count), 8)
  }

  /// Appends the number.
  @usableFromInline
  package mutating func kept(_ number: inout UInt32, _ name: StaticString) {
    state.put(UInt64(number), 4)
  }

  /// Appends the count and the numbers.
  @usableFromInline
  package mutating func kept(_ numbers: inout [UInt32], _ name: StaticString) {
    list(&numbers, name)
  }

  /// Also visits inactive fields if `keepsIdle` is true.
  @usableFromInline
  package mutating func beginCondition(_ condition: Bool, keepsIdle: Bool) -> Bool {
    condition || keepsIdle
  }
}

/// Assigns every field of a state its saved value.
///
/// After the first field that does not fit, no more fields are restored.
@usableFromInline
package struct SnapshotReader: StateVisitor {
  private let state: [UInt8]
  private let stateCount: Int
  private let log: [UInt8]
  private let logCount: Int
  private var offset: Int
  private var logOffset = 0
  private var hasRefused = false
  private var refused: StaticString = ""

  init(state: [UInt8], _ stateCount: Int, log: [UInt8], _ logCount: Int, start: Int) {
    self.state = state
    self.stateCount = stateCount
    self.log = log
    self.logCount = logCount
    offset = start
  }

  /// The first field that did not fit, or `end` if bytes are left over; nil if all are restored.
  var refusedPlace: StatePlace? {
    if hasRefused { return StatePlace([refused]) }
    // Only padding zeros up to a whole word may remain.
    guard stateCount - offset < 8, logOffset == logCount else { return StatePlace(["end"]) }
    for index in offset..<stateCount where state[index] != 0 { return StatePlace(["end"]) }
    return nil
  }

  /// The offset of the next bytes; nil if there are not enough.
  @inline(__always)
  private mutating func take(_ byteCount: Int, _ name: StaticString) -> Int? {
    guard !hasRefused, stateCount - offset >= byteCount else {
      refuse(name)
      return nil
    }
    defer { offset += byteCount }
    return offset
  }

  /// Reads the scalar's bytes.
  @usableFromInline
  package mutating func scalar(_ bits: inout UInt64, _ kind: StateScalar, _ name: StaticString) {
    let byteCount = Int(kind.byteCount)
    guard let start = take(byteCount, name) else { return }
    guard start + 8 <= stateCount else {
      bits = SnapshotBytes.number(state.span, at: start, byteCount)
      return
    }
    let word = unsafe state.withUnsafeBytes {
      unsafe $0.loadUnaligned(fromByteOffset: start, as: UInt64.self)
    }
    let mask = UInt64.max &>> UInt64(64 - 8 * byteCount)
    bits = word & mask
  }

  /// The offset of a list's bytes, if the saved count equals its count; otherwise nil.
  private mutating func takeCount(_ count: Int, _ name: StaticString) -> Int? {
    guard let start = take(4, name) else { return nil }
    guard SnapshotBytes.number(state.span, at: start, 4) == UInt64(count) else {
      refuse(name)
      return nil
    }
    return take(4 * count, name)
  }

  /// Reads the numbers if the count is equal.
  @usableFromInline
  package mutating func list(_ values: inout [Float], _ name: StaticString) {
    guard let start = takeCount(values.count, name) else { return }
    if unsafe isSaved(values.span.bytes, at: start) { return }
    unsafe values.withUnsafeMutableBytes { unsafe Self.copy(state, start, to: $0) }
  }

  /// Reads the numbers if the count is equal.
  @usableFromInline
  package mutating func list(_ values: inout [UInt32], _ name: StaticString) {
    guard let start = takeCount(values.count, name) else { return }
    if unsafe isSaved(values.span.bytes, at: start) { return }
    unsafe values.withUnsafeMutableBytes { unsafe Self.copy(state, start, to: $0) }
  }

  /// Whether the bytes equal the saved ones, so that nothing needs to be written.
  ///
  /// Writing would copy a list that shares its storage, such as one taken from the plan.
  private func isSaved(_ bytes: RawSpan, at start: Int) -> Bool {
    unsafe state.withUnsafeBytes { saved in
      unsafe bytes.withUnsafeBytes { bytes in
        // A different list usually differs in its first numbers. Comparing two at a time restores a
        // snow globe in 15.7 µs instead of 17.2.
        let paired = bytes.count / 8 * 8
        for offset in stride(from: 0, to: paired, by: 8) {
          let (two, other) = unsafe (
            bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self),
            saved.loadUnaligned(fromByteOffset: start + offset, as: UInt64.self)
          )
          if two != other { return false }
        }
        for offset in stride(from: paired, to: bytes.count, by: 4) {
          let (one, other) = unsafe (
            bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self),
            saved.loadUnaligned(fromByteOffset: start + offset, as: UInt32.self)
          )
          if one != other { return false }
        }
        return true
      }
    }
  }

  private static func copy(
    _ source: [UInt8], _ start: Int, to target: UnsafeMutableRawBufferPointer
  ) {
    unsafe source.withUnsafeBytes { bytes in
      let part = unsafe UnsafeRawBufferPointer(rebasing: bytes[start..<start + target.count])
      unsafe target.copyMemory(from: part)
    }
  }

  /// Reads the numbers from the log if count and digest match.
  @usableFromInline
  package mutating func log(_ values: inout [Float], _ range: Range<Int>, _ name: StaticString) {
    guard let start = take(12, name) else { return }
    let wordBytes = (4 * range.count + 7) / 8 * 8
    guard SnapshotBytes.number(state.span, at: start, 4) == UInt64(range.count),
      range.upperBound <= values.count, logCount - logOffset >= wordBytes,
      SnapshotBytes.number(state.span, at: start + 4, 8)
        == SnapshotBytes.hash(log.span, logOffset..<logOffset + wordBytes)
    else { return refuse(name) }
    let from = logOffset
    unsafe values.withUnsafeMutableBytes {
      let part = unsafe UnsafeMutableRawBufferPointer(
        rebasing: $0[4 * range.lowerBound..<4 * range.upperBound])
      unsafe Self.copy(log, from, to: part)
    }
    logOffset += wordBytes
  }

  /// Reads the number.
  @usableFromInline
  package mutating func kept(_ number: inout UInt32, _ name: StaticString) {
    guard let start = take(4, name) else { return }
    number = UInt32(truncatingIfNeeded: SnapshotBytes.number(state.span, at: start, 4))
  }

  /// Reads the numbers if the count is equal.
  @usableFromInline
  package mutating func kept(_ numbers: inout [UInt32], _ name: StaticString) {
    list(&numbers, name)
  }

  /// Also visits inactive fields if `keepsIdle` is true.
  @usableFromInline
  package mutating func beginCondition(_ condition: Bool, keepsIdle: Bool) -> Bool {
    condition || keepsIdle
  }

  /// True unless a field did not fit.
  @usableFromInline
  package mutating func derived(_ name: StaticString) -> Bool { !hasRefused }

  /// Records the first field that did not fit.
  @usableFromInline
  package mutating func refuse(_ name: StaticString) {
    if !hasRefused { (hasRefused, refused) = (true, name) }
  }
}
