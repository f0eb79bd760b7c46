import SimFormats

extension GateReport {
  /// The outcomes as text: one line per scenario, with its changes below.
  ///
  /// - Parameters:
  ///   - isStyled: whether colors are marked with the escape sequences of terminals.
  ///   - width: columns of the terminal; nil leaves lines whole.
  ///   - remedy: The command that records missing baselines, if there are any.
  package static func text(
    _ outcomes: [GateOutcome], isStyled: Bool, width: Int? = nil, remedy: String? = nil
  ) -> String {
    TerminalRenderer.text(document(outcomes, remedy), isStyled: isStyled, width: width)
  }

  /// The outcomes as one page that needs no network.
  ///
  /// It has at most `HTMLReport.maximumByteCount` bytes: scenarios that do not fit are counted.
  ///
  /// - Parameter remedy: The command that records missing baselines, if there are any.
  package static func html(_ outcomes: [GateOutcome], remedy: String? = nil) -> String {
    HTMLRenderer.text(limit: HTMLReport.maximumByteCount) { _ in document(outcomes, remedy) }
  }

  /// The outcomes as Markdown: the verdicts in a table, then what differs, the rest folded.
  ///
  /// - Parameters:
  ///   - remedy: The command that records missing baselines, if there are any.
  ///   - limit: Maximum size in bytes.
  package static func markdown(
    _ outcomes: [GateOutcome], remedy: String? = nil, limit: Int = MarkdownReport.defaultByteCount
  ) -> String {
    MarkdownRenderer.text(document(outcomes, remedy), limit: limit)
  }

  /// The document of all formats.
  private static func document(_ outcomes: [GateOutcome], _ remedy: String?) -> Document {
    let passed = outcomes.count { $0.isPassed }
    let one = outcomes.count == 1 ? outcomes.first : nil
    let holding =
      outcomes.count == 1
      ? "\(passed) of 1 scenario passed" : "\(passed) of \(outcomes.count) scenarios passed"
    let title =
      one.map { "\(MessageText.oneLine($0.scenario)): \(words($0).joined(separator: ", "))" }
      ?? holding
    let command = remedy.map {
      Block.command(purpose: "To record missing baselines", command: $0)
    }
    let overview = Block.table(overview(outcomes))
    // Names, paths and values are from untrusted files.
    let names = outcomes.map { MessageText.oneLine($0.scenario) }
    let width = names.reduce(0) { max($0, $1.count) }
    let wordWidth = outcomes.reduce(9) { max($0, words($1).joined(separator: ", ").count) }
    return Document(
      title: "Gate: \(title)", summaryTitle: "simbench gate: \(holding)",
      tone: tone(outcomes), hasHeading: one == nil,
      lead: [.only(one == nil ? [.page, .markdown] : .markdown, [overview])]
        + (command.map { [.only([.page, .markdown], [$0])] } ?? []),
      articles: outcomes.enumerated().map { index, outcome in
        var article = article(outcome, index)
        article.headline.verdictWidth = wordWidth
        article.headline.line =
          "\(Quantity.padded(names[index], width))  \(summary(outcome))"
        return article
      }, tail: [.only(.terminal, (command.map { [$0] } ?? []) + closing(outcomes))])
  }

  /// The tone of all outcomes: an undecided one counts as failed here.
  private static func tone(_ outcomes: [GateOutcome]) -> Tone {
    let open = outcomes.filter { !$0.isPassed }
    return open.isEmpty ? .passed : open.allSatisfy { $0.tone == .machine } ? .machine : .failed
  }

  private static func overview(_ outcomes: [GateOutcome]) -> Table {
    Table(
      "Verdicts", .overview,
      [
        .mark, Table.Column("scenario"), Table.Column("verdict"), Table.Column("exact metrics"),
        Table.Column("instructions"), Table.Column("time per frame"),
      ],
      outcomes.enumerated().map { index, outcome in
        Table.Row(
          [
            .mark(outcome.isPassed ? .passed : outcome.tone == .machine ? .machine : .failed),
            Table.Cell(outcome.scenario, .link("run-\(index + 1)")),
            Table.Cell(words(outcome).joined(separator: ", ")), Table.Cell(exactWords(outcome)),
            Table.Cell(instructionWords(outcome)), Table.Cell(timeWords(outcome)),
          ], tone: outcome.tone)
      }, isRanked: true, maximumByteCount: HTMLReport.maximumByteCount / 2)
  }

  /// Articles for a page of more than the gate.
  ///
  /// - Parameter prefix: The prefix of their names.
  static func articles(_ outcomes: [GateOutcome], prefix: String) -> [Article] {
    outcomes.enumerated().map { index, outcome in
      var article = article(outcome, index)
      article.id = "\(prefix)-\(index + 1)"
      article.headline.verdict += " · \(prefix)"
      return article
    }
  }

  private static func article(_ outcome: GateOutcome, _ index: Int) -> Article {
    let count = CountWords.counted(outcome.frames, outcome.unit)
    let conditions =
      (outcome.notJudged == nil ? [count] : []) + [
        "seed \(outcome.seed)", "against \(outcome.reference)",
      ]
    return Article(
      id: "run-\(index + 1)",
      headline: Headline(
        tone: outcome.tone, verdict: words(outcome).joined(separator: ", ").uppercased(),
        name: outcome.scenario, conditions: conditions),
      fold: "\(outcome.scenario): \(conditions.joined(separator: ", "))", opensWhereFailed: true
    ) {
      if let run = outcome.notJudged { return run.blocks }
      let facts = outcome.facts
      return [
        .only(
          .page,
          (outcome.runLines.isEmpty ? [] : [.section("Run", [.list(outcome.runLines)])]) + [
            section("Exact metrics", exactNote(outcome), outcome.exactRows),
            section("Instructions", "Method \(outcome.methodWords)", outcome.instructionRows),
          ]
            + (outcome.wall == nil
              ? []
              : [section("Time per frame", "Of the same frames on both sides", outcome.timeRows)])
            + (plot(outcome).map { [.plots([$0], width: 560)] } ?? [])
            + (facts.isEmpty ? [] : [.section("Notes", [.list(facts)])])),
        .only(.markdown, summaryBlocks(outcome)), .only(.terminal, [.lines(details(outcome))]),
      ]
    }
  }

  private static func section(_ title: String, _ note: String, _ rows: [GateRow]) -> Block {
    let shown = Array(rows.prefix(shownRows))
    let more = rows.count - shown.count
    let hasLimit = rows.contains { !$0.limit.isEmpty }
    return .section(
      title,
      [.text(Words(note)), .table(table(title, shown, hasLimit ? .page : []))]
        + (more > 0 ? [.text("and \(more) more")] : []))
  }

  /// Rows for every format.
  ///
  /// - Parameter limited: The formats that show the threshold of a change.
  private static func table(
    _ caption: String, _ rows: [GateRow], _ limited: Formats
  ) -> Table {
    Table(
      caption, .gate,
      [
        Table.Column("", spoken: "outcome", in: .page), Table.Column("metric"), .number("before"),
        .number("now"), .number("change"),
        Table.Column("threshold", isNumber: true, style: "limit", in: limited),
        Table.Column("verdict"),
      ],
      rows.map { row in
        Table.Row(
          [
            .mark(row.status.tone), Table.Cell(row.metric, .path), Table.Cell(row.before),
            Table.Cell(row.now), Table.Cell(row.change), Table.Cell(row.limit),
            Table.Cell(row.verdict),
          ], tone: row.status.tone)
      })
  }

  private static func summaryBlocks(_ outcome: GateOutcome) -> [Block] {
    let rows = outcome.exactRows.prefix(shownRows) + outcome.instructionRows + outcome.timeRows
    let facts = outcome.runLines + outcome.facts
    let isLacking = outcome.exact == nil && outcome.missing != nil && outcome.runLines.isEmpty
    guard !isLacking, !rows.isEmpty || !facts.isEmpty else { return [] }
    let more = outcome.exactRows.count - shownRows
    return [
      .table(table("Metrics", Array(rows), .markdown)),
      .list(
        (more > 0 ? ["and \(more) more exact metrics"] : [])
          + (outcome.instructions == nil ? [] : ["instructions by \(outcome.methodWords)"])
          + facts),
    ]
  }

  // MARK: - Words

  private static func exactNote(_ outcome: GateOutcome) -> String {
    guard outcome.exact != nil else { return "Nothing to compare with in \(outcome.reference)" }
    let words = exactWords(outcome)
    let unmeasured = (outcome.exact?.rows ?? []).count { $0.change == .notMeasured }
    return "Tolerance 0: \(words)" + (unmeasured > 0 ? ", \(unmeasured) not measured here" : "")
  }

  /// A short summary of the exact metrics.
  static func exactWords(_ outcome: GateOutcome) -> String {
    guard let exact = outcome.exact else { return "no reference" }
    let differing = exact.rows.count { $0.change != .added && $0.change != .notMeasured }
    let verb = differing == 1 ? "differs" : "differ"
    return differing == 0
      ? "\(exact.comparedCount) equal" : "\(differing) of \(exact.comparedCount) \(verb)"
  }

  /// A short summary of the instructions' changes, with the method.
  static func instructionWords(_ outcome: GateOutcome) -> String {
    guard let counts = outcome.instructions else { return "none compared" }
    let rows = counts.rows.map { row in
      "\(row.name) \(ChangeWords([row.change], floor: counts.tolerance).texts[0])"
    }
    return "\(rows.joined(separator: ", ")) by \(counts.source.rawValue)"
  }

  /// A short summary of the change of the frame time.
  static func timeWords(_ outcome: GateOutcome) -> String {
    guard let frame = outcome.wall?.rows.first else { return "not compared" }
    let change = ChangeWords([frame.change], floor: frame.floor).texts[0]
    return "\(change), \(word(frame.verdict))"
  }
}

extension GateOutcome {
  /// The tone of the outcome: a missing verdict is not a failure of the build.
  var tone: Tone {
    if notJudged != nil { return .machine }
    if isPassed { return .passed }
    let isWorse = verdicts.contains(.regressed) || verdicts.contains(.workChanged)
    return isWorse || runVerdict == Verdict.failed.rawValue ? .failed : .unsure
  }
}
