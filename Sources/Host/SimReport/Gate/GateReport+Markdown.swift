import SimFormats

extension GateReport {
  /// The outcomes as Markdown: the verdicts in a table, then what differs, the rest folded.
  ///
  /// - Parameter remedy: The command that records what baselines lack, when they lack anything.
  package static func markdown(_ outcomes: [GateOutcome], remedy: String? = nil) -> String {
    let passed = outcomes.count { $0.isPassed }
    let mark = passed == outcomes.count ? "✓" : "✗"
    var pieces = [
      "## \(mark) simbench gate: \(passed) of \(outcomes.count) scenarios hold\n\n",
      "| | scenario | verdict | exact metrics | instructions | time of a frame |\n"
        + "|---|---|---|---|---|---|\n",
    ]
    pieces += outcomes.map(overview)
    pieces.append("\n")
    if let remedy {
      pieces.append(
        "To record what baselines lack: \(MarkdownReport.escaped(remedy))\n\n")
    }
    pieces += outcomes.map(details)
    return MarkdownReport.joined(pieces, limit: MarkdownReport.maximumByteCount)
  }

  private static func overview(_ outcome: GateOutcome) -> String {
    let cells = [
      outcome.scenario, words(outcome).joined(separator: ", "), exactWords(outcome),
      instructionWords(outcome), timeWords(outcome),
    ]
    return "| \(outcome.isPassed ? "✓" : "✗") | "
      + cells.map { MarkdownReport.escaped($0) }.joined(separator: " | ") + " |\n"
  }

  private static func details(_ outcome: GateOutcome) -> String {
    let rows = outcome.exactRows.prefix(shownRows) + outcome.instructionRows + outcome.timeRows
    let facts = outcome.facts
    let isLacking = outcome.exact == nil && outcome.missing != nil
    guard !isLacking, !rows.isEmpty || !facts.isEmpty else { return "" }
    let open = outcome.isPassed ? "" : " open"
    let conditions =
      "\(Quantity.grouped(outcome.frames)) frames, seed \(outcome.seed), against "
      + outcome.reference
    var text = "<details\(open)><summary>\(MarkdownReport.escaped(outcome.scenario)): "
    text += "\(MarkdownReport.escaped(conditions))</summary>\n\n"
    if !rows.isEmpty {
      text += "| metric | before | now | change | counts above | verdict |\n"
      text += "|---|--:|--:|--:|--:|---|\n"
      for row in rows {
        let cells = [row.metric, row.before, row.now, row.change, row.limit, row.verdict]
        text += "| \(cells.map { MarkdownReport.escaped($0) }.joined(separator: " | ")) |\n"
      }
      text += "\n"
    }
    let more = outcome.exactRows.count - shownRows
    if more > 0 { text += "- and \(more) more exact metrics\n" }
    if outcome.instructions != nil {
      text += "- instructions by \(MarkdownReport.escaped(outcome.methodWords))\n"
    }
    text += facts.map { "- \(MarkdownReport.escaped($0))\n" }.joined()
    return text + "\n</details>\n\n"
  }

  /// What became of the exact metrics, in few words.
  static func exactWords(_ outcome: GateOutcome) -> String {
    guard let exact = outcome.exact else { return "no reference" }
    let differing = exact.rows.count { $0.change != .added && $0.change != .notMeasured }
    return differing == 0
      ? "\(exact.comparedCount) equal" : "\(differing) of \(exact.comparedCount) differ"
  }

  /// The instructions' changes with the name of the method, in few words.
  static func instructionWords(_ outcome: GateOutcome) -> String {
    guard let counts = outcome.instructions else { return "none compared" }
    let rows = counts.rows.map { "\($0.name) \(Quantity.signedPercent($0.change))" }
    return "\(rows.joined(separator: ", ")) by \(counts.source.rawValue)"
  }

  /// The change of the whole frame's time, in few words.
  static func timeWords(_ outcome: GateOutcome) -> String {
    guard let frame = outcome.wall?.rows.first else { return "not compared" }
    return "\(Quantity.signedPercent(frame.change)), \(word(frame.verdict))"
  }
}
