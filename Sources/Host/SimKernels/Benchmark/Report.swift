import SimFormats
import SimPlatform

/// Results as a table and as JSON.
enum Report {
  /// The table, notes and faults.
  static func text(_ results: [Session.Result], rounds: Int, coreShare: Double) -> String {
    var lines = ["\(rounds) interleaved rounds, 1170 x 2532 pixels, time of one thread"]
    if coreShare < 0.95 {
      let percent = Int((coreShare * 100).rounded())
      lines.append("BUSY MACHINE: this process had \(percent) % of a core and shared its caches")
    }
    lines.append("")
    lines.append(
      row(["figure", "median", "p10 - p90", "goal", "", "x memcpy", "goal", ""]))
    for result in results {
      let time = result.nanoseconds
      lines.append(
        row([
          result.figure.name, shown(time.median, result.figure.unit),
          "\(shown(time.p10, result.figure.unit)) - \(shown(time.p90, result.figure.unit))",
          result.figure.goal.map(goalText) ?? "", verdict(result.isMet),
          result.figure.hasMemcpyRatio ? ratio(result.memcpyRatio.median) : "",
          result.memcpyGoal.map { "<= \(ratio($0))" } ?? "", verdict(result.isMetInMemcpys),
        ]))
    }
    lines.append("")
    var digest: UInt64 = 0
    for result in results where result.figure.isMain {
      digest = digest &* 31 &+ result.outcome.digest
      if !result.outcome.note.isEmpty {
        lines.append("\(result.figure.name): \(result.outcome.note)")
      }
    }
    lines.append(allocationText(results))
    lines.append("computed \(String(digest, radix: 16))")
    for result in results where result.figure.isMain {
      for fault in result.outcome.faults {
        lines.append("INVALID \(result.figure.name): \(fault)")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Which figures allocate while they are measured.
  private static func allocationText(_ results: [Session.Result]) -> String {
    let source = AllocationProbe.source
    guard source.isMeasured else { return "allocations: \(source.name)" }
    let allocating = results.filter { $0.figure.isMain && $0.allocations != 0 }
      .map { "\($0.figure.name) \(($0.allocations ?? 0).rounded(to: 1))" }
    guard !allocating.isEmpty else { return "allocations per iteration: none anywhere" }
    return "allocations per iteration: " + allocating.joined(separator: ", ")
  }

  /// The results for programs.
  static func json(
    _ results: [Session.Result], rounds: Int, coreShare: Double
  ) -> JSONOutput {
    let machine = Environment.machine
    return .object([
      ("program", .string("simbench")),
      ("processor", .string(machine.processor ?? machine.architecture)),
      ("rounds", .integer(Int64(rounds))),
      ("coreShare", .number(coreShare)),
      ("figures", .array(results.map(figure))),
    ])
  }

  private static func figure(_ result: Session.Result) -> JSONOutput {
    var members: [(String, JSONOutput)] = [
      ("name", .string(result.figure.name)),
      ("nanoseconds", .number(result.nanoseconds.median)),
      ("p10", .number(result.nanoseconds.p10)),
      ("p90", .number(result.nanoseconds.p90)),
      ("memcpyRatio", .number(result.memcpyRatio.median)),
    ]
    if let allocations = result.allocations {
      members.append(("allocations", .number(allocations)))
    }
    if let goal = result.figure.goal { members.append(("goal", .string(goalText(goal)))) }
    if let isMet = result.isMet { members.append(("isMet", .bool(isMet))) }
    if let goal = result.memcpyGoal { members.append(("memcpyGoal", .number(goal))) }
    if let isMet = result.isMetInMemcpys { members.append(("isMetInMemcpys", .bool(isMet))) }
    members.append(("faults", .array(result.outcome.faults.map { .string($0) })))
    return .object(members)
  }

  private static func row(_ cells: [String]) -> String {
    let widths = [28, 12, 24, 14, 6, 10, 10, 6]
    let padded = cells.indices.map { index in
      let gap = String(repeating: " ", count: max(0, widths[index] - cells[index].count))
      let isLeft = [0, 4, 7].contains(index)
      return isLeft ? cells[index] + gap : gap + cells[index] + "  "
    }
    var line = padded.joined()
    while line.last == " " { line.removeLast() }
    return line
  }

  private static func verdict(_ isMet: Bool?) -> String {
    isMet.map { $0 ? "ok" : "missed" } ?? ""
  }

  private static func shown(_ nanoseconds: Double, _ unit: Unit) -> String {
    if case .bytes(let count) = unit { return "\((count / nanoseconds).rounded(to: 2)) GB/s" }
    if nanoseconds < 1_000 { return "\(nanoseconds.rounded(to: 2)) ns" }
    if nanoseconds < 1_000_000 { return "\((nanoseconds / 1_000).rounded(to: 2)) µs" }
    return "\((nanoseconds / 1_000_000).rounded(to: 3)) ms"
  }

  private static func ratio(_ value: Double) -> String {
    "\(value.rounded(to: value < 0.1 ? 4 : 2))"
  }

  private static func goalText(_ goal: Goal) -> String {
    switch goal {
    case .atMostNanoseconds(let limit): "<= \(shown(limit, .time))"
    case .belowMemcpy: "< 1 memcpy"
    case .atLeastPerSecond(let rate): ">= \(Int(rate)) /s"
    }
  }
}

extension Double {
  /// The value with a few digits after the point.
  func rounded(to digits: Int) -> Double {
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    return (self * scale).rounded() / scale
  }
}
