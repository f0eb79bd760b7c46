import Formats

/// One thing that the gate compared, in words that its outputs share.
struct GateRow {
  /// What is compared, with its unit.
  var metric: String
  /// What the reference has; empty when that is no single figure.
  var before: String
  /// What was measured.
  var now: String
  /// The change as a signed percentage; empty when there is none to tell.
  var change: String
  /// What a change has to exceed to count.
  var limit: String
  /// What became of it, as a word.
  var verdict: String
  var status: CheckStatus

  /// The row in one line.
  var sentence: String {
    let step = before.isEmpty ? now : "\(before) → \(now)"
    let parts = [step, change, limit.isEmpty ? "" : "counts above \(limit)", verdict]
    return "\(metric): " + parts.filter { !$0.isEmpty }.joined(separator: ", ")
  }
}

extension GateOutcome {
  /// Whether nothing stands in the way: the run held and nothing costs more or went unjudged.
  var isPassed: Bool {
    runVerdict == Verdict.passed.rawValue
      && verdicts.allSatisfy { verdict in
        switch verdict {
        case .equal, .improved: true
        case .workChanged: isChangeDeclared
        case .regressed, .inconclusive, .referenceMissing: false
        }
      }
  }

  /// Exact metrics that are not what they were; those that could not be measured come last.
  var exactRows: [GateRow] {
    let rows = (exact?.rows ?? []).map { row in
      let isOfOtherWork =
        row.change == .regressed && exact?.isSameWork == false
        && !row.path.hasPrefix("allocations.")
      let status: CheckStatus =
        switch row.change {
        case .improved: .passed
        case .regressed: isOfOtherWork ? .notMeasured : .failed
        case .changed: isChangeDeclared ? .passed : .failed
        case .added: .failed
        case .notMeasured: .notMeasured
        }
      return GateRow(
        metric: MessageText.oneLine(row.path), before: GateReport.text(row.reference),
        now: row.change == .notMeasured ? "not measured" : GateReport.text(row.measured),
        change: GateReport.share(row), limit: "",
        verdict: isOfOtherWork ? "other work" : row.change.rawValue.replacing("-", with: " "),
        status: status)
    }
    return rows.filter { $0.status != .notMeasured } + rows.filter { $0.status == .notMeasured }
  }

  /// Instructions of each phase that both sides counted.
  var instructionRows: [GateRow] {
    guard let instructions else { return [] }
    let limit = instructions.tolerance
    return instructions.rows.map { row in
      let verdict: GateVerdict =
        instructions.verdict == .workChanged
        ? .workChanged
        : row.change > limit ? .regressed : row.change < -limit ? .improved : .equal
      return GateRow(
        metric: "\(row.name), instructions a frame",
        before: CountWords.count(row.reference), now: CountWords.count(row.measured),
        change: GateReport.percent(row.change), limit: GateReport.percent(limit),
        verdict: GateReport.word(verdict), status: status(verdict))
    }
  }

  /// Times of each phase, where frames of both sides were in the same state.
  var timeRows: [GateRow] {
    (wall?.rows ?? []).map { row in
      let small = row.isMeasurable && row.verdict == .equal ? ", measurable" : ""
      return GateRow(
        metric: "\(row.name), time a frame", before: Quantity.time(row.nanoseconds),
        now: Quantity.time(row.nanoseconds * (1 + row.change)),
        change: "\(GateReport.percent(row.change)) (95 % in \(GateReport.percent(row.lower)) to "
          + "\(GateReport.percent(row.upper)), \(row.steadyRounds) steady rounds)",
        limit: GateReport.percent(row.floor), verdict: GateReport.word(row.verdict) + small,
        status: status(row.verdict))
    }
  }

  private func status(_ verdict: GateVerdict) -> CheckStatus {
    switch verdict {
    case .equal, .improved: .passed
    case .regressed: .failed
    case .workChanged: isChangeDeclared ? .passed : .failed
    case .inconclusive, .referenceMissing: .notMeasured
    }
  }

  /// Who counted instructions, by the method's name.
  var methodWords: String {
    guard let instructions else { return "none" }
    return "\(instructions.source.rawValue) (\(CountWords.detail(instructions.source)))"
  }

  /// What the figures do not say: where states part, where memory was taken, and the notes.
  var facts: [String] {
    var facts: [String] = []
    if let text = firstAllocation { facts.append("first allocation: \(text)") }
    if let text = divergence { facts.append("the states part \(text)") }
    if let wall {
      facts.append(
        "wall time: \(wall.processes) fresh processes a side, "
          + "\(Quantity.grouped(UInt64(wall.comparedFrames))) frames in the same state")
    }
    return (facts + notes).map { MessageText.oneLine($0) }
  }
}
