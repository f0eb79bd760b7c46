/// How a plain value of the state is kept: its bits, and whether they are those of a `Float`.
public enum StateScalar: UInt8, Sendable {
  /// 0 or 1.
  case truth
  /// A whole number of 8 bits.
  case bits8
  /// A whole number of 16 bits.
  case bits16
  /// A whole number of 32 bits.
  case bits32
  /// A whole number of 64 bits.
  case bits64
  /// A number with a fraction; its 32 bits are those of IEEE 754.
  case float

  /// How many bits it has.
  @inlinable public var bitCount: UInt8 {
    switch self {
    case .truth: 1
    case .bits8: 8
    case .bits16: 16
    case .bits32, .float: 32
    case .bits64: 64
    }
  }

  /// How many whole bytes its bits take.
  @inlinable public var byteCount: UInt8 { (bitCount + 7) / 8 }
}

/// Something to do with every field of a state, in the order in which the state lists them.
///
/// A type lists its stored fields once, in `StateFields.visitState`. Digest, snapshot, restoring,
/// comparison, the search for numbers that are not finite and the count of bits are visitors: none
/// of them knows the type, and the type knows none of them.
///
/// Of what is below, authors of a state use only the `field` methods of the extension, `when`,
/// `derived` and `word`. All but `scalar`, `list` and `log` do nothing unless a visitor says
/// otherwise.
public protocol StateVisitor {
  /// Whether lists of whole numbers that never change are shown; yes unless a visitor says
  /// otherwise.
  static var seesWholeConstants: Bool { get }

  /// A plain value, as bits; only visitors that restore change it.
  mutating func scalar(_ bits: inout UInt64, _ kind: StateScalar, _ name: StaticString)

  /// Numbers whose count does not change during a run.
  mutating func list(_ values: inout [Float], _ name: StaticString)

  /// Whole numbers whose count does not change during a run.
  mutating func list(_ values: inout [UInt32], _ name: StaticString)

  /// Numbers to which a run only appends: those in a range of the storage are in use.
  ///
  /// The range is read from fields that were visited before; what of it lies beyond the storage has
  /// no say.
  mutating func log(_ values: inout [Float], _ range: Range<Int>, _ name: StaticString)

  /// The fields that follow lie within a field of that name, until `leave`.
  mutating func enter(_ name: StaticString)

  /// The fields that follow belong to an element of the list entered last.
  mutating func element(_ index: UInt32)

  /// Ends what `enter` began.
  mutating func leave()

  /// The plain values up to `endWord` make up 64 bits, the first in the lowest: digests take them
  /// as one word.
  mutating func beginWord()

  /// Ends what `beginWord` began.
  mutating func endWord()

  /// A number that snapshots keep and digests do without, since what it counts or tells of makes
  /// them differ by itself.
  mutating func kept(_ number: inout UInt32, _ name: StaticString)

  /// Whole numbers that snapshots keep and digests do without; their count does not change.
  mutating func kept(_ numbers: inout [UInt32], _ name: StaticString)

  /// The fields up to `endCondition` are live only when a condition holds, which is read from
  /// fields that were visited before.
  ///
  /// - Parameter keepsIdle: whether snapshots keep them all the same, since what is idle now may
  ///   come to life again as it is.
  /// - Returns: whether to show them; visitors that list names see them always.
  mutating func beginCondition(_ condition: Bool, keepsIdle: Bool) -> Bool

  /// Ends what `beginCondition` began.
  mutating func endCondition()

  /// A stored field that is no state: it follows from the others or from the plan, or is written
  /// anew before it is read.
  ///
  /// - Returns: whether the fields visited before have just been restored, so that what follows
  ///   from them has to be made anew.
  @discardableResult
  mutating func derived(_ name: StaticString) -> Bool

  /// A restored value is none that the field can have; what is left of the state is not restored.
  mutating func refuse(_ name: StaticString)
}

extension StateVisitor {
  /// Yes.
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
  /// The condition.
  @inlinable public mutating func beginCondition(_ condition: Bool, keepsIdle: Bool) -> Bool {
    condition
  }
  /// Does nothing.
  @inlinable public mutating func endCondition() {}
  /// No.
  @inlinable
  @discardableResult
  public mutating func derived(_ name: StaticString) -> Bool { false }
  /// Does nothing.
  @inlinable public mutating func refuse(_ name: StaticString) {}
}
