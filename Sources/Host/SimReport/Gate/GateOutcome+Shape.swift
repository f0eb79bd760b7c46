import SimFormats

extension GateReport {
  /// The JSON output of `gate`.
  package static let output = VerbOutput.shape(
    "Runs compared with their baselines, or with another build.", "scenarios",
    GateOutcome.shape.codec, "One row per run.")
}

extension GateOutcome {
  /// The verdict, in the terms of a run: failed if the run or a comparison failed.
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
        "passed if the run passed, no cost rose, no work changed undeclared, and everything was "
          + "judged."),
      Member(
        derived: "comparisons", \.verdicts, comparison.list(1...6),
        "Results of all comparisons, worst first."),
      Member(
        derived: "declared", \.isChangeDeclared,
        "Whether a higher behavior version declares that the work changed."),
      Member(
        derivedOrNull: "run", Codec<Verdict>.cases,
        "The run's own verdict; null if that of the other build is unknown."
      ) { Verdict(rawValue: $0.runVerdict) },
      Member(
        derived: "failedBudgets", \.failedBudgets, BudgetSummary.shape.codec.list(),
        "Budgets that the run itself failed; those on wall time come last and do not decide."),
      Member(derived: "comparedMetrics", .whole(), "Exact metrics that were compared.") {
        UInt64($0.exact?.comparedCount ?? 0)
      },
      Member(
        derived: "differences", ExactComparison.Row.shape.codec.list(),
        "Exact metrics that changed."
      ) { $0.exact?.rows ?? [] },
      Member(derived: "divergence", \.divergence, "Where states diverge; null if they do not."),
      Member(
        derived: "firstAllocation", \.firstAllocation,
        "The first allocation after warm-up; null if there is none."),
      Member(derived: "notes", \.notes, "Notes."),
      .notJudged(\.notJudged),
      Member(
        derivedOrNull: "missing", \.missing, Missing.codec,
        "The entry or metrics missing from the baseline; null if nothing is missing."),
      Member(
        derivedOrNull: "instructions", \.instructions, InstructionOutcome.shape.codec,
        "Instructions; null if they were not compared."),
      Member(
        derivedOrNull: "timing", \.wall, WallOutcome.shape.codec,
        "Times; null if they were not compared."),
    ])

  /// The result of a comparison.
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
    written: nil, "An exact metric that changed.",
    [
      Member(derived: "metric", \.path, "Its path in a result."),
      Member(
        derivedOrNull: "reference", \.reference, .scalar, "The old value; null if unknown."),
      Member(derivedOrNull: "measured", .scalar, "The new value; null if missing.") {
        $0.measured.flatMap { $0 == .null ? nil : $0 }
      },
      Member(
        derived: "change", \.change, Codec<ExactComparison.Change>.cases, "The kind of change."),
    ])
}

extension InstructionOutcome {
  static let shape = Shape<InstructionOutcome>(
    written: nil, "Instructions compared.",
    [
      Member(derived: "source", \.source, Codec<InstructionSource>.cases, "Source of the counts."),
      Member(derived: "tolerance", \.tolerance, "The fraction by which a count may change."),
      Member(
        derived: "comparison", \.verdict, GateOutcome.comparison, "The result of the comparison."),
      Member(derived: "rows", \.rows, row.codec.list(), "One row per phase."),
    ])

  private static let row = Shape<Row>(
    written: nil, "Instructions of a phase.",
    [
      Member(derived: "name", \.name, "The phase."),
      Member(derived: "reference", \.reference, "Instructions per frame of the reference."),
      Member(derived: "measured", \.measured, "Instructions per frame of this build."),
      Member(derived: "change", \.change, .anyNumber, "Their change, as a fraction."),
    ])
}

extension WallOutcome {
  static let shape = Shape<WallOutcome>(
    written: nil, "Times of two builds compared.",
    [
      Member(
        derived: "comparison", \.verdict, GateOutcome.comparison, "The result of the comparison."),
      Member(
        derived: "attributedTo", Codec<String>.text.list(),
        "The phases that a change is attributed to."
      ) { $0.carriers.map { $0.name } },
      Member(
        derived: "differences", \.differences, difference.codec.list(),
        "How much longer the median frame and its phases took."),
      Member(derived: "comparedFrames", .whole(), "Number of compared frames.") {
        UInt64($0.comparedFrames)
      },
      Member(derived: "processes", .whole(), "Number of processes.") { UInt64($0.processes) },
      Member(derived: "rows", \.rows, row.codec.list(), "One row per statistic."),
      Member(
        derivedOrNull: "rounds", \.rounds, RoundsRecord.shape.codec,
        "The rounds; null if there were none."),
    ])

  private static let row = Shape<Row>(
    written: nil, "A statistic of frame times; changes are fractions of it.",
    [
      Member(derived: "name", \.name, "The statistic."),
      Member(derived: "nanoseconds", \.nanoseconds, "Its value in this build."),
      Member(derivedOrNull: "change", .anyNumber, "Its change; null if unknown.") {
        finite($0.change)
      },
      Member(
        derivedOrNull: "lower", .anyNumber,
        "The lower end of the change's interval; null if unknown."
      ) {
        finite($0.lower)
      },
      Member(derivedOrNull: "upper", .anyNumber, "The upper end; null if unknown.") {
        finite($0.upper)
      },
      Member(
        derivedOrNull: "control", .anyNumber,
        "Change between two runs of the reference; null if unknown."
      ) {
        finite($0.control)
      },
      Member(derived: "floor", \.floor, .anyNumber, "The smallest change that counts."),
      Member(derived: "steadyRounds", .whole(), "Number of steady rounds.") {
        UInt64($0.steadyRounds)
      },
      Member(
        derived: "comparison", \.verdict, GateOutcome.comparison, "The result of the comparison."),
      Member(
        derived: "measurable", \.isMeasurable, "Whether this machine can detect such a change."),
    ])

  private static let difference = Shape<Difference>(
    written: nil, "How much longer a part of the frame took.",
    [
      Member(derived: "name", \.name, "The part."),
      Member(derived: "nanoseconds", \.nanoseconds, .anyNumber, "Additional time."),
      Member(derived: "lower", \.lower, .anyNumber, "The lower end of its interval."),
      Member(derived: "upper", \.upper, .anyNumber, "The upper end."),
      Member(derived: "real", \.isReal, "Whether it exceeds chance."),
    ])
}

/// The value if it is finite; otherwise nil.
private func finite(_ value: Double) -> Double? { value.isFinite ? value : nil }

extension RoundsRecord {
  static let shape = Shape<RoundsRecord>(
    written: nil, "The rounds of a comparison.",
    [
      Member(derived: "end", \.end, Codec<End>.cases, "Why the comparison ended."),
      Member(derived: "made", .whole(), "Number of rounds that ran.") { UInt64($0.rounds) },
      Member(derived: "max", .whole(), "Maximum number of rounds.") { UInt64($0.maximumRounds) },
      Member(derived: "seconds", \.seconds, "How long the rounds took."),
      Member(derived: "budgetSeconds", \.budgetSeconds, "How long they were allowed to take."),
      Member(
        derivedOrNull: "remedy", \.remedy, remedyShape.codec,
        "What would decide the open metrics; null if none is open."),
    ])

  private static let remedyShape = Shape<Remedy>(
    written: nil, "What would decide a comparison.",
    [
      Member(derived: "rounds", .whole(), "Rounds needed.") { UInt64($0.rounds) },
      Member(derived: "seconds", \.seconds, "How long they take."),
      Member(derived: "estimated", \.isEstimated, "Whether the number is estimated."),
      Member(derived: "options", \.options, "Options that request them."),
    ])
}
