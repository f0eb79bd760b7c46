import SimHarness
import SimText
import SimFormats
import SimPlatform
import SimReport

/// `simbench history`: appends results to a text file and shows their trends.
struct HistoryCommand: Command {
  private let path: String
  private let results: [String]
  private let commit: String?
  private let scenario: String?
  private let metric: String?
  private let svgPath: String?
  private let output: FindingOutput
  private let console: Console

  init(
    _ parsed: ParsedCommand, _: SceneRegistry, _ console: Console
  ) throws {
    path = parsed.requiredPositional("FILE")
    results = parsed.strings("append")
    commit = parsed.string("commit")
    guard commit == nil || !results.isEmpty else {
      throw CommandError.badInput("--commit needs --append: it names the appended run")
    }
    guard commit?.allSatisfy({ $0.isWhitespace }) != true else {
      throw CommandError.badInput(
        "--commit: is empty; omit it to use the commit that is checked out here")
    }
    scenario = parsed.string("scenario")
    metric = parsed.string("metric")
    svgPath = parsed.string("svg")
    output = try FindingOutput(parsed, console, also: ["html"])
    self.console = console
  }

  /// Reads everything first, then writes all files or none.
  ///
  /// A lock prevents other simbench processes from changing the history between reading and
  /// writing.
  func run() throws -> ExitCode {
    try output.checkNames(
      [svgPath], updates: results.isEmpty ? [] : [path],
      inputs: results + (results.isEmpty ? [path] : []))
    let (commit, refusal) = try namedCommit()
    let added = try newEntries(commit)
    let lock = results.isEmpty ? nil : try FileLock.waited(for: [path], console)
    defer { lock?.release() }
    var bytes: [UInt8] = []
    if results.isEmpty || FileStore.exists(path) {
      bytes = try read(path, limit: Limits.historyBytes.count)
    }
    var entries = try format { () throws(FormatError) in
      try HistoryFile.read(bytes, file: path)
    }
    let transaction = FileTransaction()
    defer { transaction.discard() }
    if !results.isEmpty {
      // A file edited by hand may lack the last newline.
      if let last = bytes.last, last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
      for entry in added {
        entries.append(entry)
        bytes += Array((entry.line + "\n").utf8)
      }
      try transaction.stage(bytes, at: path, existing: .updated)
    }
    let order = HistoryFile.inOrder(entries)
    let series = HistorySeries.all(in: order.entries, scenario: scenario, metric: metric)
    try checkChoice(entries, isEmpty: series.isEmpty)
    if let svgPath {
      try transaction.stage(HistoryReport.svg(series), at: svgPath)
    }
    try output.write(
      HistoryReport.output.object(.init(series: series, isDated: order.isDated)),
      HistoryReport.text(series, isDated: order.isDated), with: transaction
    ) { _ in HistoryReport.html(series, isDated: order.isDated) }
    if let refusal {
      let words = "\(path): added without a commit; name one with --commit: \(refusal.message)"
      console.error("simbench: \(MessageText.message(words))\n")
    }
    return .pass
  }

  /// The commit that ran: the one named, or else the one checked out here; empty, with the reason,
  /// if git fails.
  private func namedCommit() throws -> (name: String, refusal: GitError?) {
    if let commit { return (commit, nil) }
    guard !results.isEmpty else { return ("", nil) }
    do {
      return (try Git.commit(), nil)
    } catch let error as GitError {
      return ("", error)
    }
  }

  /// Refuses names without recorded runs, since a misspelled name would look like an empty history.
  private func checkChoice(
    _ entries: [HistoryEntry], isEmpty: Bool
  ) throws {
    guard isEmpty, !entries.isEmpty else { return }
    if let scenario, !entries.contains(where: { $0.scenario == scenario }) {
      let names = Set(entries.map(\.scenario)).sorted()
      let hint = nearestSpelling(of: scenario, in: names).map { "; did you mean \"\($0)\"?" } ?? ""
      throw CommandError.badInput("--scenario: no recorded runs of \"\(scenario)\"\(hint)")
    }
    if let metric { throw CommandError.badInput("--metric: no metric starts with \"\(metric)\"") }
  }

  private func newEntries(_ commit: String) throws -> [HistoryEntry] {
    let date = Environment.currentDateISO8601
    let name = Environment.machine.fingerprint
    var entries: [HistoryEntry] = []
    for file in results {
      let bytes = try read(file, limit: JSONScanner.maximumByteCount)
      let root = try format { () throws(FormatError) in
        JSONOutput(try JSONDocument.read(bytes, file: file).root)
      }
      let rows = ResultFile.rows(in: root)
      guard !rows.isEmpty else {
        throw CommandError.badInput("\(file): not a result of simbench run --json")
      }
      for result in rows {
        guard
          let entry = HistoryEntry(result: result, date: date, commit: commit, machine: name)
        else { throw CommandError.badInput("\(file): not a result of simbench run --json") }
        entries.append(entry)
      }
    }
    return entries
  }

  private func read(_ path: String, limit: Int) throws -> [UInt8] {
    try FileStore.read(path, limitByteCount: limit)
  }

  private func format<Value>(
    _ body: () throws(FormatError) -> Value
  ) throws -> Value {
    return try body()
  }
}
