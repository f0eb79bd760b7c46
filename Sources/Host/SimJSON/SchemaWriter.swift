/// Writes the JSON Schema (draft 7) of the shapes that readers and writers use.
package struct SchemaWriter {
  private var definitions: [(String, JSONOutput)] = []

  /// The schema of a file.
  ///
  /// - Parameters:
  ///   - title: The title of the file format.
  ///   - words: A description in sentences.
  ///   - root: Makes the root rule with a writer that collects its definitions.
  package static func schema(
    title: String, _ words: String, _ root: (inout SchemaWriter) -> [(String, JSONOutput)]
  ) -> JSONOutput {
    var writer = SchemaWriter()
    let keywords = root(&writer)
    // Sorted, since in order of first use a moved member would move definitions too.
    let definitions = writer.definitions.sorted { $0.0 < $1.0 }
    return .object(
      [
        ("$schema", .string("http://json-schema.org/draft-07/schema#")), ("title", .string(title)),
        ("description", .string(words)),
      ] + keywords + (definitions.isEmpty ? [] : [("definitions", .object(definitions))]))
  }

  /// Adds an object to the definitions and returns a reference to it.
  package mutating func reference(_ object: ObjectRule, as name: String) -> [(String, JSONOutput)] {
    if !definitions.contains(where: { $0.0 == name }) {
      // Added before its members are described, since they may refer to it.
      let index = definitions.count
      definitions.append((name, .null))
      definitions[index].1 = .object(
        [("description", .string(object.words))] + keywords(of: object))
    }
    return [("$ref", .string("#/definitions/\(name)"))]
  }

  /// The JSON Schema keywords of a rule.
  package mutating func keywords(_ rule: SchemaRule) -> [(String, JSONOutput)] {
    switch rule {
    case .plain(let keywords):
      return keywords.map { key, value in
        guard key == "pattern", case .string(let pattern) = value else { return (key, value) }
        return (key, .string(Self.ended(pattern)))
      }
    case .names(let names):
      return [("type", .string("string")), ("enum", .array(names.map { .string($0) }))]
    case .object(let object):
      return object.name.map { reference(object, as: $0) } ?? keywords(of: object)
    case .list(let element, let counts): return array(element, counts)
    case .set(let element, let counts):
      return array(element, counts) + [("uniqueItems", .bool(true))]
    case .keyed(let keys): return keyed(keys)
    case .map(let value, let keys):
      let names = keys.map {
        [("propertyNames", JSONOutput.object([("pattern", .string(Self.ended($0)))]))]
      }
      return [("type", .string("object"))] + (names ?? [])
        + [("additionalProperties", .object(keywords(value)))]
    case .either(let rules): return [("anyOf", .array(rules.map { .object(keywords($0)) }))]
    case .orNull(let rule): return Self.orNull(keywords(rule))
    }
  }

  /// The expression with an explicit end of the text.
  ///
  /// `$` is the end in ECMA 262, which draft 7 specifies; in many validators' dialects it also
  /// matches before a final line feed.
  private static func ended(_ pattern: String) -> String {
    pattern.hasSuffix("$") ? pattern.dropLast() + "(?![\\s\\S])" : pattern
  }

  private mutating func array(
    _ element: SchemaRule, _ counts: ClosedRange<Int>
  ) -> [(String, JSONOutput)] {
    var keywords: [(String, JSONOutput)] = [
      ("type", .string("array")), ("items", .object(self.keywords(element))),
    ]
    if counts.lowerBound > 0 { keywords.append(("minItems", .integer(Int64(counts.lowerBound)))) }
    if counts.upperBound < Int.max {
      keywords.append(("maxItems", .integer(Int64(counts.upperBound))))
    }
    return keywords
  }

  private mutating func keyed(
    _ keys: [(key: String, isPattern: Bool, rule: SchemaRule)]
  ) -> [(String, JSONOutput)] {
    var (named, patterns): ([(String, JSONOutput)], [(String, JSONOutput)]) = ([], [])
    for (key, isPattern, rule) in keys {
      let keywords = JSONOutput.object(self.keywords(rule))
      if isPattern {
        patterns.append((Self.ended(key), keywords))
      } else {
        named.append((key, keywords))
      }
    }
    return [
      ("type", .string("object")), ("minProperties", .integer(1)), ("properties", .object(named)),
      ("patternProperties", .object(patterns)), ("additionalProperties", .bool(false)),
    ]
  }

  /// The keywords or null.
  private static func orNull(_ keywords: [(String, JSONOutput)]) -> [(String, JSONOutput)] {
    guard let type = keywords.first(where: { $0.0 == "type" })?.1 else {
      return [("anyOf", .array([.object(keywords), .object([("type", .string("null"))])]))]
    }
    return keywords.map { (key, value) in
      switch (key, value) {
      case ("type", .array(let types)): (key, .array(types + [.string("null")]))
      case ("type", _): (key, .array([type, .string("null")]))
      // The list of names would refuse null even where the type allows it.
      case ("enum", .array(let names)): (key, .array(names + [.null]))
      default: (key, value)
      }
    }
  }

  fileprivate mutating func keywords(of object: ObjectRule) -> [(String, JSONOutput)] {
    var properties: [(String, JSONOutput)] = []
    for member in object.members {
      var keywords = keywords(member.rule)
      // JSON Schema ignores keywords next to a reference.
      if keywords.first?.0 == "$ref" { keywords = [("allOf", .array([.object(keywords)]))] }
      if let value = member.defaultValue { keywords.append(("default", value)) }
      properties.append((member.key, .object([("description", .string(member.words))] + keywords)))
    }
    let required = object.members.filter { $0.isRequired }.map { JSONOutput.string($0.key) }
    return [("type", .string("object"))]
      + (required.isEmpty ? [] : [("required", .array(required))])
      + [("properties", .object(properties)), ("additionalProperties", .bool(false))]
      + (object.choice.map { [$0.keyword] } ?? []) + object.keywords
  }
}

extension SchemaWriter {
  /// The schema of a file with a single object, which may have `$schema`.
  ///
  /// A schema describes the output of this version, so it allows no other keys, even if a reader
  /// accepts those of later versions.
  package static func schema(title: String, _ object: ObjectRule) -> JSONOutput {
    var object = object
    object.members.insert(
      ObjectRule.Member(
        key: "$schema", words: "The location of this schema, used only by editors.",
        rule: Codec<String>.text.rule, isRequired: false), at: 0)
    return schema(title: title, object.words) { writer in writer.keywords(of: object) }
  }
}

extension SchemaWriter {
  /// The additional constraints if a member has a certain value: the differences of another object
  /// from the common one.
  package static func narrowed(
    _ common: ObjectRule, to object: ObjectRule, where key: String, is value: String
  ) -> JSONOutput {
    var writer = SchemaWriter()
    let before = JSONOutput.object(writer.keywords(of: common))
    let after = JSONOutput.object(writer.keywords(of: object))
    let condition = JSONOutput.object([
      ("properties", .object([(key, .object([("const", .string(value))]))]))
    ])
    return .object([
      ("if", condition), ("then", difference(before, after) ?? .object([])),
    ])
  }

  /// The schema of several kinds of files with common members, distinguished by the value of a
  /// member.
  ///
  /// - Parameters:
  ///   - common: The rule for all values.
  ///   - key: The member.
  ///   - objects: The rule for each value.
  package static func schema(
    title: String, _ common: ObjectRule, by key: String,
    _ objects: [(value: String, rule: ObjectRule)]
  ) -> JSONOutput {
    let schema = schema(title: title, common)
    let parts = objects.map { narrowed(common, to: $0.rule, where: key, is: $0.value) }
    guard case .object(let members) = schema else { return schema }
    // Definitions are placed at the end.
    let place = members.firstIndex { $0.0 == "definitions" } ?? members.count
    return .object(members[..<place] + [("allOf", .array(parts))] + members[place...])
  }

  /// The members of `second` that differ from those of `first`; nil if there are none.
  private static func difference(_ first: JSONOutput, _ second: JSONOutput) -> JSONOutput? {
    guard case .object(let old) = first, case .object(let new) = second else {
      return JSONWriter.text(of: first) == JSONWriter.text(of: second) ? nil : second
    }
    // Keys that match no pattern are rejected, so all keys must be present.
    if new.contains(where: { $0.0 == "patternProperties" }) {
      return JSONWriter.text(of: first) == JSONWriter.text(of: second) ? nil : second
    }
    let members = new.compactMap { (key, value) in
      guard let before = old.first(where: { $0.0 == key })?.1 else { return (key, value) }
      return difference(before, value).map { (key, $0) }
    }
    return members.isEmpty ? nil : .object(members)
  }
}
