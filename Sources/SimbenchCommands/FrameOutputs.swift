import Formats
import Harness
import Platform

/// The forms in which `run` writes what it recorded of every frame.
struct FrameOutputs {
  private let csvPath: String?
  private let linesPath: String?
  private let dataPath: String?
  private var table = FrameTable()
  private var lines = FrameLines()
  private var data = FrameData()

  /// - Throws: when more than one output is to be printed.
  init(_ parsed: ParsedCommand, jsonPath: String?) throws(CommandError) {
    csvPath = parsed.string("csv")
    linesPath = parsed.string("ndjson")
    dataPath = parsed.string("frame-data")
    let given = [("--json", jsonPath), ("--csv", csvPath), ("--ndjson", linesPath)]
    let printed = given.filter { $0.1 == "-" }.map { $0.0 }
    guard printed.count < 2 else {
      throw .badInput(
        "\(printed[0]) and \(printed[1]): only one of them can be printed; name a file for the "
          + "other")
    }
  }

  /// Whether rows are printed, so that nothing else may be.
  var isPrinted: Bool { csvPath == "-" || linesPath == "-" }

  /// The files that will be written.
  var paths: [String] {
    [csvPath, linesPath].compactMap { $0 }.filter { $0 != "-" } + (dataPath.map { [$0] } ?? [])
  }

  /// Adds a run to the forms that were asked for.
  mutating func append(_ outcome: RunOutcome) {
    if csvPath != nil { table.append(outcome) }
    if linesPath != nil { lines.append(outcome) }
    if dataPath != nil { data.append(outcome) }
  }

  /// Stages the files.
  func stage(in transaction: FileTransaction) throws(FileError) {
    if let csvPath, csvPath != "-" { try transaction.stage(table.text, at: csvPath) }
    if let linesPath, linesPath != "-" { try transaction.stage(lines.bytes, at: linesPath) }
    if let dataPath { try transaction.stage(data.bytes, at: dataPath) }
  }

  /// Prints what is to be printed.
  func print(to console: Console) {
    if csvPath == "-" { _ = console.output(table.text) }
    if linesPath == "-" { _ = console.output(String(decoding: lines.bytes, as: UTF8.self)) }
  }
}
