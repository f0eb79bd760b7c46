import SimFormats
import SimHarness
import SimPlatform
import SimReport
import SimText

/// Runs scenarios in separate processes, several at once.
///
/// Every result is the same for any number of jobs, apart from its times.
struct RunProcesses {
  /// A run that a process made.
  struct Finished: Sendable {
    /// Its result; the picture is the process's own file, which is gone.
    var result: SceneResult
    /// Its contact sheet; nil when it has none.
    var sheet: SheetFile?
    /// What it recorded of every frame, in the forms that are wanted.
    var rows: FrameOutputs.Files
  }

  /// The program.
  let executable: String
  /// How many run at once.
  let jobCount: Int
  /// Options of all runs.
  let options: [String]
  /// The forms of frames that are wanted.
  let rows: FrameOutputs
  /// Says how far it is.
  let status: StatusLine

  /// Runs every scenario; a process that the machine ended does not end the others.
  ///
  /// A time that is within its budget while other runs use the machine is also within it alone. A
  /// scenario that exceeds a time budget is rerun alone at the end, and that run counts.
  ///
  /// - Parameter paths: files, `FILE[CASE]` for one run of a matrix.
  /// - Returns: The runs in the order of the paths.
  func run(_ paths: [String]) throws -> [Result<Finished, NotJudgedRun>] {
    let count = paths.count
    status.show("0 of \(count) scenarios run")
    defer { status.clear() }
    let alone = jobCount == 1 ? [] : ["--no-retry"]
    // Each job is a process. `golden check`, `explore` and the repeated runs of `check` only
    // compare digests, and do so on threads; here allocations are counted. The first run of a
    // process would also count what the runtime sets up once, and with `--threads` a run counts
    // those of all threads. A crash ends one process, and this one reports it.
    var finished = try JobQueue.run(
      count, atOnce: jobCount,
      onEnd: { status.show("\($0) of \(count) scenarios run") },
      { [executable, options, rows] (index) throws in
        try Self.run(executable, paths[index], options, alone, rows)
      })
    guard jobCount > 1 else { return finished }
    let late = finished.indices.filter {
      finished[$0].judged?.result.timing.isOverLimit == true
    }
    for (number, index) in late.enumerated() {
      status.show("\(paths[index]) rerun alone (\(number + 1)/\(late.count))")
      let alone = try Self.run(executable, paths[index], options, [], rows)
      // Times next to other runs do not count, but a failure that does not depend on them does.
      if alone.notJudged != nil, finished[index].judged?.result.exactVerdict == .failed { continue }
      finished[index] = alone
    }
    return finished
  }

  private static func run(
    _ executable: String, _ path: String, _ options: [String], _ alone: [String],
    _ rows: FrameOutputs
  ) throws -> Result<Finished, NotJudgedRun> {
    try NotJudgedRun.attempt(path, ["run", path] + options) {
      try finished(executable, [path] + options + alone, rows)
    }
  }

  private static func finished(
    _ executable: String, _ arguments: [String], _ rows: FrameOutputs
  ) throws -> Finished {
    let folder = try FileStore.makeTemporaryDirectory(prefix: "simbench-run")
    defer { try? FileStore.removeTree(folder) }
    let json = folder + "/result.json"
    let process = MeasuredProcess(executable: executable, arguments: arguments)
    _ = try process.run(
      in: folder, ["--json", json] + rows.options(in: folder), variables: [])
    return try read(json, rows.files(in: folder))
  }

  private static func read(
    _ json: String, _ rows: FrameOutputs.Files
  ) throws -> Finished {
    let bytes = try FileStore.read(
      json, limitByteCount: JSONScanner.maximumByteCount, isInput: false)
    let results: ResultFile.Results
    do {
      results = try ResultFile.read(bytes, file: json)
    } catch {
      throw CommandError.broken("a run in a separate process: \(error.message)")
    }
    guard let result = results.scenes.first else {
      throw CommandError.broken("a run in a separate process wrote no result")
    }
    let sheet = try result.picture.map { (path) throws in
      SheetFile(png: try FileStore.read(path, limitByteCount: .max, isInput: false))
    }
    return Finished(result: result, sheet: sheet, rows: rows)
  }
}

extension TimingSummary {
  /// Whether a time is over its limit, for whatever reason.
  fileprivate var isOverLimit: Bool {
    budgets.contains { $0.status == .failed || $0.isTooCloseToSay }
  }
}
