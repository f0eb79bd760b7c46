import SimFormats

extension JSONReport {
  static func instructions(_ summary: InstructionSummary) -> JSONOutput {
    .object([
      ("source", .string(summary.source.rawValue)),
      ("note", JSONOutput(orNull: summary.note)),
      ("frames", .unsigned(UInt64(summary.frames))),
      ("total", .object(summary.counts.map { ($0.name, .unsigned($0.total)) })),
      ("perFrame", .object(summary.counts.map { ($0.name, .number(summary.perFrame($0))) })),
    ])
  }

  static func sites(_ sites: AllocationSites) -> JSONOutput {
    let top = sites.top.map { site in
      JSONOutput.object([
        ("function", .string(site.function)),
        ("callers", .array(site.callers.map { .string($0) })),
        ("phase", .string(site.phase)), ("count", .unsigned(site.count)),
        ("bytes", .unsigned(site.bytes)), ("firstFrame", .unsigned(UInt64(site.firstFrame))),
      ])
    }
    return .object([
      ("sites", .integer(Int64(sites.siteCount))), ("lost", .unsigned(sites.lostCount)),
      ("top", .array(top)),
    ])
  }
}
