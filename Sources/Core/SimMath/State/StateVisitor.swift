/// The type of a scalar: its width, and whether its bits are those of a `Float`.
public enum StateScalar: UInt8, Sendable {
  /// A Boolean, 0 or 1.
  case truth
  /// A whole number of 8 bits.
  case bits8
  /// A whole number of 16 bits.
  case bits16
  /// A whole number of 32 bits.
  case bits32
  /// A whole number of 64 bits.
  case bits64
  /// A single-precision number in the 32-bit format of IEEE 754.
  case float

  /// The size in bits.
  @inlinable public var bitCount: UInt8 {
    switch self {
    case .truth: 1
    case .bits8: 8
    case .bits16: 16
    case .bits32, .float: 32
    case .bits64: 64
    }
  }

  /// The size in whole bytes.
  @inlinable public var byteCount: UInt8 { (bitCount + 7) / 8 }
}

/// An operation on every field of a state, in a fixed order.
///
/// A type lists its stored fields once, in `StateFields.visitState`. Digest, snapshot, restoring,
/// comparison, the search for non-finite numbers and the count of bits are visitors, which are
/// independent of the type.
///
/// Authors of a state use only `when`, `derived`, `word` and the methods of the extension such as
/// `field`. All requirements except `scalar`, `list` and `log` have a default implementation.
public protocol StateVisitor {
  /// Whether lists of constant whole numbers are visited; true by default.
  static var seesWholeConstants: Bool { get }

  /// Visits a scalar, given as bits; only visitors that restore change it.
  mutating func scalar(_ bits: inout UInt64, _ kind: StateScalar, _ name: StaticString)

  /// Visits numbers whose count does not change during a run.
  mutating func list(_ values: inout [Float], _ name: StaticString)

  /// Visits whole numbers whose count does not change during a run.
  mutating func list(_ values: inout [UInt32], _ name: StaticString)

  /// Visits numbers that a run only appends to, of which `range` is in use.
  ///
  /// The range is derived from fields visited before; its part beyond the storage is ignored.
  mutating func log(_ values: inout [Float], _ range: Range<Int>, _ name: StaticString)

  /// Begins a field with fields of its own, which lasts until `leave`.
  mutating func enter(_ name: StaticString)

  /// Begins an element of the list entered last.
  mutating func element(_ index: UInt32)

  /// Ends the field begun by `enter`.
  mutating func leave()

  /// Begins a word: the scalars up to `endWord` fill 64 bits from the lowest on, and digests add
  /// them as one word.
  mutating func beginWord()

  /// Ends the word.
  mutating func endWord()

  /// Visits a number that snapshots store and digests omit, because digested fields imply it.
  mutating func kept(_ number: inout UInt32, _ name: StaticString)

  /// Visits whole numbers that snapshots store and digests omit; their count does not change.
  mutating func kept(_ numbers: inout [UInt32], _ name: StaticString)

  /// Begins fields that are active only under a condition, up to `endCondition`; the condition is
  /// derived from fields visited before.
  ///
  /// - Parameter keepsIdle: whether snapshots store inactive fields, because they can become active
  ///   again without a reset.
  /// - Returns: whether to visit the fields.
  mutating func beginCondition(_ condition: Bool, keepsIdle: Bool) -> Bool

  /// Ends the fields begun by `beginCondition`.
  mutating func endCondition()

  /// Names a stored field that is not state: it follows from other fields or from the plan, or is
  /// overwritten before it is read.
  ///
  /// - Returns: whether the fields visited before were just restored, so this one must be
  ///   recomputed.
  @discardableResult
  mutating func derived(_ name: StaticString) -> Bool

  /// Rejects a restored value as invalid; the rest of the state is not restored.
  mutating func refuse(_ name: StaticString)
}

extension StateVisitor {
  /// True.
  @inlinable public static var seesWholeConstants: Bool { true }
  /// Does nothing.
  @inlinable public mutating func enter(_ name: StaticString) {}
  /// Does nothing.
  @inlinable public mutating func element(_ index: UInt32) {}
  /// Does nothing.
  @inlinable public mutating func leave() {}
  /// Does nothing.
  @inlinable public mutating func beginWord() {}
  /// Does nothing.
  @inlinable public mutating func endWord() {}
  /// Does nothing.
  @inlinable public mutating func kept(_ number: inout UInt32, _ name: StaticString) {}
  /// Does nothing.
  @inlinable public mutating func kept(_ numbers: inout [UInt32], _ name: StaticString) {}
  /// Returns the condition.
  @inlinable public mutating func beginCondition(_ condition: Bool, keepsIdle: Bool) -> Bool {
    condition
  }
  /// Does nothing.
  @inlinable public mutating func endCondition() {}
  /// Returns false.
  @inlinable
  @discardableResult
  public mutating func derived(_ name: StaticString) -> Bool { false }
  /// Does nothing.
  @inlinable public mutating func refuse(_ name: StaticString) {}
}
