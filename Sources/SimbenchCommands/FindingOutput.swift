import Formats
import Platform

/// Where a command that measures without running a scene leaves what it found.
struct FindingOutput {
  /// The file of the JSON, `-` for standard output; nil for none.
  let jsonPath: String?
  private let isQuiet: Bool
  private let console: Console

  /// Takes the options `--json` and `--quiet`.
  init(_ parsed: ParsedCommand, _ console: Console) {
    jsonPath = parsed.string("json")
    isQuiet = parsed.flag("quiet")
    self.console = console
  }

  /// Fails when an output would replace another one or an input.
  func checkNames(_ others: [String?], inputs: [String] = []) throws(CommandError) {
    let outputs = (others + [jsonPath]).compactMap { $0 }.filter { $0 != "-" }
    try OutputNames.check(outputs, inputs: inputs)
  }

  /// Commits the files of a transaction, the JSON among them, and prints.
  func write(
    _ value: JSONOutput, _ text: String, with transaction: FileTransaction
  ) throws(CommandError) {
    let json = JSONWriter.text(of: value)
    if let jsonPath, jsonPath != "-" {
      try files { () throws(FileError) in try transaction.stage(json, at: jsonPath) }
    }
    guard !Interrupt.isRequested else { throw .interrupted }
    try files { () throws(FileError) in try transaction.commit() }
    if jsonPath == "-" {
      _ = console.output(json)
    } else if !isQuiet {
      _ = console.output(text)
    }
  }
}
