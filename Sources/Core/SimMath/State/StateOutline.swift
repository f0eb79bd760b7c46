/// The list of a state's fields: names, sizes, and how visitors treat them.
public struct StateOutline: Sendable {
  /// One field.
  package struct Field: Sendable {
    /// The field's path.
    package var place: StatePlace
    /// Whether it follows from other fields or from the plan, and so is not state.
    package var isDerived: Bool
    /// Whether only snapshots contain it, not digests.
    package var isKept: Bool
    /// Whether it is active only under a condition.
    package var isConditional: Bool
    /// The size of all its elements in bits; 0 for a derived field.
    package var bitCount: UInt64
    /// The indices of a list of numbers; nil for a scalar.
    package var elements: Range<Int>?
  }

  /// The fields in visiting order; elements that have fields are listed one by one.
  package private(set) var fields: [Field] = []

  /// Lists the fields of a state.
  ///
  /// - Parameter includesIdle: whether to list fields that are currently inactive.
  /// - Complexity: as a digest; it allocates.
  public init(of state: inout some StateFields & ~Copyable, includesIdle: Bool = true) {
    var reader = OutlineReader(includesIdle: includesIdle)
    state.visitState(&reader)
    fields = reader.fields
  }

  /// The size of all listed fields in bits.
  public var bitCount: UInt64 { fields.reduce(0) { $0 + $1.bitCount } }
}

private struct OutlineReader: StateVisitor {
  var fields: [StateOutline.Field] = []
  private var trail = StateTrail()
  private var conditionCount = 0
  private let includesIdle: Bool

  init(includesIdle: Bool) { self.includesIdle = includesIdle }

  private mutating func add(
    _ name: StaticString, _ bitCount: UInt64, isDerived: Bool = false, isKept: Bool = false,
    elements: Range<Int>? = nil
  ) {
    fields.append(
      StateOutline.Field(
        place: trail.place(name), isDerived: isDerived, isKept: isKept,
        isConditional: conditionCount > 0,
        bitCount: bitCount, elements: elements))
  }

  mutating func scalar(_ bits: inout UInt64, _ kind: StateScalar, _ name: StaticString) {
    add(name, UInt64(kind.bitCount))
  }

  mutating func list(_ values: inout [Float], _ name: StaticString) {
    log(&values, values.indices, name)
  }

  mutating func list(_ values: inout [UInt32], _ name: StaticString) {
    add(name, 32 * UInt64(values.count), elements: values.indices)
  }

  mutating func log(_ values: inout [Float], _ range: Range<Int>, _ name: StaticString) {
    let range = range.clamped(to: values.indices)
    add(name, 32 * UInt64(range.count), elements: range)
  }

  mutating func kept(_ number: inout UInt32, _ name: StaticString) {
    add(name, 32, isKept: true)
  }

  mutating func kept(_ numbers: inout [UInt32], _ name: StaticString) {
    add(name, 32 * UInt64(numbers.count), isKept: true, elements: numbers.indices)
  }

  mutating func enter(_ name: StaticString) { trail.enter(name) }
  mutating func element(_ index: UInt32) { trail.element(index) }
  mutating func leave() { trail.leave() }

  mutating func beginCondition(_ condition: Bool, keepsIdle: Bool) -> Bool {
    conditionCount += 1
    return condition || includesIdle
  }

  mutating func endCondition() { conditionCount -= 1 }

  mutating func derived(_ name: StaticString) -> Bool {
    add(name, 0, isDerived: true)
    return false
  }
}
