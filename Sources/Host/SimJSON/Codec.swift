/// A value's JSON form, defined once for writing, reading and the schema.
///
/// Writer, reader and JSON Schema are derived from it, so they cannot disagree.
package struct Codec<Value: Sendable>: Sendable {
  /// Converts a value to JSON.
  package let write: @Sendable (Value) -> JSONOutput
  /// Reads a value from a node; throws if it is not allowed.
  package let read: @Sendable (JSONNode) throws(FormatError) -> Value
  /// The JSON Schema of the value.
  package let rule: SchemaRule
  /// The missing measurements in a value, by paths within it; nil if none can be missing.
  package let gaps: (@Sendable (Value) -> [Gap])?
  /// The metrics within a value that a budget may limit.
  package let figures: [Figure<Value>]

  /// Makes a codec.
  package init(
    _ rule: SchemaRule, write: @escaping @Sendable (Value) -> JSONOutput,
    read: @escaping @Sendable (JSONNode) throws(FormatError) -> Value
  ) {
    self.init(rule, write: write, read: read, gaps: nil, figures: [])
  }

  /// Makes a codec for a value with parts that may be missing or that a budget can limit.
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

  /// The missing measurements in a value that contains such values; nil if none can be missing.
  private func lifted<Outer>(
    _ lift: @escaping @Sendable (Outer, @Sendable (Value) -> [Gap]) -> [Gap]
  ) -> (@Sendable (Outer) -> [Gap])? {
    guard let gaps else { return nil }
    return { lift($0, gaps) }
  }

  /// The same codec, with null for nil.
  package var orNull: Codec<Value?> {
    Codec<Value?>(
      .orNull(rule), write: { $0.map(write) ?? .null },
      read: { (node) throws(FormatError) in node.isNull ? nil : try read(node) },
      gaps: lifted { value, gaps in value.map(gaps) ?? [] },
      figures: figures.map { figure in
        figure.within { (value: Value?) in value }
      })
  }

  /// The same codec with another, more specific schema.
  package func described(by rule: SchemaRule) -> Codec {
    Codec(rule, write: write, read: read, gaps: gaps, figures: figures)
  }

  /// The same codec, with a reason why the whole value is missing, if it is.
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
  /// - Parameter counts: The allowed number of elements.
  package func list(_ counts: ClosedRange<Int> = 0...Int.max) -> Codec<[Value]> {
    Codec<[Value]>(
      .list(rule, counts), write: { .array($0.map(write)) },
      read: { (node) throws(FormatError) in
        var values: [Value] = []
        for element in try node.array(count: counts) { values.append(try read(element)) }
        return values
      })
  }

  /// Such values by name: an object whose keys come from the file.
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

  /// Such values by name: an object whose keys come from the file.
  ///
  /// - Parameters:
  ///   - keys: A regular expression that all keys must match.
  ///   - place: Returns the name and value of an element.
  ///   - make: Makes an element.
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

/// A missing measurement: its path in the result and the reason.
package struct Gap: Equatable, Sendable {
  /// The path, such as `calmness.speed`.
  package var path: String
  /// The reason why it is missing, without a capital and a period.
  package var reason: String

  /// Makes a gap.
  package init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  /// The gap relative to an object that contains the value under a key.
  package func within(_ key: String) -> Gap {
    Gap(path: path.isEmpty ? key : "\(key).\(path)", reason: reason)
  }
}

/// A value of a file and its location, for messages about its consequences.
package struct Located<Value: Sendable>: Sendable {
  /// The value.
  package var value: Value
  /// The node that contains it.
  package var node: JSONNode
}

extension Codec {
  /// The same codec, with the location.
  package var located: Codec<Located<Value>> {
    Codec<Located<Value>>(
      rule, write: { write($0.value) },
      read: { (node) throws(FormatError) in Located(value: try read(node), node: node) })
  }

  /// A list whose elements must be in a certain order.
  ///
  /// - Parameter check: Throws if the second value must not follow the first; receives its node.
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

  /// A value that no file may have, with the reason.
  package static func never(_ reason: String) -> Codec {
    Codec(
      .never, write: { _ in .null },
      read: { (node) throws(FormatError) in throw node.failure(.other(reason)) })
  }
}
