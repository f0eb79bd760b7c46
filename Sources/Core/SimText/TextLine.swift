/// A line of ASCII fields separated by spaces, without `String`, which embedded targets lack.
package struct TextLine {
  /// The bytes written so far.
  package internal(set) var bytes: [UInt8] = []

  /// Creates an empty line.
  package init() {}

  /// Starts a line with a name.
  package mutating func begin(_ name: StaticString) {
    bytes.removeAll(keepingCapacity: true)
    add(name)
  }

  /// Starts a line with a decimal number.
  package mutating func begin(decimal value: UInt64) {
    bytes.removeAll(keepingCapacity: true)
    add(value)
  }

  /// Extends the last field with a colon and a part.
  package mutating func qualify(_ part: StaticString) {
    bytes.append(UInt8(ascii: ":"))
    add(part)
  }

  /// Adds a word.
  package mutating func append(_ word: StaticString) {
    bytes.append(UInt8(ascii: " "))
    add(word)
  }

  /// Adds a decimal number.
  package mutating func append(decimal value: UInt64) {
    bytes.append(UInt8(ascii: " "))
    add(value)
  }

  mutating func add(_ text: StaticString) {
    text.withUTF8Buffer { buffer in
      for index in buffer.indices { unsafe bytes.append(buffer[index]) }
    }
  }

  mutating func add(_ value: UInt64) {
    let start = bytes.count
    var rest = value
    repeat {
      bytes.insert(UInt8(ascii: "0") + UInt8(rest % 10), at: start)
      rest /= 10
    } while rest > 0
  }

  /// Adds a number as 16 hexadecimal digits.
  package mutating func append(hexadecimal value: UInt64) {
    bytes.append(UInt8(ascii: " "))
    for digitIndex in 0..<UInt64(16) {
      bytes.append(Self.digit(UInt8(value >> (60 - digitIndex * 4) & 15)))
    }
  }

  /// The hexadecimal digit of a number from 0 to 15.
  static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }

  /// Adds `-`, the symbol of a missing value.
  package mutating func appendNothing() {
    bytes.append(UInt8(ascii: " "))
    bytes.append(UInt8(ascii: "-"))
  }

  /// Ends the line.
  package mutating func end() { bytes.append(UInt8(ascii: "\n")) }
}

extension TextLine {
  /// Adds a number as text from which `DecimalFloat.parse` restores every bit.
  package mutating func append(exact value: Float) {
    bytes.append(UInt8(ascii: " "))
    DecimalFloat.append(value, to: &bytes)
  }

  /// Adds a word given as bytes without spaces.
  package mutating func append(word: [UInt8]) {
    bytes.append(UInt8(ascii: " "))
    bytes.append(contentsOf: word)
  }

  /// Adds a text as a quoted JSON string.
  package mutating func append(quoted text: [UInt8]) {
    bytes.append(UInt8(ascii: " "))
    bytes.append(UInt8(ascii: "\""))
    for byte in text { escape(byte) }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Adds bytes as two hexadecimal digits each.
  package mutating func append(hexadecimal bytes: [UInt8]) {
    self.bytes.append(UInt8(ascii: " "))
    for byte in bytes {
      self.bytes.append(Self.digit(byte >> 4))
      self.bytes.append(Self.digit(byte & 15))
    }
  }
}
