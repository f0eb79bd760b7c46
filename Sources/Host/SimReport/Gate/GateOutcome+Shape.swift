import SimFormats

extension GateReport {
  /// What `gate` writes as JSON.
  package static let output = VerbOutput.shape(
    "Runs compared with their baselines, or with another build.", "scenarios",
    GateOutcome.shape.codec, "A row a run.")
}

extension GateOutcome {
  /// The verdict in a run's words: failed where the run, or what was compared, stands in the way.
  var verdict: Verdict {
    guard !isPassed else { return .passed }
    guard notJudged == nil else { return .notJudged }
    let run = Verdict(rawValue: runVerdict)
    let fails = verdicts.contains { verdict in
      switch verdict {
      case .regressed, .referenceMissing: true
      case .workChanged: !isChangeDeclared
      case .equal, .improved, .inconclusive, .notJudged: false
      }
    }
    return run == .failed || fails ? .failed : run == .notExercised ? .notExercised : .inconclusive
  }

  static let shape = Shape<GateOutcome>(
    written: nil, "A run compared with its reference.",
    [
      Member(derived: "scenario", \.scenario, "The scenario's name, with the case of its matrix."),
      Member(derived: "seed", \.seed, .seed, SchemaRule.seedWords),
      Member(derived: "frames", \.frames, "Frames that were run, or steps of a model."),
      Member(derived: "reference", \.reference, "The baseline's file, or the other build."),
      Member(
        derived: "verdict", \.verdict, Codec<Verdict>.cases,
        "Passed when the run passed and no cost rose, no work changed undeclared, and nothing went "
          + "unjudged."),
      Member(
        derived: "comparisons", \.verdicts, comparison.list(1...6),
        "All that the comparison found, worst first."),
      Member(
        derived: "declared", \.isChangeDeclared,
        "Whether a higher behavior version announced other work."),
      Member(
        derivedOrNull: "run", Codec<Verdict>.cases,
        "The run's own verdict; null when the other build's is not known."
      ) { Verdict(rawValue: $0.runVerdict) },
      Member(
        derived: "failedBudgets", \.failedBudgets, BudgetSummary.shape.codec.list(),
        "Budgets that the run itself failed, those of wall time last: they do not decide."),
      Member(derived: "comparedMetrics", .whole(), "Exact metrics that were compared.") {
        UInt64($0.exact?.comparedCount ?? 0)
      },
      Member(
        derived: "differences", ExactComparison.Row.shape.codec.list(),
        "Exact metrics that are not what they were."
      ) { $0.exact?.rows ?? [] },
      Member(derived: "divergence", \.divergence, "Where states part; null when they do not."),
      Member(
        derived: "firstAllocation", \.firstAllocation,
        "Where memory was first taken after warm-up; null when it was not."),
      Member(derived: "notes", \.notes, "Further things to know."),
      .notJudged(\.notJudged),
      Member(
        derivedOrNull: "missing", \.missing, Missing.codec,
        "What the baseline lacks: an entry, or metrics of one; null when nothing."),
      Member(
        derivedOrNull: "instructions", \.instructions, InstructionOutcome.shape.codec,
        "Instructions; null when they were not compared."),
      Member(
        derivedOrNull: "timing", \.wall, WallOutcome.shape.codec,
        "Times; null when they were not compared."),
    ])

  /// What a comparison comes to.
  fileprivate static let comparison = Codec<GateVerdict>.cases
}

extension GateOutcome.Missing {
  static let codec = Codec<GateOutcome.Missing>(
    .either([BaselineEntry.shape.codec.rule, ExactMetric.codec.rule]),
    write: { missing in
      switch missing {
      case .entry(let entry): entry.value
      case .metrics(let metrics): ExactMetric.codec.write(metrics)
      }
    },
    read: { (node) throws(FormatError) in
      node.members.contains { $0.key == "metrics" }
        ? .entry(try BaselineEntry.shape.read(node)) : .metrics(try ExactMetric.codec.read(node))
    })
}

extension ExactComparison.Row {
  static let shape = Shape<ExactComparison.Row>(
    written: nil, "An exact metric that is not what it was.",
    [
      Member(derived: "metric", \.path, "Its path in a result."),
      Member(
        derivedOrNull: "reference", \.reference, .scalar, "What it was; null when nothing says."),
      Member(derivedOrNull: "measured", .scalar, "What it is; null when it is not there.") {
        $0.measured.flatMap { $0 == .null ? nil : $0 }
      },
      Member(
        derived: "change", \.change, Codec<ExactComparison.Change>.cases, "What the change means."),
    ])
}

extension InstructionOutcome {
  static let shape = Shape<InstructionOutcome>(
    written: nil, "Instructions compared.",
    [
      Member(derived: "source", \.source, Codec<InstructionSource>.cases, "What counted them."),
      Member(derived: "tolerance", \.tolerance, "The share of a count that may change."),
      Member(
        derived: "comparison", \.verdict, GateOutcome.comparison, "What the comparison found."),
      Member(derived: "rows", \.rows, row.codec.list(), "A row a phase."),
    ])

  private static let row = Shape<Row>(
    written: nil, "Instructions of a phase.",
    [
      Member(derived: "name", \.name, "The phase."),
      Member(derived: "reference", \.reference, "Instructions a frame of the reference."),
      Member(derived: "measured", \.measured, "Instructions a frame now."),
      Member(derived: "change", \.change, .anyNumber, "By how much they changed, as a share."),
    ])
}

extension WallOutcome {
  static let shape = Shape<WallOutcome>(
    written: nil, "Times of two builds compared.",
    [
      Member(
        derived: "comparison", \.verdict, GateOutcome.comparison, "What the comparison found."),
      Member(
        derived: "attributedTo", Codec<String>.text.list(), "The phases that a change came from."
      ) { $0.carriers.map { $0.name } },
      Member(
        derived: "differences", \.differences, difference.codec.list(),
        "What the median frame and its phases took more."),
      Member(derived: "comparedFrames", .whole(), "Frames that were compared.") {
        UInt64($0.comparedFrames)
      },
      Member(derived: "processes", .whole(), "Processes that ran.") { UInt64($0.processes) },
      Member(derived: "rows", \.rows, row.codec.list(), "A row a figure."),
      Member(
        derivedOrNull: "rounds", \.rounds, RoundsRecord.shape.codec,
        "The rounds; null when none were made."),
    ])

  private static let row = Shape<Row>(
    written: nil, "A figure of frame times compared; changes are shares of it.",
    [
      Member(derived: "name", \.name, "The figure."),
      Member(derived: "nanoseconds", \.nanoseconds, "What it is now."),
      Member(derivedOrNull: "change", .anyNumber, "By how much it changed; null when unknown.") {
        finite($0.change)
      },
      Member(
        derivedOrNull: "lower", .anyNumber,
        "The lower end of where the change lies; null when unknown."
      ) {
        finite($0.lower)
      },
      Member(derivedOrNull: "upper", .anyNumber, "The upper end; null when unknown.") {
        finite($0.upper)
      },
      Member(
        derivedOrNull: "control", .anyNumber,
        "What the reference beside itself changed by; null when unknown."
      ) {
        finite($0.control)
      },
      Member(derived: "floor", \.floor, .anyNumber, "The smallest change that counts."),
      Member(derived: "steadyRounds", .whole(), "Rounds in which it held.") {
        UInt64($0.steadyRounds)
      },
      Member(
        derived: "comparison", \.verdict, GateOutcome.comparison, "What the comparison found."),
      Member(derived: "measurable", \.isMeasurable, "Whether this machine can tell such a change."),
    ])

  private static let difference = Shape<Difference>(
    written: nil, "What a part of the frame took more.",
    [
      Member(derived: "name", \.name, "The part."),
      Member(derived: "nanoseconds", \.nanoseconds, .anyNumber, "How much more."),
      Member(derived: "lower", \.lower, .anyNumber, "The lower end of where it lies."),
      Member(derived: "upper", \.upper, .anyNumber, "The upper end."),
      Member(derived: "real", \.isReal, "Whether it is more than chance."),
    ])
}

/// A number that JSON has; nil for any other.
private func finite(_ value: Double) -> Double? { value.isFinite ? value : nil }

extension RoundsRecord {
  static let shape = Shape<RoundsRecord>(
    written: nil, "The rounds that were made.",
    [
      Member(derived: "end", \.end, Codec<End>.cases, "Why no more were made."),
      Member(derived: "made", .whole(), "How many were made.") { UInt64($0.rounds) },
      Member(derived: "max", .whole(), "How many would have been.") { UInt64($0.maximumRounds) },
      Member(derived: "seconds", \.seconds, "How long they took."),
      Member(derived: "budgetSeconds", \.budgetSeconds, "How long they might take."),
      Member(
        derivedOrNull: "remedy", \.remedy, remedyShape.codec,
        "What would settle it; null when it is settled."),
    ])

  private static let remedyShape = Shape<Remedy>(
    written: nil, "What would settle a comparison.",
    [
      Member(derived: "rounds", .whole(), "Rounds needed.") { UInt64($0.rounds) },
      Member(derived: "seconds", \.seconds, "How long they take."),
      Member(derived: "estimated", \.isEstimated, "Whether that is estimated."),
      Member(derived: "options", \.options, "Options that ask for them."),
    ])
}
