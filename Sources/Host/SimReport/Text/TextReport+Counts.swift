import SimFormats

extension TextReport {
  /// What was counted, and by what; empty when counts were not asked for.
  mutating func writeInstructions() {
    let summary = result.timing.instructions
    guard summary.isAskedFor else { return }
    guard summary.source != .none else {
      row("instructions", "not counted: \(summary.note ?? "no reason given")")
      return
    }
    let counts = summary.counts.map {
      "\($0.name) \(CountWords.count(summary.perFrame($0)))"
    }
    row(
      "instructions",
      Self.joined([
        counts.joined(separator: "  ") + " per frame",
        CountWords.counted(summary.frames, "frame"),
        CountWords.method(summary.source),
      ]))
    if let note = summary.note { row("", note) }
  }

  /// The call sites that allocated after warm-up; empty unless they were looked for.
  mutating func writeAllocationSites() {
    guard let sites = result.allocations.sites else { return }
    if sites.top.isEmpty { row("call sites", "nothing allocated after warm-up") }
    for (index, site) in sites.top.enumerated() {
      row(
        index == 0 ? "call sites" : "",
        Self.joined(site.facts + [CountWords.shortened(site.function)]))
      for caller in site.callers { row("", "  ← " + CountWords.shortened(caller)) }
    }
    for words in sites.restWords { row("", words) }
  }
}
