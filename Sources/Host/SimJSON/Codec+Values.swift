// MARK: - Texts

extension Codec where Value == String {
  /// Any text.
  package static var text: Codec {
    Codec(
      .plain([("type", .string("string"))]), write: { .string($0) },
      read: { (node) throws(FormatError) in try node.string() })
  }

  /// Lower-case words with hyphens between.
  package static var name: Codec {
    Codec(
      .plain([
        ("type", .string("string")), ("minLength", .integer(1)), ("maxLength", .integer(64)),
        ("pattern", .string(KebabName.pattern)),
      ]), write: { .string($0) },
      read: { (node) throws(FormatError) in try node.kebabName() })
  }

  /// A text for people in one line.
  package static var line: Codec {
    Codec(
      .plain([
        ("type", .string("string")), ("maxLength", .integer(1000)),
        ("pattern", .string(MessageText.visiblePattern)),
      ]),
      write: { .string($0) }, read: { (node) throws(FormatError) in try node.line() })
  }

  /// A text of so many characters, counted as JSON Schema counts them: by Unicode scalars.
  ///
  /// - Parameter what: What it is, for messages: `a document's address or title`.
  package static func text(_ counts: ClosedRange<Int>, _ what: String) -> Codec {
    Codec(
      .plain([
        ("type", .string("string")), ("minLength", .integer(Int64(counts.lowerBound))),
        ("maxLength", .integer(Int64(counts.upperBound))),
      ]), write: { .string($0) },
      read: { (node) throws(FormatError) in
        let text = try node.string()
        guard counts.contains(text.unicodeScalars.count) else {
          let allowed = "\(counts.lowerBound) to \(counts.upperBound) characters"
          throw node.failure(
            .unexpected(found: node.foundText, expected: "\(what), \(allowed)"))
        }
        return text
      })
  }

  /// One of several texts.
  package static func oneOf(_ names: [String]) -> Codec {
    Codec(
      .names(names), write: { .string($0) },
      read: { (node) throws(FormatError) in try node.string(oneOf: names) })
  }

  /// A text that is always the same.
  package static func always(_ text: String) -> Codec {
    Codec(
      .plain([("const", .string(text))]), write: { .string($0) },
      read: { (node) throws(FormatError) in try node.string(oneOf: [text]) })
  }

  /// Sixteen hexadecimal digits, kept as text.
  package static var digestText: Codec {
    Codec(
      .pattern(SchemaRule.digestPattern), write: { .string($0) },
      read: { (node) throws(FormatError) in
        _ = try Codec<UInt64>.digest.read(node)
        return try node.string()
      })
  }
}

extension Codec
where Value: RawRepresentable & CaseIterable & Equatable, Value.RawValue == String {
  /// The cases of an enumeration by their names.
  package static var cases: Codec {
    Codec(
      .names(Value.allCases.map { $0.rawValue }), write: { .string($0.rawValue) },
      read: { (node) throws(FormatError) in
        let names = Value.allCases.map { $0.rawValue }
        let name = try node.string(oneOf: names)
        guard let value = Value(rawValue: name) else {
          preconditionFailure("the name was checked against the list")
        }
        return value
      })
  }
}

extension Codec where Value: Equatable {
  /// Values that files call by name.
  ///
  /// - Precondition: all that are written have one.
  package static func named(_ table: [(name: String, value: Value)]) -> Codec {
    let names = table.map { $0.name }
    return Codec(
      .names(names),
      write: { value in
        guard let row = table.first(where: { $0.value == value }) else {
          preconditionFailure("a value without a name")
        }
        return .string(row.name)
      },
      read: { (node) throws(FormatError) in
        let name = try node.string(oneOf: names)
        guard let row = table.first(where: { $0.name == name }) else {
          preconditionFailure("the name was checked against the list")
        }
        return row.value
      })
  }
}

extension Codec where Value == Bool {
  /// `true` or `false`.
  package static var bool: Codec {
    Codec(
      .plain([("type", .string("boolean"))]), write: { .bool($0) },
      read: { (node) throws(FormatError) in try node.bool() })
  }
}

// MARK: - Numbers

extension Codec where Value: FixedWidthInteger {
  /// A whole number.
  package static func whole(_ range: ClosedRange<Value>) -> Codec {
    Codec(
      .whole(range), write: { Value.isSigned ? .integer(Int64($0)) : .unsigned(UInt64($0)) },
      read: { (node) throws(FormatError) in try node.integer(in: range) })
  }

  /// A whole number from one on.
  package static func whole(from minimum: Value = 0) -> Codec { whole(minimum...Value.max) }

  /// Any whole number.
  package static var anyWhole: Codec { whole(Value.min...Value.max) }
}

extension Codec where Value == UInt64 {
  /// Sixteen hexadecimal digits.
  package static var digest: Codec {
    Codec(
      .pattern(SchemaRule.digestPattern), write: { .string(HexadecimalText.digest($0)) },
      read: { (node) throws(FormatError) in
        let text = try node.string()
        guard text.utf8.count == 16, let value = HexadecimalText.value(text) else {
          throw node.failure(
            .unexpected(found: node.foundText, expected: "sixteen hexadecimal digits"))
        }
        return value
      })
  }
}

extension Codec where Value == Double {
  /// A number.
  package static func number(_ range: ClosedRange<Double>) -> Codec {
    Codec(
      .number(range), write: { .number($0) },
      read: { (node) throws(FormatError) in try node.double(in: range) })
  }

  /// A number from 0 on.
  package static var number: Codec { number(0...SchemaRule.largest) }

  /// Any number.
  package static var anyNumber: Codec { number(-SchemaRule.largest...SchemaRule.largest) }
}

extension Codec where Value == Float {
  /// A number of single precision, in the fewest digits that tell it from its neighbors.
  package static func number(_ range: ClosedRange<Double>) -> Codec {
    Codec(
      .number(range), write: { .number($0.shortestDouble) },
      read: { (node) throws(FormatError) in Float(try node.double(in: range)) })
  }

  /// The same in all digits of the double that it is.
  package static func plain(_ range: ClosedRange<Double>) -> Codec {
    Codec(
      .number(range), write: { .number(Double($0)) },
      read: { (node) throws(FormatError) in Float(try node.double(in: range)) })
  }

  /// Any number of single precision.
  package static var anyNumber: Codec { number(-3e38...3e38) }

  /// A number of single precision, from 0 on.
  package static var number: Codec { number(0...3e38) }

  /// A share of a whole, 0 to 1.
  package static var share: Codec { number(0...1) }
}
