import SimFormats
import SimMath

/// A scenario run in every way that must come to the same, for people and for programs.
package struct VerifyReport: Sendable {
  /// What came of a lane.
  package enum Outcome: String, CaseIterable, Sendable {
    /// Every frame is what the reference came to.
    case equal
    /// A frame is not.
    case different
    /// Digests of a frame differ, and no field, display list or pixel does.
    case unexplained
    /// What had to be noticed was.
    case detected
    /// What had to be noticed was not.
    case undetected
    /// There is no such lane here.
    case notRun = "not-run"
    /// The machine failed before anything was compared.
    case notJudged = "not-judged"

    /// Whether something that had to hold does not.
    var isFailure: Bool { self == .different || self == .undetected }
    /// Whether all that had to hold does.
    var isFine: Bool { !isFailure && self != .unexplained && self != .notJudged }
  }

  /// A way of running the scenario.
  package struct Lane: Sendable {
    /// Its name.
    package var name: String
    /// What came of it.
    package var outcome: Outcome
    /// Frames that were compared.
    package var compared: UInt32
    /// Frames whose pixels were compared.
    package var painted: UInt32
    /// What is special about it, or why it did not run.
    package var words: String
    /// Where it parts from the reference.
    package var divergence: DivergenceReport?

    /// Describes a lane.
    package init(
      _ name: String, _ outcome: Outcome, compared: UInt32 = 0, painted: UInt32 = 0,
      words: String, divergence: DivergenceReport? = nil
    ) {
      self.name = name
      self.outcome = outcome
      self.compared = compared
      self.painted = painted
      self.words = words
      self.divergence = divergence
    }
  }

  /// The scenario's file.
  package var file: String
  /// The scene, or the model.
  package var scene: String
  /// The device class; nil for a model's.
  package var device: String?
  /// The seed.
  package var seed: UInt64
  /// Frames of the run; of a model, steps.
  package var frames: UInt32
  /// The ways of running it.
  package var lanes: [Lane] = []

  /// Describes a scenario of which nothing was run yet.
  package init(file: String, scene: String, device: String?, seed: UInt64, frames: UInt32) {
    self.file = file
    self.scene = scene
    self.device = device
    self.seed = seed
    self.frames = frames
  }

  /// Passed if something was compared and all of it is equal; inconclusive if nothing but digests
  /// differs; not judged if the machine failed and no difference was found.
  package var verdict: Verdict {
    if lanes.contains(where: { $0.outcome.isFailure }) { return .failed }
    if lanes.contains(where: { $0.outcome == .notJudged }) { return .notJudged }
    guard lanes.contains(where: { $0.compared > 0 }) else { return .failed }
    return lanes.allSatisfy { $0.outcome.isFine } ? .passed : .inconclusive
  }
  /// Whether it passed.
  package var isFine: Bool { verdict == .passed }

  // MARK: - People

  /// What was found, a line for each lane.
  package static func text(_ reports: [VerifyReport]) -> String {
    reports.map { $0.text }.joined(separator: "\n")
  }

  private var text: String {
    TerminalRenderer.text(
      Document(title: file, hasHeading: false, articles: [article("verify", verdict: "")]))
  }

  /// What there is to say of it.
  ///
  /// - Parameter verdict: how it is headed; with nothing its first line tells of the run.
  func article(_ id: String, verdict: String) -> Article {
    let conditions = [scene] + [device].compactMap { $0 }
    return Article(
      id: id,
      headline: Headline(
        tone: self.verdict.tone, verdict: verdict,
        name: MessageText.oneLine(file),
        conditions: conditions,
        line: verdict.isEmpty
          ? "\(MessageText.oneLine(file))  "
            + (conditions + ["seed \(seed)", "\(FigureText.grouped(UInt64(frames))) \(thing)s"])
            .joined(separator: ", ") : nil,
        verdictWidth: 9),
      isFolded: isFine, fold: "verify \(MessageText.oneLine(file)): \(reason)",
      opensWhereFailed: true
    ) { [.facts(Facts(rows, width: 15, gap: 0))] }
  }

  private var rows: [Facts.Row] {
    let words: [Tone: String] = [
      .failed: "FAIL  ", .machine: "not judged  ", .unsure: "inconclusive  ",
    ]
    let tone = verdict.tone
    let row = Facts.Row("verdict", (words[tone] ?? "") + reason, isFailed: tone == .failed)
    return lanes.flatMap { $0.rows(of: thing) } + [row]
      + (isFine ? [] : [Facts.Row("next", next)])
  }

  /// The verdict in one word, as a heading has it.
  var word: String {
    switch verdict.tone {
    case .passed: "SAME"
    case .failed: "DIFFERENT"
    case .machine: "NOT JUDGED"
    case .unsure: "INCONCLUSIVE"
    }
  }

  /// Why it is fine or not.
  var reason: String {
    let failed = lanes.filter { !$0.outcome.isFine }
    let ran = lanes.count { $0.outcome != .notRun }
    return isFine
      ? "the same in \(CountWords.counted(ran, "lane"))"
      : failed.isEmpty ? "nothing was compared" : failed.map { $0.name }.joined(separator: ", ")
  }

  /// A line for each thing there is to say of lanes that are not fine.
  var failedLines: [String] {
    lanes.filter { !$0.outcome.isFine }.flatMap { $0.rows(of: thing) }
      .map { "\($0.name)  \($0.text)" }
  }

  /// The command that shows all of it.
  var next: String {
    ShellCommand.simbench(["verify", file] + (isModel ? [] : ["--frames", "\(frames)"]))
  }

  private var isModel: Bool { device == nil }
  private var thing: String { isModel ? "step" : "frame" }

  // MARK: - Services

  /// A suite with a case a scenario, as JUnit XML.
  static func suites(_ reports: [VerifyReport]) -> [JUnitSuite] {
    guard !reports.isEmpty else { return [] }
    let cases = reports.map { report in
      JUnitSuite.Case(
        name: MessageText.oneLine(report.file),
        outcome: report.isFine
          ? .passed
          : .failed(
            type: report.verdict.tone == .machine ? "not-judged" : "determinism-broken",
            message: report.reason, body: report.failedLines.joined(separator: "\n"),
            isError: report.verdict.tone != .failed))
    }
    return [JUnitSuite(name: "verify", properties: [], cases: cases)]
  }

  /// What does not hold.
  var findings: [Finding] {
    guard !isFine else { return [] }
    let words =
      switch verdict.tone {
      case .machine: "not judged, since the machine failed"
      case .unsure: "a digest differs and no field does"
      case .failed, .passed: "not the same"
      }
    return [
      Finding(
        rule: Self.rule, tone: verdict.tone, title: "\(file): repeated", subject: file,
        words: "\(words): \(reason)",
        file: file, identity: "\(file) verify")
    ]
  }

  private static let rule = Finding.Rule(
    id: "VERIFY-SAME", name: "Repeated runs",
    short: "A run comes to the same, however it is run.",
    full: "Input, state, what is drawn and painted pixels of every frame are the same in one "
      + "process and another, stepped again from a saved state, with more threads, and under "
      + "another locale, folder and filling of memory.",
    help: ShellCommand.simbench(["verify", "FILE"])
      + " shows the first frame, phase and field that differ.")

  // MARK: - Programs

  /// What `verify` writes as JSON.
  package static let output = VerbOutput.shape(
    "Scenarios run in every way that must come to the same.", "scenarios", shape.codec,
    "A row a scenario.")

  static let shape = Shape<VerifyReport>(
    written: "verify", "A scenario run in every way that must come to the same.",
    [
      Member(derived: "file", \.file, "The scenario's file."),
      Member(derivedOrNull: "scene", .text, "The scene; null for a model's.") {
        $0.isModel ? nil : $0.scene
      },
      Member(derivedOrNull: "model", .text, "The model; null for a scene's.") {
        $0.isModel ? $0.scene : nil
      },
      Member(derived: "device", \.device, "The device class; null for a model's."),
      Member(derived: "seed", \.seed, .seed, SchemaRule.seedWords),
      Member(derived: "frames", \.frames, "Frames of the run, or steps of a model."),
      Member(derived: "variants", \.lanes, lane.codec.list(), "The ways of running it."),
      Member(
        derived: "verdict", \.verdict, Codec<Verdict>.cases,
        "passed when something was compared and all of it is equal; inconclusive when digests "
          + "differ but no field, display list or pixel does."),
    ])

  private static let lane = Shape<Lane>(
    written: "lane", "A way of running a scenario.",
    [
      Member(derived: "name", \.name, "Its name."),
      Member(
        derived: "outcome", \.outcome.rawValue,
        Codec<String>.oneOf(Outcome.allCases.map { $0.rawValue }), "What came of it."),
      Member(derived: "compared", \.compared, "Frames that were compared."),
      Member(derived: "painted", \.painted, "Frames whose pixels were compared."),
      Member(derived: "words", \.words, "What is special about it, or why it did not run."),
      Member(
        derived: "divergence", \.divergence, DivergenceReport.shape.codec.orNull,
        "Where it parts from the reference; null when it does not."),
    ])
}

extension VerifyReport.Lane {
  /// The rows that tell of it.
  fileprivate func rows(of thing: String) -> [Facts.Row] {
    let counts =
      "\(FigureText.grouped(UInt64(compared))) \(thing)s"
      + (thing == "frame" ? ", \(painted) painted" : "")
    let text =
      switch outcome {
      case .equal: "equal  \(counts): \(words)"
      case .different: "FAIL  \(counts): \(words)"
      case .unexplained:
        "inconclusive  \(counts): \(words); a digest differs and no field does: please report it"
      case .detected: "detected: \(words)"
      case .undetected: "FAIL  not detected: \(words)"
      case .notRun: "not run: \(words)"
      case .notJudged: "not judged: \(words)"
      }
    return [Facts.Row(name, text, isFailed: outcome.isFailure)]
      + (divergence?.rows(of: thing) ?? [])
  }
}
