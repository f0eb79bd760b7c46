/// A type with a default JSON form, which members need not specify.
package protocol CodedValue: Sendable {
  /// The default form.
  static var codec: Codec<Self> { get }
}

extension String: CodedValue {
  /// Any string.
  package static var codec: Codec<String> { .text }
}

extension Bool: CodedValue {
  /// `true` or `false`.
  package static var codec: Codec<Bool> { .bool }
}

extension Double: CodedValue {
  /// A number of at least 0.
  package static var codec: Codec<Double> { .number }
}

extension Float: CodedValue {
  /// A single-precision number of at least 0.
  package static var codec: Codec<Float> { .number }
}

extension FixedWidthInteger where Self: CodedValue {
  /// An integer of at least 0.
  package static var codec: Codec<Self> { .whole() }
}

extension Int: CodedValue {}
extension Int64: CodedValue {}
extension UInt8: CodedValue {}
extension UInt16: CodedValue {}
extension UInt32: CodedValue {}
extension UInt64: CodedValue {}

extension Optional: CodedValue where Wrapped: CodedValue {
  /// The value's form, or null.
  package static var codec: Codec<Wrapped?> { Wrapped.codec.orNull }
}

extension Array: CodedValue where Element: CodedValue {
  /// A list of any length.
  package static var codec: Codec<[Element]> { Element.codec.list() }
}
