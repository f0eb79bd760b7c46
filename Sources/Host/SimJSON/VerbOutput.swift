/// The contract for the JSON output of commands (`--json`).
///
/// An object with the contract's version and a list of rows, for any number of inputs. Verdicts use
/// the words of `Verdict`; numbers use the shortest text that reads back as the same value.
package enum VerbOutput {
  /// The version of the contract.
  package static let schemaVersion: Int64 = 2

  /// A command's output: the version, and members with its rows.
  package static func shape<Root: Sendable>(
    _ words: String, _ members: [Member<Root>]
  ) -> Shape<Root> {
    Shape(written: nil, words, [version()] + members)
  }

  /// A command's output: the version and its rows.
  ///
  /// - Parameters:
  ///   - words: A sentence about the output.
  ///   - key: The key of the rows, a plural.
  ///   - row: The codec of a row.
  ///   - rowWords: A sentence about the rows.
  package static func shape<Row: Sendable>(
    _ words: String, _ key: String, _ row: Codec<Row>, _ rowWords: String
  ) -> Shape<[Row]> {
    shape(words, [Member(derived: key, row.list(), rowWords) { $0 }])
  }

  /// The first member of every output.
  package static func version<Root: Sendable>() -> Member<Root> {
    Member(
      derived: "schemaVersion", .whole(schemaVersion...schemaVersion),
      "The version of the commands' JSON output."
    ) { _ in schemaVersion }
  }
}

extension Shape {
  /// The object as JSON.
  package func object(_ value: Root) -> JSONOutput { .object(write(value)) }
}

extension Codec {
  /// Such values by name, for elements that are only written.
  ///
  /// - Parameters:
  ///   - keys: A regular expression that all keys must match.
  ///   - place: Returns the name and value of an element.
  package func writtenByName<Element: Sendable>(
    keys: String, _ place: @escaping @Sendable (Element) -> (name: String, value: Value)
  ) -> Codec<[Element]> {
    byName(keys: keys, place) { name, _ in preconditionFailure("\(name): only written, never read")
    }
  }
}

extension Codec where Value == JSONOutput {
  /// A comparable value of a result: a number, a string or a Boolean.
  package static let scalar = Codec(
    .plain([("type", .array(["number", "string", "boolean"].map { .string($0) }))]),
    write: { $0 }, read: { (node) in JSONOutput(node) })
}
