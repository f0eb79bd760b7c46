import SimFormats
import TestTier
import Testing

/// Goal: each schema of a file that is read refuses what its reader refuses, but for what no schema
/// can say, which `SchemaException` lists with reasons.
///
/// Method: every value of every scenario of the repository, of one that has all keys, and of a
/// sample of each other format, is replaced by values of other kinds, beyond ranges and in other
/// forms, left out, and called by another name; both say whether they take the outcome.
@Suite struct AgreementTests {
  /// A scenario with the members that the repository's files leave out.
  static let whole = """
    {
      "$schema": "x", "scene": "ring-light", "name": "all", "duration": "2s",
      "matrix": { "parameters.every": [20, 30], "seed": [1, 2] }, "reduceMotion": true,
      "motionAvailable": false, "orientation": "landscape-left",
      "canvasSize": { "width": 300, "height": 400, "scale": 2 },
      "canvas": [{ "frame": 3, "orientation": "portrait", "size": { "width": 9, "height": 9 } }],
      "background": [{ "from": 1, "frames": 2 }], "missedDeadlines": [4, 5],
      "input": {
        "generators": [
          {
            "kind": "tap", "from": 1, "to": 9, "eventsPerMinute": 3, "strength": 2, "pencil": true,
            "region": [0, 0, 0.5, 0.5]
          }
        ],
        "defects": {
          "droppedPerMille": 1, "duplicatedPerMille": 1, "latePerMille": 1, "lateFrames": 2,
          "coalescedPerMille": 1, "coalescedSampleCount": 3
        },
        "motion": "m.csv", "motionUnits": "m/s2", "motionGravity": "included",
        "motionRotationUnits": "deg/s", "motionGaps": "refuse",
        "camera": { "front": ["a.png"], "back": ["b.png"], "framesPerPicture": 2 }
      },
      "load": { "photos": 1 },
      "budgets": [{ "id": "A", "metric": "deviceFrame.p99", "atMost": "frame-interval" }]
    }
    """

  /// What depends on the scene.
  static let own = ["parameters", "load", "matrix", "writer", "camera", "metric"]

  /// Values that take the place of others.
  static let others: [JSONOutput] = [
    .null, .bool(true), .integer(-1), .integer(0), .integer(1), .integer(7), .number(0.5),
    .integer(5_000_000), .string(""), .string("x"), .string("frame-interval"), .string("0s"),
    .array([]), .array([.integer(1)]), .array([.string("a"), .string("a")]), .object([]),
    .object([("x", .integer(1))]), .number(1e301), .string("x\n"), .string("0.0001s"),
    .string("1000h"),
  ]

  /// Further values for formats whose samples are short.
  static let more: [JSONOutput] = [
    .integer(1 << 60), .string("a\u{7}"), .string("0123456789abcdef\n"),
    .string(String(repeating: "\u{E9}", count: 1001)), .string("1.5x"), .string("1000.1h"),
  ]

  @Test func scenariosAgree() throws {
    let whole = Array(Self.whole.utf8)
    let files =
      Tier.isDebug
      ? [] : try InputSchemaTests.scenarios(ofModels: false).map { try Schema.bytes($0) }
    let found = try Self.compare("scenario", files + [whole], Self.readScenario)
    let least = Tier.isDebug ? 40 : 2000
    #expect(found.count > least && found.refused > found.count / 2, "\(found)")
    guard !Tier.isDebug else { return }
    let others = Set(ReadFormat.all.flatMap { $0.exceptions } + Self.ownCases.map { $0.0 })
    let unused = Set(SchemaException.allCases).subtracting(found.used).subtracting(others)
    #expect(unused == [.sameEntry], "no case needs \(unused)")
  }

  @Test(arguments: ReadFormat.all) func otherFormatsAgree(format: ReadFormat) throws {
    let found = try Self.compare(format.schema, [format.sample()], format.read)
    #expect(found.count > (Tier.isDebug ? 10 : 100) && found.refused > found.count / 2, "\(found)")
    guard !Tier.isDebug else { return }
    let unused = Set(format.exceptions).subtracting(found.used)
    #expect(unused.isEmpty, "no case needs \(unused)")
  }

  /// Members of a scenario that show what no mutant of a file does.
  static let ownCases: [(SchemaException, String)] = [
    (.digits, #""seed": 1.0"#),
    (.order, #""missedDeadlines": [5, 3]"#),
    (.overlap, #""background": [{"from": 1, "frames": 5}, {"from": 3, "frames": 1}]"#),
    (.pixels, #""canvasSize": {"width": 4096, "height": 4096, "scale": 4}"#),
    (.nothingToVary, #""matrix": {"input.generators[3].eventsPerMinute": [1]}, "input": {}"#),
  ]

  @Test func exceptionsWithCasesOfTheirOwn() throws {
    let baseline = try #require(ReadFormat.all.first { $0.schema == "baseline" })
    let file = try JSONDocument.read(baseline.sample(), file: "x.json").root
    let entry = try #require(file["exact"]?.elements.first).text
    let twins = #"{"schemaVersion": 1, "scenario": "a", "exact": [\#(entry), \#(entry)]}"#
    var cases = [(SchemaException.sameEntry, "baseline", twins)]
    cases += Self.ownCases.map { ($0, "scenario", "{\"scene\": \"snowglobe\", \($1)}") }
    for (exception, name, text) in cases {
      let bytes = Array(text.utf8)
      let error = #expect(throws: FormatError.self) {
        try name == "scenario" ? Self.readScenario(bytes) : baseline.read(bytes)
      }
      let message = error?.message ?? ""
      #expect(message.contains(try Regex(exception.rawValue)), "\(message)")
      let node = try JSONDocument.read(bytes, file: "x.json").root
      let schema = try Schema(name)
      #expect(try SchemaCheck(schema: schema).faults(node, schema.root) == [], "\(exception)")
    }
  }

  /// What no file of the repository has, so that no mutant shows it.
  @Test(arguments: [
    #""touches": "a.csv", "writer": {"skill": "tap"}"#, #""recording": "a.txt", "motion": "b.csv""#,
    #""recording": "a.txt", "generators": []"#, #""motionUnits": "g""#,
    #""motionGravity": "included", "motionGaps": "rest""#,
    #""motion": "a.csv", "motionUnits": "ft""#,
    #""recording": "a.txt", "motionRotationUnits": "deg/s""#,
    #""touches": [{"at": 0, "x": 0, "y": 0, "path": [[0, 0.5, 0.5]]}]"#,
    #""touches": [{"at": 0, "x": 0, "y": 0, "path": [[1, 0.5, 1.5]]}]"#,
  ])
  func inputsAreRefusedByBoth(members: String) throws {
    let bytes = Array("{\"scene\": \"trace\", \"input\": {\(members)}}".utf8)
    #expect(throws: FormatError.self) { try Self.readScenario(bytes) }
    let node = try JSONDocument.read(bytes, file: "x.json").root
    let schema = try Schema("scenario")
    #expect(try !SchemaCheck(schema: schema).faults(node, schema.root).isEmpty)
  }

  private static func readScenario(_ bytes: [UInt8]) throws(FormatError) {
    _ = try ScenarioFile.readAll(
      JSONDocument.read(bytes, file: "x.json"), scenes: InputSchemaTests.scenes)
  }

  /// How many cases there were, how many the reader refused, and what no schema could say.
  struct Found {
    var (count, refused) = (0, 0)
    var used: Set<SchemaException> = []
  }

  /// Shows both what each file's parts could be instead.
  private static func compare(
    _ name: String, _ files: [[UInt8]], _ read: ([UInt8]) throws(FormatError) -> Void
  ) throws -> Found {
    let schema = try Schema(name)
    let exceptions = try SchemaException.allCases.map { ($0, try Regex($0.rawValue)) }
    var seen: Set<String> = []
    // Every part of every file is changed in the optimized tests.
    let step = Tier.isDebug ? 10 : 1
    var found = Found()
    for bytes in files {
      let root = try JSONDocument.read(bytes, file: "x.json").root
      #expect(try SchemaCheck(schema: schema).faults(root, schema.root) == [])
      let scene = root["scene"]?.stringValue ?? ""
      let values = name == "scenario" ? others : others + more
      let mutants = mutants(JSONOutput(root), "", values)
      for (place, mutant) in stride(from: 0, to: mutants.count, by: step).map({ mutants[$0] }) {
        // Files say much alike, but for what depends on their scenes.
        let isOwn = own.contains { place.contains($0) }
        guard seen.insert(isOwn ? "\(scene) \(place)" : place).inserted else { continue }
        let text = JSONWriter.bytes(of: mutant)
        var message: String?
        do {
          try read(text)
        } catch {
          message = error.message
        }
        let node = try JSONDocument.read(text, file: "x.json").root
        let faults = try SchemaCheck(schema: schema).faults(node, schema.root)
        found.count += 1
        if message != nil { found.refused += 1 }
        guard faults.isEmpty != (message == nil) else { continue }
        let reasons = faults.isEmpty ? exceptions.filter { message?.contains($0.1) == true } : []
        found.used.formUnion(reasons.map { $0.0 })
        let words = "the reader says \(message ?? "nothing"), the schema \(faults.prefix(2))"
        #expect(!reasons.isEmpty, "\(name) \(scene) \(place): \(words)")
      }
    }
    return found
  }

  /// The value with one of its parts replaced, left out or renamed, each with where and how.
  private static func mutants(
    _ value: JSONOutput, _ place: String, _ others: [JSONOutput]
  ) -> [(String, JSONOutput)] {
    var found = place.isEmpty ? [] : others.enumerated().map { ("\(place)=\($0)", $1) }
    switch value {
    case .object(let members):
      for (index, member) in members.enumerated() {
        var fewer = members
        fewer.remove(at: index)
        found.append(("\(place).\(member.0) left out", .object(fewer)))
        var renamed = members
        renamed[index].0 += "x"
        found.append(("\(place).\(member.0) renamed", .object(renamed)))
        for (inside, inner) in mutants(member.1, "\(place).\(member.0)", others) {
          var changed = members
          changed[index].1 = inner
          found.append((inside, .object(changed)))
        }
      }
    case .array(let elements):
      // The first element stands for all.
      for (inside, inner) in elements.first.map({ mutants($0, "\(place)[]", others) }) ?? [] {
        found.append((inside, .array([inner] + elements.dropFirst())))
      }
    default: break
    }
    return found
  }
}
