import SimFormats
import SimPlatform
import SimReport

/// The forms in which `run` writes what it recorded of every frame.
struct FrameOutputs {
  private let csvPath: String?
  private let linesPath: String?
  private var table = FrameTable()
  private var lines = FrameLines()

  /// Takes the options.
  init(_ parsed: ParsedCommand) {
    csvPath = parsed.string("csv")
    linesPath = parsed.string("ndjson")
  }

  /// The table alone, for what reads it.
  static let table = FrameOutputs(csvPath: "-")

  private init(csvPath: String) {
    self.csvPath = csvPath
    linesPath = nil
  }

  /// The forms that can be printed, with where they are to go.
  var printable: [(name: String, path: String?)] { [("csv", csvPath), ("ndjson", linesPath)] }

  /// Whether rows are printed, so that nothing else may be.
  var isPrinted: Bool { csvPath == "-" || linesPath == "-" }

  /// The files that will be written.
  var paths: [String] {
    [csvPath, linesPath].compactMap { $0 }.filter { $0 != "-" }
  }

  /// The forms of one run as files hold them.
  struct Files: Sendable {
    var table: String?
    var lines: [UInt8]?
  }

  /// The options that have another process leave the wanted forms in a folder.
  func options(in folder: String) -> [String] {
    (csvPath == nil ? [] : ["--csv", folder + "/frames.csv"])
      + (linesPath == nil ? [] : ["--ndjson", folder + "/frames.ndjson"])
  }

  /// What another process left in a folder.
  func files(in folder: String) throws -> Files {
    func read(_ path: String?, _ name: String) throws -> [UInt8]? {
      guard path != nil else { return nil }
      return try FileStore.read("\(folder)/\(name)", limitByteCount: .max, isInput: false)
    }
    return Files(
      table: try read(csvPath, "frames.csv").map { String(decoding: $0, as: UTF8.self) },
      lines: try read(linesPath, "frames.ndjson"))
  }

  /// Adds a run that another process made.
  mutating func append(_ files: Files) throws {
    if let text = files.table, !table.append(tableOfOneRun: text) {
      throw CommandError.broken("a run in a process of its own left rows that cannot be read")
    }
    if let bytes = files.lines { lines.append(bytes) }
  }

  /// Adds a run to the forms that were asked for.
  mutating func append(_ outcome: RunOutcome) {
    if csvPath != nil { table.append(outcome) }
    if linesPath != nil { lines.append(outcome) }
  }

  /// Stages the files.
  func stage(in transaction: FileTransaction) throws(FileError) {
    if let csvPath, csvPath != "-" { try transaction.stage(table.text, at: csvPath) }
    if let linesPath, linesPath != "-" { try transaction.stage(lines.bytes, at: linesPath) }
  }

  /// Prints what is to be printed.
  func print(to console: Console) {
    if csvPath == "-" { _ = console.output(table.text) }
    if linesPath == "-" { _ = console.output(String(decoding: lines.bytes, as: UTF8.self)) }
  }
}
