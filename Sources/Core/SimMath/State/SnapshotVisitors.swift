/// Bytes of a snapshot, little end first, as all targets keep numbers.
struct SnapshotBytes {
  /// The storage; it grows when it is too small.
  var bytes: [UInt8] = []
  /// How many of the bytes are valid.
  var count = 0

  private mutating func makeSpace(for added: Int) {
    // A number is written as a whole word, so there are 8 bytes more than there have to be.
    let needed = count + added + 8
    if bytes.count < needed {
      bytes.append(contentsOf: repeatElement(0, count: 2 * needed - bytes.count))
    }
  }

  /// Adds the lowest bytes of a number.
  @inline(__always)
  mutating func put(_ bits: UInt64, _ byteCount: Int) {
    makeSpace(for: byteCount)
    unsafe bytes.withUnsafeMutableBytes {
      unsafe $0.storeBytes(of: bits, toByteOffset: count, as: UInt64.self)
    }
    count += byteCount
  }

  /// Adds the bytes of numbers as they lie in memory.
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

  /// Adds zeros up to a whole word.
  mutating func fillWord() { put(0, (8 - count % 8) % 8) }

  /// A number of up to 8 bytes.
  ///
  /// - Precondition: the bytes are there.
  static func number(_ bytes: Span<UInt8>, at offset: Int, _ byteCount: Int) -> UInt64 {
    var number: UInt64 = 0
    for index in 0..<byteCount { number |= UInt64(bytes[offset + index]) &<< (8 * UInt64(index)) }
    return number
  }

  /// The XXH64 of bytes that are whole words.
  static func hash(_ bytes: Span<UInt8>, _ range: Range<Int>) -> UInt64 {
    var digest = StateDigest()
    unsafe digest.combine(words: bytes.bytes.extracting(range))
    return digest.finalize()
  }
}

/// Writes every field of a state, one after the other.
@usableFromInline
package struct SnapshotWriter: StateVisitor {
  var state = SnapshotBytes(count: Snapshot.headByteCount)
  var log = SnapshotBytes()

  /// Adds the value's bytes.
  @usableFromInline
  package mutating func scalar(_ bits: inout UInt64, _ kind: StateScalar, _ name: StaticString) {
    state.put(bits, Int(kind.byteCount))
  }

  /// Adds the count and the numbers.
  @usableFromInline
  package mutating func list(_ values: inout [Float], _ name: StaticString) {
    state.put(UInt64(truncatingIfNeeded: values.count), 4)
    unsafe state.put(values.span.bytes)
  }

  /// Adds the count and the numbers.
  @usableFromInline
  package mutating func list(_ values: inout [UInt32], _ name: StaticString) {
    state.put(UInt64(truncatingIfNeeded: values.count), 4)
    unsafe state.put(values.span.bytes)
  }

  /// Adds count and digest, and the numbers to the log.
  @usableFromInline
  package mutating func log(_ values: inout [Float], _ range: Range<Int>, _ name: StaticString) {
    let range = range.clamped(to: values.indices)
    let start = log.count
    unsafe log.put(values.span.extracting(range).bytes)
    log.fillWord()
    state.put(UInt64(truncatingIfNeeded: range.count), 4)
    state.put(SnapshotBytes.hash(log.bytes.span, start..<log.count), 8)
  }

  /// Adds the number.
  @usableFromInline
  package mutating func kept(_ number: inout UInt32, _ name: StaticString) {
    state.put(UInt64(number), 4)
  }

  /// Adds the count and the numbers.
  @usableFromInline
  package mutating func kept(_ numbers: inout [UInt32], _ name: StaticString) {
    list(&numbers, name)
  }

  /// What is kept though idle is shown, too.
  @usableFromInline
  package mutating func beginCondition(_ condition: Bool, keepsIdle: Bool) -> Bool {
    condition || keepsIdle
  }
}

/// Gives every field of a state its saved value.
///
/// From the first field on that does not fit, none is given a value any more.
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

  /// The first field that did not fit, or what is left over; nil when all is restored.
  var refusedPlace: StatePlace? {
    if hasRefused { return StatePlace([refused]) }
    // Zeros up to a whole word belong to the format, and nothing else does.
    guard stateCount - offset < 8, logOffset == logCount else { return StatePlace(["end"]) }
    for index in offset..<stateCount where state[index] != 0 { return StatePlace(["end"]) }
    return nil
  }

  /// The next bytes, if they are there.
  @inline(__always)
  private mutating func take(_ byteCount: Int, _ name: StaticString) -> Int? {
    guard !hasRefused, stateCount - offset >= byteCount else {
      refuse(name)
      return nil
    }
    defer { offset += byteCount }
    return offset
  }

  /// Takes the value's bytes.
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

  /// Whether a list has as many numbers as it had; then its bytes come next.
  private mutating func takeCount(_ count: Int, _ name: StaticString) -> Int? {
    guard let start = take(4, name) else { return nil }
    guard SnapshotBytes.number(state.span, at: start, 4) == UInt64(count) else {
      refuse(name)
      return nil
    }
    return take(4 * count, name)
  }

  /// Takes the numbers, when there are as many.
  @usableFromInline
  package mutating func list(_ values: inout [Float], _ name: StaticString) {
    guard let start = takeCount(values.count, name) else { return }
    if unsafe isSaved(values.span.bytes, at: start) { return }
    unsafe values.withUnsafeMutableBytes { unsafe Self.copy(state, start, to: $0) }
  }

  /// Takes the numbers, when there are as many.
  @usableFromInline
  package mutating func list(_ values: inout [UInt32], _ name: StaticString) {
    guard let start = takeCount(values.count, name) else { return }
    if unsafe isSaved(values.span.bytes, at: start) { return }
    unsafe values.withUnsafeMutableBytes { unsafe Self.copy(state, start, to: $0) }
  }

  /// Whether bytes are what was saved, so that nothing has to be written.
  ///
  /// A list that shares its storage, as what a plan decides does, would get storage of its own.
  private func isSaved(_ bytes: RawSpan, at start: Int) -> Bool {
    unsafe state.withUnsafeBytes { saved in
      unsafe bytes.withUnsafeBytes { bytes in
        // A list that differs mostly does so in its first numbers. Two at a time, since a globe is
        // restored in 15.7 µs then instead of 17.2.
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

  /// Takes the numbers from the log, when count and digest agree.
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

  /// Takes the number.
  @usableFromInline
  package mutating func kept(_ number: inout UInt32, _ name: StaticString) {
    guard let start = take(4, name) else { return }
    number = UInt32(truncatingIfNeeded: SnapshotBytes.number(state.span, at: start, 4))
  }

  /// Takes the numbers, when there are as many.
  @usableFromInline
  package mutating func kept(_ numbers: inout [UInt32], _ name: StaticString) {
    list(&numbers, name)
  }

  /// What is kept though idle is shown, too.
  @usableFromInline
  package mutating func beginCondition(_ condition: Bool, keepsIdle: Bool) -> Bool {
    condition || keepsIdle
  }

  /// Yes, unless a field did not fit.
  @usableFromInline
  package mutating func derived(_ name: StaticString) -> Bool { !hasRefused }

  /// Keeps the first field that did not fit.
  @usableFromInline
  package mutating func refuse(_ name: StaticString) {
    if !hasRefused { (hasRefused, refused) = (true, name) }
  }
}
