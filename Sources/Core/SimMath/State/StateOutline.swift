/// What a state consists of: the name of every stored field, and what the visitors make of it.
public struct StateOutline: Sendable {
  /// One field.
  package struct Field: Sendable {
    /// Where it is.
    package var place: StatePlace
    /// Whether it follows from other fields or from the plan, and is no state.
    package var isDerived: Bool
    /// Whether it is live only under a condition.
    package var isConditional: Bool
    /// How many bits it takes, all its elements together; 0 for a derived field.
    package var bitCount: UInt64
  }

  /// The fields in the order in which the state lists them, elements of lists of values with
  /// fields of their own one by one.
  package private(set) var fields: [Field] = []

  /// Lists the fields of a state, those included that are not live at present.
  ///
  /// - Complexity: as a digest; it allocates.
  public init(of state: inout some StateFields & ~Copyable) {
    var reader = OutlineReader()
    state.visitState(&reader)
    fields = reader.fields
  }

  /// How many bits all fields take, those included that are not live at present.
  public var bitCount: UInt64 { fields.reduce(0) { $0 + $1.bitCount } }
}

private struct OutlineReader: StateVisitor {
  var fields: [StateOutline.Field] = []
  private var trail = StateTrail()
  private var conditionCount = 0

  private mutating func add(_ name: StaticString, _ bitCount: UInt64, isDerived: Bool = false) {
    fields.append(
      StateOutline.Field(
        place: trail.place(name), isDerived: isDerived, isConditional: conditionCount > 0,
        bitCount: bitCount))
  }

  mutating func scalar(_ bits: inout UInt64, _ kind: StateScalar, _ name: StaticString) {
    add(name, UInt64(kind.bitCount))
  }

  mutating func list(_ values: inout [Float], _ name: StaticString) {
    add(name, 32 * UInt64(values.count))
  }

  mutating func list(_ values: inout [UInt32], _ name: StaticString) {
    add(name, 32 * UInt64(values.count))
  }

  mutating func log(_ values: inout [Float], _ range: Range<Int>, _ name: StaticString) {
    add(name, 32 * UInt64(range.count))
  }

  mutating func enter(_ name: StaticString) { trail.enter(name) }
  mutating func element(_ index: UInt32) { trail.element(index) }
  mutating func leave() { trail.leave() }

  mutating func beginCondition(_ condition: Bool) -> Bool {
    conditionCount += 1
    return true
  }

  mutating func endCondition() { conditionCount -= 1 }

  mutating func derived(_ name: StaticString) -> Bool {
    add(name, 0, isDerived: true)
    return false
  }
}
