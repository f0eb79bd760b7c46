import SimFormats

/// Results as JUnit XML, as Jenkins, GitLab and GitHub's test reporters read it.
///
/// One suite per run, one case per check. Results of scenes and of models say what their suites
/// hold; everything else is the same for both.
package enum JUnitReport {
  /// The XML document, ending in a line break.
  package static func text(_ results: ResultFile.Results) -> String {
    JUnitSuite.document(suites(results))
  }

  /// One suite per run, judged or not; then those whose first frames differ in another process.
  static func suites(_ results: ResultFile.Results) -> [JUnitSuite] {
    zip(results.runs, RunLabels.labels(results.runs)).map { run, label in
      switch run {
      case .scene(let result): result.suite(named: label)
      case .model(let result): result.suite(named: label)
      }
    } + results.notJudged.map { $0.suite(named: $0.name) }
      + results.differentFirstFrames.map(\.suite)
  }
}
