/// Checks bytes against the well-formed sequences of the Unicode Standard, table 3-7.
package enum UTF8Check {
  /// The offset of the first byte that does not start a well-formed sequence; nil if all are valid.
  ///
  /// Overlong forms, surrogates and values beyond U+10FFFF are ill-formed.
  ///
  /// - Complexity: O(n).
  package static func firstInvalidOffset(in bytes: [UInt8]) -> Int? {
    let count = bytes.count
    var index = 0
    while index < count {
      let lead = bytes[index]
      if lead < 0x80 {
        index += 1
        continue
      }
      let length = sequenceLength(lead: lead)
      guard length > 0, index + length <= count,
        secondByteRange(lead: lead).contains(bytes[index + 1])
      else { return index }
      var next = index + 2
      while next < index + length {
        guard bytes[next] & 0xC0 == 0x80 else { return index }
        next += 1
      }
      index = next
    }
    return nil
  }

  /// The length of the sequence that starts with a byte of 0x80 or more; 0 if invalid.
  private static func sequenceLength(lead: UInt8) -> Int {
    switch lead {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 0
    }
  }

  /// The valid second bytes after a lead byte; the narrower ranges exclude overlong forms and
  /// surrogates.
  private static func secondByteRange(lead: UInt8) -> ClosedRange<UInt8> {
    switch lead {
    case 0xE0: 0xA0...0xBF
    case 0xED: 0x80...0x9F
    case 0xF0: 0x90...0xBF
    case 0xF4: 0x80...0x8F
    default: 0x80...0xBF
    }
  }
}
