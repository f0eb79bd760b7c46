import SimFormats
import SimImageAnalysis

extension CheckReport {
  /// The report for a screen: a line a stage, what does not hold, and the verdict.
  ///
  /// - Parameters:
  ///   - isStyled: whether colors are marked with the escape sequences of terminals.
  ///   - width: columns of the terminal; nil leaves lines whole.
  package func text(isStyled: Bool = false, width: Int? = nil) -> String {
    let document = Document(
      title: "", lead: [.table(stages(hasHead: false)), .lines([""])] + details.flatMap { $0 },
      tail: [.verdict(tone, verdictWord, verdictWords)])
    return TerminalRenderer.text(document, isStyled: isStyled, width: width)
  }

  /// The report as one page that needs no network.
  ///
  /// - Parameter showing: images to include.
  package func html(showing pictures: Pictures) -> String {
    let levels: [(chartCount: Int, detail: HTMLReport.PictureDetail)] = [
      (90, .all), (40, .all), (40, .evidence), (30, .none),
    ]
    return HTMLRenderer.text(limit: HTMLReport.maximumByteCount, levels: levels.count) { level in
      page(pictures, chartCount: levels[level].chartCount, levels[level].detail)
    }
  }

  /// The images on a page.
  package struct Pictures {
    /// Images of the runs.
    package var runs = HTMLReport.Pictures()
    /// Goldens that failed, by name.
    package var goldens: [String: GoldenPage.Section] = [:]

    /// Creates a page without images.
    package init() {}
  }

  /// The report as Markdown: the stages, then failures, the rest folded.
  ///
  /// - Parameter limit: the maximum count of bytes.
  package func markdown(limit: Int = MarkdownReport.defaultByteCount) -> String {
    MarkdownRenderer.text(page(Pictures(), chartCount: 30, .none), limit: limit)
  }

  /// Suites of all stages as JUnit XML.
  package var junit: String {
    JUnitSuite.document(
      JUnitReport.suites(results) + GateReport.suites(gate, prefix: "gate: ")
        + (goldens.map { [$0.suite] } ?? []) + VerifyReport.suites(verified)
        + GateReport.suites(pairs, prefix: "against: "))
  }

  // MARK: - Text

  private var verdictWord: String {
    switch tone {
    case .passed: "PASSED"
    case .failed: "FAILED"
    case .machine: "NOT JUDGED"
    case .unsure: "INCONCLUSIVE"
    }
  }

  private var verdictWords: String {
    let bad = outcomes.filter { $0.tone != .passed }
    guard !bad.isEmpty else {
      return outcomes.map { $0.stage.rawValue }.joined(separator: ", ")
    }
    return bad.map { outcome in
      let count = outcome.failed + outcome.open + outcome.notJudged
      return outcome.checked == 0
        ? "\(outcome.stage.rawValue): nothing was checked"
        : "\(outcome.stage.rawValue): \(count) of \(outcome.checked)"
    }.joined(separator: ", ")
  }

  private func stages(hasHead: Bool = true) -> Table {
    Table(
      "Stages", .overview, [.mark, Table.Column("stage"), Table.Column("result")],
      outcomes.map { outcome in
        Table.Row(
          [
            .mark(outcome.tone), Table.Cell(outcome.stage.rawValue), Table.Cell(outcome.words),
          ], tone: outcome.tone)
      }, hasTerminalHead: hasHead)
  }

  /// The failures of each stage, for a terminal.
  private var details: [[Block]] {
    let failed = results.runs.filter { $0.reported.verdict != .passed }
    let flashing = results.scenes.filter { $0.flash?.isHarmless == false }
    return [
      failed.flatMap { Self.lines($0) },
      results.notJudged.map { run in
        .lines([
          "\(run.tone.mark) run  \(run.name)  \(run.reasons)",
          "    next  \(run.nextWords)", "",
        ])
      },
      Self.lines(gate), remedy.map { [.lines(["next  \($0)", ""])] } ?? [],
      goldens.map { Self.lines($0) }
        ?? [
          .lines([
            "no folder of goldens; \(ShellCommand.simbench(["golden", "add"])) makes a first one",
            "",
          ])
        ],
      flashing.map { result in
        .lines([
          "\(Tone.failed.mark) flash  \(result.scenario)  "
            + (result.flash?.harmWords ?? []).joined(separator: ", ")
        ])
      },
      verified.filter { !$0.isFine }.flatMap { Self.lines($0) },
      Self.lines(pairs),
    ]
  }

  private static func lines(_ result: RunResult) -> [Block] {
    let checks =
      switch result {
      case .scene(let result): Check.failed(in: result).map { "    \($0.id)  \($0.outcome)" }
      case .model(let result): result.findings.map { "    \($0.rule.id)  \($0.words)" }
      }
    let run = result.reported
    let next = run.nextCommand.map { ["    next  \($0)"] } ?? []
    let head = "\(run.tone.mark) run  \(run.name)  \(run.reasons)"
    return [.lines([head] + checks + next + [""])]
  }

  private static func lines(_ outcomes: [GateOutcome]) -> [Block] {
    outcomes.filter { !$0.isPassed }.map { outcome in
      let details = GateReport.details(outcome, namesFailures: false).map { "    \($0)" }
      let next = outcome.next.map { "    next  \($0)" }
      return .lines(
        ["\(outcome.tone.mark) gate  \(outcome.scenario)  \(outcome.reason)"] + details + next + [
          ""
        ])
    }
  }

  private static func lines(_ report: VerifyReport) -> [Block] {
    [
      .lines(
        [
          "\(report.verdict.tone.mark) verify  \(MessageText.oneLine(report.file))  "
            + report.reason
        ]
          + report.failedLines.map { "    \($0)" } + ["    next  \(report.next)", ""])
    ]
  }

  private static func lines(_ goldens: GoldenReport) -> [Block] {
    goldens.entries.filter { $0.state != .same }.map { entry in
      .lines([
        "\(entry.state.tone.mark) golden  \(entry.name)  \(entry.reasonWords)",
        "    next  " + (entry.notJudged?.nextWords ?? entry.command("check")), "",
      ])
    }
  }

  /// One page, or summary, of everything: what does not hold first.
  private func page(
    _ pictures: Pictures, chartCount: Int, _ detail: HTMLReport.PictureDetail
  ) -> Document {
    let runs = RunDocument(
      results: results, pictures: pictures.runs, chartCount: chartCount, detail: detail
    ).document
    var articles = runs.articles
    for index in articles.indices { articles[index].headline.verdict += " · run" }
    articles +=
      GateReport.articles(gate, prefix: "gate") + GateReport.articles(pairs, prefix: "against")
    articles +=
      goldens?.entries.enumerated().map { index, entry in
        entry.article("golden-\(index + 1)") {
          detail != .none
            ? [.only(.page, pictures.goldens[entry.name]?.pictureBlocks ?? [])] : []
        }
      } ?? []
    articles += verified.enumerated().map { index, report in
      report.article("verify-\(index + 1)", verdict: report.word)
    }
    // Those of one tone stay in the order of the stages.
    let sorted = [Tone.failed, .machine, .unsure, .passed].flatMap { tone in
      articles.filter { $0.headline.tone == tone }
    }
    return Document(
      title: "Check: \(verdictWord.lowercased())", summaryTitle: "simbench check: \(verdictWords)",
      tone: tone,
      lead: [.table(stages())]
        + (remedy.map { remedy in
          [.command(purpose: "To record what baselines lack", command: remedy)]
        } ?? []),
      articles: sorted.map { article in
        var article = article
        article.isFolded = article.headline.tone == .passed
        article.opensWhereFailed = true
        return article
      }, tail: runs.tail, unfitWords: "further parts")
  }
}
