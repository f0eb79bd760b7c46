import SimFormats

/// The outcomes of the gate, as text, JSON and pages.
package enum GateReport {
  // MARK: - People

  /// Maximum number of metrics shown per scenario; the rest is counted.
  static var shownRows: Int { 20 }

  static func words(_ outcome: GateOutcome) -> [String] {
    let words = outcome.verdicts.map { word($0) }
    guard outcome.notJudged == nil, outcome.runVerdict != Verdict.passed.rawValue else {
      return words
    }
    // For a run that did not pass, lower costs are omitted, since they would read as a second
    // verdict.
    let good: [GateVerdict] = [.equal, .improved]
    let run = outcome.runVerdict.isEmpty ? "unknown" : outcome.runVerdict
    return [run.replacing("-", with: " ")]
      + outcome.verdicts.filter { !good.contains($0) }.map { word($0) }
  }

  static func word(_ verdict: GateVerdict) -> String {
    verdict.rawValue.replacing("-", with: " ")
  }

  /// An outcome in one line of terminal output.
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
          ? "\(count) exact metrics equal \(outcome.reference)"
          : "\(differing) of \(count) exact metrics differ from \(outcome.reference)")
    } else {
      parts.append(([missingWords(outcome)] + outcome.notes).joined(separator: ": "))
    }
    return TextReport.joined(parts)
  }

  /// The words for a missing reference.
  static func missingWords(_ outcome: GateOutcome) -> String {
    "nothing to compare with in \(outcome.reference)"
  }

  /// The lines of terminal output below an outcome.
  ///
  /// - Parameter namesFailures: Whether to include the run's own failures.
  static func details(_ outcome: GateOutcome, namesFailures: Bool = true) -> [String] {
    guard outcome.notJudged == nil else { return [] }
    var lines = namesFailures ? outcome.runLines : []
    // A missing baseline is reported in the line above.
    guard outcome.exact != nil || outcome.missing == nil else { return lines }
    // Digests come first, since other costs follow from them.
    if let text = outcome.divergence { lines.append("the states diverge \(text)") }
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
      "instructions  \(outcome.source.rawValue), threshold "
        + "\(Quantity.percent(outcome.tolerance))  ·  \(word(outcome.verdict))"
    ]
      + outcome.rows.map { row in
        let (before, now) = CountWords.counts(row.reference, row.measured)
        let change = ChangeWords([row.change], floor: outcome.tolerance).texts[0]
        return "  \(Quantity.padded(row.name, 6))  \(before) → \(now) per frame  \(change)"
      }
  }

  private static func wall(_ wall: WallOutcome) -> [String] {
    var lines = [
      "wall time   \(wall.processes) processes per side, "
        + CountWords.counted(wall.comparedFrames, "frame") + " in the same state"
    ]
    for row in wall.rows {
      let small = row.isMeasurable && row.verdict == .equal ? ", measurable" : ""
      let words = ChangeWords([row.change, row.lower, row.upper, row.control], floor: row.floor)
      let shares = words.texts
      lines.append(
        "  \(Quantity.padded(row.name, 6))  "
          + "\(Quantity.padded(Quantity.time(row.nanoseconds), 8))  \(shares[0])  95 % in "
          + "\(shares[1]) to \(shares[2])  ·  same build \(shares[3]), threshold \(words.floor)  "
          + "·  \(row.steadyRounds) steady rounds  ·  \(word(row.verdict))\(small)")
    }
    if let words = wall.carrierWords { lines.append("  attributed to \(words)") }
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

  /// The values of reference and measurement, with enough digits to distinguish them.
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
    // Whole numbers beyond the precision of a double are written exactly.
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
