import SimMath

/// The binary form of recordings: the lines of the text's header, a line `binary`, the XXH64 of all
/// the rest of the file, and the body as variable-length integers.
///
/// A position is kept as its distance, in representable numbers, from where the contact would be if
/// it went on as in its last two samples; a time as its distance from the same guess. So a sample
/// takes a few bytes, and every bit is kept.
enum RecordingBinary {
  /// The word that ends the header.
  static var word: StaticString { "binary" }
  /// Bytes of the digest after the header.
  static var digestByteCount: Int { 8 }

  /// What a frame has, one bit each.
  enum Part {
    static var motion: UInt8 { 1 }
    static var extra: UInt8 { 2 }
    static var contacts: UInt8 { 4 }
    static var listed: UInt8 { 8 }
    static var canvas: UInt8 { 16 }
    static var background: UInt8 { 32 }
    static var foreground: UInt8 { 64 }
  }

  /// What differs from the usual in a contact's event, one bit each above those of the phase.
  enum Detail {
    static var kind: UInt64 { 8 }
    static var radius: UInt64 { 16 }
    static var pressure: UInt64 { 32 }
    static var previous: UInt64 { 64 }
    static var sampling: UInt64 { 128 }
    static var coalesced: UInt64 { 256 }
    static var pressures: UInt64 { 512 }
    static var all: UInt64 { 1023 }
  }

  /// A number as it lies among all numbers in order, so that neighbors differ by one.
  static func rank(_ value: Float) -> Int64 {
    let bits = Int64(value.bitPattern)
    return bits < 0x8000_0000 ? bits : 0x7FFF_FFFF - bits
  }

  /// The number of a rank; nil when no number has it.
  static func value(ofRank rank: Int64) -> Float? {
    guard rank >= -0x8000_0000, rank < 0x8000_0000 else { return nil }
    let bits = rank >= 0 ? rank : 0x7FFF_FFFF - rank
    return Float(bitPattern: UInt32(bits))
  }

  /// Small numbers of either sign as small numbers.
  static func folded(_ value: Int64) -> UInt64 {
    UInt64(bitPattern: value &<< 1 ^ value &>> 63)
  }

  /// The inverse of `folded`.
  static func unfolded(_ value: UInt64) -> Int64 {
    Int64(bitPattern: value &>> 1) ^ -Int64(bitPattern: value & 1)
  }

  /// The digest of all bytes but its own.
  static func digest(_ bytes: [UInt8], bodyAt start: Int) -> UInt64 {
    var digest = StateDigest()
    digest.combine(UInt64(bytes.count))
    for range in [0..<start - digestByteCount, start..<bytes.count] {
      var index = range.lowerBound
      while index + 8 <= range.upperBound {
        digest.combine(number(bytes, at: index, 8))
        index += 8
      }
      digest.combine(number(bytes, at: index, range.upperBound - index))
    }
    return digest.finalize()
  }

  static func number(_ bytes: [UInt8], at offset: Int, _ count: Int) -> UInt64 {
    var number: UInt64 = 0
    for index in 0..<count { number |= UInt64(bytes[offset + index]) &<< (8 * UInt64(index)) }
    return number
  }
}

/// Where each contact is expected to be next.
struct ContactGuess {
  private struct Course {
    var id: UInt32
    var position: Vector2
    var time: UInt64
    var step: Vector2
    var timeStep: UInt64
  }

  private var courses: [Course] = []

  /// Where the contact's next sample is expected, and when.
  func next(_ id: UInt32, frameStart: UInt64) -> (position: Vector2, time: UInt64) {
    guard let course = courses.last(where: { $0.id == id }) else {
      return (courses.last?.position ?? .zero, frameStart)
    }
    return (
      Vector2(course.position.x + course.step.x, course.position.y + course.step.y),
      course.time &+ course.timeStep
    )
  }

  /// The contact was there.
  mutating func see(_ id: UInt32, _ position: Vector2, _ time: UInt64) {
    guard let index = courses.lastIndex(where: { $0.id == id }) else {
      // Contacts that are gone are the first.
      if courses.count > FrameInput.maximumTouchCount { courses.removeFirst() }
      courses.append(
        Course(id: id, position: position, time: time, step: .zero, timeStep: 0))
      return
    }
    let last = courses[index]
    courses[index].step = Vector2(
      position.x - last.position.x, position.y - last.position.y)
    courses[index].timeStep = time &- last.time
    courses[index].position = position
    courses[index].time = time
  }
}
