import SimFormats

/// What a screen says of runs: what a reader needs first, and the verdict once more at the end,
/// where the eye is.
package struct ScreenReport {
  private let results: ResultFile.Results
  private let isVerbose: Bool

  /// The text, ending in a line break.
  ///
  /// - Parameters:
  ///   - results: the runs.
  ///   - isVerbose: whether everything that was measured is said of each.
  ///   - isStyled: whether colors are marked with the escape sequences of terminals.
  ///   - width: columns of the terminal; nil leaves lines whole.
  package static func text(
    _ results: ResultFile.Results, isVerbose: Bool = false, isStyled: Bool = false,
    width: Int? = nil
  ) -> String {
    let report = ScreenReport(results: results, isVerbose: isVerbose)
    return TerminalRenderer.text(report.document, isStyled: isStyled, width: width)
  }

  private var document: Document {
    var document = Document(title: "")
    let width = results.runs.reduce(0) { max($0, $1.scenario.count) }
    document.articles = results.runs.map { run in
      if isShort(run.reported) { return Self.line(run, width) }
      return switch run {
      case .scene(let result): article(result)
      case .model(let result): ModelReport.article(result, id: "", isVerbose: isVerbose)
      }
    }
    document.articles.append(closing)
    return document
  }

  // MARK: - One run

  /// Whether a line is enough for a run: one of several, which passed.
  private func isShort(_ run: any ReportedRun) -> Bool {
    results.all.count > 1 && run.verdict == .passed && !isVerbose
  }

  /// A run that passed, on a line.
  private static func line(_ result: RunResult, _ width: Int) -> Article {
    let run = result.reported
    var parts = [run.checkWords]
    switch result {
    case .scene(let result):
      if result.timing.measuredFrames > 0 {
        parts.append("p99 \(Quantity.time(result.timing.frame.p99))")
      }
      if let total = result.allocations.steadyTotal {
        parts.append(CountWords.counted(total, "allocation"))
      }
    case .model(let result): parts.append(CountWords.counted(result.steps, "step"))
    }
    return Article(
      id: "",
      headline: Headline(
        tone: run.tone, verdict: run.tone.mark, name: result.scenario,
        line: TextReport.joined([Quantity.padded(run.name, width)] + parts))
    ) { [] }
  }

  /// A run with what there is to say of it.
  private func article(_ result: SceneResult) -> Article {
    let document = RunDocument(results: ResultFile.Results([.scene(result)])).document
    guard var article = document.articles.first else {
      preconditionFailure("a result has an article")
    }
    let gap = Block.lines([""])
    if isVerbose {
      let blocks = article.blocks
      article.blocks = { blocks() + [gap] }
    } else {
      article.blocks = { [gap] + Self.brief(result) + [gap] }
    }
    return article
  }

  private static func brief(_ result: SceneResult) -> [Block] {
    let document = RunDocument(results: ResultFile.Results([.scene(result)]))
    let fault = result.fault.map {
      Block.facts(
        Facts([Facts.Row("violation", MessageText.oneLine($0.message), isFailed: true)], width: 9))
    }
    let checks = Check.all(in: result)
    var failed = document.checks(result)
    let isShown = checks.map { $0.status == .failed || $0.isTooCloseToSay || $0.isLeftOpen }
    failed.rows = zip(failed.rows, isShown).filter { $0.1 }.map { $0.0 }
    let rows = TextReport.brief(result)
    let width = rows.reduce(11) { max($0, $1.name.count) }
    return [fault].compactMap { $0 }
      + (failed.rows.isEmpty ? [] : [.table(failed), .lines([""])])
      + [.facts(Facts(rows, width: width))]
  }

  // MARK: - The end

  /// The failed runs once more, what to do about each, and the verdict.
  private var closing: Article {
    let endings = results.all
    let failed = endings.filter { $0.tone != .passed }
    var blocks: [Block] = []
    for one in failed {
      if endings.count > 1 {
        blocks.append(.lines(["\(one.tone.mark) \(one.name)  \(one.reasons)"]))
      }
      if let next = one.nextCommand {
        blocks.append(.lines([(endings.count > 1 ? "  next  " : "next  ") + next]))
      }
    }
    let tone = failed.map { $0.tone }.min() ?? .passed
    let worst = failed.first { $0.tone == tone } ?? endings[0]
    let lines =
      blocks + [.verdict(tone, worst.verdictWord, Self.verdictWords(endings, failed))]
    // What is said of a run at length ends in a gap of its own.
    let endsShort = results.runs.last.map { isShort($0.reported) || $0.model != nil } ?? false
    let before = endsShort ? [Block.lines([""])] : []
    return Article(
      id: "", headline: Headline(tone: tone, verdict: "", name: ""), blocks: { before + lines })
  }

  private static func verdictWords(
    _ endings: [any ReportedRun], _ failed: [any ReportedRun]
  ) -> String {
    guard endings.count > 1 else {
      let one = endings[0]
      return "\(one.name)  "
        + (one.tone == .passed ? one.checkWords : one.reasons)
    }
    guard !failed.isEmpty else { return "all \(endings.count) scenarios" }
    let named = failed.prefix(5).map { $0.name }.joined(separator: ", ")
    let rest = failed.count > 5 ? " and \(failed.count - 5) more" : ""
    return "\(failed.count) of \(endings.count) scenarios: \(named)\(rest)"
  }
}

extension TextReport {
  /// A row by its name, and those that go on about it.
  private static func section(_ name: String, of rows: [Facts.Row]) -> [Facts.Row] {
    guard let first = rows.firstIndex(where: { $0.name == name }) else { return [] }
    return [rows[first]] + rows[(first + 1)...].prefix { $0.name.isEmpty }
  }

  /// What a reader needs first: checks, caps, the frame's time against its due time, the device,
  /// allocations, and the picture.
  static func brief(_ result: SceneResult) -> [Facts.Row] {
    var rows: [Facts.Row] = []
    let checks = Check.all(in: result)
    let open = checks.count { $0.isLeftOpen }
    let unmeasured = checks.count { $0.status == .notMeasured && !$0.isLeftOpen }
    let held = checks.filter { $0.status == .passed }.count
    rows.append(
      Facts.Row(
        "checks",
        "\(held) of \(checks.count) passed" + (unmeasured > 0 ? ", \(unmeasured) not measured" : "")
          + (open > 0 ? ", \(open) not judged" : "")))
    let all = TextReport.facts(result).rows
    let capped = result.populations.filter { $0.cap > 0 }.map { MessageText.oneLine($0.name) }
    rows += all.filter { capped.contains($0.name) }
    let timing = result.timing
    if timing.measuredFrames > 0 {
      rows.append(
        Facts.Row(
          "frame time",
          joined([
            "p99 \(Quantity.time(timing.frame.p99)) of \(timing.due.words)",
            "this machine, not the device",
          ]), failed: result.failedBudgets(of: .frame).map { $0.limitWords }))
    } else {
      rows += all.filter { $0.name == "frame time" }
    }
    if let device = all.first(where: { $0.name == "device" }) {
      rows.append(
        Facts.Row(
          "device", result.prediction.summary.map { joined($0.briefParts) } ?? device.text,
          failed: device.failed))
    }
    rows += section("instructions", of: all) + all.filter { $0.name == "allocations" }
    rows += section("call sites", of: all)
    rows += all.filter { $0.name == "assumed" } + all.filter { $0.name == "picture" }
    for words in result.heldUpWords { rows.append(Facts.Row("", words)) }
    return rows
  }
}
