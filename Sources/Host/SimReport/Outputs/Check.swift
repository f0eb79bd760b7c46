import SimFormats

/// One thing that a run was held to, in words that every output shares.
struct Check {
  /// What is checked.
  enum Kind {
    /// The invariants that hold in every frame: finite values, caps, commands that fit.
    case invariants
    /// A budget of the scenario.
    case budget
    /// A load that the scenario claims.
    case load
  }

  var kind: Kind
  /// The requirement's name, or that of the kind.
  var id: String
  /// What is measured; together with the id it names the check.
  var name: String
  /// What is allowed.
  var expected: String
  /// What was found, or why nothing was.
  var found: String
  var status: CheckStatus
  /// The line of the scenario file, from 1.
  var line: UInt32?
  /// Whether it depends on wall time.
  var isTimed = false
  /// Whether a value is known, but not well enough to judge it.
  var isTooCloseToSay = false
  /// Whether it is not judged because the run is shorter than its scenario.
  var isLeftOpen = false

  /// What it is called among the cases of a test report: the same whatever its limit is.
  var caseName: String { "\(id) \(name)" }

  /// What became of it, as a sentence.
  var outcome: String {
    switch (kind, status) {
    case (.invariants, _), (.load, _): "\(name): \(found)"
    case (.budget, .notMeasured): "\(name): \(found), limit \(expected)"
    case (.budget, _): "\(name) is \(found), limit \(expected)"
    }
  }

  /// Everything a run was held to: invariants, budgets, timed budgets, loads.
  static func all(in result: SceneResult) -> [Check] {
    [invariants(result)]
      + (result.budgets + result.timing.budgets).map { summary in
        var check = Check(summary)
        check.isLeftOpen = result.isLeftOpen(summary)
        return check
      }
      + result.load.map { load($0, result) }
  }

  /// Those that did not hold.
  static func failed(in result: SceneResult) -> [Check] {
    all(in: result).filter { $0.status == .failed }
  }

  private static func invariants(_ result: SceneResult) -> Check {
    let frames = CountWords.counted(result.frames, "frame")
    return Check(
      kind: .invariants, id: "INVARIANTS", name: "caps and finite values", expected: "",
      found: result.fault.map { MessageText.oneLine($0.message) } ?? "held in \(frames)",
      status: result.fault == nil ? .passed : .failed)
  }

  private static func load(_ load: LoadSummary, _ result: SceneResult) -> Check {
    let (run, required) = (UInt64(load.longestRun), UInt64(load.requiredRun))
    let warmupFrames = result.allocations.warmupFrames
    let frames = CountWords.counted(run, "frame")
    let needed = UInt64(warmupFrames) + required
    let outcome =
      switch load.status {
      case .passed: "carried for \(frames) in a row, \(required) prove it"
      case .failed:
        "carried for \(frames) in a row at most, \(required) would prove it"
      case .notMeasured where result.isShortened:
        "not judged: carried for \(frames) in a row in \(result.shortenedWords)"
      case .notMeasured:
        "not judged: the run is shorter than the \(FigureText.grouped(needed)) frames that "
          + "prove it, \(required) in a row after \(warmupFrames) of warm-up"
      }
    let claimed = FigureText.grouped(UInt64(load.claimed))
    return Check(
      kind: .load, id: "LOAD", name: "load of \(claimed) \(MessageText.oneLine(load.population))",
      expected: "", found: outcome, status: load.status, line: load.line,
      isLeftOpen: result.isLeftOpen(load))
  }

  private static func limit(of summary: BudgetSummary) -> String {
    let budget = summary.budget
    let sign =
      switch budget.bound {
      case .atMost: "≤"
      case .below: "<"
      case .atLeast: "≥"
      }
    return "\(sign) \(quantity(budget.limit, summary))"
  }

  private static func found(_ summary: BudgetSummary) -> String {
    let note = summary.note.map { MessageText.oneLine($0) }
    guard let measured = summary.measured else {
      if let note, note.hasPrefix(BudgetSummary.notJudged) { return note }
      return "not measured: " + (note ?? "no reason given")
    }
    return ([quantity(measured, summary)] + (note.map { [$0] } ?? []))
      .joined(separator: ", ")
  }

  /// A value, or the limit, in as many digits as tell them apart.
  static func quantity(_ value: Double, _ summary: BudgetSummary) -> String {
    let budget = summary.budget
    let others = summary.measured.map { [$0] } ?? []
    let digits = FigureText.digits(telling: others, from: budget.limit) {
      Quantity.plain($0, digits: $1)
    }
    let unit = budget.measure.unit
    return Quantity.plain(value, digits: digits) + (unit.isEmpty ? "" : " \(unit)")
  }
}

extension Check {
  /// The check of a budget.
  init(_ summary: BudgetSummary) {
    self.init(
      kind: .budget, id: MessageText.oneLine(summary.budget.id),
      name: MessageText.oneLine(summary.budget.measure.path),
      expected: Self.limit(of: summary), found: Self.found(summary), status: summary.status,
      line: summary.budget.line, isTimed: summary.budget.measure.isTimed,
      isTooCloseToSay: summary.isTooCloseToSay)
  }
}

extension Verdict {
  /// The word at the top of a report.
  var word: String {
    switch self {
    case .passed: "PASSED"
    case .failed: "FAILED"
    case .notExercised: "NOT EXERCISED"
    case .inconclusive: "INCONCLUSIVE"
    case .notJudged: "NOT JUDGED"
    }
  }
}

extension SceneResult: ReportedRun {
  /// The scenario's name in one line.
  package var name: String { MessageText.oneLine(scenario) }

  /// The tone of the verdict.
  package var tone: Tone {
    guard Check.failed(in: self).isEmpty else { return .failed }
    return verdict == .passed ? .passed : .unsure
  }

  /// The checks: invariants, budgets and loads.
  package var checkNames: (count: Int, failed: [String], open: [String]) {
    let checks = Check.all(in: self)
    return (
      checks.count, checks.filter { $0.status == .failed }.map { $0.id },
      checks.filter { $0.isLeftOpen }.map { $0.id }
    )
  }

  /// The failed checks, or what keeps the run from being judged.
  package var reasons: String {
    let checks = Check.all(in: self)
    let failed = checks.filter { $0.status == .failed }
    guard !failed.isEmpty else {
      let open = checks.contains { $0.isTooCloseToSay } ? nil : shortenedSentence
      return heldUpSentence ?? open ?? "too close to say"
    }
    var names: [String] = []
    for check in failed where !names.contains(check.id) { names.append(check.id) }
    return "\(failed.count) of \(CountWords.counted(checks.count, "check")) failed: "
      + names.joined(separator: ", ")
  }

  /// The command that shows a failed check.
  package var nextCommand: String? {
    Check.failed(in: self).lazy.compactMap { NextStep.command(for: $0, of: self) }.first
  }

  /// Which checks are not judged because the run is shorter than its scenario; nil for none.
  package var shortenedSentence: String? {
    let checks = Check.all(in: self)
    let open = checks.filter { $0.isLeftOpen }
    guard !open.isEmpty else { return nil }
    let count = "\(open.count) of \(CountWords.counted(checks.count, "check"))"
    let names = open.map { $0.caseName }.joined(separator: ", ")
    return "\(count) not judged, since the run has \(shortenedWords): \(names)."
  }

  /// What was assumed of files of input, a sentence each.
  var assumedSentences: [String] {
    assumed.map { "Assumed of \(MessageText.oneLine($0))." }
  }

  /// Length, rate, canvas and seed in one line each.
  var conditions: [String] {
    let cut = frames < plannedFrames ? "\(FigureText.grouped(UInt64(frames))) of " : ""
    let length = CountWords.counted(max(frames, plannedFrames), "frame")
    var parts = [
      "\(cut)\(length) at \(frameRate) Hz",
      "\(MessageText.oneLine(device.title)), \(canvas.pixelWidth) × \(canvas.pixelHeight) px",
      "seed \(seed)",
    ]
    if isMotionReduced { parts.append("Reduce Motion") }
    if let gateName { parts.append("gate \(gateName)") }
    return parts
  }
}
