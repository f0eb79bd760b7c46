import SimFormats
import SimImageAnalysis

/// All checks for a pull request, with one verdict.
package struct CheckReport: Sendable {
  /// The checks, in the order in which they run.
  package enum Stage: String, CaseIterable, Sendable {
    /// Scenario files are valid.
    case validate
    /// Runs are within their budgets, reach their loads and violate no invariant.
    case run
    /// Runs do the work of their baselines at no higher cost.
    case gate
    /// Frames equal the accepted goldens.
    case goldens
    /// Flashes and stripes are within the limits of WCAG 2.2.
    case flash
    /// Every variant of a run produces identical frames.
    case verify
    /// This build is as fast as another one, or faster.
    case against
  }

  /// The outcome of a stage.
  package struct Outcome: Sendable {
    /// The stage.
    package var stage: Stage
    /// Number of things that were checked.
    package var checked: Int
    /// Number of them that failed.
    package var failed: Int
    /// Number of them that could not be decided.
    package var open: Int
    /// Number of them that were not judged, since the machine failed.
    package var notJudged = 0
    /// A summary of what was checked, or why nothing was.
    package var words: String

    /// The tone of the outcome; a stage that checked nothing is not known to pass.
    package var tone: Tone {
      if failed > 0 { return .failed }
      if notJudged > 0 { return .machine }
      // A stage that checked nothing must not pass.
      return open > 0 || checked == 0 ? .unsure : .passed
    }
  }

  /// The runs.
  package var results: ResultFile.Results
  /// Comparisons with baselines.
  package var gate: [GateOutcome]
  /// The command that records missing baselines; nil if none is missing.
  package var remedy: String?
  /// The goldens; nil without a folder of goldens.
  package var goldens: GoldenReport?
  /// The first frames of every run, repeated in several variants.
  package var verified: [VerifyReport]
  /// Comparisons with another build.
  package var pairs: [GateOutcome]
  /// The name of the other build; nil without one.
  package var reference: String?

  /// Creates a report.
  package init(
    results: ResultFile.Results, gate: [GateOutcome], remedy: String?, goldens: GoldenReport?,
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

  /// The outcome of every stage.
  package var outcomes: [Outcome] {
    Stage.allCases.compactMap { stage in
      switch stage {
      case .validate:
        Outcome(
          stage: stage, checked: results.all.count, failed: 0, open: 0,
          words: "\(CountWords.counted(results.all.count, "run")) as the scenarios describe them")
      case .run:
        Outcome(
          stage: stage, checked: results.all.count,
          failed: results.all.count { $0.tone == .failed || $0.verdict == .notExercised },
          open: results.all.count { $0.verdict == .inconclusive },
          notJudged: results.notJudged.count,
          words: "\(results.all.count { $0.verdict == .passed }) of \(results.all.count) passed")
      case .gate: Self.compared(stage, gate, "their baselines")
      case .goldens: goldenOutcome
      case .flash: flashOutcome
      case .verify: verifyOutcome
      case .against: reference.map { Self.compared(stage, pairs, $0) }
      }
    }
  }

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
    guard !results.scenes.isEmpty || results.runs.isEmpty else { return nil }
    let measured = results.scenes.filter { $0.flash != nil }
    let harmful = measured.count { $0.flash?.isHarmless == false }
    return Outcome(
      stage: .flash, checked: measured.count, failed: harmful, open: 0,
      words: "\(measured.count - harmful) of \(measured.count) without harmful flashes and stripes")
  }

  private var verifyOutcome: Outcome {
    let same = verified.count { $0.isFine }
    // The fewest, so that the sentence holds for every scenario.
    let variants = verified.map { $0.variants.count { $0.outcome == .equal } }.min() ?? 0
    let frames = verified.map { $0.frames }.max() ?? 0
    return Outcome(
      stage: .verify, checked: verified.count, failed: verified.count { $0.verdict == .failed },
      open: verified.count { $0.verdict == .inconclusive },
      notJudged: verified.count { $0.verdict == .notJudged },
      words: "\(same) of \(verified.count) identical in "
        + "\(CountWords.counted(variants, "variant")), "
        + "\(CountWords.counted(Int(frames), "frame")) each at most")
  }

  /// The worst tone of all stages.
  var tone: Tone { outcomes.map { $0.tone }.min { $0.rawValue < $1.rawValue } ?? .unsure }

  /// Everything that failed or could not be judged.
  package var findings: [Finding] {
    let flashing = results.scenes.filter { $0.flash?.isHarmless == false }.map { result in
      Finding(
        rule: Self.flashRule, tone: .failed, title: "\(result.scenario): flashes",
        subject: result.scenario,
        words: "its picture " + (result.flash?.harmWords ?? []).joined(separator: " and "),
        file: result.scenarioFile, identity: "\(result.scenario) flash")
    }
    // The runs' own findings are those of the results.
    return Finding.all(in: results)
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
  /// The JSON output of `check`.
  package static let output = VerbOutput.shape(
    "All checks for a pull request.",
    [
      Member(derived: "verdict", Codec<Verdict>.cases, "Passed if every stage passed.") {
        (report: CheckReport) in report.tone.verdict
      },
      Member(
        derived: "stages", \.outcomes, stage.codec.list(), "The outcome of every stage, in order."),
      Member(
        derived: "runs", \.results.runs, RunResult.codec.list(), "The results of the runs."),
      Member(
        derived: "notJudgedRuns", \.results.notJudged, NotJudgedRun.shape.codec.list(),
        "Runs that were not judged, since the machine failed."),
      Member(
        derived: "baselines", \.gate, GateOutcome.shape.codec.list(),
        "Runs compared with their baselines."),
      Member(
        derived: "goldens", GoldenReport.entry.codec.list(), "Goldens; empty without a folder."
      ) { $0.goldens?.entries ?? [] },
      Member(
        derived: "repeats", \.verified, VerifyReport.shape.codec.list(),
        "The first frames of every run, repeated in several variants."),
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
      Member(derived: "checked", .whole(), "Number of things that were checked.") {
        UInt64($0.checked)
      },
      Member(derived: "failed", .whole(), "Number of them that failed.") {
        UInt64($0.failed)
      },
      Member(derived: "open", .whole(), "Number of them that could not be decided.") {
        UInt64($0.open)
      },
      Member(
        derived: "notJudged", .whole(),
        "Number of them that were not judged, since the machine failed."
      ) { UInt64($0.notJudged) },
    ])
}
