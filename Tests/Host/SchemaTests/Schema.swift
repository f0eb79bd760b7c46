import Foundation
import SimFormats
import Testing

/// A published schema as a tree of nodes whose references are resolved.
struct Schema {
  let root: JSONNode

  static let repository = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Reads `scenarios/schema/NAME.schema.json`.
  init(_ name: String) throws {
    let path = "scenarios/schema/\(name).schema.json"
    root = try JSONDocument.read(Self.bytes(path), file: path).root
  }

  /// A file's bytes.
  static func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: repository.appending(path: path)))
  }

  /// The paths of a folder's JSON files, sorted.
  static func files(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      atPath: repository.appending(path: folder).path()
    ).filter { $0.hasSuffix(".json") }.sorted().map { "\(folder)/\($0)" }
  }

  /// A definition by name.
  func definition(_ name: String) throws -> JSONNode {
    try #require(root["definitions"]?[name])
  }

  /// A part of the schema of scenarios by its name: a definition, or where the one that stands in
  /// one place alone is.
  func place(_ name: String) throws -> JSONNode {
    let input = root["properties"]?["input"]
    return switch name {
    case "input": try #require(input)
    case "writer": try #require(input?["properties"]?["writer"])
    case "budget": try #require(root["properties"]?["budgets"]?["items"])
    default: try definition(name)
    }
  }

  /// The node, or what its reference stands for.
  func resolved(_ node: JSONNode) throws -> JSONNode {
    guard let reference = node["$ref"]?.stringValue else { return node }
    return try definition(String(try #require(reference.split(separator: "/").last)))
  }
}

extension JSONNode {
  /// The value of a key of an object.
  subscript(key: String) -> JSONNode? { members.first { $0.key == key }?.value }
  /// The keys of an object.
  var keys: [String] { members.map { $0.key } }

  /// The value as a string, if it is one.
  var stringValue: String? {
    if case .string(let text) = value { return text }
    return nil
  }

  /// The value as a number, if it is one.
  var numberValue: Double? {
    if case .number(let number) = value { return number.double }
    return nil
  }
}
