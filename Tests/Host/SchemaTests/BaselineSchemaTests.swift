import SimFormats
import Testing

/// Goal: the baseline's schema and its reader allow and refuse the same files.
///
/// Method: every committed baseline; one of them with a member left out, added or of another kind,
/// shown to both.
@Suite struct BaselineSchemaTests {
  private func root(_ path: String) throws -> JSONNode {
    try JSONDocument.read(Schema.bytes(path), file: path).root
  }

  /// Whether the schema allows a file, which the reader has to agree with.
  private func isAllowed(_ file: JSONOutput) throws -> Bool {
    let schema = try Schema("baseline")
    let bytes = JSONWriter.bytes(of: file)
    let node = try JSONDocument.read(bytes, file: "b.json").root
    let isValid = try SchemaCheck(schema: schema).faults(node, schema.root).isEmpty
    let isRead = (try? BaselineFile.read(bytes, file: "b.json")) != nil
    #expect(isValid == isRead, "\(JSONWriter.text(of: file, style: .compact).prefix(200))")
    return isValid
  }

  /// A file's members with one replaced, or left out.
  private func replaced(
    _ members: [(String, JSONOutput)], _ key: String, by value: JSONOutput?
  ) -> JSONOutput {
    .object(members.compactMap { $0.0 == key ? value.map { (key, $0) } : $0 })
  }

  @Test func everyBaselineOfTheRepositoryIsRead() throws {
    let schema = try Schema("baseline")
    let paths = try Schema.files(in: "scenarios/baselines")
    let scenarios = try Schema.files(in: "scenarios")
    #expect(paths.count >= 9)
    for path in paths {
      #expect(try SchemaCheck(schema: schema).faults(root(path), schema.root) == [], "\(path)")
      let file = try BaselineFile.read(Schema.bytes(path), file: path)
      #expect(path == "scenarios/baselines/\(file.scenario).json" && !file.entries.isEmpty)
      #expect(scenarios.contains("scenarios/\(file.scenario).json"))
    }
  }

  @Test func wrongFilesAreRefusedByBoth() throws {
    let path = try #require(Schema.files(in: "scenarios/baselines").first)
    let file = try root(path).members.map { ($0.key, JSONOutput($0.value)) }
    #expect(try isAllowed(.object(file)))
    for (key, wrong) in [
      ("schemaVersion", JSONOutput.integer(2)), ("schemaVersion", .string("1")),
      ("scenario", .integer(1)), ("exact", .null), ("exact", .array([.integer(1)])),
    ] {
      #expect(try !isAllowed(replaced(file, key, by: wrong)), "\(key)")
      #expect(try !isAllowed(replaced(file, key, by: nil)), "\(key)")
    }
    #expect(try !isAllowed(.object(file + [("later", .integer(1))])))
    #expect(try isAllowed(.object(file + [("$schema", .string("x"))])))

    let entry = try #require(try root(path)["exact"]?.elements.first)
    let members = entry.members.map { ($0.key, JSONOutput($0.value)) }
    func allows(entry: JSONOutput) throws -> Bool {
      try isAllowed(replaced(file, "exact", by: .array([entry])))
    }
    #expect(try allows(entry: .object(members)))
    for (key, _) in members { #expect(try !allows(entry: replaced(members, key, by: nil))) }
    for (key, wrong) in [
      ("seed", JSONOutput.integer(-1)), ("seed", .number(0.5)), ("frames", .string("60")),
      ("device", .null), ("reduceMotion", .integer(0)), ("scenarioDigest", .integer(1)),
      ("sceneBehaviorVersion", .bool(true)), ("behaviorVersion", .integer(-1)),
      ("recordedWith", .object([])), ("metrics", .array([])),
      ("metrics", .object([("digest.state", .null)])),
      ("metrics", .object([("digest", .object([]))])), ("checkpoints", .null),
      ("checkpoints", .object([("7", .integer(1))])),
      ("checkpoints", .object([("last", .string("ff"))])),
    ] {
      #expect(try !allows(entry: replaced(members, key, by: wrong)), "\(key)")
    }
    #expect(try !allows(entry: .object(members + [("later", .integer(1))])))
    let build = ["architecture", "toolchain", "build"].map { ($0, JSONOutput.string("x")) }
    let numbers = JSONOutput.object([("step", .unsigned(5))])
    let records: [(String, [(String, JSONOutput)])] = [
      (
        "instructions",
        build + [("source", .string("valgrind")), ("frames", .unsigned(9)), ("total", numbers)]
      ), ("wallTimes", build + [("machine", .string("m")), ("p50", numbers)]),
    ]
    for (name, record) in records {
      func allowsRecord(_ record: JSONOutput) throws -> Bool {
        try allows(entry: .object(members + [(name, .array([record]))]))
      }
      #expect(try allowsRecord(.object(record)), "\(name)")
      for (key, _) in record {
        #expect(try !allowsRecord(replaced(record, key, by: nil)), "\(key)")
      }
      for (key, _) in record {
        #expect(try !allowsRecord(replaced(record, key, by: .null)), "\(key)")
      }
      #expect(try !allowsRecord(.object(record + [("later", .integer(1))])))
    }
  }
}
