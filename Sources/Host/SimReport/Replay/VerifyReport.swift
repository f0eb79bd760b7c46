import SimFormats
import SimMath

/// A scenario run in several variants that must produce identical results, as text and as JSON.
package struct VerifyReport: Sendable {
  /// The outcome of a variant.
  package enum Outcome: String, CaseIterable, Sendable {
    /// Every frame equals that of the reference.
    case equal
    /// A frame differs.
    case different
    /// Digests of a frame differ, but no field, display list or pixel does.
    case unexplained
    /// The change that the variant must detect was detected.
    case detected
    /// The change that the variant must detect was not detected.
    case undetected
    /// The variant is not available here.
    case notRun = "not-run"
    /// The machine failed before the comparison.
    case notJudged = "not-judged"

    /// Whether a requirement is violated.
    var isFailure: Bool { self == .different || self == .undetected }
    /// Whether every requirement is met.
    var isFine: Bool { !isFailure && self != .unexplained && self != .notJudged }
  }

  /// A way to run the scenario.
  package struct Variant: Sendable {
    /// Its name.
    package var name: String
    /// Its outcome.
    package var outcome: Outcome
    /// Frames that were compared.
    package var compared: UInt32
    /// Frames whose pixels were compared.
    package var painted: UInt32
    /// How it differs from the reference run, or why it did not run.
    package var words: String
    /// Where it diverges from the reference; nil if it does not.
    package var divergence: DivergenceReport?

    /// Describes a variant.
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

  /// The scenario file.
  package var file: String
  /// The scene or model.
  package var subject: SubjectName
  /// The device class; nil for a model.
  package var device: String?
  /// The seed.
  package var seed: UInt64
  /// Frames of the run, or steps of a model.
  package var frames: UInt32
  /// The variants in which it ran.
  package var variants: [Variant] = []

  /// Describes a scenario before any variant has run.
  package init(
    file: String, subject: SubjectName, device: String?, seed: UInt64, frames: UInt32
  ) {
    self.file = file
    self.subject = subject
    self.device = device
    self.seed = seed
    self.frames = frames
  }

  /// Passed if frames were compared and all are equal; inconclusive if only digests differ; not
  /// judged if the machine failed and no difference was found.
  package var verdict: Verdict {
    if variants.contains(where: { $0.outcome.isFailure }) { return .failed }
    if variants.contains(where: { $0.outcome == .notJudged }) { return .notJudged }
    // What compared nothing must not pass.
    guard variants.contains(where: { $0.compared > 0 }) else { return .failed }
    return variants.allSatisfy { $0.outcome.isFine } ? .passed : .inconclusive
  }
  /// Whether it passed.
  package var isFine: Bool { verdict == .passed }

  // MARK: - People

  /// The outcomes, with one line per variant.
  ///
  /// - Parameter isVerbose: whether a terminal shows the fields of every variant that differs, not
  ///   only those of the first.
  package static func findings(
    _ reports: [VerifyReport], isVerbose: Bool = false
  ) -> FindingDocument {
    let passed = reports.count { $0.isFine }
    let title =
      "Verify: \(passed) of \(CountWords.counted(reports.count, "scenario")) identical"
    return FindingDocument(
      document: Document(
        title: title, summaryTitle: "simbench \(title.lowercased())",
        tone: reports.map { $0.verdict.tone }.min { $0.rawValue < $1.rawValue } ?? .failed,
        articles: reports.enumerated().map { index, report in
          report.article("verify-\(index + 1)", verdict: report.word, isVerbose: isVerbose)
        }), suites: suites(reports), findings: reports.flatMap { $0.findings })
  }

  /// The outcomes of a scenario.
  ///
  /// - Parameter verdict: its heading.
  func article(_ id: String, verdict: String, isVerbose: Bool = false) -> Article {
    let conditions = [subject.title] + [device].compactMap { $0 }
    return Article(
      id: id,
      headline: Headline(
        tone: self.verdict.tone, verdict: verdict,
        name: MessageText.oneLine(file),
        conditions: conditions,
        line: "\(MessageText.oneLine(file))  "
          + (conditions + ["seed \(seed)", "\(FigureText.grouped(UInt64(frames))) \(unit)s"])
          .joined(separator: ", "),
        verdictWidth: 9),
      isFolded: isFine, fold: "verify \(MessageText.oneLine(file)): \(reason)",
      opensWhereFailed: true
    ) { [.facts(Facts(rows(isVerbose: isVerbose), width: 15, gap: 0))] }
  }

  private func rows(isVerbose: Bool) -> [Facts.Row] {
    let words: [Tone: String] = [
      .failed: "FAIL  ", .machine: "not judged  ", .unsure: "inconclusive  ",
    ]
    let tone = verdict.tone
    let row = Facts.Row("verdict", (words[tone] ?? "") + reason, isFailed: tone == .failed)
    return variantRows(isVerbose: isVerbose) + [row] + causeRows
      + (isFine ? [] : [Facts.Row("next", next)])
  }

  /// The rows of all variants.
  ///
  /// One cause makes most of them differ, so a terminal shows only a few fields of the first.
  private func variantRows(isVerbose: Bool) -> [Facts.Row] {
    let first = variants.firstIndex { $0.divergence != nil }
    return variants.enumerated().flatMap { index, variant in
      variant.rows(of: unit, onTerminal: isVerbose ? .all : index == first ? .few : .none)
    }
  }

  private var causeRows: [Facts.Row] { cause.map { [Facts.Row("cause", $0)] } ?? [] }

  /// The likely cause, from which variants differ and which do not; nil if unknown.
  var cause: String? {
    let names = Set(variants.filter { $0.outcome == .different }.map { $0.name })
    guard !names.isEmpty else { return nil }
    if names.contains("repeat") {
      return "a clock, random numbers that do not come from the seed, or global state"
    }
    if names == ["process"], !variants.contains(where: { $0.name == "repeat" }) {
      return "a clock, random numbers that do not come from the seed, or the order of a set"
    }
    if names == ["rewind"] {
      return "a stored field that visitState does not list, or input kept from an earlier frame"
    }
    if names.contains("process") {
      return "the order of a set or dictionary, or an address: it differs between processes"
    }
    if names.isSubset(of: ["threads-2", "threads-7"]) {
      return "pixels that depend on the number of threads"
    }
    if names == ["environment"] { return "the time zone, locale, folder or hash seed" }
    if names == ["filled-memory"] { return "memory that is read before it is set" }
    if names.isSubset(of: ["build", "wasm32", "aarch64", "no-avx2"]) {
      return "a function of the C library, or code that builds or CPUs compile differently"
    }
    return nil
  }

  /// The verdict in one word, for headings.
  var word: String {
    switch verdict.tone {
    case .passed: "SAME"
    case .failed: "DIFFERENT"
    case .machine: "NOT JUDGED"
    case .unsure: "INCONCLUSIVE"
    }
  }

  /// The reason for the verdict.
  var reason: String {
    let failed = variants.filter { !$0.outcome.isFine }
    let ran = variants.count { $0.outcome != .notRun }
    return isFine
      ? "identical in \(CountWords.counted(ran, "variant"))"
      : failed.isEmpty ? "nothing was compared" : failed.map { $0.name }.joined(separator: ", ")
  }

  /// The lines about variants that did not pass.
  package var failedLines: [String] {
    var failed = self
    failed.variants.removeAll { $0.outcome.isFine }
    return (failed.variantRows(isVerbose: false) + causeRows)
      .filter { $0.formats.contains(.terminal) }.map { "\($0.name)  \($0.text)" }
  }

  /// The command that shows every variant.
  var next: String {
    ShellCommand.simbench(["verify", file] + (device == nil ? [] : ["--frames", "\(frames)"]))
  }

  private var unit: String { subject.kind.unit }

  // MARK: - Services

  /// A JUnit suite with one case per scenario.
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

  /// The finding, if the scenario did not pass.
  var findings: [Finding] {
    guard !isFine else { return [] }
    let words =
      switch verdict.tone {
      case .machine: "not judged, since the machine failed"
      case .unsure: "a digest differs, but no field does"
      case .failed, .passed: "not identical"
      }
    return [
      Finding(
        rule: Self.rule, tone: verdict.tone, title: "\(file): repeated", subject: file,
        words: "\(words): \(reason)",
        file: file, identity: "\(file) verify")
    ]
  }

  static let rule = Finding.Rule(
    id: "VERIFY-SAME", name: "Repeated runs",
    short: "A scenario is deterministic: every variant produces identical frames.",
    full: "Input, state, drawing commands and painted pixels of every frame are identical in a "
      + "repeated run and a new process, after rewinding to a saved state, with more threads, and "
      + "with another locale, folder and memory content.",
    help: ShellCommand.simbench(["verify", "FILE"])
      + " shows the first frame, phase and field that differ.")

  // MARK: - Programs

  /// The JSON output of `verify`.
  package static let output = VerbOutput.shape(
    "Scenarios run in several variants that must produce identical results.", "scenarios",
    shape.codec, "One row per scenario.")

  static let shape = Shape<VerifyReport>(
    written: "verify", "A scenario run in several variants that must produce identical results.",
    [
      Member(derived: "file", \.file, "The scenario file."),
      .scene(\.subject), .model(\.subject),
      Member(derived: "device", \.device, "The device class; null for a model."),
      Member(derived: "seed", \.seed, .seed, SchemaRule.seedWords),
      Member(derived: "frames", \.frames, "Frames of the run, or steps of a model."),
      Member(
        derived: "variants", \.variants, variant.codec.list(), "The variants in which it ran."),
      Member(
        derived: "verdict", \.verdict, Codec<Verdict>.cases,
        "passed if frames were compared and all are equal; inconclusive if digests differ but no "
          + "field, display list or pixel does."),
    ])

  private static let variant = Shape<Variant>(
    written: "variant", "A way to run a scenario.",
    [
      Member(derived: "name", \.name, "Its name."),
      Member(
        derived: "outcome", \.outcome.rawValue,
        Codec<String>.oneOf(Outcome.allCases.map { $0.rawValue }), "Its outcome."),
      Member(derived: "compared", \.compared, "Frames that were compared."),
      Member(derived: "painted", \.painted, "Frames whose pixels were compared."),
      Member(
        derived: "words", \.words, "How it differs from the reference run, or why it did not run."),
      Member(
        derived: "divergence", \.divergence, DivergenceReport.shape.codec.orNull,
        "Where it diverges from the reference; null if it does not."),
    ])
}

extension VerifyReport.Variant {
  /// The rows about the variant and its divergence.
  fileprivate func rows(
    of unit: String, onTerminal detail: DivergenceReport.Detail
  ) -> [Facts.Row] {
    let counts =
      "\(FigureText.grouped(UInt64(compared))) \(unit)s"
      + (unit == "frame" ? ", \(painted) painted" : "")
    let text =
      switch outcome {
      case .equal: "equal  \(counts): \(words)"
      case .different: "FAIL  \(counts): \(words)"
      case .unexplained:
        "inconclusive  \(counts): \(words); a digest differs, but no field does: please report it"
      case .detected: "detected: \(words)"
      case .undetected: "FAIL  not detected: \(words)"
      case .notRun: "not run: \(words)"
      case .notJudged: "not judged: \(words)"
      }
    return [Facts.Row(name, text, isFailed: outcome.isFailure)]
      + (divergence?.rows(of: unit, onTerminal: detail) ?? [])
  }
}
