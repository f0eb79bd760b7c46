/// One value for each unit of work.
@usableFromInline
package struct PerWorkUnit<Value> {
  /// The values in the order of `WorkUnit.allCases`.
  @usableFromInline var values: [Value]

  /// Creates the same value for every unit.
  @inlinable
  package init(repeating value: Value) {
    values = WorkUnit.allCases.map { _ in value }
  }

  /// The value of a unit.
  @inlinable
  package subscript(unit: WorkUnit) -> Value {
    get { values[unit.index] }
    set { values[unit.index] = newValue }
  }
}
