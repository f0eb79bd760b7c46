import SimFormats

/// One comparison of the gate, in words that its outputs share.
struct GateRow {
  /// The metric with its unit.
  var metric: String
  /// The reference's value; empty if it is not a single number.
  var before: String
  /// The measured value.
  var now: String
  /// The change as a signed percentage; empty if there is none.
  var change: String
  /// The threshold of a change.
  var limit: String
  /// The verdict as a word.
  var verdict: String
  var status: CheckStatus
  /// The outcome of an exact metric; nil for instructions and times.
  var exactChange: ExactComparison.Change?

  /// The row in one line.
  var sentence: String {
    let step = before.isEmpty ? now : "\(before) → \(now)"
    let parts = [step, change, limit.isEmpty ? "" : "threshold \(limit)", verdict]
    return "\(metric): " + parts.filter { !$0.isEmpty }.joined(separator: ", ")
  }
}

extension GateOutcome {
  /// Whether everything passed: the run, its costs, and no missing verdict.
  var isPassed: Bool {
    runVerdict == Verdict.passed.rawValue
      && verdicts.allSatisfy { verdict in
        switch verdict {
        case .equal, .improved: true
        case .workChanged: isChangeDeclared
        case .regressed, .inconclusive, .referenceMissing, .notJudged: false
        }
      }
  }

  /// Exact metrics that changed; those that could not be measured come last.
  var exactRows: [GateRow] {
    let rows = (exact?.rows ?? []).map { row in
      // Other work has other costs; only allocations are a cost whatever was done.
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
      let (before, now) = GateReport.texts(row)
      return GateRow(
        metric: MessageText.oneLine(row.path), before: before,
        now: row.change == .notMeasured ? "not measured" : now,
        change: GateReport.share(row), limit: "",
        verdict: isOfOtherWork ? "other work" : row.change.rawValue.replacing("-", with: " "),
        status: status, exactChange: row.change)
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
      let (before, now) = CountWords.counts(row.reference, row.measured)
      let words = ChangeWords([row.change], floor: limit)
      return GateRow(
        metric: "\(row.name), instructions per frame", before: before, now: now,
        change: words.texts[0], limit: words.floor,
        verdict: GateReport.word(verdict), status: status(verdict))
    }
  }

  /// Times of each phase, where frames of both sides were in the same state.
  var timeRows: [GateRow] {
    (wall?.rows ?? []).map { row in
      let small = row.isMeasurable && row.verdict == .equal ? ", measurable" : ""
      let now = row.nanoseconds * (1 + row.change)
      let digits = FigureText.digits(telling: [now], from: row.nanoseconds) {
        Quantity.time($0, digits: $1)
      }
      let words = ChangeWords([row.change, row.lower, row.upper], floor: row.floor)
      let shares = words.texts
      let carriers = row.name == "frame" ? wall?.carrierWords.map { ", by \($0)" } : nil
      return GateRow(
        metric: "\(row.name), time per frame",
        before: Quantity.time(row.nanoseconds, digits: digits),
        now: Quantity.time(now, digits: digits),
        change: "\(shares[0]) (95 % in \(shares[1]) to \(shares[2]), "
          + "\(row.steadyRounds) steady rounds)",
        limit: words.floor, verdict: GateReport.word(row.verdict) + small + (carriers ?? ""),
        status: status(row.verdict))
    }
  }

  private func status(_ verdict: GateVerdict) -> CheckStatus {
    switch verdict {
    case .equal, .improved: .passed
    case .regressed: .failed
    case .workChanged: isChangeDeclared ? .passed : .failed
    case .inconclusive, .referenceMissing, .notJudged: .notMeasured
    }
  }

  /// The method of counting instructions.
  var methodWords: String {
    guard let instructions else { return "none" }
    return "\(instructions.source.rawValue) (\(CountWords.detail(instructions.source)))"
  }

  /// Further facts: where states diverge, where memory was allocated, and the notes.
  var facts: [String] {
    var facts: [String] = []
    if let text = divergence { facts.append("the states diverge \(text)") }
    if let text = firstAllocation { facts.append("first allocation: \(text)") }
    if let wall {
      facts.append(
        "wall time: \(wall.processes) processes per side, "
          + CountWords.counted(wall.comparedFrames, "frame") + " in the same state")
      facts += wall.roundWords
    }
    return (facts + notes).map { MessageText.oneLine($0) }
  }
}

extension WallOutcome {
  /// The phases to which the frame's change is attributed, such as `step +410 µs of +420 µs`; nil
  /// if there are none.
  var carrierWords: String? {
    guard let frame = differences.first, !carriers.isEmpty else { return nil }
    func signed(_ nanoseconds: Double) -> String {
      (nanoseconds < 0 ? "-" : "+") + Quantity.time(nanoseconds.magnitude)
    }
    let parts = carriers.map {
      "\($0.name) \(signed($0.nanoseconds)) (95 % in \(signed($0.lower)) to \(signed($0.upper)))"
    }
    return parts.joined(separator: ", ") + " of \(signed(frame.nanoseconds))"
  }
}

extension WallOutcome {
  /// Why the rounds ended, and what would decide the inconclusive metrics, one sentence each; empty
  /// if rounds were not counted.
  var roundWords: [String] {
    guard let rounds else { return [] }
    let made = rounds.rounds == 1 ? "1 round" : "\(rounds.rounds) rounds"
    let took = "\(made) in \(Quantity.time(1e9 * rounds.seconds))"
    let ended =
      switch rounds.end {
      case .settled: "every metric is decided"
      case .budget:
        "the budget of \(Quantity.time(1e9 * rounds.budgetSeconds)) does not allow more"
      case .maximumRounds: "\(rounds.maximumRounds) is the maximum"
      case .otherWork: "the builds do different work"
      case .notDeterministic: "the scene is not deterministic"
      }
    let open = rows.filter { $0.isOpen }.map { $0.name }
    guard !open.isEmpty else { return ["\(took): \(ended)"] }
    let names = open.joined(separator: ", ")
    guard let remedy = rounds.remedy else {
      let words = "a quieter machine: no number of rounds would decide it on this one"
      return ["\(took): \(ended)", "to decide \(names): \(words)"]
    }
    let needed = CountWords.counted(remedy.rounds, "round")
    let count = "\(needed), \(Quantity.time(1e9 * remedy.seconds))"
    let words =
      remedy.isEstimated
      ? "about \(count)" : "too few rounds for an estimate; the maximum is \(count)"
    return ["\(took): \(ended)", "to decide \(names): \(words); pass \(remedy.options)"]
  }
}

/// Changes and their threshold, with enough digits to distinguish them.
struct ChangeWords {
  /// The changes with their signs.
  let texts: [String]
  /// The threshold.
  let floor: String

  init(_ changes: [Double], floor: Double) {
    let digits = FigureText.digits(telling: changes.map { $0.magnitude }, from: floor) {
      Quantity.percent($0, digits: $1)
    }
    texts = changes.map { Quantity.signedPercent($0, digits: digits) }
    self.floor = Quantity.percent(floor, digits: digits)
  }
}
