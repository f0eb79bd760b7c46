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
    let run = Verdict(rawValue: runVerdict)
    let fails = verdicts.contains { verdict in
      switch verdict {
      case .regressed, .referenceMissing: true
      case .workChanged: !isChangeDeclared
      case .equal, .improved, .inconclusive: false
      }
    }
    return run == .failed || fails ? .failed : run == .notExercised ? .notExercised : .inconclusive
  }

  static let shape = Shape<GateOutcome>(
    written: nil, "A run compared with its reference.",
    [
      Member(derived: "scenario", .text, "The scenario's name, with the case of its matrix.") {
        $0.scenario
      },
      Member(derived: "seed", .whole(), "The seed.") { $0.seed },
      Member(derived: "frames", .whole(), "Frames that were run, or steps of a model.") {
        $0.frames
      },
      Member(derived: "reference", .text, "The baseline's file, or the other build.") {
        $0.reference
      },
      Member(
        derived: "verdict", Codec<Verdict>.cases,
        "Passed when the run passed and no cost rose, no work changed undeclared, and nothing went "
          + "unjudged."
      ) { $0.verdict },
      Member(
        derived: "comparisons", comparison.list(1...6),
        "All that the comparison found, worst first."
      ) { $0.verdicts },
      Member(
        derived: "declared", .bool, "Whether a higher behavior version announced other work."
      ) { $0.isChangeDeclared },
      Member(
        derivedOrNull: "run", Codec<Verdict>.cases,
        "The run's own verdict; null when the other build's is not known."
      ) { Verdict(rawValue: $0.runVerdict) },
      Member(
        derived: "failedBudgets", BudgetSummary.shape.codec.list(),
        "Budgets that the run itself failed, those of wall time last: they do not decide."
      ) { $0.failedBudgets },
      Member(derived: "comparedMetrics", .whole(), "Exact metrics that were compared.") {
        UInt64($0.exact?.comparedCount ?? 0)
      },
      Member(
        derived: "differences", ExactComparison.Row.shape.codec.list(),
        "Exact metrics that are not what they were."
      ) { $0.exact?.rows ?? [] },
      Member(derivedOrNull: "divergence", .text, "Where states part; null when they do not.") {
        $0.divergence
      },
      Member(
        derivedOrNull: "firstAllocation", .text,
        "Where memory was first taken after warm-up; null when it was not."
      ) { $0.firstAllocation },
      Member(derived: "notes", Codec<String>.text.list(), "Further things to know.") { $0.notes },
      Member(
        derivedOrNull: "missing", Missing.codec,
        "What the baseline lacks: an entry, or metrics of one; null when nothing."
      ) { $0.missing },
      Member(
        derivedOrNull: "instructions", InstructionOutcome.shape.codec,
        "Instructions; null when they were not compared."
      ) { $0.instructions },
      Member(
        derivedOrNull: "timing", WallOutcome.shape.codec, "Times; null when they were not compared."
      ) { $0.wall },
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
      Member(derived: "metric", .text, "Its path in a result.") { $0.path },
      Member(derivedOrNull: "reference", .scalar, "What it was; null when nothing says.") {
        $0.reference
      },
      Member(derivedOrNull: "measured", .scalar, "What it is; null when it is not there.") {
        $0.measured.flatMap { $0 == .null ? nil : $0 }
      },
      Member(derived: "change", Codec<ExactComparison.Change>.cases, "What the change means.") {
        $0.change
      },
    ])
}

extension InstructionOutcome {
  static let shape = Shape<InstructionOutcome>(
    written: nil, "Instructions compared.",
    [
      Member(derived: "source", Codec<InstructionSource>.cases, "What counted them.") { $0.source },
      Member(derived: "tolerance", .number, "The share of a count that may change.") {
        $0.tolerance
      },
      Member(derived: "comparison", GateOutcome.comparison, "What the comparison found.") {
        $0.verdict
      },
      Member(derived: "rows", row.codec.list(), "A row a phase.") { $0.rows },
    ])

  private static let row = Shape<Row>(
    written: nil, "Instructions of a phase.",
    [
      Member(derived: "name", .text, "The phase.") { $0.name },
      Member(derived: "reference", .number, "Instructions a frame of the reference.") {
        $0.reference
      },
      Member(derived: "measured", .number, "Instructions a frame now.") { $0.measured },
      Member(derived: "change", .anyNumber, "By how much they changed, as a share.") { $0.change },
    ])
}

extension WallOutcome {
  static let shape = Shape<WallOutcome>(
    written: nil, "Times of two builds compared.",
    [
      Member(derived: "comparison", GateOutcome.comparison, "What the comparison found.") {
        $0.verdict
      },
      Member(
        derived: "carriedBy", Codec<String>.text.list(), "The phases that a change came from."
      ) { $0.carriers.map { $0.name } },
      Member(
        derived: "differences", difference.codec.list(),
        "What the median frame and its phases took more."
      ) { $0.differences },
      Member(derived: "comparedFrames", .whole(), "Frames that were compared.") {
        UInt64($0.comparedFrames)
      },
      Member(derived: "processes", .whole(), "Processes that ran.") { UInt64($0.processes) },
      Member(derived: "rows", row.codec.list(), "A row a figure.") { $0.rows },
      Member(
        derivedOrNull: "rounds", RoundsRecord.shape.codec, "The rounds; null when none were made."
      ) { $0.rounds },
    ])

  private static let row = Shape<Row>(
    written: nil, "A figure of frame times compared; changes are shares of it.",
    [
      Member(derived: "name", .text, "The figure.") { $0.name },
      Member(derived: "nanoseconds", .number, "What it is now.") { $0.nanoseconds },
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
      Member(derived: "floor", .anyNumber, "The smallest change that counts.") { $0.floor },
      Member(derived: "steadyRounds", .whole(), "Rounds in which it held.") {
        UInt64($0.steadyRounds)
      },
      Member(derived: "comparison", GateOutcome.comparison, "What the comparison found.") {
        $0.verdict
      },
      Member(derived: "measurable", .bool, "Whether this machine can tell such a change.") {
        $0.isMeasurable
      },
    ])

  private static let difference = Shape<Difference>(
    written: nil, "What a part of the frame took more.",
    [
      Member(derived: "name", .text, "The part.") { $0.name },
      Member(derived: "nanoseconds", .anyNumber, "How much more.") { $0.nanoseconds },
      Member(derived: "lower", .anyNumber, "The lower end of where it lies.") { $0.lower },
      Member(derived: "upper", .anyNumber, "The upper end.") { $0.upper },
      Member(derived: "real", .bool, "Whether it is more than chance.") { $0.isReal },
    ])
}

/// A number that JSON has; nil for any other.
private func finite(_ value: Double) -> Double? { value.isFinite ? value : nil }

extension RoundsRecord {
  static let shape = Shape<RoundsRecord>(
    written: nil, "The rounds that were made.",
    [
      Member(derived: "end", Codec<End>.cases, "Why no more were made.") { $0.end },
      Member(derived: "made", .whole(), "How many were made.") { UInt64($0.rounds) },
      Member(derived: "most", .whole(), "How many would have been.") { UInt64($0.maximumRounds) },
      Member(derived: "seconds", .number, "How long they took.") { $0.seconds },
      Member(derived: "budgetSeconds", .number, "How long they might take.") { $0.budgetSeconds },
      Member(
        derivedOrNull: "remedy", remedyShape.codec, "What would settle it; null when it is settled."
      ) { $0.remedy },
    ])

  private static let remedyShape = Shape<Remedy>(
    written: nil, "What would settle a comparison.",
    [
      Member(derived: "rounds", .whole(), "Rounds needed.") { UInt64($0.rounds) },
      Member(derived: "seconds", .number, "How long they take.") { $0.seconds },
      Member(derived: "estimated", .bool, "Whether that is estimated.") { $0.isEstimated },
      Member(derived: "options", .text, "Options that ask for them.") { $0.options },
    ])
}
