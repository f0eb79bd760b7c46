import SimCommands
import SimFormats
import SimPlatform
import SimReport
import SimRuntime
import TestTier
import Testing

/// Goal: every command's JSON is what its published schema says, which allows nothing else.
///
/// Method: each command that can run in a debug build, for one input and for several; for the
/// others, values with something in every place. Then each of these outputs broken in every object
/// of it: with a key more, a key less, a value of another kind.
@Suite struct OutputSchemaTests {
  /// The schemas of file formats; all others are of commands.
  private static let formats = [
    "scenario", "model-scenario", "result", "baseline", "device", "history-line", "frames-head",
    "frames-row", "sweep-plan", "sweep-head", "sweep-row",
  ]

  /// An output and the schema that it has to be valid by.
  private typealias Output = (schema: String, value: JSONNode)

  private static func node(_ bytes: [UInt8]) throws -> JSONNode {
    try JSONDocument.read(bytes, file: "output.json").root
  }

  @Test func everyCommandKeepsItsSchema() throws {
    let outputs = try OutputSamples.all()
    let names = PublishedSchema.all.map { $0.name }.filter { !Self.formats.contains($0) }
    #expect(Set(outputs.map { $0.schema }) == Set(names))
    for (name, text) in outputs {
      let (schema, value) = (try Schema(name), try Self.node(Array(text.utf8)))
      let faults = try SchemaCheck(schema: schema).faults(value, schema.root)
      #expect(faults == [], "\(name)")
      #expect(value["schemaVersion"]?.text == "\(VerbOutput.schemaVersion)", "\(name)")
      let rows = value.members.filter { if case .array = $0.value.value { true } else { false } }
      #expect(!rows.isEmpty && rows.allSatisfy { $0.key.hasSuffix("s") || $0.key == "orphaned" })
    }
  }

  @Test func brokenOutputsAreRefused() throws {
    var tried: [String: Int] = [:]
    // Every place of every output is broken in the optimized tests.
    let step = Tier.isDebug ? 12 : 1
    // One of each: they differ in what they hold, not in their kind.
    for (name, text) in try OutputSamples.all() where tried[name] == nil {
      let schema = try Schema(name)
      let root = try Self.node(Array(text.utf8))
      let all = Self.broken(JSONOutput(root))
      for broken in stride(from: 0, to: all.count, by: step).map({ all[$0] }) {
        let value = try Self.node(JSONWriter.bytes(of: broken.value, style: .compact))
        let faults = try SchemaCheck(schema: schema).faults(value, schema.root)
        #expect(!faults.isEmpty, "\(name): \(broken.what)")
        tried[name, default: 0] += 1
      }
      for key in schema.root["required"]?.elements.compactMap({ $0.stringValue }) ?? [] {
        let fewer = root.members.filter { $0.key != key }.map { ($0.key, JSONOutput($0.value)) }
        let value = try Self.node(JSONWriter.bytes(of: .object(fewer)))
        #expect(
          try !SchemaCheck(schema: schema).faults(value, schema.root).isEmpty, "\(name) \(key)")
      }
    }
    #expect(tried.values.allSatisfy { $0 * step >= 6 } && tried.count >= 20, "\(tried)")
  }

  /// The value with one thing wrong, in every object on the way to the first elements of arrays.
  private static func broken(_ value: JSONOutput) -> [(what: String, value: JSONOutput)] {
    switch value {
    case .object(let members):
      // No object holds lists of nothing by names that a file chooses.
      var all = [("a key more", JSONOutput.object(members + [("planted", .array([.null]))]))]
      for (index, (key, member)) in members.enumerated() {
        func with(_ new: JSONOutput) -> JSONOutput {
          var changed = members
          changed[index].1 = new
          return .object(changed)
        }
        if case .object = member {
          all.append(("\(key) of another kind", with(.integer(1))))
        } else {
          all.append(("\(key) of another kind", with(.object([("planted", .array([.null]))]))))
        }
        all += broken(member).map { ("\(key): \($0.what)", with($0.value)) }
      }
      return all
    case .array(let elements):
      guard let first = elements.first else { return [] }
      return broken(first).map { ($0.what, .array([$0.value] + elements.dropFirst())) }
    default: return []
    }
  }

  /// The published schemas are those of the code.
  @Test(arguments: PublishedSchema.all.map { $0.name }) func schemasAreOfTheCode(
    name: String
  ) throws {
    let schema = try #require(PublishedSchema.all.first { $0.name == name })
    let path = "scenarios/schema/\(name).schema.json"
    let published = String(decoding: try Schema.bytes(path), as: UTF8.self)
    #expect(
      published == schema.text(InputSchemaTests.scenes, InputSchemaTests.models),
      "renew it: simbench schema \(name) > \(path)")
  }

  @Test func everySchemaFileIsPublished() throws {
    let files = try Schema.files(in: "scenarios/schema")
    let names = PublishedSchema.all.map { "scenarios/schema/\($0.name).schema.json" }
    #expect(files == names.sorted())
  }

  /// A value that a verdict could be has the words of a run's.
  @Test func verdictsHaveTheSameWords() throws {
    let words = Verdict.allCases.map { $0.rawValue }
    var found = 0
    for (name, text) in try OutputSamples.all() {
      for (path, value) in Self.values(of: "verdict", in: try Self.node(Array(text.utf8)), name)
      where !path.contains("deviceFrame") {
        #expect(words.contains(value.stringValue ?? ""), "\(path)")
        found += 1
      }
    }
    #expect(found >= 8)
  }

  private static func values(
    of key: String, in node: JSONNode, _ path: String
  ) -> [(String, JSONNode)] {
    node.members.flatMap { member in
      (member.key == key ? [(path, member.value)] : [])
        + values(of: key, in: member.value, "\(path).\(member.key)")
    } + node.elements.flatMap { values(of: key, in: $0, path) }
  }
}
