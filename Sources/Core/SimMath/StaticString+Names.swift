extension StaticString {
  /// Whether both consist of the same bytes.
  ///
  /// - Complexity: O(bytes)
  package func isSame(as other: StaticString) -> Bool {
    guard utf8CodeUnitCount == other.utf8CodeUnitCount else { return false }
    for offset in 0..<utf8CodeUnitCount
    where unsafe utf8Start[offset] != other.utf8Start[offset] {
      return false
    }
    return true
  }
}

extension [StaticString] {
  /// The index of a name in a descriptor's list; ends the process with a message if it is missing.
  ///
  /// - Parameter kind: what the list names, such as `parameter`.
  /// - Complexity: O(names)
  package func place(of name: StaticString, kind: StaticString) -> Int {
    for index in indices where self[index].isSame(as: name) { return index }
    #if hasFeature(Embedded)
      fatalError("a name that the descriptor does not list")
    #else
      let listed = isEmpty ? "none" : map { "\"\($0)\"" }.joined(separator: ", ")
      fatalError("the descriptor lists no \(kind) \"\(name)\", but \(listed)")
    #endif
  }
}
