extension ResultFile {
  static func instructions(_ node: JSONNode?) throws(FormatError) -> InstructionSummary {
    let found = try optional(node) { (node) throws(FormatError) in
      var reader = try node.object()
      let source = reader.optional("source")
      guard let known = InstructionSource(rawValue: try text(source) ?? "") else {
        throw node.failure(
          .unexpected(found: source?.foundText ?? "no source", expected: "a known source"))
      }
      var totals = try reader.required("total").object()
      var counts: [InstructionCount] = []
      for member in totals.remainingMembers() {
        counts.append(InstructionCount(name: member.key, total: try member.value.uint64()))
      }
      return InstructionSummary(
        source: known, note: try text(reader.required("note")),
        frames: try reader.required("frames").uint32(), counts: counts)
    }
    return found ?? .notAskedFor
  }

  static func allocationSites(_ node: JSONNode?) throws(FormatError) -> AllocationSites? {
    try optional(node) { (node) throws(FormatError) in
      var reader = try node.object()
      var top: [AllocationSite] = []
      for node in try reader.required("top").array() {
        var site = try node.object()
        var callers: [String] = []
        for caller in try site.required("callers").array() { callers.append(try caller.string()) }
        top.append(
          AllocationSite(
            function: try site.required("function").string(), callers: callers,
            phase: try site.required("phase").string(),
            count: try site.required("count").uint64(),
            bytes: try site.required("bytes").uint64(),
            firstFrame: try site.required("firstFrame").uint32()))
      }
      return AllocationSites(
        top: top, siteCount: try reader.required("sites").int(in: 0...Int(Int32.max)),
        lostCount: try reader.required("lost").uint64())
    }
  }
}
