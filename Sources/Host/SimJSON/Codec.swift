/// How a value is written as JSON, read back, and described to others: said once.
///
/// Writer, reader and JSON Schema come from it, so that none of them can say what another does not.
package struct Codec<Value: Sendable>: Sendable {
  /// The value as JSON.
  package let write: @Sendable (Value) -> JSONOutput
  /// The value that a node holds; throws where it is not allowed.
  package let read: @Sendable (JSONNode) throws(FormatError) -> Value
  /// What JSON Schema says of it.
  package let rule: SchemaRule
  /// What is missing in a value, by paths within it; nil where nothing can be.
  package let gaps: (@Sendable (Value) -> [Gap])?
  /// What a budget may limit within a value.
  package let figures: [Figure<Value>]

  /// Describes a value.
  package init(
    _ rule: SchemaRule, write: @escaping @Sendable (Value) -> JSONOutput,
    read: @escaping @Sendable (JSONNode) throws(FormatError) -> Value
  ) {
    self.init(rule, write: write, read: read, gaps: nil, figures: [])
  }

  /// Describes a value that may be missing in part, or hold what a budget can limit.
  package init(
    _ rule: SchemaRule, write: @escaping @Sendable (Value) -> JSONOutput,
    read: @escaping @Sendable (JSONNode) throws(FormatError) -> Value,
    gaps: (@Sendable (Value) -> [Gap])?, figures: [Figure<Value>]
  ) {
    self.rule = rule
    self.write = write
    self.read = read
    self.gaps = gaps
    self.figures = figures
  }

  /// What is missing in a value made of such values; nil where nothing can be.
  private func lifted<Outer>(
    _ lift: @escaping @Sendable (Outer, @Sendable (Value) -> [Gap]) -> [Gap]
  ) -> (@Sendable (Outer) -> [Gap])? {
    guard let gaps else { return nil }
    return { lift($0, gaps) }
  }

  /// The same, or null for nil.
  package var orNull: Codec<Value?> {
    Codec<Value?>(
      .orNull(rule), write: { $0.map(write) ?? .null },
      read: { (node) throws(FormatError) in node.isNull ? nil : try read(node) },
      gaps: lifted { value, gaps in value.map(gaps) ?? [] },
      figures: figures.map { figure in
        figure.within { (value: Value?) in value }
      })
  }

  /// The same, where a schema can say more of it.
  package func described(by rule: SchemaRule) -> Codec {
    Codec(rule, write: write, read: read, gaps: gaps, figures: figures)
  }

  /// The same, and why all of a value is missing, where it is.
  package func missing(_ reason: @escaping @Sendable (Value) -> String?) -> Codec {
    Codec(
      rule, write: write, read: read,
      gaps: { value in
        if let reason = reason(value) {
          [Gap(path: "", reason: reason)]
        } else {
          gaps?(value) ?? []
        }
      }, figures: figures)
  }

  /// A list of such values.
  ///
  /// - Parameter counts: how many there may be.
  package func list(_ counts: ClosedRange<Int> = 0...Int.max) -> Codec<[Value]> {
    Codec<[Value]>(
      .list(rule, counts), write: { .array($0.map(write)) },
      read: { (node) throws(FormatError) in
        var values: [Value] = []
        for element in try node.array(count: counts) { values.append(try read(element)) }
        return values
      })
  }

  /// Such values by the name that each holds: an object whose keys the file chooses.
  package func byName(
    _ name: any WritableKeyPath<Value, String> & Sendable
  ) -> Codec<[Value]> {
    byName {
      ($0[keyPath: name], $0)
    } make: {
      var value = $1
      value[keyPath: name] = $0
      return value
    }
  }

  /// Such values by name: an object whose keys the file chooses.
  ///
  /// - Parameters:
  ///   - keys: a regular expression that all keys match.
  ///   - place: where an element keeps its name and its value.
  ///   - make: makes an element.
  package func byName<Element: Sendable>(
    keys: String? = nil, _ place: @escaping @Sendable (Element) -> (name: String, value: Value),
    make: @escaping @Sendable (String, Value) -> Element
  ) -> Codec<[Element]> {
    Codec<[Element]>(
      .map(rule, keys: keys),
      write: { .object($0.map(place).map { ($0.name, write($0.value)) }) },
      read: { (node) throws(FormatError) in
        var reader = try node.object()
        var elements: [Element] = []
        for member in reader.remainingMembers() {
          elements.append(make(member.key, try read(member.value)))
        }
        return elements
      },
      gaps: lifted { elements, gaps in
        elements.map(place).flatMap { place in
          gaps(place.value).map { $0.within(place.name) }
        }
      },
      figures: figures.map { figure in
        Figure(
          path: [Figure<Value>.anyName] + figure.path, words: figure.words, traits: figure.traits
        ) { elements, name in
          elements.map(place).first { $0.name == name }.flatMap { figure.value($0.value, name) }
        }
      })
  }
}

/// A measurement that could not be made: its path in the result and why.
package struct Gap: Equatable, Sendable {
  /// The path, as `calmness.speed`.
  package var path: String
  /// Why nothing could be measured, without capital and full stop.
  package var reason: String

  /// Says that a measurement is missing.
  package init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  /// The gap as seen from an object that holds the value under a key.
  package func within(_ key: String) -> Gap {
    Gap(path: path.isEmpty ? key : "\(key).\(path)", reason: reason)
  }
}

/// A value of a file and where it stands, for messages about what it leads to.
package struct Located<Value: Sendable>: Sendable {
  /// The value.
  package var value: Value
  /// The node that says it.
  package var node: JSONNode
}

extension Codec {
  /// The same, with where it stands.
  package var located: Codec<Located<Value>> {
    Codec<Located<Value>>(
      rule, write: { write($0.value) },
      read: { (node) throws(FormatError) in Located(value: try read(node), node: node) })
  }

  /// A list whose elements follow one another in a certain order.
  ///
  /// - Parameter check: Throws when the second may not follow the first; gets its node.
  package func list(
    _ counts: ClosedRange<Int>,
    following check: @escaping @Sendable (Value, Value, JSONNode) throws(FormatError) -> Void
  ) -> Codec<[Value]> {
    Codec<[Value]>(
      .list(rule, counts), write: { .array($0.map(write)) },
      read: { (node) throws(FormatError) in
        var values: [Value] = []
        for element in try node.array(count: counts) {
          let value = try read(element)
          if let last = values.last { try check(last, value, element) }
          values.append(value)
        }
        return values
      })
  }

  /// What no file may have, and why.
  package static func never(_ reason: String) -> Codec {
    Codec(
      .never, write: { _ in .null },
      read: { (node) throws(FormatError) in throw node.failure(.other(reason)) })
  }
}
