import SimFormats
import Testing

/// Goal: the schema of scenarios refuses what `validate` refuses, but for what only the reader can
/// know: an order, another file, a sum of several values.
///
/// Method: every value of every scenario of the repository, and of one that has all keys, is
/// replaced by values of other kinds and beyond ranges, left out, and called by another name; both
/// say whether they take the outcome.
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
        "motion": "m.csv",
        "camera": { "front": ["a.png"], "back": ["b.png"], "framesPerPicture": 2 }
      },
      "load": { "photos": 1 },
      "budgets": [{ "id": "A", "measure": "deviceFrame.p99", "atMost": "frame-interval" }]
    }
    """

  /// Messages about what no schema can say.
  private static let semantic = [
    // An order, or a sum.
    #"more than from \(\d+\)"#, #"more than \d+, the frame"#,
    #"found from \d+, allowed \d+ or more"#,
    "within 0 to 1", "pixels in all",
    // What never happens in the run that the file describes.
    #"less than \d+, the frames of the run"#, #"at most [\d.]+, the parameter"#,
    // What is in the file, or how often.
    "there is nothing in the file to vary", "is there twice",
    // How a number or a name is written.
    "written with digits only", "whole milliseconds", "allowed 1 to 2160000 frames",
    "allowed 1ms to 1000h", "a text of letters, digits, hyphens and points",
  ].joined(separator: "|")

  /// What depends on the scene.
  static let own = ["parameters", "load", "matrix", "writer", "camera", "measure"]

  /// Values that take the place of others.
  static let others: [JSONOutput] = [
    .null, .bool(true), .integer(-1), .integer(0), .integer(1), .integer(7), .number(0.5),
    .integer(5_000_000), .string(""), .string("x"), .string("frame-interval"), .string("0s"),
    .array([]), .array([.integer(1)]), .array([.string("a"), .string("a")]), .object([]),
    .object([("x", .integer(1))]),
  ]

  @Test func schemaAndReaderAgree() throws {
    let schema = try Schema("scenario")
    var files = try InputSchemaTests.scenarios(ofModels: false).map { ($0, try Schema.bytes($0)) }
    files.append(("all.json", Array(Self.whole.utf8)))
    let semantic = try Regex(Self.semantic)
    var seen: Set<String> = []
    var (count, refused) = (0, 0)
    for (path, bytes) in files {
      let root = try JSONDocument.read(bytes, file: path).root
      #expect(try SchemaCheck(schema: schema).faults(root, schema.root) == [], "\(path)")
      let scene = root["scene"]?.stringValue ?? ""
      for (place, mutant) in Self.mutants(JSONOutput(root), "") {
        // Files say much alike, but for what depends on their scenes.
        let isOwn = Self.own.contains { place.contains($0) }
        guard seen.insert(isOwn ? "\(scene) \(place)" : place).inserted else { continue }
        let text = JSONWriter.bytes(of: mutant)
        let error = Self.error(text)
        let node = try JSONDocument.read(text, file: "x.json").root
        let faults = try SchemaCheck(schema: schema).faults(node, schema.root)
        count += 1
        if error != nil { refused += 1 }
        guard faults.isEmpty != (error == nil) else { continue }
        let isSemantic = faults.isEmpty && error?.contains(semantic) == true
        let words = "the reader says \(error ?? "nothing"), the schema \(faults.prefix(2))"
        #expect(isSemantic, "\(scene) \(place): \(words)")
      }
    }
    #expect(count > 2000 && refused > count / 2, "\(refused) of \(count)")
  }

  private static func error(_ text: [UInt8]) -> String? {
    do {
      _ = try ScenarioFile.readAll(text, file: "x.json", scenes: InputSchemaTests.scenes)
      return nil
    } catch {
      return error.message
    }
  }

  /// The value with one of its parts replaced, left out or renamed, each with where and how.
  private static func mutants(_ value: JSONOutput, _ place: String) -> [(String, JSONOutput)] {
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
        for (inside, inner) in mutants(member.1, "\(place).\(member.0)") {
          var changed = members
          changed[index].1 = inner
          found.append((inside, .object(changed)))
        }
      }
    case .array(let elements):
      // The first element stands for all.
      for (inside, inner) in elements.first.map({ mutants($0, "\(place)[]") }) ?? [] {
        found.append((inside, .array([inner] + elements.dropFirst())))
      }
    default: break
    }
    return found
  }
}
