/// An object in a JSON file: each member described once, in the order in which it is written.
package struct Shape<Root: Sendable>: Sendable {
  /// The members.
  package let members: [Member<Root>]
  /// What JSON Schema says of the object.
  package let rule: ObjectRule
  /// What reading begins with; nil where the object is only written.
  private let start: Root?
  /// Whether reading refuses keys that are not listed; a schema always does.
  private let isClosed: Bool
  /// Checks what no member says alone, and keeps where the object stands.
  private let complete: (@Sendable (inout Root, JSONNode) throws(FormatError) -> Void)?

  /// Describes an object.
  ///
  /// - Parameters:
  ///   - blank: What reading begins with; every member that a file must have replaces its part.
  ///   - name: What it is called among a schema's definitions, when it stands in several places.
  ///   - words: What it is, in a sentence.
  ///   - isClosed: Whether reading refuses keys that are not listed.
  ///   - choice: Which of its members it may have together.
  ///   - keywords: What else JSON Schema can say of it.
  ///   - members: Its members in the order in which they are written.
  ///   - complete: Checks what no member says alone, once all are read.
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

  /// Describes an object that this tool writes and never reads; all members are derived ones.
  package init(written name: String? = nil, _ words: String, _ members: [Member<Root>]) {
    start = nil
    isClosed = true
    complete = nil
    self.members = members
    rule = ObjectRule(name: name, words: words, members: members.map { $0.rule })
  }

  /// What reading begins with.
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
  /// - Throws: `FormatError` at the first member that is missing, not allowed or, when the shape is
  ///   closed, unknown.
  package func read(_ node: JSONNode) throws(FormatError) -> Root {
    try read(node, into: blank)
  }

  /// Reads an object from JSON that is in memory.
  ///
  /// - Parameter file: The name of its file in errors.
  package func read(_ output: JSONOutput, file: String) throws(FormatError) -> Root {
    let bytes = JSONWriter.bytes(of: output, style: .compact)
    return try read(JSONDocument.read(bytes, file: file).root)
  }

  /// Reads an object whose members complete a value.
  package func read(_ node: JSONNode, into start: Root) throws(FormatError) -> Root {
    var value = start
    var reader = try node.object()
    reader.expect(members.map { $0.rule.key })
    for member in members { try member.read(&value, &reader) }
    if let choice = rule.choice { try reader.check(choice) }
    if isClosed { try reader.finish() }
    try complete?(&value, node)
    return value
  }

  /// What is missing in a value, in the order of its members.
  package func gaps(_ value: Root) -> [Gap] { members.flatMap { $0.gaps(value) } }

  /// What a budget may limit.
  package var figures: [Figure<Root>] { members.flatMap { $0.figures } }

  /// The object as a value of other objects.
  package var codec: Codec<Root> {
    Codec(
      .object(rule), write: { .object(write($0)) },
      read: { (node) throws(FormatError) in try read(node) }, gaps: { gaps($0) }, figures: figures)
  }
}

/// A member of an object.
package struct Member<Root: Sendable>: Sendable {
  /// Its key, and what JSON Schema says of it.
  package internal(set) var rule: ObjectRule.Member
  /// Its value as JSON; nil where it is left out.
  package let write: @Sendable (Root) -> JSONOutput?
  /// Reads it, when the file has it.
  package let read: @Sendable (inout Root, inout ObjectReader) throws(FormatError) -> Void
  var gaps: @Sendable (Root) -> [Gap]
  var figures: [Figure<Root>]
}

extension Member {
  /// A stored value.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - path: Where the value is.
  ///   - codec: What it may be.
  ///   - words: What it is, in a sentence.
  package init<Value>(
    _ key: String, _ path: any WritableKeyPath<Root, Value> & Sendable, _ codec: Codec<Value>,
    _ words: String
  ) {
    self.init(
      key, codec, words, get: { $0[keyPath: path] },
      set: { $0[keyPath: path] = $1 })
  }

  /// A stored value in its usual form.
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

  /// A stored value that is null where there is none.
  ///
  /// - Parameters:
  ///   - none: What is stored then.
  ///   - isThere: Whether there is one.
  package init<Value>(
    _ key: String, _ path: any WritableKeyPath<Root, Value> & Sendable, _ codec: Codec<Value>,
    _ words: String, none: Value,
    where isThere: @escaping @Sendable (Root) -> Bool
  ) {
    self.init(
      key, codec.orNull, words,
      get: { isThere($0) ? $0[keyPath: path] : nil }, set: { $0[keyPath: path] = $1 ?? none })
  }

  /// A value that is got and set by functions.
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

  /// A stored value that is left out where there is none.
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

  /// Stored values that are left out where there are none.
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

  /// A stored value that a file may leave out, which stands for a default then.
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

  /// A stored value that a file may leave out, so that it stays as it was.
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

  /// A value that is written, or left out, and read in its own way.
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

  /// A value that follows from others: written for readers, never read.
  package init<Value>(
    derived key: String, _ codec: Codec<Value>, _ words: String,
    get: @escaping @Sendable (Root) -> Value
  ) {
    self.init(key, codec, words, get: get, read: { _, _ in })
  }

  /// A value that is written for readers, never read.
  package init<Value>(
    derived key: String, _ path: any KeyPath<Root, Value> & Sendable, _ codec: Codec<Value>,
    _ words: String
  ) {
    self.init(derived: key, codec, words) { $0[keyPath: path] }
  }

  /// A value that is written for readers, never read, in its usual form.
  package init<Value: CodedValue>(
    derived key: String, _ path: any KeyPath<Root, Value> & Sendable, _ words: String
  ) {
    self.init(derived: key, path, Value.codec, words)
  }

  /// A value that is written for readers, never read, and may be null.
  package init<Value>(
    derivedOrNull key: String, _ path: any KeyPath<Root, Value?> & Sendable,
    _ codec: Codec<Value>, _ words: String
  ) {
    self.init(derived: key, path, codec.orNull, words)
  }

  /// A value that follows from others and may be null.
  package init<Value>(
    derivedOrNull key: String, _ codec: Codec<Value>, _ words: String,
    get: @escaping @Sendable (Root) -> Value?
  ) {
    self.init(derived: key, codec.orNull, words, get: get)
  }

  /// A value that is read in its own way.
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

  /// An object that only groups members of the same value.
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

  // MARK: - What else is known of it

  /// Says what a file stands for that leaves it out.
  package func standing(for value: JSONOutput) -> Member {
    var member = self
    member.rule.defaultValue = value
    return member
  }

  /// Says what a change of the value means.
  package func role(_ role: FigureRole) -> Member {
    var member = self
    member.rule.role = role
    return member
  }

  /// Says why the value is missing, where it is.
  ///
  /// - Parameter reason: nil when it is there, and what it holds may still be missing.
  package func missing(_ reason: @escaping @Sendable (Root) -> String?) -> Member {
    var member = self
    let (key, inner) = (rule.key, gaps)
    member.gaps = { root in
      if let reason = reason(root) { [Gap(path: key, reason: reason)] } else { inner(root) }
    }
    return member
  }

  /// Lets budgets limit the value.
  package func limited(_ traits: FigureTraits) -> Member {
    var member = self
    let write = write
    member.figures.append(
      Figure(path: [rule.key], words: rule.words, traits: traits) { root, _ in
        write(root)?.double.map { $0 / traits.scale }
      })
    return member
  }
}

extension Member {
  /// The member of a value that follows from another: written for readers, never read.
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
  /// The member as one of the value that holds this one.
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
