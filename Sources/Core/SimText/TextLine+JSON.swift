/// Lines of compact JSON, written member by member.
extension TextLine {
  /// Starts a line with an object.
  package mutating func beginObject() {
    bytes.removeAll(keepingCapacity: true)
    bytes.append(UInt8(ascii: "{"))
  }

  /// Begins a member of the object; its value must follow.
  package mutating func key(_ name: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    add(name)
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
  }

  /// Adds a whole number as a member's value or an array element.
  package mutating func value(decimal value: UInt64) {
    separate()
    add(value)
  }

  /// Adds `true`.
  package mutating func valueTrue() {
    separate()
    add("true")
  }

  /// Adds UTF-8 text as a string; quotes, backslashes and control characters are escaped.
  package mutating func value(text: some Sequence<UInt8>) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    for byte in text { escape(byte) }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Begins an array as a member's value.
  package mutating func beginList() {
    separate()
    bytes.append(UInt8(ascii: "["))
  }

  /// Ends an array.
  package mutating func endList() { bytes.append(UInt8(ascii: "]")) }

  /// Ends the object and the line.
  package mutating func endObject() {
    bytes.append(UInt8(ascii: "}"))
    end()
  }

  /// Adds a comma, except after an opening bracket or a colon.
  private mutating func separate() {
    switch bytes.last {
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"): return
    default: bytes.append(UInt8(ascii: ","))
    }
  }

  mutating func escape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(byte)
    case 0..<0x20:
      add("\\u00")
      bytes.append(Self.digit(byte >> 4))
      bytes.append(Self.digit(byte & 15))
    default: bytes.append(byte)
    }
  }
}
