import SimFormats

extension GateReport {
  /// The outcomes as one page that needs no network.
  ///
  /// It is never longer than `HTMLReport.maximumByteCount`: scenarios that do not fit are counted.
  ///
  /// - Parameter remedy: The command that records what baselines lack, when they lack anything.
  package static func html(_ outcomes: [GateOutcome], remedy: String? = nil) -> String {
    let passed = outcomes.count { $0.isPassed }
    let one = outcomes.count == 1 ? outcomes.first : nil
    let title =
      one.map { "\(MessageText.oneLine($0.scenario)): \(words($0).joined(separator: ", "))" }
      ?? "\(passed) of \(outcomes.count) scenarios hold"
    var page = HTMLReport.head("Gate: \(title)")
    if one == nil { page += overview(outcomes, title) }
    if let remedy {
      page += HTMLReport.note("To record what baselines lack:")
      page += "<pre>\(MarkupText.escaped(MessageText.oneLine(remedy)))</pre>\n"
    }
    // Those that failed come first: the page is opened for them.
    let order =
      outcomes.indices.filter { !outcomes[$0].isPassed }
      + outcomes.indices.filter { outcomes[$0].isPassed }
    for (rank, index) in order.enumerated() {
      let article = article(outcomes[index], index, heading: one == nil ? "h2" : "h1")
      guard page.utf8.count + article.utf8.count < HTMLReport.maximumByteCount - 1000 else {
        page += HTMLReport.note("\(order.count - rank) scenarios do not fit; the JSON has them.")
        break
      }
      page += article
    }
    return page + "</main>\n</body>\n</html>\n"
  }

  private static func overview(_ outcomes: [GateOutcome], _ title: String) -> String {
    var text = "<header><h1>Gate: \(MarkupText.escaped(title))</h1></header>\n"
    text += "<div class=\"scroll\"><table class=\"overview\"><thead><tr><th></th><th>scenario</th>"
    text += "<th>verdict</th><th>exact metrics</th><th>instructions</th><th>time of a frame</th>"
    text += "</tr></thead>\n<tbody>\n"
    for (index, outcome) in outcomes.enumerated() {
      let cells = [
        words(outcome).joined(separator: ", "), exactWords(outcome), instructionWords(outcome),
        timeWords(outcome),
      ]
      text += "<tr><td>\(HTMLReport.mark(outcome.isPassed ? .passed : .failed))</td>"
      text += "<td><a href=\"#run-\(index + 1)\">\(MarkupText.escaped(outcome.scenario))</a></td>"
      text += cells.map { "<td>\(MarkupText.escaped($0))</td>" }.joined() + "</tr>\n"
    }
    return text + "</tbody></table></div>\n"
  }

  private static func article(
    _ outcome: GateOutcome, _ index: Int, heading: String
  ) -> String {
    let style =
      outcome.isPassed
      ? "passed"
      : outcome.verdicts.contains(.regressed) || outcome.verdicts.contains(.workChanged)
        || outcome.runVerdict == Verdict.failed.rawValue ? "failed" : "inconclusive"
    var text = "<article id=\"run-\(index + 1)\">\n<header><p class=\"verdict \(style)\">"
    text += "\(MarkupText.escaped(words(outcome).joined(separator: ", ").uppercased()))</p>"
    text += "<\(heading)>\(MarkupText.escaped(outcome.scenario))</\(heading)>"
    let conditions = [
      "\(Quantity.grouped(outcome.frames)) frames", "seed \(outcome.seed)",
      "against \(outcome.reference)",
    ]
    let spans = conditions.map { "<span>\(MarkupText.escaped($0))</span>" }
    text += "<p class=\"conditions\">\(spans.joined(separator: " "))</p></header>\n"
    text += section("Exact metrics", exactNote(outcome), Array(outcome.exactRows))
    text += section("Instructions", "Method \(outcome.methodWords)", outcome.instructionRows)
    if outcome.wall != nil {
      text += section("Time a frame", "Of the same frames on both sides", outcome.timeRows)
    }
    if !outcome.facts.isEmpty {
      let items = outcome.facts.map { "<li>\(MarkupText.escaped($0))</li>" }
      text += "<section class=\"counts\"><h3>Notes</h3><ul>\(items.joined())</ul></section>\n"
    }
    return text + "</article>\n"
  }

  private static func exactNote(_ outcome: GateOutcome) -> String {
    guard outcome.exact != nil else { return "Nothing to compare with in \(outcome.reference)" }
    let words = exactWords(outcome)
    let unmeasured = (outcome.exact?.rows ?? []).count { $0.change == .notMeasured }
    return "Tolerance 0: \(words)" + (unmeasured > 0 ? ", \(unmeasured) not measured here" : "")
  }

  private static func section(_ title: String, _ note: String, _ rows: [GateRow]) -> String {
    var text = "<section class=\"counts\"><h3>\(title)</h3><p>\(MarkupText.escaped(note))</p>\n"
    guard !rows.isEmpty else { return text + "</section>\n" }
    let hasLimit = rows.contains { !$0.limit.isEmpty }
    text += "<div class=\"scroll\"><table class=\"gate\"><thead><tr><th></th><th>metric</th>"
    text += "<th class=\"n\">before</th><th class=\"n\">now</th><th class=\"n\">change</th>"
    if hasLimit { text += "<th class=\"n\">counts above</th>" }
    text += "<th>verdict</th></tr></thead>\n<tbody>\n"
    for row in rows.prefix(shownRows) {
      let cells = [row.before, row.now, row.change]
      text += "<tr><td>\(HTMLReport.mark(row.status))</td>"
      text += "<td>\(HTMLReport.breakable(row.metric))</td>"
      text += cells.map { "<td class=\"n\">\(MarkupText.escaped($0))</td>" }.joined()
      if hasLimit { text += "<td class=\"n limit\">\(MarkupText.escaped(row.limit))</td>" }
      text += "<td>\(MarkupText.escaped(row.verdict))</td></tr>\n"
    }
    text += "</tbody></table></div>\n"
    if rows.count > shownRows { text += "<p>and \(rows.count - shownRows) more</p>" }
    return text + "</section>\n"
  }
}
