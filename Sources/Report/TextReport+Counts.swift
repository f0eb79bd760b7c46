import Formats

extension TextReport {
  /// Columns of a function's name that are shown; demangled names have no bound.
  private static var nameWidth: Int { 160 }

  /// Who counted and what; nothing when nobody asked.
  mutating func writeInstructions() {
    let summary = result.timing.instructions
    guard summary.isAskedFor else { return }
    guard summary.source != .none else {
      row("instructions", "not counted: \(MessageText.oneLine(summary.note ?? "no reason given"))")
      return
    }
    let counts = summary.counts.map {
      "\($0.name) \(Quantity.grouped(UInt64(summary.perFrame($0).rounded())))"
    }
    row(
      "instructions",
      Self.joined([
        counts.joined(separator: "  ") + " a frame",
        "\(Quantity.grouped(UInt64(summary.frames))) frames", Self.words(summary.source),
      ]))
    if let note = summary.note { row("", MessageText.oneLine(note)) }
  }

  private static func words(_ source: InstructionSource) -> String {
    switch source {
    case .hardware: "hardware counter"
    case .valgrind: "valgrind, inside the phases only"
    case .difference: "valgrind, a long run less a short one, observation included"
    case .none: "nothing"
    }
  }

  /// The places that allocated after warm-up, when somebody asked for them.
  mutating func writeAllocationSites() {
    guard let sites = result.allocations.sites else { return }
    if sites.top.isEmpty { row("call sites", "nothing allocated after warm-up") }
    for (index, site) in sites.top.enumerated() {
      row(
        index == 0 ? "call sites" : "",
        Self.joined([
          "\(Quantity.grouped(site.count)) in \(site.phase)", Quantity.bytes(Int64(site.bytes)),
          "first in frame \(Quantity.grouped(UInt64(site.firstFrame)))",
          Self.shortened(site.function),
        ]))
      for caller in site.callers { row("", "  ← " + Self.shortened(caller)) }
    }
    let rest = sites.siteCount - sites.top.count
    if rest > 0 { row("", "and \(rest) more") }
    if sites.lostCount > 0 {
      row("", "\(Quantity.grouped(sites.lostCount)) allocations of further places had no room")
    }
  }

  private static func shortened(_ name: String) -> String {
    let line = MessageText.oneLine(name)
    return line.count <= nameWidth ? line : line.prefix(nameWidth - 1) + "…"
  }
}
