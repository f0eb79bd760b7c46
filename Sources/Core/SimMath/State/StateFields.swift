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
  /// Shows every stored field to a visitor, always in the same order.
  ///
  /// Visitors that read change no bit.
  mutating func visitState(_ visitor: inout some StateVisitor)
}

/// How a type of field becomes plain values.
extension StateVisitor {
  /// A whole number.
  @inlinable
  @inline(__always)
  public mutating func field<Whole: FixedWidthInteger>(
    _ value: inout Whole, _ name: StaticString
  ) {
    // The bits of negative numbers are those of their own width, not of 64.
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

  /// A truth value.
  @inlinable
  @inline(__always)
  public mutating func field(_ value: inout Bool, _ name: StaticString) {
    let before: UInt64 = value ? 1 : 0
    var bits = before
    scalar(&bits, .truth, name)
    guard bits != before else { return }
    if bits > 1 { refuse(name) } else { value = bits == 1 }
  }

  /// A number with a fraction.
  @inlinable
  @inline(__always)
  public mutating func field(_ value: inout Float, _ name: StaticString) {
    let before = UInt64(value.bitPattern)
    var bits = before
    scalar(&bits, .float, name)
    if bits != before { value = Float(bitPattern: UInt32(truncatingIfNeeded: bits)) }
  }

  /// A case of an enumeration with numbers.
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

  /// A number that is there or not: a truth value, and the number or 0.
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

  /// Values with fields of their own, whose count does not change during a run.
  @inlinable
  @inline(__always)
  public mutating func field<Fields: StateFields>(_ values: inout [Fields], _ name: StaticString) {
    each(&values, name) { visitor, value, _ in value.visitState(&visitor) }
  }

  /// Values one by one, where not all of each is state.
  ///
  /// - Parameter body: is given the visitor, an element and its index.
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

  /// Numbers whose count does not change during a run.
  @inlinable
  @inline(__always)
  public mutating func field(_ values: inout [Float], _ name: StaticString) { list(&values, name) }

  /// Whole numbers whose count does not change during a run.
  @inlinable
  @inline(__always)
  public mutating func field(_ values: inout [UInt32], _ name: StaticString) {
    list(&values, name)
  }

  /// Whole numbers of any width, each a plain value of its own; their count does not change.
  @inlinable
  @inline(__always)
  public mutating func elements<Whole: FixedWidthInteger>(
    _ values: inout [Whole], _ name: StaticString
  ) {
    each(&values, name) { visitor, value, _ in visitor.field(&value, "") }
  }

  /// A whole number within a range: a restored one outside of it is refused.
  @inlinable
  @inline(__always)
  public mutating func field<Whole: FixedWidthInteger>(
    _ value: inout Whole, in range: ClosedRange<Whole>, _ name: StaticString
  ) {
    var restored = value
    field(&restored, name)
    if restored == value || range.contains(restored) { value = restored } else { refuse(name) }
  }

  /// A number that `init` made of the plan: a restored state must agree with it.
  @inlinable
  @inline(__always)
  public mutating func constant<Whole: FixedWidthInteger>(_ value: Whole, _ name: StaticString) {
    var restored = value
    field(&restored, name)
    if restored != value { refuse(name) }
  }

  /// A number that `init` made of the plan: a restored state must agree with it, bit by bit.
  @inlinable
  @inline(__always)
  public mutating func constant(_ value: Float, _ name: StaticString) {
    var restored = value
    field(&restored, name)
    if restored.bitPattern != value.bitPattern { refuse(name) }
  }

  /// A truth value that `init` made of the plan: a restored state must agree with it.
  @inlinable
  @inline(__always)
  public mutating func constant(_ value: Bool, _ name: StaticString) {
    var restored = value
    field(&restored, name)
    if restored != value { refuse(name) }
  }

  /// A case that `init` took from the plan: a restored state must agree with it.
  @inlinable
  @inline(__always)
  public mutating func constant<Choice: RawRepresentable>(
    _ value: Choice, _ name: StaticString
  ) where Choice.RawValue: FixedWidthInteger {
    constant(value.rawValue, name)
  }

  /// A value with fields that `init` made of the plan: a restored state must agree with it.
  @inlinable
  @inline(__always)
  public mutating func constant<Fields: StateFields & Equatable>(
    _ value: Fields, _ name: StaticString
  ) {
    var restored = value
    field(&restored, name)
    if restored != value { refuse(name) }
  }

  /// Numbers that `init` made of the plan: a restored state must agree with them.
  @inlinable
  public mutating func constant(_ values: [Float], _ name: StaticString) {
    var restored = values
    list(&restored, name)
    // Storage that was not written to is the same, which takes no time to find out.
    if restored != values { refuse(name) }
  }

  /// Whole numbers that `init` made of the plan, each a plain value of its own: a restored state
  /// must agree with them.
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

  /// Fields that are live only when a condition holds; otherwise they have no say in anything.
  ///
  /// - Parameters:
  ///   - condition: follows from fields that were visited before.
  ///   - keepsIdle: whether snapshots keep them all the same.
  @inlinable
  @inline(__always)
  public mutating func when(
    _ condition: Bool, keepsIdle: Bool = false, _ body: (inout Self) -> Void
  ) {
    if beginCondition(condition, keepsIdle: keepsIdle) { body(&self) }
    endCondition()
  }

  /// Whether a value is there that no other field tells of.
  @inlinable
  public mutating func presence(_ isThere: inout Bool, _ name: StaticString) {
    var number: UInt32 = isThere ? 1 : 0
    kept(&number, name)
    if number > 1 { refuse(name) }
    isThere = number == 1
  }

  /// Plain values of 64 bits together, which digests take as one word.
  @inlinable
  @inline(__always)
  public mutating func word(_ body: (inout Self) -> Void) {
    beginWord()
    body(&self)
    endWord()
  }
}

extension StateFields {
  /// The digest of a copy.
  package func digested() -> StateDigest {
    var (copy, digest) = (self, StateDigest())
    copy.visitState(&digest)
    return digest
  }
}
