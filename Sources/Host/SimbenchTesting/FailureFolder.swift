import SimFormats
import SimHarness
import SimPlatform
import SimReport
import Testing

/// Records the issues of an expectation, after everything that shows them: attached to the test,
/// and written to a folder that the messages name.
struct FailureFolder {
  private let folder: String
  private let location: SourceLocation
  /// The commands that reproduce the failure.
  private let commands: [String]

  /// Makes the folder of what an expectation is about.
  ///
  /// - Parameters:
  ///   - subject: The scenario, the recording or the scene.
  ///   - command: Words of a command of the runner that shows the same; empty for none.
  init(_ subject: String, command: [String] = [], at location: SourceLocation) {
    self.location = location
    let test = Test.current?.name ?? "outside-of-tests"
    let name = Self.plain(String(test.prefix { $0 != "(" }))
    folder = PackagePath.resolved(
      "\(TestSettings.current.folder)/\(name)/\(Self.plain(subject))", for: location.filePath)
    let filter = "\(location.moduleName).*\(name)"
    commands =
      ["swift test --filter '\(filter)'"]
      + (command.isEmpty ? [] : [ShellCommand.simbench(command)])
  }

  /// A name without characters that file names cannot have.
  private static func plain(_ name: String) -> String {
    let letters = name.map { $0.isLetter || $0.isNumber || $0 == "." ? $0 : "-" }
    return String(letters).split(separator: "-").joined(separator: "-")
  }

  /// Attaches and writes files, then records one issue per message.
  ///
  /// - Parameters:
  ///   - messages: What failed, one line each.
  ///   - files: Names and bytes.
  /// - Throws: `SimbenchError` if the folder cannot be written.
  func record(_ messages: [String], files: [(name: String, bytes: [UInt8])]) throws {
    let places = try keep(messages, files: files)
    for message in messages { Issue.record("\(message)\n\(places)", sourceLocation: location) }
  }

  /// Attaches and writes files.
  ///
  /// - Returns: Where the files are, and the command that reproduces the failure.
  /// - Throws: `SimbenchError` if the folder cannot be written.
  func keep(
    _ messages: [String], files: [(name: String, bytes: [UInt8])]
  ) throws -> String {
    let reproduce = commands.joined(separator: "\n") + "\n"
    let text = messages.joined(separator: "\n") + "\n\nreproduce:\n" + reproduce
    let all = files + [("failure.txt", Array(text.utf8))]
    for file in all {
      Attachment.record(file.bytes, named: file.name, sourceLocation: location)
    }
    do {
      let transaction = FileTransaction()
      defer { transaction.discard() }
      for file in all { try transaction.stage(file.bytes, at: "\(folder)/\(file.name)") }
      try transaction.commit()
    } catch {
      throw SimbenchError(error)
    }
    let names = all.map(\.name).joined(separator: ", ")
    return "files: \(folder): \(names)\nreproduce: \(commands[0])"
  }

  /// Sentences as a file; nil if there are none.
  static func history(_ sentences: [String]) -> [(name: String, bytes: [UInt8])] {
    guard !sentences.isEmpty else { return [] }
    return [("history.txt", Array((sentences.joined(separator: "\n") + "\n").utf8))]
  }

  /// A file that may be missing.
  static func file(_ name: String, _ bytes: [UInt8]?) -> [(name: String, bytes: [UInt8])] {
    bytes.map { [(name, $0)] } ?? []
  }
}
