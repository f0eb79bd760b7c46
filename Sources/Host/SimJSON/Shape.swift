/// An object in a JSON file, with each member described once, in writing order.
package struct Shape<Root: Sendable>: Sendable {
  /// The members.
  package let members: [Member<Root>]
  /// The JSON Schema of the object.
  package let rule: ObjectRule
  /// The initial value for reading; nil if the object is only written.
  private let start: Root?
  /// Whether reading rejects unknown keys; a schema always does.
  private let isClosed: Bool
  /// Checks conditions across members, and stores the object's location.
  private let complete: (@Sendable (inout Root, JSONNode) throws(FormatError) -> Void)?

  /// Makes a shape.
  ///
  /// - Parameters:
  ///   - blank: The initial value for reading; required members replace its parts.
  ///   - name: The name among a schema's definitions, if it is used several times.
  ///   - words: A sentence about the object.
  ///   - isClosed: Whether reading rejects unknown keys.
  ///   - choice: The allowed combinations of members.
  ///   - keywords: Additional JSON Schema keywords.
  ///   - members: The members in writing order.
  ///   - complete: Checks conditions across members after reading.
  package init(
    _ blank: Root, name: String? = nil, _ words: String, isClosed: Bool = false,
    choice: KeyChoice? = nil, keywords: [(String, JSONOutput)] = [], _ members: [Member<Root>],
    complete: (@Sendable (inout Root, JSONNode) throws(FormatError) -> Void)? = nil
  ) {
    start = blank
    self.isClosed = isClosed
    self.complete = complete
    self.members = members
    rule = ObjectRule(
      name: name, words: words, members: members.map { $0.rule }, choice: choice,
      keywords: keywords)
  }

  /// Makes a shape that this tool only writes; all members are derived.
  package init(written name: String? = nil, _ words: String, _ members: [Member<Root>]) {
    start = nil
    isClosed = true
    complete = nil
    self.members = members
    rule = ObjectRule(name: name, words: words, members: members.map { $0.rule })
  }

  /// The initial value for reading.
  package var blank: Root {
    guard let start else { preconditionFailure("\(rule.words): only written, never read") }
    return start
  }

  /// The object's members as JSON.
  package func write(_ value: Root) -> [(String, JSONOutput)] {
    members.compactMap { member in member.write(value).map { (member.rule.key, $0) } }
  }

  /// Reads an object.
  ///
  /// - Throws: `FormatError` at the first member that is missing, not allowed or, if the shape is
  ///   closed, unknown.
  package func read(_ node: JSONNode) throws(FormatError) -> Root {
    try read(node, into: blank)
  }

  /// Reads an object from JSON in memory.
  ///
  /// - Parameter file: The name of its file for errors.
  package func read(_ output: JSONOutput, file: String) throws(FormatError) -> Root {
    // Through text, so that values from memory pass the same checks as those of a file.
    let bytes = JSONWriter.bytes(of: output, style: .compact)
    return try read(JSONDocument.read(bytes, file: file).root)
  }

  /// Reads an object into an initial value.
  package func read(_ node: JSONNode, into start: Root) throws(FormatError) -> Root {
    var value = start
    var reader = try node.object()
    reader.expect(members.map { $0.rule.key })
    for member in members { try member.read(&value, &reader) }
    if let choice = rule.choice { try reader.check(choice) }
    if isClosed { try reader.finish() }
    // Last, since it compares members with each other: each has to be read and allowed by then.
    try complete?(&value, node)
    return value
  }

  /// The missing measurements in a value, in member order.
  package func gaps(_ value: Root) -> [Gap] { members.flatMap { $0.gaps(value) } }

  /// The metrics that a budget may limit.
  package var figures: [Figure<Root>] { members.flatMap { $0.figures } }

  /// The codec of the object as a member's value.
  package var codec: Codec<Root> {
    Codec(
      .object(rule), write: { .object(write($0)) },
      read: { (node) throws(FormatError) in try read(node) }, gaps: { gaps($0) }, figures: figures)
  }
}

/// A member of an object.
package struct Member<Root: Sendable>: Sendable {
  /// The key and the JSON Schema.
  package internal(set) var rule: ObjectRule.Member
  /// Writes the value as JSON; nil if it is omitted.
  package let write: @Sendable (Root) -> JSONOutput?
  /// Reads the value if the file has it.
  package let read: @Sendable (inout Root, inout ObjectReader) throws(FormatError) -> Void
  var gaps: @Sendable (Root) -> [Gap]
  var figures: [Figure<Root>]
}

extension Member {
  /// A stored value.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - path: The stored property.
  ///   - codec: The JSON form.
  ///   - words: A sentence about the value.
  package init<Value>(
    _ key: String, _ path: any WritableKeyPath<Root, Value> & Sendable, _ codec: Codec<Value>,
    _ words: String
  ) {
    self.init(
      key, codec, words, get: { $0[keyPath: path] },
      set: { $0[keyPath: path] = $1 })
  }

  /// A stored value in its default form.
  package init<Value: CodedValue>(
    _ key: String, _ path: any WritableKeyPath<Root, Value> & Sendable, _ words: String
  ) {
    self.init(key, path, Value.codec, words)
  }

  /// A stored value that may be null.
  package init<Value>(
    orNull key: String, _ path: any WritableKeyPath<Root, Value?> & Sendable,
    _ codec: Codec<Value>, _ words: String
  ) {
    self.init(key, path, codec.orNull, words)
  }

  /// A stored value that is written as null unless `isThere` returns true.
  ///
  /// - Parameters:
  ///   - none: The value to store for null.
  ///   - isThere: Whether a value exists.
  package init<Value>(
    _ key: String, _ path: any WritableKeyPath<Root, Value> & Sendable, _ codec: Codec<Value>,
    _ words: String, none: Value,
    where isThere: @escaping @Sendable (Root) -> Bool
  ) {
    self.init(
      key, codec.orNull, words,
      get: { isThere($0) ? $0[keyPath: path] : nil }, set: { $0[keyPath: path] = $1 ?? none })
  }

  /// A value with a getter and a setter.
  package init<Value>(
    _ key: String, _ codec: Codec<Value>, _ words: String,
    get: @escaping @Sendable (Root) -> Value, set: @escaping @Sendable (inout Root, Value) -> Void
  ) {
    self.init(
      key, codec, words, get: get,
      read: { (root, reader) throws(FormatError) in
        set(&root, try codec.read(try reader.required(key)))
      })
  }

  /// A stored value that is omitted if it is nil.
  package init<Value>(
    optional key: String, _ path: any WritableKeyPath<Root, Value?> & Sendable,
    _ codec: Codec<Value>, _ words: String
  ) {
    self.init(
      key, codec, words, isRequired: false, write: { $0[keyPath: path].map(codec.write) },
      read: { (root, reader) throws(FormatError) in
        guard let node = reader.optional(key) else { return }
        root[keyPath: path] = try codec.read(node)
      })
  }

  /// A stored collection that is omitted if it is empty.
  package init<Value: Collection>(
    unlessEmpty key: String, _ path: any WritableKeyPath<Root, Value> & Sendable,
    _ codec: Codec<Value>, _ words: String
  ) {
    self.init(
      key, codec, words, isRequired: false,
      write: { $0[keyPath: path].isEmpty ? nil : codec.write($0[keyPath: path]) },
      read: { (root, reader) throws(FormatError) in
        guard let node = reader.optional(key) else { return }
        root[keyPath: path] = try codec.read(node)
      })
  }

  /// A stored value that a file may omit, with a default.
  package init<Value>(
    _ key: String, _ path: any WritableKeyPath<Root, Value> & Sendable, _ codec: Codec<Value>,
    _ words: String, default value: Value
  ) {
    self.init(
      key, codec, words, isRequired: false, write: { codec.write($0[keyPath: path]) },
      read: { (root, reader) throws(FormatError) in
        let node = reader.optional(key)
        root[keyPath: path] =
          try node.map { (node) throws(FormatError) in try codec.read(node) }
          ?? value
      })
    rule.defaultValue = codec.write(value)
  }

  /// A stored value that a file may omit; it then keeps its initial value.
  package init<Value>(
    given key: String, _ path: any WritableKeyPath<Root, Value> & Sendable, _ codec: Codec<Value>,
    _ words: String
  ) {
    self.init(
      key, codec, words, isRequired: false, write: { codec.write($0[keyPath: path]) },
      read: { (root, reader) throws(FormatError) in
        guard let node = reader.optional(key) else { return }
        root[keyPath: path] = try codec.read(node)
      })
  }

  /// A value with custom functions for writing and reading.
  package init<Value>(
    _ key: String, _ codec: Codec<Value>, _ words: String, isRequired: Bool,
    write: @escaping @Sendable (Root) -> JSONOutput?,
    read: @escaping @Sendable (inout Root, inout ObjectReader) throws(FormatError) -> Void
  ) {
    rule = ObjectRule.Member(key: key, words: words, rule: codec.rule, isRequired: isRequired)
    self.write = write
    self.read = read
    gaps = { _ in [] }
    figures = []
  }

  /// A value computed for readers of the file; written but never read.
  package init<Value>(
    derived key: String, _ codec: Codec<Value>, _ words: String,
    get: @escaping @Sendable (Root) -> Value
  ) {
    self.init(key, codec, words, get: get, read: { _, _ in })
  }

  /// A stored value that is written but never read.
  package init<Value>(
    derived key: String, _ path: any KeyPath<Root, Value> & Sendable, _ codec: Codec<Value>,
    _ words: String
  ) {
    self.init(derived: key, codec, words) { $0[keyPath: path] }
  }

  /// A stored value in its default form that is written but never read.
  package init<Value: CodedValue>(
    derived key: String, _ path: any KeyPath<Root, Value> & Sendable, _ words: String
  ) {
    self.init(derived: key, path, Value.codec, words)
  }

  /// A stored value that may be null and is written but never read.
  package init<Value>(
    derivedOrNull key: String, _ path: any KeyPath<Root, Value?> & Sendable,
    _ codec: Codec<Value>, _ words: String
  ) {
    self.init(derived: key, path, codec.orNull, words)
  }

  /// A computed value that may be null and is written but never read.
  package init<Value>(
    derivedOrNull key: String, _ codec: Codec<Value>, _ words: String,
    get: @escaping @Sendable (Root) -> Value?
  ) {
    self.init(derived: key, codec.orNull, words, get: get)
  }

  /// A value with a custom function for reading.
  package init<Value>(
    _ key: String, _ codec: Codec<Value>, _ words: String, get: @escaping @Sendable (Root) -> Value,
    read: @escaping @Sendable (inout Root, inout ObjectReader) throws(FormatError) -> Void
  ) {
    rule = ObjectRule.Member(key: key, words: words, rule: codec.rule, isRequired: true)
    write = { codec.write(get($0)) }
    self.read = read
    if let inner = codec.gaps {
      gaps = { inner(get($0)).map { $0.within(key) } }
    } else {
      gaps = { _ in [] }
    }
    figures = codec.figures.map { $0.within(key) { get($0) } }
  }

  /// An object that groups members of the same value.
  package init(group key: String, _ words: String, _ members: [Member]) {
    let object = ObjectRule(words: words, members: members.map { $0.rule })
    rule = ObjectRule.Member(key: key, words: words, rule: .object(object), isRequired: true)
    write = { root in
      .object(members.compactMap { member in member.write(root).map { (member.rule.key, $0) } })
    }
    read = { (root, reader) throws(FormatError) in
      var inner = try reader.required(key).object()
      for member in members { try member.read(&root, &inner) }
    }
    gaps = { root in members.flatMap { $0.gaps(root) }.map { $0.within(key) } }
    figures = members.flatMap { $0.figures }.map { $0.within(key) { $0 } }
  }

  // MARK: - Modifiers

  /// Sets the default value of an omitted member.
  package func standing(for value: JSONOutput) -> Member {
    var member = self
    member.rule.defaultValue = value
    return member
  }

  /// Sets the meaning of a change of the value.
  package func role(_ role: FigureRole) -> Member {
    var member = self
    member.rule.role = role
    return member
  }

  /// Sets the unit of the value, or of everything in it.
  package func unit(_ unit: String) -> Member {
    var member = self
    member.rule.unit = unit
    return member
  }

  /// Sets the reason why the value is missing, if it is.
  ///
  /// - Parameter reason: Returns nil if the value exists; its parts may still be missing.
  package func missing(_ reason: @escaping @Sendable (Root) -> String?) -> Member {
    var member = self
    let (key, inner) = (rule.key, gaps)
    member.gaps = { root in
      if let reason = reason(root) { [Gap(path: key, reason: reason)] } else { inner(root) }
    }
    return member
  }

  /// Allows budgets to limit the value.
  package func limited(_ traits: FigureTraits) -> Member {
    var member = unit(traits.writtenUnit)
    let write = write
    member.figures.append(
      Figure(path: [rule.key], words: rule.words, traits: traits) { root, _ in
        write(root)?.double.map { $0 / traits.scale }
      })
    return member
  }
}

extension Member {
  /// The member for a computed value: written but never read.
  package func derived<Outer: Sendable>(
    _ get: @escaping @Sendable (Outer) -> Root
  ) -> Member<Outer> {
    let (write, gaps) = (write, gaps)
    return Member<Outer>(
      rule: rule, write: { write(get($0)) }, read: { _, _ in }, gaps: { gaps(get($0)) },
      figures: figures.map { $0.within { get($0) } })
  }
}

extension Member {
  /// The member for a value stored in another one.
  package func at<Outer: Sendable>(
    _ path: any WritableKeyPath<Outer, Root> & Sendable
  ) -> Member<Outer> {
    let (write, read, gaps) = (write, read, gaps)
    return Member<Outer>(
      rule: rule, write: { write($0[keyPath: path]) },
      read: { (outer, reader) throws(FormatError) in try read(&outer[keyPath: path], &reader) },
      gaps: { gaps($0[keyPath: path]) }, figures: figures.map { $0.within { $0[keyPath: path] } })
  }
}
