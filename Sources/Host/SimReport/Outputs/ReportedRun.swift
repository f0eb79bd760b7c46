import SimFormats

/// A run of a scene or model, judged or not, as outputs list it.
package protocol ReportedRun {
  /// The scenario's name in one line; the file's if the run was not judged.
  var name: String { get }
  /// The verdict.
  var verdict: Verdict { get }
  /// The tone of the verdict.
  var tone: Tone { get }
  /// The number of checks, the names of those that failed, and of those that are not judged because
  /// the run is shorter than its scenario.
  var checkNames: (count: Int, failed: [String], open: [String]) { get }
  /// Why it did not pass.
  var reasons: String { get }
  /// The command to run next; nil if there is none.
  var nextCommand: String? { get }
}

extension ReportedRun {
  /// The verdict as a word at the top of a report.
  var verdictWord: String { verdict.word }

  /// The number of checks, and those that are not judged.
  var checkWords: String {
    let (count, _, open) = checkNames
    return CountWords.counted(count, "check")
      + (open.isEmpty ? "" : ", \(open.count) not judged (\(open.joined(separator: ", ")))")
  }
}

extension RunResult {
  /// The run as outputs list it.
  package var reported: any ReportedRun {
    switch self {
    case .scene(let result): result
    case .model(let result): result
    }
  }
}

extension ResultFile.Results {
  /// All runs: judged ones, and those that were not judged.
  package var all: [any ReportedRun] { runs.map(\.reported) + notJudged }
}
