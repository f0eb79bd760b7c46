import Foundation
import SimFormats
import SimHarness
import SimPlatform
import SimCommands
import Testing

/// A command that ran inside this process, with everything it said.
struct CommandRun {
  let code: ExitCode
  let output: String
  let error: String

  /// Runs one command line.
  ///
  /// - Parameters:
  ///   - outputFailure: What is said to be wrong with standard output.
  ///   - variables: What a batch engine says.
  ///   - executable: The program for processes of its own; nil does all work in this process.
  init(
    _ arguments: [String], showsProgress: Bool = false, outputFailure: String? = nil,
    scenes: SceneRegistry = .catalog, variables: [String: String] = [:],
    executable: String? = nil
  ) {
    final class Transcript {
      var output = ""
      var error = ""
    }
    let transcript = Transcript()
    var console = Console(
      output: { text in
        transcript.output += text
        return outputFailure == nil
      },
      error: { transcript.error += $0 }, isStyled: false, showsProgress: showsProgress, width: 80)
    console.outputFailure = { outputFailure }
    console.environment = { variables[$0] }
    console.executable = executable
    code = Simbench.run(arguments, scenes: scenes, console: console)
    output = transcript.output
    error = transcript.error
  }

  /// What standard output says as JSON.
  func json() throws -> JSONNode { try Self.json(output) }

  /// The only row of what standard output says as JSON.
  func row(_ key: String) throws -> JSONNode {
    let rows = try json()[key].array()
    #expect(rows.count == 1)
    return try #require(rows.first)
  }

  static func json(_ text: String) throws -> JSONNode {
    try JSONDocument(parsing: Array(text.utf8)).root
  }
}

extension JSONNode {
  /// The value of a key, which must be there.
  subscript(key: String) -> JSONNode {
    get throws { try #require(members.first { $0.key == key }, "no key \(key)").value }
  }

  /// The text of everything but the keys named.
  func text(without keys: [String]) -> String {
    members.filter { !keys.contains($0.key) }.map { "\($0.key): \($0.value.text)" }
      .joined(separator: "\n")
  }
}

/// A folder that lives as long as the test that made it.
final class TemporaryFolder {
  let path: String

  init() throws {
    // The true path: the tools that tests start print no other.
    path = try FileStore.makeTemporaryDirectory(prefix: "simbench-commands")
  }

  deinit { try? FileStore.removeTree(path) }

  /// The path of a name in the folder.
  func at(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file and returns its path.
  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    try FileStore.write(text, to: at(name))
    return at(name)
  }

  /// Every file below the folder with its size, sorted; what must not change on errors.
  func listing() throws -> [String] {
    let names = FileManager.default.enumerator(atPath: path)?.allObjects as? [String] ?? []
    return try names.sorted().map { name in
      let attributes = try FileManager.default.attributesOfItem(atPath: at(name))
      return "\(name) \(attributes[.type] ?? "") \(attributes[.size] ?? "")"
    }
  }

  /// The names directly in the folder, or in one below it.
  func names(in folder: String = "") -> [String] {
    (try? FileStore.list(directory: folder.isEmpty ? path : at(folder))) ?? []
  }
}

/// Scenarios so small that even an unoptimized build runs them in no time.
enum TinyScenario {
  /// A scenario of a few frames on a small canvas.
  ///
  /// - Parameter more: Further members, each beginning with a comma.
  static func text(
    name: String = "tiny", flakes: Int = 20, frames: Int = 6, _ more: String = ""
  ) -> String {
    """
    {
      "name": "\(name)",
      "scene": "snowglobe",
      "parameters": { "flakes": \(flakes) },
      "canvasSize": { "width": 160, "height": 80 },
      "frames": \(frames),
      "input": { "generators": [{ "kind": "shake", "eventsPerMinute": 60 }] }\(more)
    }
    """
  }

  /// A budget that every run holds, and one that none does.
  static let heldBudget =
    #", "budgets": [{ "id": "HELD", "metric": "population.flakes.max", "atMost": 600 }]"#
  static let impossibleBudget =
    #", "budgets": [{ "id": "NEVER", "metric": "population.flakes.min", "atLeast": 601 }]"#
}

/// The executable that the package builds beside these tests.
enum Executable {
  /// Its path; a failure, not a skipped test, when it is not there.
  static func path() throws -> String {
    let bundle = try #require(Environment.executablePath ?? Environment.arguments.first)
    var folder = URL(filePath: bundle).deletingLastPathComponent()
    for _ in 0..<4 {
      let candidate = folder.appending(path: "simbench").path(percentEncoded: false)
      if FileStore.isFile(candidate) { return candidate }
      folder = folder.deletingLastPathComponent()
    }
    throw Missing(startingAt: bundle)
  }

  struct Missing: Error {
    var startingAt: String
  }

  /// Runs it in a folder.
  static func run(
    _ arguments: [String], in folder: TemporaryFolder, limitSeconds: Double = 60
  ) throws -> ProcessResult {
    try ProcessRunner.run(
      try path(), arguments, workingDirectory: folder.path, limitSeconds: limitSeconds)
  }

  /// Runs a shell script that knows it as `$SIMBENCH`, in a folder.
  static func shell(
    _ script: String, in folder: TemporaryFolder, limitSeconds: Double = 60
  ) throws -> ProcessResult {
    var environment = Environment.variables
    environment["SIMBENCH"] = try path()
    return try ProcessRunner.run(
      "/bin/sh", ["-c", script], environment: environment, workingDirectory: folder.path,
      limitSeconds: limitSeconds)
  }
}
