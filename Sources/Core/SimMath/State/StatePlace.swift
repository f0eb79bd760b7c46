/// The path of a field in a state: its names, outermost first, and an element index.
public struct StatePlace: Sendable {
  /// The names, such as `physics`, `attractors` and `x`; no name is empty.
  package var names: [StaticString]
  /// The index in the innermost list; 0 outside of lists.
  package var element: UInt32

  /// Creates a path.
  package init(_ names: [StaticString], element: UInt32 = 0) {
    self.names = names
    self.element = element
  }

  /// Finds the first number of a state that is infinite or NaN; nil if all are finite.
  ///
  /// - Complexity: as a digest; it allocates.
  public static func ofNonFinite(in state: inout some StateFields & ~Copyable) -> StatePlace? {
    var search = NonFiniteSearch()
    state.visitState(&search)
    return search.found
  }
}

extension StatePlace: Equatable {
  /// Whether both denote the same field and element.
  public static func == (a: StatePlace, b: StatePlace) -> Bool {
    guard a.element == b.element, a.names.count == b.names.count else { return false }
    for index in a.names.indices where !isSame(a.names[index], b.names[index]) { return false }
    return true
  }

  private static func isSame(_ a: StaticString, _ b: StaticString) -> Bool {
    guard a.utf8CodeUnitCount == b.utf8CodeUnitCount else { return false }
    for offset in 0..<a.utf8CodeUnitCount
    where unsafe a.utf8Start[offset] != b.utf8Start[offset] {
      return false
    }
    return true
  }
}

/// The names of the nested fields that a visitor has entered.
struct StateTrail: Sendable {
  private var names: [StaticString] = []
  private var elements: [UInt32] = []

  mutating func enter(_ name: StaticString) {
    names.append(name)
    elements.append(elements.last ?? 0)
  }

  mutating func element(_ index: UInt32) {
    if !elements.isEmpty { elements[elements.count - 1] = index }
  }

  mutating func leave() {
    names.removeLast()
    elements.removeLast()
  }

  /// The path of a field in the innermost entered one.
  ///
  /// - Parameter index: its index, if it is an element of a list that was not entered.
  func place(_ name: StaticString, _ index: Int? = nil) -> StatePlace {
    var path = names
    if name.utf8CodeUnitCount > 0 { path.append(name) }
    let element = index.map { UInt32(truncatingIfNeeded: $0) } ?? elements.last ?? 0
    return StatePlace(path, element: element)
  }
}

/// Finds the first number that is infinite or NaN.
private struct NonFiniteSearch: StateVisitor {
  var found: StatePlace?
  private var trail = StateTrail()

  mutating func scalar(_ bits: inout UInt64, _ kind: StateScalar, _ name: StaticString) {
    guard found == nil, kind == .float else { return }
    if !Float(bitPattern: UInt32(truncatingIfNeeded: bits)).isFinite { found = trail.place(name) }
  }

  mutating func list(_ values: inout [Float], _ name: StaticString) {
    log(&values, values.indices, name)
  }

  mutating func list(_ values: inout [UInt32], _ name: StaticString) {}

  mutating func log(_ values: inout [Float], _ range: Range<Int>, _ name: StaticString) {
    guard found == nil else { return }
    for index in range.clamped(to: values.indices) where !values[index].isFinite {
      found = trail.place(name, index)
      return
    }
  }

  mutating func enter(_ name: StaticString) { trail.enter(name) }
  mutating func element(_ index: UInt32) { trail.element(index) }
  mutating func leave() { trail.leave() }
}
