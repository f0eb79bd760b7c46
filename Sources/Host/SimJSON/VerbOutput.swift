/// The contract of all that verbs write with `--json`.
///
/// An object with the contract's version and a list of rows, however many inputs there were. What
/// is called a verdict has the words of `Verdict`; numbers are the shortest texts that read back as
/// the same value.
package enum VerbOutput {
  /// The version of the contract.
  package static let schemaVersion: Int64 = 2

  /// An object that a verb writes: the version, and members that hold its rows.
  package static func shape<Root: Sendable>(
    _ words: String, _ members: [Member<Root>]
  ) -> Shape<Root> {
    Shape(written: nil, words, [version()] + members)
  }

  /// An object that a verb writes: the version and its rows.
  ///
  /// - Parameters:
  ///   - words: What it is, in a sentence.
  ///   - key: What the rows are called, in the plural.
  ///   - row: A row.
  ///   - rowWords: What the rows are, in a sentence.
  package static func shape<Row: Sendable>(
    _ words: String, _ key: String, _ row: Codec<Row>, _ rowWords: String
  ) -> Shape<[Row]> {
    shape(words, [Member(derived: key, row.list(), rowWords) { $0 }])
  }

  /// The member that every output begins with.
  package static func version<Root: Sendable>() -> Member<Root> {
    Member(
      derived: "schemaVersion", .whole(schemaVersion...schemaVersion),
      "The version of what verbs write as JSON."
    ) { _ in schemaVersion }
  }
}

extension Shape {
  /// The object as JSON.
  package func object(_ value: Root) -> JSONOutput { .object(write(value)) }
}

extension Codec {
  /// Such values by name, of elements that are only written.
  ///
  /// - Parameters:
  ///   - keys: a regular expression that all keys match.
  ///   - place: where an element keeps its name and its value.
  package func writtenByName<Element: Sendable>(
    keys: String, _ place: @escaping @Sendable (Element) -> (name: String, value: Value)
  ) -> Codec<[Element]> {
    byName(keys: keys, place) { name, _ in preconditionFailure("\(name): only written, never read")
    }
  }
}

extension Codec where Value == JSONOutput {
  /// A value of a result that is compared: a number, a text, true or false.
  package static let scalar = Codec(
    .plain([("type", .array(["number", "string", "boolean"].map { .string($0) }))]),
    write: { $0 }, read: { (node) in JSONOutput(node) })
}
