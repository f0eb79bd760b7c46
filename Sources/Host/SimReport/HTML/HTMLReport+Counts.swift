import SimFormats

extension HTMLReport {
  /// What the phases execute, and by what it was counted; empty when not asked for.
  mutating func writeInstructions(_ result: RunResult) {
    let summary = result.timing.instructions
    guard summary.isAskedFor else { return }
    page += "<section class=\"counts\"><h3>Instructions</h3>"
    page += "<p>Method \(MarkupText.escaped(summary.methodWords))</p>\n"
    if let note = summary.noteWords { page += "<p>\(MarkupText.escaped(note))</p>\n" }
    if summary.source != .none {
      page += "<table class=\"numbers\"><thead><tr><th>phase</th><th class=\"n\">a frame</th>"
      page += "<th class=\"n\">in all</th></tr></thead>\n<tbody>\n"
      for count in summary.counts {
        page += "<tr><td>\(MarkupText.escaped(count.name))</td>"
        page += "<td class=\"n\">\(CountWords.count(summary.perFrame(count)))</td>"
        page += "<td class=\"n\">\(Quantity.grouped(count.total))</td></tr>\n"
      }
      page += "</tbody></table>"
    }
    page += "</section>\n"
  }

  /// The functions that allocated after warm-up, with their callers; empty when not asked for.
  mutating func writeAllocationSites(_ result: RunResult) {
    guard let sites = result.allocations.sites else { return }
    page += "<section class=\"counts\"><h3>Allocation sites</h3>"
    guard !sites.top.isEmpty else {
      page += "<p>Nothing allocated after warm-up.</p></section>\n"
      return
    }
    page += "<p>Functions that allocated after warm-up, the most allocations first</p>\n"
    page += "<table class=\"sites\"><thead><tr><th>function, and what called it</th>"
    page += "<th class=\"n\">allocations</th><th class=\"n\">bytes</th><th class=\"n\">since</th>"
    page += "</tr></thead>\n<tbody>\n"
    for site in sites.top {
      let callers = site.callers.map {
        "<small>← \(MarkupText.escaped(CountWords.shortened($0)))</small>"
      }
      let facts = site.facts.map { "<td class=\"n\">\(MarkupText.escaped($0))</td>" }
      page += "<tr><td><code>\(MarkupText.escaped(CountWords.shortened(site.function)))</code>"
      page += "\(callers.joined())</td>\(facts.joined())</tr>\n"
    }
    page += "</tbody></table>"
    for words in sites.restWords { page += "<p>\(MarkupText.escaped(words))</p>" }
    page += "</section>\n"
  }
}
