import SimFormats

/// Results as Markdown for a step summary or a comment: the verdict, what failed, the rest folded.
package enum MarkdownReport {
  /// The maximum count of bytes of a report; GitHub refuses a summary of more than a mebibyte.
  package static var maximumByteCount: Int { 900_000 }

  /// The text, ending in a line break.
  ///
  /// Scenarios that do not fit are counted, never dropped in silence.
  package static func text(_ results: [RunResult]) -> String {
    text(results, limit: maximumByteCount)
  }

  static func text(_ results: [RunResult], limit: Int) -> String {
    var pieces = [heading(results)]
    let failures = results.flatMap { result in
      Check.failed(in: result).map { failure($0, result) }
    }
    if !failures.isEmpty {
      pieces.append("| scenario | requirement | found | limit | where |\n|---|---|---|---|---|\n")
      pieces += failures
      pieces.append("\n")
    }
    pieces += results.compactMap { result in
      result.heldUpSentence.map { "\(escaped("\(result.scenario): \($0)"))\n\n" }
    }
    let overview = results.map(row)
    if results.count > 1 {
      pieces.append("| | scenario | checks | frame p99 | allocations a frame |\n")
      pieces.append("|---|---|---|--:|--:|\n")
      pieces += overview
      pieces.append("\n")
    }
    pieces += results.map(details)
    return MarkdownRenderer.joined(pieces, limit: limit)
  }

  private static func heading(_ results: [RunResult]) -> String {
    let passed = results.filter { $0.verdict == .passed }.count
    guard results.count == 1, let result = results.first else {
      let mark = passed == results.count ? "✓" : "✗"
      return "## \(mark) simbench: \(passed) of \(results.count) scenarios passed\n\n"
    }
    let mark = result.verdict == .passed ? "✓" : "✗"
    return "## \(mark) \(escaped(result.scenario)): \(result.verdictWord.lowercased())\n\n"
      + "\(result.conditions.map(escaped).joined(separator: " · "))\n\n"
  }

  private static func failure(_ check: Check, _ result: RunResult) -> String {
    let location = result.scenarioFile.map { file in
      "\(file):\(check.line ?? 1)"
    }
    return "| \(escaped(result.scenario)) | \(escaped(check.id)) \(escaped(check.name)) | "
      + "\(escaped(check.found)) | \(escaped(check.expected)) | \(escaped(location ?? "")) |\n"
  }

  private static func row(_ result: RunResult) -> String {
    let checks = Check.all(in: result)
    let failed = checks.filter { $0.status == .failed }.count
    let timing = result.timing
    let p99 = timing.measuredFrames > 0 ? Quantity.time(timing.frame.p99) : "not measured"
    let allocations = result.allocations.steadyMaximumPerFrame.map { Quantity.grouped($0) }
    let outcome = failed == 0 ? "\(checks.count)" : "\(failed) of \(checks.count) failed"
    return "| \(result.verdict == .passed ? "✓" : "✗") | \(escaped(result.scenario)) | \(outcome) "
      + "| \(p99) | \(allocations ?? "not measured") |\n"
  }

  private static func details(_ result: RunResult) -> String {
    let checks = Check.all(in: result)
    var text = "<details><summary>\(escaped(result.scenario)): \(checks.count) checks</summary>\n\n"
    text += "| | requirement | measure | limit | found |\n|---|---|---|---|---|\n"
    for check in checks {
      text += "| \(mark(check.status)) | \(escaped(check.id)) | \(escaped(check.name)) | "
      text += "\(escaped(check.expected)) | \(escaped(check.found)) |\n"
    }
    let over = result.failedBudgets(of: .device).map { ", ✗ \($0.limitWords)" }.joined()
    text += "\n\(escaped(result.device.title)): \(escaped(result.prediction.sentence + over)).\n"
    text += counts(result)
    text += "\nDigests: state `\(Quantity.hexadecimal(result.digest.state))`, chain "
    text += "`\(Quantity.hexadecimal(result.digest.chain))`"
    if let pixels = result.digest.pixels { text += ", pixels `\(Quantity.hexadecimal(pixels))`" }
    return text + ". simbench \(escaped(result.environment.version)), "
      + "\(escaped(result.environment.build)) build.\n\n</details>\n\n"
  }

  /// Instructions and the functions that allocated, as far as they were asked for.
  private static func counts(_ result: RunResult) -> String {
    var text = ""
    let summary = result.timing.instructions
    if summary.isAskedFor {
      text += "\nInstructions by \(escaped(summary.methodWords))"
      text += summary.counts.isEmpty ? ".\n" : ": \(escaped(summary.countWords)) a frame.\n"
      if let note = summary.noteWords { text += "\n\(escaped(note))\n" }
    }
    guard let sites = result.allocations.sites else { return text }
    guard !sites.top.isEmpty else { return text + "\nNothing allocated after warm-up.\n" }
    text += "\n| allocations | bytes | since | function |\n|--:|--:|--:|---|\n"
    for site in sites.top {
      let names = ([site.function] + site.callers).map { CountWords.shortened($0) }
      let cells = site.facts + [names.joined(separator: " ← ")]
      text += "| \(cells.map { escaped($0) }.joined(separator: " | ")) |\n"
    }
    return text + sites.restWords.map { "\n\(escaped($0))\n" }.joined()
  }

  private static func mark(_ status: CheckStatus) -> String {
    switch status {
    case .passed: "✓"
    case .failed: "✗"
    case .notMeasured: "–"
    }
  }

  private static func escaped(_ text: String) -> String { MarkdownRenderer.escaped(text) }
}
