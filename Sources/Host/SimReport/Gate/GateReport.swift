import SimFormats

/// What became of scenarios at the gate, for people and for programs.
package enum GateReport {
  // MARK: - People

  /// Rows of metrics shown of a scenario before the rest is only counted.
  static var shownRows: Int { 20 }

  static func words(_ outcome: GateOutcome) -> [String] {
    let words = outcome.verdicts.map { word($0) }
    guard outcome.notJudged == nil, outcome.runVerdict != Verdict.passed.rawValue else {
      return words
    }
    // Beside a run that did not pass, good news about its costs would read as a second verdict.
    let good: [GateVerdict] = [.equal, .improved]
    let run = outcome.runVerdict.isEmpty ? "unknown" : outcome.runVerdict
    return [run.replacing("-", with: " ")]
      + outcome.verdicts.filter { !good.contains($0) }.map { word($0) }
  }

  static func word(_ verdict: GateVerdict) -> String {
    verdict.rawValue.replacing("-", with: " ")
  }

  /// What a terminal says of an outcome in one line.
  static func summary(_ outcome: GateOutcome) -> String {
    if let run = outcome.notJudged { return run.reasonWords }
    var parts = [
      CountWords.counted(outcome.frames, outcome.unit), "seed \(outcome.seed)",
    ]
    if let exact = outcome.exact {
      let differing = exact.rows.count { $0.change != .added && $0.change != .notMeasured }
      let count = FigureText.grouped(UInt64(exact.comparedCount))
      parts.append(
        differing == 0
          ? "\(count) exact metrics as in \(outcome.reference)"
          : "\(differing) of \(count) exact metrics not as in \(outcome.reference)")
    } else {
      parts.append(([missingWords(outcome)] + outcome.notes).joined(separator: ": "))
    }
    return TextReport.joined(parts)
  }

  /// That there is nothing to compare with, in words.
  static func missingWords(_ outcome: GateOutcome) -> String {
    "nothing to compare with in \(outcome.reference)"
  }

  /// What a terminal says below the line of an outcome.
  ///
  /// - Parameter namesFailures: Whether the run's own failures are among it.
  static func details(_ outcome: GateOutcome, namesFailures: Bool = true) -> [String] {
    guard outcome.notJudged == nil else { return [] }
    var lines = namesFailures ? outcome.runLines : []
    // What has no baseline is told in the one line above.
    guard outcome.exact != nil || outcome.missing == nil else { return lines }
    // What was drawn comes first: other costs follow from it.
    if let text = outcome.divergence { lines.append("the states part \(text)") }
    let all = (outcome.exact?.rows ?? []).filter { $0.change != .notMeasured }
    let rows =
      all.filter { $0.path.hasPrefix("digest.") } + all.filter { !$0.path.hasPrefix("digest.") }
    let width = rows.prefix(shownRows).reduce(0) { max($0, $1.path.count) }
    for row in rows.prefix(shownRows) {
      let (before, now) = texts(row)
      lines.append(
        "\(mark(row.change)) \(Quantity.padded(row.path, width))  \(before) → \(now)"
          + (share(row).isEmpty ? "" : "  \(share(row))"))
    }
    if rows.count > shownRows { lines.append("and \(rows.count - shownRows) more") }
    let unmeasured = (outcome.exact?.rows ?? []).count { $0.change == .notMeasured }
    if unmeasured > 0 { lines.append("\(unmeasured) metrics could not be measured here") }
    if let text = outcome.firstAllocation { lines.append("first allocation: \(text)") }
    if let counts = outcome.instructions { lines += instructions(counts) }
    if let wall = outcome.wall { lines += self.wall(wall) }
    return lines + outcome.notes
  }

  private static func instructions(_ outcome: InstructionOutcome) -> [String] {
    [
      "instructions  \(outcome.source.rawValue), counts above "
        + "\(Quantity.percent(outcome.tolerance))  ·  \(word(outcome.verdict))"
    ]
      + outcome.rows.map { row in
        let (before, now) = CountWords.counts(row.reference, row.measured)
        let change = ChangeWords([row.change], floor: outcome.tolerance).texts[0]
        return "  \(Quantity.padded(row.name, 6))  \(before) → \(now) a frame  \(change)"
      }
  }

  private static func wall(_ wall: WallOutcome) -> [String] {
    var lines = [
      "wall time   \(wall.processes) fresh processes a side, "
        + CountWords.counted(wall.comparedFrames, "frame") + " in the same state"
    ]
    for row in wall.rows {
      let small = row.isMeasurable && row.verdict == .equal ? ", measurable" : ""
      let words = ChangeWords([row.change, row.lower, row.upper, row.control], floor: row.floor)
      let shares = words.texts
      lines.append(
        "  \(Quantity.padded(row.name, 6))  \(Quantity.padded(Quantity.time(row.nanoseconds), 8))  "
          + "\(shares[0])  95 % in \(shares[1]) to \(shares[2])"
          + "  ·  same build \(shares[3]), counts above \(words.floor)"
          + "  ·  \(row.steadyRounds) steady rounds  ·  \(word(row.verdict))\(small)")
    }
    if let words = wall.carrierWords { lines.append("  carried by \(words)") }
    return lines + wall.roundWords.map { "  \($0)" }
  }

  private static func mark(_ change: ExactComparison.Change) -> String {
    switch change {
    case .improved: "↓"
    case .regressed: "↑"
    case .changed: "≠"
    case .added: "+"
    case .notMeasured: "–"
    }
  }

  /// What the reference has and what was measured, told apart where they differ.
  static func texts(_ row: ExactComparison.Row) -> (before: String, now: String) {
    guard let old = row.reference?.double, let new = row.measured?.double else {
      return (text(row.reference), text(row.measured))
    }
    let digits = FigureText.digits(telling: [new], from: old) { Quantity.plain($0, digits: $1) }
    return (text(row.reference, digits: digits), text(row.measured, digits: digits))
  }

  private static func text(
    _ value: JSONOutput?, digits: Int = FigureText.minimumDigits
  ) -> String {
    guard let value, !value.isNull else { return "none" }
    // Whole numbers beyond what a double holds are written as they are.
    if case .unsigned(let count) = value { return FigureText.grouped(count) }
    if case .integer(let count) = value {
      return (count < 0 ? "-" : "") + FigureText.grouped(count.magnitude)
    }
    if let number = value.double { return Quantity.plain(number, digits: digits) }
    return MessageText.oneLine(value.text ?? JSONWriter.text(of: value, style: .compact))
  }

  static func share(_ row: ExactComparison.Row) -> String {
    guard let old = row.reference?.double, let new = row.measured?.double else { return "" }
    return Quantity.change(from: old, to: new)
  }
}
