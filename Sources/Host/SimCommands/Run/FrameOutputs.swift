import SimFormats
import SimPlatform
import SimReport

/// The per-frame output formats of `run`.
struct FrameOutputs {
  private let csvPath: String?
  private let linesPath: String?
  private var table = FrameTable()
  private var lines = FrameLines()

  /// Reads the options.
  init(_ parsed: ParsedCommand) {
    csvPath = parsed.string("csv")
    linesPath = parsed.string("ndjson")
  }

  /// Only the CSV table, for code that reads it back.
  static let table = FrameOutputs(csvPath: "-")

  private init(csvPath: String) {
    self.csvPath = csvPath
    linesPath = nil
  }

  /// The formats that can be printed, with their paths.
  var printable: [(name: String, path: String?)] { [("csv", csvPath), ("ndjson", linesPath)] }

  /// Whether rows are printed, so that nothing else may be printed.
  var isPrinted: Bool { csvPath == "-" || linesPath == "-" }

  /// The files that will be written.
  var paths: [String] {
    [csvPath, linesPath].compactMap { $0 }.filter { $0 != "-" }
  }

  /// The formats of one run as file contents.
  struct Files: Sendable {
    var table: String?
    var lines: [UInt8]?
  }

  /// The options that make another process write the requested formats to a folder.
  func options(in folder: String) -> [String] {
    (csvPath == nil ? [] : ["--csv", folder + "/frames.csv"])
      + (linesPath == nil ? [] : ["--ndjson", folder + "/frames.ndjson"])
  }

  /// Reads the files that another process wrote to a folder.
  func files(in folder: String) throws -> Files {
    func read(_ path: String?, _ name: String) throws -> [UInt8]? {
      guard path != nil else { return nil }
      return try FileStore.read("\(folder)/\(name)", limitByteCount: .max, isInput: false)
    }
    return Files(
      table: try read(csvPath, "frames.csv").map { String(decoding: $0, as: UTF8.self) },
      lines: try read(linesPath, "frames.ndjson"))
  }

  /// Adds a run of another process.
  mutating func append(_ files: Files) throws {
    if let text = files.table, !table.append(tableOfOneRun: text) {
      throw CommandError.broken("a run in a separate process wrote rows that cannot be read")
    }
    if let bytes = files.lines { lines.append(bytes) }
  }

  /// Adds a run to the requested formats.
  mutating func append(_ outcome: RunOutcome) {
    if csvPath != nil { table.append(outcome) }
    if linesPath != nil { lines.append(outcome) }
  }

  /// Adds the files to a transaction.
  func stage(in transaction: FileTransaction) throws(FileError) {
    if let csvPath, csvPath != "-" { try transaction.stage(table.text, at: csvPath) }
    if let linesPath, linesPath != "-" { try transaction.stage(lines.bytes, at: linesPath) }
  }

  /// Prints the formats with the path `-`.
  func print(to console: Console) {
    if csvPath == "-" { _ = console.output(table.text) }
    if linesPath == "-" { _ = console.output(String(decoding: lines.bytes, as: UTF8.self)) }
  }
}
