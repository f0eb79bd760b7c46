import SimFormats
import SimPlatform
import SimReport

/// The forms in which `run` writes what it recorded of every frame.
struct FrameOutputs {
  private let csvPath: String?
  private let linesPath: String?
  private let dataPath: String?
  private var table = FrameTable()
  private var lines = FrameLines()
  private var data = FrameData()

  /// Takes the options.
  init(_ parsed: ParsedCommand) {
    csvPath = parsed.string("csv")
    linesPath = parsed.string("ndjson")
    dataPath = parsed.string("frame-data")
  }

  /// The forms that can be printed, with where they are to go.
  var printable: [(name: String, path: String?)] { [("csv", csvPath), ("ndjson", linesPath)] }

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
