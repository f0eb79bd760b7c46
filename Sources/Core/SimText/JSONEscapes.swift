/// The backslash escapes of JSON strings.
package enum JSONEscapes {
  /// Resolves the escapes of a string that the scanner accepted.
  ///
  /// - Complexity: O(n).
  package static func decode(_ slice: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(slice.count)
    var index = slice.startIndex
    while index < slice.endIndex {
      guard slice[index] == UInt8(ascii: "\\"), index + 1 < slice.endIndex else {
        result.append(slice[index])
        index += 1
        continue
      }
      if slice[index + 1] == UInt8(ascii: "u") {
        index += appendUnicode(of: slice, at: index, to: &result)
      } else {
        result.append(simple(slice[index + 1]) ?? slice[index + 1])
        index += 2
      }
    }
    return result
  }

  /// The byte of a one-letter escape; nil if the letter is not an escape.
  static func simple(_ letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): letter
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: nil
    }
  }

  /// The value of a hexadecimal digit; nil for any other byte.
  static func hexValue(_ digit: UInt8) -> UInt32? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(digit - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(digit - UInt8(ascii: "A")) + 10
    default: nil
    }
  }

  /// Appends the scalar of `\uHHHH` or of a surrogate pair; returns the number of bytes consumed.
  private static func appendUnicode(
    of slice: ArraySlice<UInt8>, at index: Int, to result: inout [UInt8]
  ) -> Int {
    let first = unit(of: slice, at: index + 2)
    var value = first
    var length = 6
    if (0xD800...0xDBFF).contains(first) {
      let second = unit(of: slice, at: index + 8)
      value = 0x10000 + ((first & 0x3FF) << 10) + (second & 0x3FF)
      length = 12
    }
    let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
    result.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    return length
  }

  private static func unit(of slice: ArraySlice<UInt8>, at index: Int) -> UInt32 {
    var value: UInt32 = 0
    for offset in index..<min(index + 4, slice.endIndex) {
      value = value << 4 | (hexValue(slice[offset]) ?? 0)
    }
    return value
  }
}
