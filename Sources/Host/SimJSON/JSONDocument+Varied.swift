import SimText

/// A replacement for a value in the same document.
package struct JSONVariation {
  /// A step from a value to one of its parts.
  package enum Step: Equatable {
    /// A member of an object.
    ///
    /// The bytes are the range of its name in the text, without quotes.
    case member(String, bytes: Range<Int>)
    /// An element of an array.
    case element(Int)
  }

  /// The steps from the root to the value to replace or add.
  package var steps: [Step]
  /// The scalar that replaces it.
  package var value: JSONNode

  /// Makes a replacement.
  package init(steps: [Step], value: JSONNode) {
    self.steps = steps
    self.value = value
  }
}

extension JSONDocument {
  /// The document with some values replaced; missing members are added.
  ///
  /// The new values keep the position of their own text, so that a message about a value names the
  /// place that defines it, with the path at which it is read.
  ///
  /// - Returns: Nil if a path leads to no value and cannot be added: through a value that is not an
  ///   object, or to a missing element.
  /// - Complexity: O(values · variations)
  package func varied(_ variations: [JSONVariation]) -> JSONDocument? {
    var writer = VariedTokens(document: self)
    guard
      writer.write(
        0, variations.map { VariedTokens.Rest(steps: $0.steps[...], value: $0.value) })
    else { return nil }
    return JSONDocument(self, tokens: writer.tokens)
  }
}

/// The tokens of the changed document, written in order.
private struct VariedTokens {
  /// A replacement relative to a value on its path.
  struct Rest {
    var steps: ArraySlice<JSONVariation.Step>
    var value: JSONNode
  }

  let document: JSONDocument
  var tokens: [JSONToken] = []

  /// Writes a value and its content.
  mutating func write(_ index: Int, _ rests: [Rest]) -> Bool {
    if let own = rests.first(where: { $0.steps.isEmpty }) { return write(scalar: own.value) }
    let token = document.entries[index]
    guard !rests.isEmpty else {
      copy(index)
      return true
    }
    let start = tokens.count
    tokens.append(token)
    let isWritten =
      switch token.kind {
      case .object: writeMembers(JSONNode(document: document, index: index), rests)
      case .array: writeElements(JSONNode(document: document, index: index), rests)
      default: false
      }
    tokens[start].next = UInt32(truncatingIfNeeded: tokens.count)
    return isWritten
  }

  private mutating func writeMembers(_ object: JSONNode, _ rests: [Rest]) -> Bool {
    var missing = rests
    for member in object.members {
      let own = missing.filter { $0.name == member.key }
      missing.removeAll { $0.name == member.key }
      copy(member.keyIndex)
      guard write(member.value.index, own.map { $0.next }) else { return false }
    }
    return add(members: missing)
  }

  /// Adds members that an object lacks.
  private mutating func add(members rests: [Rest]) -> Bool {
    var missing = rests
    while let first = missing.first {
      guard case .member(let name, let bytes) = first.steps.first else { return false }
      let own = missing.filter { $0.name == name }
      missing.removeAll { $0.name == name }
      // A key is read without its first and last byte, which are usually quotes.
      append(.string, bytes.lowerBound - 1..<bytes.upperBound + 1)
      guard add(own.map { $0.next }, at: bytes) else { return false }
    }
    return true
  }

  /// Adds a missing value, with the objects on its path.
  private mutating func add(_ rests: [Rest], at bytes: Range<Int>) -> Bool {
    if let own = rests.first(where: { $0.steps.isEmpty }) { return write(scalar: own.value) }
    let start = tokens.count
    append(.object, bytes)
    let isAdded = add(members: rests)
    tokens[start].next = UInt32(truncatingIfNeeded: tokens.count)
    return isAdded
  }

  private mutating func writeElements(_ array: JSONNode, _ rests: [Rest]) -> Bool {
    let elements = array.elements
    for (place, element) in elements.enumerated() {
      let own = rests.filter { $0.steps.first == .element(place) }
      guard write(element.index, own.map { $0.next }) else { return false }
    }
    return rests.allSatisfy { rest in
      if case .element(let place) = rest.steps.first {
        elements.indices.contains(place)
      } else {
        false
      }
    }
  }

  private mutating func write(scalar node: JSONNode) -> Bool {
    var token = document.entries[node.index]
    guard token.kind != .object, token.kind != .array else { return false }
    token.next = UInt32(truncatingIfNeeded: tokens.count + 1)
    tokens.append(token)
    return true
  }

  private mutating func append(_ kind: JSONToken.Kind, _ bytes: Range<Int>) {
    tokens.append(
      JSONToken(
        start: UInt32(truncatingIfNeeded: bytes.lowerBound),
        end: UInt32(truncatingIfNeeded: bytes.upperBound),
        next: UInt32(truncatingIfNeeded: tokens.count + 1), kind: kind, isEscaped: false))
  }

  /// Copies tokens with adjusted indices.
  private mutating func copy(_ index: Int) {
    let shift = tokens.count - index
    for index in index..<Int(document.entries[index].next) {
      var token = document.entries[index]
      token.next = UInt32(truncatingIfNeeded: Int(token.next) + shift)
      tokens.append(token)
    }
  }
}

extension VariedTokens.Rest {
  /// The name of the first member on the path; nil if the first step is an element.
  fileprivate var name: String? {
    if case .member(let name, _) = steps.first { name } else { nil }
  }

  /// The replacement relative to that member.
  fileprivate var next: VariedTokens.Rest {
    VariedTokens.Rest(steps: steps.dropFirst(), value: value)
  }
}
