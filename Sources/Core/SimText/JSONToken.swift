/// One token of a JSON text.
///
/// An object is followed by its keys and values alternately, an array by its elements.
package struct JSONToken: Equatable, Sendable {
  /// The kind of a token.
  package enum Kind: UInt8, Sendable {
    /// `null`.
    case null
    /// `true`.
    case yes
    /// `false`.
    case no
    /// A number, as written.
    case number
    /// A string or a key, including its quotes.
    case string
    /// An array, including its elements.
    case array
    /// An object, including its members.
    case object
  }

  /// The offset of the token's first byte.
  package var start: UInt32
  /// The offset after the token's last byte.
  package var end: UInt32
  /// The index of the next token that is not nested in this one.
  package var next: UInt32
  /// The kind of token.
  package var kind: Kind
  /// True for a string that contains a backslash.
  package var isEscaped: Bool

  /// Creates a token from its members.
  package init(start: UInt32, end: UInt32, next: UInt32, kind: Kind, isEscaped: Bool) {
    self.start = start
    self.end = end
    self.next = next
    self.kind = kind
    self.isEscaped = isEscaped
  }
}
