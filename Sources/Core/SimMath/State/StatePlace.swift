/// The path of a field in a state: its names, outermost first, and an element index.
public struct StatePlace: Sendable {
  /// The names, such as `physics`, `attractors` and `x`; no name is empty.
  package var names: [StaticString]
  /// The index in the innermost list; 0 outside of lists.
  package var element: UInt32
  /// The number of names up to the innermost list: 1 for `fireflies[3].x`, 2 for `flakes.x[3]`.
  package var listDepth: UInt8

  /// Creates a path.
  ///
  /// - Parameter listDepth: the number of names up to the innermost list; nil for all.
  package init(_ names: [StaticString], element: UInt32 = 0, listDepth: UInt8? = nil) {
    self.names = names
    self.element = element
    self.listDepth = listDepth ?? UInt8(clamping: names.count)
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
    for index in a.names.indices where !a.names[index].isSame(as: b.names[index]) { return false }
    return true
  }
}

/// The names of the nested fields that a visitor has entered.
struct StateTrail: Sendable {
  private var names: [StaticString] = []
  /// For every name, the innermost list around its fields: the index, and its number of names.
  private var elements: [(index: UInt32, depth: UInt8?)] = []

  mutating func enter(_ name: StaticString) {
    names.append(name)
    elements.append(elements.last ?? (0, nil))
  }

  mutating func element(_ index: UInt32) {
    guard !elements.isEmpty else { return }
    elements[elements.count - 1] = (index, UInt8(clamping: names.count))
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
    if let index { return StatePlace(path, element: UInt32(truncatingIfNeeded: index)) }
    let (element, depth) = elements.last ?? (0, nil)
    return StatePlace(path, element: element, listDepth: depth)
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
