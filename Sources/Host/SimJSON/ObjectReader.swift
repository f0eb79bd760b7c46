/// Reads the members of a JSON object by key and tracks which keys were not read.
///
/// Read every key of the format, then call `finish()`, or use `JSONNode.object(_:)`, which calls
/// it. `$schema` is allowed at the top level and ignored.
package struct ObjectReader {
  /// The object.
  package let node: JSONNode
  private let members: [JSONMember]
  private var isConsumed: [Bool]
  private var allowedKeys: [String] = []

  init(_ node: JSONNode) {
    self.node = node
    members = node.members
    isConsumed = [Bool](repeating: false, count: members.count)
    if node.isRoot, let schema = memberIndex(of: "$schema") { isConsumed[schema] = true }
  }

  /// The file's `$schema`; nil if it has none.
  package var schema: JSONNode? {
    node.isRoot ? memberIndex(of: "$schema").map { members[$0].value } : nil
  }

  /// The value of a required key.
  ///
  /// - Throws: `FormatError` at the object, or at a key that seems to be a misspelling of it.
  /// - Complexity: O(members).
  package mutating func required(_ key: String) throws(FormatError) -> JSONNode {
    if let value = optional(key) { return value }
    let rest = members.indices.filter { !isConsumed[$0] }
    let names = rest.map { members[$0].key }
    // Only of keys that no other member claims: a known key is no misspelling.
    let misspelling = nearestSpelling(of: key, in: names)
    let place = rest.first { members[$0].key == misspelling }.map { members[$0].keyPosition }
    throw FormatError(
      file: node.document.file, position: place ?? node.position, path: node.path,
      problem: .missing(.key, name: key, misspelling: misspelling))
  }

  /// The value of a key, or nil if it is missing; `null` is a normal value.
  ///
  /// - Complexity: O(members).
  package mutating func optional(_ key: String) -> JSONNode? {
    if !allowedKeys.contains(key) { allowedKeys.append(key) }
    guard let index = memberIndex(of: key) else { return nil }
    isConsumed[index] = true
    return members[index].value
  }

  /// Declares keys that will be read later, so that none counts as a misspelling of another.
  ///
  /// - Complexity: O(keys · members).
  package mutating func expect(_ keys: [String]) {
    for key in keys { _ = optional(key) }
  }

  /// The members that were not read yet, for objects with user-defined keys.
  package mutating func remainingMembers() -> [JSONMember] {
    let rest = members.indices.filter { !isConsumed[$0] }
    for index in rest { isConsumed[index] = true }
    return rest.map { members[$0] }
  }

  /// Rejects the first key in the file that was not read.
  ///
  /// - Throws: `FormatError` at the key, with the nearest correct spelling and all allowed keys in
  ///   alphabetical order.
  package func finish() throws(FormatError) {
    guard let index = isConsumed.firstIndex(of: false) else { return }
    let key = members[index].key
    let suggestion = nearestSpelling(of: key, in: allowedKeys)
    throw FormatError(
      file: node.document.file, position: members[index].keyPosition, path: node.path,
      problem: .unknown(
        .key, name: key, suggestion: suggestion, allowed: allowedKeys.sorted()))
  }

  /// Rejects an object whose members do not satisfy a choice of keys.
  ///
  /// - Throws: `FormatError` at the second of exclusive members, or at the object that lacks a
  ///   required one.
  package func check(_ choice: KeyChoice) throws(FormatError) {
    let found = choice.keys.filter { memberIndex(of: $0) != nil }
    var (isRequired, isOnly) = (true, true)
    if case .oneOrMore = choice { isOnly = false }
    if case .oneAtMost = choice { isRequired = false }
    if isOnly, found.count > 1, let second = memberIndex(of: found[1]) {
      throw members[second].value.failure(
        .other("\(found.joined(separator: " and ")) exclude each other"))
    }
    guard isRequired, found.isEmpty else { return }
    // An error about a misspelled key is more helpful than one about a missing key.
    try finish()
    let keys = choice.keys.map { "\"\($0)\"" }
    let (head, last) = (keys.dropLast().joined(separator: ", "), keys[keys.count - 1])
    throw node.failure(.other("missing key \(head) or \(last)"))
  }

  /// Compares bytes, since `String` treats canonically equivalent spellings as equal.
  private func memberIndex(of key: String) -> Int? {
    members.firstIndex { $0.key.utf8.elementsEqual(key.utf8) }
  }
}
