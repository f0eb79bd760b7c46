import SimFormats
import SimHarness
import SimPlatform
import SimReport

/// `simbench baseline merge`: merges a baseline or history that two branches changed, for git.
struct BaselineMergeCommand: Command {
  private let ancestor: String
  private let current: String
  private let other: String
  /// The file's name in messages.
  private let name: String
  private let console: Console

  init(_ parsed: ParsedCommand, _: SceneRegistry, _ console: Console) throws {
    ancestor = parsed.requiredPositional("ANCESTOR")
    current = parsed.requiredPositional("CURRENT")
    other = parsed.requiredPositional("OTHER")
    name = parsed.positional("PATH") ?? current
    self.console = console
  }

  /// The three versions of the file.
  private typealias Versions = (ancestor: [UInt8], current: [UInt8], other: [UInt8])

  /// Writes the merged file to CURRENT, with conflict markers where the branches disagree.
  func run() throws -> ExitCode {
    try OutputNames.check([], updates: [current], inputs: [ancestor, other])
    let lock = try FileLock.waited(for: [current], console)
    defer { lock.release() }
    let versions: Versions = (try read(ancestor), try read(current), try read(other))
    guard versions.current != versions.other else { return .pass }
    var merged: (bytes: [UInt8], conflicts: [String])
    do {
      merged = try self.merged(versions)
    } catch let error as FormatError {
      merged = (ConflictText.bytes(versions.current, versions.other), [error.message])
    }
    let transaction = FileTransaction()
    defer { transaction.discard() }
    try transaction.stage(merged.bytes, at: current, existing: .updated)
    guard !Interrupt.isRequested else { throw CommandError.interrupted }
    try transaction.commit()
    guard !merged.conflicts.isEmpty else { return .pass }
    let next =
      "\(name): not merged; resolve each conflict marker, or run git checkout --ours and then "
      + "\(ShellCommand.simbench(["baseline", "update"]))"
    for words in merged.conflicts + [next] {
      console.error("simbench: \(MessageText.message(words))\n")
    }
    return .budgetFailed
  }

  /// Merges a history or a baseline.
  private func merged(_ versions: Versions) throws -> (bytes: [UInt8], conflicts: [String]) {
    let names = ("\(name), ancestor", "\(name), this branch", "\(name), other branch")
    if [versions.current, versions.other, versions.ancestor].contains(where: Self.isHistory) {
      let bytes = try HistoryFile.merged(
        versions.ancestor, versions.current, versions.other, files: names)
      return (bytes, [])
    }
    let merge = try BaselineMerge(
      // git has an empty ancestor for a file that both branches added.
      versions.ancestor.isEmpty ? nil : BaselineFile.read(versions.ancestor, file: names.0),
      BaselineFile.read(versions.current, file: names.1),
      BaselineFile.read(versions.other, file: names.2), file: name)
    let bytes = JSONWriter.bytes(of: merge.current.value)
    guard !merge.conflicts.isEmpty else { return (bytes, []) }
    return (
      ConflictText.bytes(bytes, JSONWriter.bytes(of: merge.other.value)),
      merge.conflicts.map { "\(name): \($0.words)" }
    )
  }

  /// Whether the first line is an object with a date, like a line of a history.
  private static func isHistory(_ bytes: [UInt8]) -> Bool {
    let line = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 1).first ?? []
    guard let root = try? JSONDocument(parsing: Array(line)).root else { return false }
    return root.members.contains { $0.key == "date" }
  }

  private func read(_ path: String) throws -> [UInt8] {
    try FileStore.read(path, limitByteCount: Limits.historyBytes.count)
  }
}
