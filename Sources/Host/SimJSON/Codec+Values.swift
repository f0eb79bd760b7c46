// MARK: - Strings

extension Codec where Value == String {
  /// Any string.
  package static var text: Codec {
    Codec(
      .plain([("type", .string("string"))]), write: { .string($0) },
      read: { (node) throws(FormatError) in try node.string() })
  }

  /// A name of lowercase words with hyphens between them.
  package static var name: Codec {
    Codec(
      .plain([
        ("type", .string("string")), ("minLength", .integer(1)), ("maxLength", .integer(64)),
        ("pattern", .string(KebabName.pattern)),
      ]), write: { .string($0) },
      read: { (node) throws(FormatError) in try node.kebabName() })
  }

  /// A one-line text.
  package static var line: Codec {
    Codec(
      .plain([
        ("type", .string("string")), ("maxLength", .integer(1000)),
        ("pattern", .string(MessageText.visiblePattern)),
      ]),
      write: { .string($0) }, read: { (node) throws(FormatError) in try node.line() })
  }

  /// A string whose length is within a range, counted in Unicode scalars as JSON Schema does.
  ///
  /// - Parameter what: The noun for messages, such as `a document's address or title`.
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

  /// One of several strings.
  package static func oneOf(_ names: [String]) -> Codec {
    Codec(
      .names(names), write: { .string($0) },
      read: { (node) throws(FormatError) in try node.string(oneOf: names) })
  }

  /// A constant string.
  package static func always(_ text: String) -> Codec {
    Codec(
      .plain([("const", .string(text))]), write: { .string($0) },
      read: { (node) throws(FormatError) in try node.string(oneOf: [text]) })
  }

  /// Sixteen hexadecimal digits, stored as a string.
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
  /// The cases of an enumeration by name.
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
  /// Values that files refer to by name.
  ///
  /// - Precondition: Every value that is written has a name.
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
  /// An integer in a range.
  package static func whole(_ range: ClosedRange<Value>) -> Codec {
    Codec(
      .whole(range), write: { Value.isSigned ? .integer(Int64($0)) : .unsigned(UInt64($0)) },
      read: { (node) throws(FormatError) in try node.integer(in: range) })
  }

  /// An integer of at least a minimum.
  package static func whole(from minimum: Value = 0) -> Codec { whole(minimum...Value.max) }

  /// Any integer.
  package static var anyWhole: Codec { whole(Value.min...Value.max) }
}

extension Codec where Value == UInt64 {
  /// A seed: written as a number up to 2⁵³ - 1 and as a text of decimal digits above; of every
  /// seed, both forms are read.
  ///
  /// Readers that keep numbers as doubles, such as JavaScript, change larger ones (RFC 8259,
  /// section 6).
  package static var seed: Codec {
    Codec(
      .plain([
        ("type", .array([.string("integer"), .string("string")])), ("minimum", .integer(0)),
        ("maximum", .unsigned(.max)), ("pattern", .string("^\(SchemaRule.digits(upTo: .max))$")),
      ]),
      write: { $0 < 1 << 53 ? .unsigned($0) : .string("\($0)") },
      read: { (node) throws(FormatError) in try node.seed() })
  }

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
  /// A number in a range.
  package static func number(_ range: ClosedRange<Double>) -> Codec {
    Codec(
      .number(range), write: { .number($0) },
      read: { (node) throws(FormatError) in try node.double(in: range) })
  }

  /// A number of at least 0.
  package static var number: Codec { number(0...SchemaRule.largest) }

  /// Any number.
  package static var anyNumber: Codec { number(-SchemaRule.largest...SchemaRule.largest) }
}

extension Codec where Value == Float {
  /// A single-precision number, written with the fewest digits that identify it.
  package static func number(_ range: ClosedRange<Double>) -> Codec {
    Codec(
      .number(range), write: { .number($0.shortestDouble) },
      read: { (node) throws(FormatError) in Float(try node.double(in: range)) })
  }

  /// A single-precision number, written with all digits of its double.
  package static func plain(_ range: ClosedRange<Double>) -> Codec {
    Codec(
      .number(range), write: { .number(Double($0)) },
      read: { (node) throws(FormatError) in Float(try node.double(in: range)) })
  }

  /// Any single-precision number.
  package static var anyNumber: Codec { number(-3e38...3e38) }

  /// A single-precision number of at least 0.
  package static var number: Codec { number(0...3e38) }

  /// A fraction from 0 to 1.
  package static var share: Codec { number(0...1) }
}
