/// One token of a JSON text: an object is followed by its keys and values in turn, an array by its
/// elements.
package struct JSONToken: Equatable, Sendable {
  /// What a token is.
  package enum Kind: UInt8, Sendable {
    /// `null`.
    case null
    /// `true`.
    case yes
    /// `false`.
    case no
    /// A number, as it is written.
    case number
    /// A string or a key, quotes included.
    case string
    /// An array with everything in it.
    case array
    /// An object with everything in it.
    case object
  }

  /// The offset of the token's first byte.
  package var start: UInt32
  /// The offset after the token's last byte.
  package var end: UInt32
  /// The index of the token after this one and everything in it.
  package var next: UInt32
  /// What it is.
  package var kind: Kind
  /// True for a string with a backslash in it.
  package var isEscaped: Bool

  /// Makes a token of bytes of a text; see the fields.
  package init(start: UInt32, end: UInt32, next: UInt32, kind: Kind, isEscaped: Bool) {
    self.start = start
    self.end = end
    self.next = next
    self.kind = kind
    self.isEscaped = isEscaped
  }
}
