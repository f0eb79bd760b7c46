import Formats
import Platform

/// Where a command leaves what it found: JSON for programs, and text for people.
struct FindingOutput {
  /// Whether nothing may be printed but the JSON that was asked for.
  let isQuiet: Bool
  private let jsonPath: String?
  private let console: Console

  /// Takes the options `--json` and `--quiet`.
  init(_ parsed: ParsedCommand, _ console: Console) {
    jsonPath = parsed.string("json")
    isQuiet = parsed.flag("quiet")
    self.console = console
  }

  /// Whether standard output carries the JSON and nothing else.
  var isPrinted: Bool { jsonPath == "-" }

  /// Whether text for people is printed.
  var says: Bool { !isQuiet && !isPrinted }

  /// Fails when an output could not be written, or would replace another one or an input.
  func checkNames(_ others: [String?] = [], inputs: [String] = []) throws(CommandError) {
    try OutputNames.check(
      (others + [isPrinted ? nil : jsonPath]).compactMap { $0 }, inputs: inputs)
  }

  /// Commits the files of a transaction, the JSON among them, and prints.
  func write(
    _ value: JSONOutput, _ text: String, with transaction: FileTransaction
  ) throws(CommandError) {
    let json = JSONWriter.text(of: value)
    if let jsonPath, !isPrinted {
      try files { () throws(FileError) in try transaction.stage(json, at: jsonPath) }
    }
    guard !Interrupt.isRequested else { throw .interrupted }
    try files { () throws(FileError) in try transaction.commit() }
    if isPrinted {
      _ = console.output(json)
    } else if says, !text.isEmpty {
      _ = console.output(text)
    }
  }
}
