import SimFormats
import SimImageAnalysis

/// Everything that a pull request is asked for, in one verdict.
package struct CheckReport: Sendable {
  /// What is asked, in the order in which it is done.
  package enum Stage: String, CaseIterable, Sendable {
    /// Scenarios can be read.
    case validate
    /// Runs keep their budgets, loads and invariants.
    case run
    /// Runs do the work of their baselines and cost no more.
    case gate
    /// Frames look as they were accepted.
    case goldens
    /// Pictures flash within WCAG's limits.
    case flash
    /// Runs come to the same, however they are run.
    case verify
    /// This build takes no longer than another one.
    case against
  }

  /// What became of a stage.
  package struct Outcome: Sendable {
    /// The stage.
    package var stage: Stage
    /// How many things were looked at.
    package var checked: Int
    /// How many of them do not hold.
    package var failed: Int
    /// How many could not be judged.
    package var open: Int
    /// How many were not judged, since the machine failed.
    package var notJudged = 0
    /// What was looked at, or why nothing was.
    package var words: String

    /// How it went; what looked at nothing is not known to hold.
    package var tone: Tone {
      if failed > 0 { return .failed }
      if notJudged > 0 { return .machine }
      return open > 0 || checked == 0 ? .unsure : .passed
    }
  }

  /// The runs.
  package var results: [RunResult]
  /// The results of models.
  package var models: [ModelResult] = []
  /// Runs that were not judged; nothing else of them is compared with baselines.
  package var notJudged: [NotJudgedRun] = []
  /// What is compared with baselines.
  package var gate: [GateOutcome]
  /// The command that records what baselines lack; nil when they lack nothing.
  package var remedy: String?
  /// The goldens; nil where there is no folder of them.
  package var goldens: GoldenReport?
  /// The first frames of every run, repeated in other ways.
  package var verified: [VerifyReport]
  /// What is compared with another build.
  package var pairs: [GateOutcome]
  /// What the other build is called; nil without one.
  package var reference: String?

  /// Puts a report together.
  package init(
    results: [RunResult], gate: [GateOutcome], remedy: String?, goldens: GoldenReport?,
    verified: [VerifyReport], pairs: [GateOutcome], reference: String?
  ) {
    self.results = results
    self.gate = gate
    self.remedy = remedy
    self.goldens = goldens
    self.verified = verified
    self.pairs = pairs
    self.reference = reference
  }

  /// What became of every stage.
  package var outcomes: [Outcome] {
    Stage.allCases.compactMap { stage in
      switch stage {
      case .validate:
        Outcome(
          stage: stage, checked: runCount, failed: 0, open: 0,
          words: "\(CountWords.counted(runCount, "run")) as the scenarios describe them")
      case .run:
        Outcome(
          stage: stage, checked: runCount,
          failed: results.count { $0.tone == .failed || $0.verdict == .notExercised }
            + models.count { $0.tone == .failed },
          open: results.count { $0.verdict == .inconclusive }
            + models.count { $0.tone == .unsure },
          notJudged: notJudged.count,
          words:
            "\(results.count { $0.verdict == .passed } + models.count { $0.verdict == .passed })"
            + " of \(runCount) hold")
      case .gate: Self.compared(stage, gate, "their baselines")
      case .goldens: goldenOutcome
      case .flash: flashOutcome
      case .verify: verifyOutcome
      case .against: reference.map { Self.compared(stage, pairs, $0) }
      }
    }
  }

  private var runCount: Int { results.count + models.count + notJudged.count }

  private static func compared(
    _ stage: Stage, _ outcomes: [GateOutcome], _ name: String
  ) -> Outcome {
    Outcome(
      stage: stage, checked: outcomes.count, failed: outcomes.count { $0.tone == .failed },
      open: outcomes.count { $0.tone == .unsure },
      notJudged: outcomes.count { $0.tone == .machine },
      words: "\(outcomes.count { $0.isPassed }) of \(outcomes.count) as \(name)")
  }

  private var goldenOutcome: Outcome? {
    guard let goldens else { return nil }
    let entries = goldens.entries
    return Outcome(
      stage: .goldens, checked: entries.count, failed: entries.count { $0.state == .differs },
      open: entries.count { $0.state == .missing },
      notJudged: entries.count { $0.state == .notJudged },
      words: "\(entries.count { $0.state == .same }) of \(entries.count) the same")
  }

  private var flashOutcome: Outcome? {
    // Models have no images: without a scene there is nothing to check.
    guard !results.isEmpty || models.isEmpty else { return nil }
    let measured = results.filter { $0.flash != nil }
    let harmful = measured.count { $0.flash?.isHarmless == false }
    return Outcome(
      stage: .flash, checked: measured.count, failed: harmful, open: 0,
      words: "\(measured.count - harmful) of \(measured.count) without harmful flashes and stripes")
  }

  private var verifyOutcome: Outcome {
    let same = verified.count { $0.isFine }
    let lanes = verified.map { $0.lanes.count { $0.outcome == .equal } }.min() ?? 0
    let frames = verified.map { $0.frames }.max() ?? 0
    return Outcome(
      stage: .verify, checked: verified.count, failed: verified.count { $0.verdict == .failed },
      open: verified.count { $0.verdict == .inconclusive },
      notJudged: verified.count { $0.verdict == .notJudged },
      words: "\(same) of \(verified.count) the same in \(CountWords.counted(lanes, "lane")), "
        + "\(CountWords.counted(Int(frames), "frame")) each at most")
  }

  /// How all of it went.
  var tone: Tone { outcomes.map { $0.tone }.min { $0.rawValue < $1.rawValue } ?? .unsure }

  /// Everything that does not hold, or could not be judged.
  package var findings: [Finding] {
    let flashing = results.filter { $0.flash?.isHarmless == false }.map { result in
      Finding(
        rule: Self.flashRule, tone: .failed, title: "\(result.scenario): flashes",
        subject: result.scenario,
        words: "its picture " + (result.flash?.harmWords ?? []).joined(separator: " and "),
        file: result.scenarioFile, identity: "\(result.scenario) flash")
    }
    // The runs' own findings are those of the results.
    return Finding.all(
      in: ResultFile.Results(results, models: models, notJudged: notJudged))
      + GateReport.findings(gate, namesFailures: false)
      + (goldens?.findings ?? []) + flashing + verified.flatMap { $0.findings }
      + GateReport.findings(pairs, namesFailures: false)
  }

  private static let flashRule = Finding.Rule(
    id: "FLASH-WCAG", name: "Flashes", short: "No picture flashes or has stripes that do harm.",
    full: "No more than three general or red flashes within any second, and no more than five "
      + "pairs of stripes for half a second, in any area of a quarter of a field of 10 degrees.",
    help: ShellCommand.simbench(["render", "FILE", "--every", "1"]) + " and "
      + ShellCommand.simbench(["flash"]) + " show where and when.")
}

extension CheckReport {
  /// What `check` writes as JSON.
  package static let output = VerbOutput.shape(
    "Everything that a pull request is asked for.",
    [
      Member(derived: "verdict", Codec<Verdict>.cases, "Passed when every stage is.") {
        (report: CheckReport) in report.tone.verdict
      },
      Member(
        derived: "stages", \.outcomes, stage.codec.list(), "What became of every stage, in order."),
      Member(derived: "runs", \.results, RunResult.shape.codec.list(), "The results of the runs."),
      Member(derived: "models", \.models, ModelResult.shape.codec.list(), "The results of models."),
      Member(
        derived: "notJudgedRuns", \.notJudged, NotJudgedRun.shape.codec.list(),
        "Runs that were not judged, since the machine failed."),
      Member(
        derived: "baselines", \.gate, GateOutcome.shape.codec.list(),
        "Runs compared with their baselines."),
      Member(
        derived: "goldens", GoldenReport.entry.codec.list(), "Goldens; empty without a folder."
      ) { $0.goldens?.entries ?? [] },
      Member(
        derived: "repeats", \.verified, VerifyReport.shape.codec.list(),
        "The first frames of every run, repeated in other ways."),
      Member(
        derived: "builds", \.pairs, GateOutcome.shape.codec.list(),
        "Runs compared with another build; empty unless asked for."),
    ])

  private static let stage = Shape<Outcome>(
    written: nil, "A stage.",
    [
      Member(derived: "stage", \.stage, Codec<Stage>.cases, "Its name."),
      Member(derived: "verdict", Codec<Verdict>.cases, "The verdict of the stage.") {
        $0.tone.verdict
      },
      Member(derived: "checked", .whole(), "Things that were looked at.") { UInt64($0.checked) },
      Member(derived: "failed", .whole(), "Those that do not hold.") { UInt64($0.failed) },
      Member(derived: "open", .whole(), "Those that could not be judged.") { UInt64($0.open) },
      Member(
        derived: "notJudged", .whole(), "Those that were not judged, since the machine failed."
      ) { UInt64($0.notJudged) },
    ])
}
