/// A value that lists its stored fields, each once.
///
///     struct Drifter: StateFields {
///       var position: Vector2
///       var speed: Float
///       var isHeld: Bool
///
///       mutating func visitState(_ visitor: inout some StateVisitor) {
///         visitor.field(&position, "position")
///         visitor.field(&speed, "speed")
///         visitor.field(&isHeld, "isHeld")
///       }
///     }
public protocol StateFields: ~Copyable {
  /// Passes every stored field to a visitor, always in the same order.
  ///
  /// Only visitors that restore a state change its fields.
  mutating func visitState(_ visitor: inout some StateVisitor)
}

/// Conversion of field types to scalars and lists.
extension StateVisitor {
  /// A whole number.
  @inlinable
  @inline(__always)
  public mutating func field<Whole: FixedWidthInteger>(
    _ value: inout Whole, _ name: StaticString
  ) {
    // Negative numbers use the bits of their own width, not of 64.
    let mask = UInt64.max &>> UInt64(truncatingIfNeeded: 64 &- Whole.bitWidth)
    let before = UInt64(truncatingIfNeeded: value) & mask
    var bits = before
    switch Whole.bitWidth {
    case 8: scalar(&bits, .bits8, name)
    case 16: scalar(&bits, .bits16, name)
    case 32: scalar(&bits, .bits32, name)
    default: scalar(&bits, .bits64, name)
    }
    if bits != before { value = Whole(truncatingIfNeeded: bits) }
  }

  /// A Boolean.
  @inlinable
  @inline(__always)
  public mutating func field(_ value: inout Bool, _ name: StaticString) {
    let before: UInt64 = value ? 1 : 0
    var bits = before
    scalar(&bits, .truth, name)
    guard bits != before else { return }
    if bits > 1 { refuse(name) } else { value = bits == 1 }
  }

  /// A single-precision number.
  @inlinable
  @inline(__always)
  public mutating func field(_ value: inout Float, _ name: StaticString) {
    let before = UInt64(value.bitPattern)
    var bits = before
    scalar(&bits, .float, name)
    if bits != before { value = Float(bitPattern: UInt32(truncatingIfNeeded: bits)) }
  }

  /// A case of an enumeration with integer raw values; an invalid restored one is refused.
  @inlinable
  @inline(__always)
  public mutating func field<Choice: RawRepresentable>(
    _ value: inout Choice, _ name: StaticString
  ) where Choice.RawValue: FixedWidthInteger {
    let before = value.rawValue
    var raw = before
    field(&raw, name)
    guard raw != before else { return }
    if let restored = Choice(rawValue: raw) { value = restored } else { refuse(name) }
  }

  /// An optional number: a Boolean, then the value or 0.
  @inlinable
  public mutating func field(_ value: inout UInt64?, _ name: StaticString) {
    var isThere = value != nil
    var number = value ?? 0
    field(&isThere, name)
    field(&number, name)
    if !isThere, number != 0 { refuse(name) }
    value = isThere ? number : nil
  }

  /// A value with fields of its own.
  @inlinable
  @inline(__always)
  public mutating func field<Fields: StateFields>(_ value: inout Fields, _ name: StaticString) {
    enter(name)
    value.visitState(&self)
    leave()
  }

  /// Values with fields of their own; their count does not change during a run.
  @inlinable
  @inline(__always)
  public mutating func field<Fields: StateFields>(_ values: inout [Fields], _ name: StaticString) {
    each(&values, name) { visitor, value, _ in value.visitState(&visitor) }
  }

  /// Visits elements one by one, for lists of which only some members are state.
  ///
  /// - Parameter body: receives the visitor, an element and its index.
  @inlinable
  @inline(__always)
  public mutating func each<Element>(
    _ values: inout [Element], _ name: StaticString,
    _ body: (inout Self, inout Element, Int) -> Void
  ) {
    enter(name)
    for index in values.indices {
      element(UInt32(truncatingIfNeeded: index))
      body(&self, &values[index], index)
    }
    leave()
  }

  /// A list of numbers; their count does not change during a run.
  @inlinable
  @inline(__always)
  public mutating func field(_ values: inout [Float], _ name: StaticString) { list(&values, name) }

  /// A list of whole numbers; their count does not change during a run.
  @inlinable
  @inline(__always)
  public mutating func field(_ values: inout [UInt32], _ name: StaticString) {
    list(&values, name)
  }

  /// Whole numbers of any width, each visited as a scalar; their count does not change during a
  /// run.
  @inlinable
  @inline(__always)
  public mutating func elements<Whole: FixedWidthInteger>(
    _ values: inout [Whole], _ name: StaticString
  ) {
    each(&values, name) { visitor, value, _ in visitor.field(&value, "") }
  }

  /// A whole number within a range; a restored value outside of it is refused.
  @inlinable
  @inline(__always)
  public mutating func field<Whole: FixedWidthInteger>(
    _ value: inout Whole, in range: ClosedRange<Whole>, _ name: StaticString
  ) {
    var restored = value
    field(&restored, name)
    if restored == value || range.contains(restored) { value = restored } else { refuse(name) }
  }

  /// A whole number that `init` derives from the plan; any other restored value is refused.
  @inlinable
  @inline(__always)
  public mutating func constant<Whole: FixedWidthInteger>(_ value: Whole, _ name: StaticString) {
    var restored = value
    field(&restored, name)
    if restored != value { refuse(name) }
  }

  /// A number that `init` derives from the plan; any other restored bits are refused.
  @inlinable
  @inline(__always)
  public mutating func constant(_ value: Float, _ name: StaticString) {
    var restored = value
    field(&restored, name)
    if restored.bitPattern != value.bitPattern { refuse(name) }
  }

  /// A Boolean that `init` derives from the plan; any other restored value is refused.
  @inlinable
  @inline(__always)
  public mutating func constant(_ value: Bool, _ name: StaticString) {
    var restored = value
    field(&restored, name)
    if restored != value { refuse(name) }
  }

  /// An enumeration case that `init` takes from the plan; any other restored one is refused.
  @inlinable
  @inline(__always)
  public mutating func constant<Choice: RawRepresentable>(
    _ value: Choice, _ name: StaticString
  ) where Choice.RawValue: FixedWidthInteger {
    constant(value.rawValue, name)
  }

  /// A value with fields that `init` derives from the plan; any other restored value is refused.
  @inlinable
  @inline(__always)
  public mutating func constant<Fields: StateFields & Equatable>(
    _ value: Fields, _ name: StaticString
  ) {
    var restored = value
    field(&restored, name)
    if restored != value { refuse(name) }
  }

  /// Numbers that `init` derives from the plan; any other restored values are refused.
  @inlinable
  public mutating func constant(_ values: [Float], _ name: StaticString) {
    var restored = values
    list(&restored, name)
    // Arrays that still share their storage compare as equal in constant time.
    if restored != values { refuse(name) }
  }

  /// Whole numbers that `init` derives from the plan, each visited as a scalar; any other restored
  /// values are refused.
  @inlinable
  @inline(__always)
  public mutating func constants<Whole: FixedWidthInteger>(
    _ values: [Whole], _ name: StaticString
  ) {
    guard Self.seesWholeConstants else { return }
    enter(name)
    for index in values.indices {
      element(UInt32(truncatingIfNeeded: index))
      constant(values[index], "")
    }
    leave()
  }

  /// Fields that are active only while a condition is true and otherwise ignored.
  ///
  /// - Parameters:
  ///   - condition: derived from fields visited before.
  ///   - keepsIdle: whether snapshots store the fields even while they are inactive.
  @inlinable
  @inline(__always)
  public mutating func when(
    _ condition: Bool, keepsIdle: Bool = false, _ body: (inout Self) -> Void
  ) {
    if beginCondition(condition, keepsIdle: keepsIdle) { body(&self) }
    endCondition()
  }

  /// Whether an optional value is present, if no digested field implies it; stored only in
  /// snapshots.
  @inlinable
  public mutating func presence(_ isThere: inout Bool, _ name: StaticString) {
    var number: UInt32 = isThere ? 1 : 0
    kept(&number, name)
    if number > 1 { refuse(name) }
    isThere = number == 1
  }

  /// Scalars of 64 bits in total, which digests combine into one word.
  @inlinable
  @inline(__always)
  public mutating func word(_ body: (inout Self) -> Void) {
    beginWord()
    body(&self)
    endWord()
  }
}

extension StateFields {
  /// The digest of a copy of this value.
  package func digested() -> StateDigest {
    var (copy, digest) = (self, StateDigest())
    copy.visitState(&digest)
    return digest
  }
}
