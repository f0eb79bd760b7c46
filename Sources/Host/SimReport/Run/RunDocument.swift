import SimFormats

/// The outcomes of runs, as the document of every text format.
struct RunDocument {
  let results: [RunResult]
  /// Results of models, shown after the scenes.
  var models: [ModelResult] = []
  /// Runs that were not judged, shown last.
  var notJudged: [NotJudgedRun] = []
  /// Images of the runs on a page.
  var pictures = HTMLReport.Pictures()
  /// Results to compare with.
  var reference: HTMLReport.Reference?
  /// The most stretches of frames in a chart.
  var chartCount = FrameSeries.maximumCount
  /// Which pictures are shown.
  var detail = HTMLReport.PictureDetail.all

  /// Whether the charts are few enough to be drawn finer than a pixel, each figure one of its own.
  var hasFineCharts: Bool { !HTMLReport.hasThumbnails(results.count) }

  /// Everything that there is to say.
  var document: Document {
    let passed =
      results.count { $0.verdict == .passed } + models.count { $0.verdict == .passed }
    let judged = results.count + models.count
    let all = judged + notJudged.count
    let one =
      all == 1
      ? results.first.map { ($0.scenario, $0.verdictWord) }
        ?? models.first.map { ($0.scenario, $0.verdictWord) }
        ?? notJudged.first.map { ($0.name, Verdict.notJudged.word) } : nil
    let count = "\(passed) of " + CountWords.counted(all, "scenario") + " passed"
    var document = Document(
      title: one.map { "\($0.0): \($0.1.lowercased())" } ?? count,
      summaryTitle: one == nil ? "simbench: \(count)" : nil,
      tone: passed < judged ? .failed : judged < all ? .machine : .passed, hasHeading: one == nil,
      lead: [
        .only(.markdown, [.table(failures)] + results.flatMap(unjudged)),
        .only([.page, .markdown], models.flatMap(unjudged)),
        .only(
          .markdown,
          notJudged.map { run in
            .text(Words("\(run.name): not judged: \(run.reasonWords); next: ").code(run.nextWords))
          }),
        .only(one == nil ? [.page, .markdown] : [], [.table(overview)]),
      ], unfitWords: "further scenarios")
    document.articles =
      results.indices.map(article) + ModelReport.articles(models)
      + notJudged.enumerated().map { $1.article("not-judged-\($0 + 1)") }
    if let environment = results.first?.environment ?? models.first?.environment {
      document.tail = [
        .only(
          .page,
          [
            .note(
              "simbench \(environment.version), behavior \(environment.behaviorVersion) · "
                + "\(environment.build) build, \(environment.operatingSystem) "
                + environment.architecture)
          ])
      ]
    }
    return document
  }

  // MARK: - Before the runs

  private var failures: Table {
    Table(
      "Failures", .numbers,
      ["scenario", "requirement", "found", "limit", "where"].map { Table.Column($0) },
      results.flatMap { result in
        Check.failed(in: result).map { check in
          Table.Row([
            Table.Cell(result.scenario), Table.Cell("\(check.id) \(check.name)"),
            Table.Cell(check.found), Table.Cell(check.expected),
            Table.Cell(result.place(of: check) ?? ""),
          ])
        }
      }
        + models.flatMap { model in
          model.findings.map { finding in
            Table.Row([
              Table.Cell(model.scenario), Table.Cell(finding.rule.id), Table.Cell(finding.words),
              Table.Cell(""), Table.Cell(model.scenarioFile ?? ""),
            ])
          }
        })
  }

  /// Why not everything is judged, and what was assumed.
  private func unjudged(_ result: RunResult) -> [Block] {
    ([result.heldUpSentence, result.shortenedSentence].compactMap { $0 } + result.assumedSentences)
      .map { .text("\(result.scenario): \($0)") }
  }

  private func unjudged(_ model: ModelResult) -> [Block] {
    model.openFindings.map { .text("\(model.scenario): \($0.words).") }
  }

  private var overview: Table {
    Table(
      "Runs", .overview,
      [
        .mark, Table.Column("scenario"), Table.Column("checks"), Table.Column("failed", in: .page),
        .number("frame p99"), .number("allocations", in: .page), .number("allocations per frame"),
      ],
      results.indices.map(row) + models.indices.map(modelRow)
        + notJudged.indices.map(notJudgedRow), isRanked: true,
      maximumByteCount: HTMLReport.maximumByteCount / 2)
  }

  private func row(_ index: Int) -> Table.Row {
    let result = results[index]
    let checks = Check.all(in: result)
    let failed = checks.filter { $0.status == .failed }
    let open = checks.count { $0.isLeftOpen }
    let names = failed.prefix(3).map { $0.id }.joined(separator: ", ")
    let rest = failed.count > 3 ? " and \(failed.count - 3) more" : ""
    let isTimed = result.timing.measuredFrames > 0
    func figure(_ text: String?, _ groups: [FigureGroup]) -> Table.Cell {
      Table.Cell(
        text ?? "not measured", isFailed: !result.failedBudgets(ofAny: groups).isEmpty)
    }
    return Table.Row(
      [
        .mark(result.tone), Table.Cell(result.scenario, .link("run-\(index + 1)")),
        Table.Cell(
          (failed.isEmpty ? "\(checks.count)" : "\(failed.count) of \(checks.count) failed")
            + (open > 0 ? ", \(open) not judged" : "")),
        Table.Cell(names + rest),
        figure(isTimed ? Quantity.time(result.timing.frame.p99) : nil, [.frame]),
        figure(result.allocations.steadyTotal.map { FigureText.grouped($0) }, [.allocations]),
        Table.Cell(
          result.allocations.steadyMaximumPerFrame.map { FigureText.grouped($0) }
            ?? "not measured"),
      ], tone: result.tone)
  }

  private func modelRow(_ index: Int) -> Table.Row {
    let model = models[index]
    let failed = model.findings
    let open = model.openFindings.count
    let names = failed.prefix(3).map { $0.rule.id }.joined(separator: ", ")
    let steps = CountWords.counted(model.steps, "step")
    return Table.Row(
      [
        .mark(model.tone), Table.Cell(model.scenario, .link("model-\(index + 1)")),
        Table.Cell(
          (failed.isEmpty ? "\(model.checkCount)" : "\(failed.count) of \(model.checkCount) failed")
            + (open > 0 ? ", \(open) not judged" : "")),
        Table.Cell(names), Table.Cell(steps), Table.Cell(""), Table.Cell(""),
      ], tone: model.tone)
  }

  private func notJudgedRow(_ index: Int) -> Table.Row {
    let cells = [
      Table.Cell(notJudged[index].name, .link("not-judged-\(index + 1)")),
      Table.Cell("not judged: \(notJudged[index].reasonWords)"),
    ]
    return Table.Row(
      [.mark(.machine)] + cells + Array(repeating: Table.Cell(""), count: 4), tone: .machine)
  }

  // MARK: - A run

  private func article(_ index: Int) -> Article {
    let result = results[index]
    let pixels = result.digest.pixelChain.map { "pixels \(Quantity.hexadecimal($0))" }
    return Article(
      id: "run-\(index + 1)",
      headline: Headline(
        tone: result.tone, verdict: result.verdictWord, name: result.scenario,
        conditions: result.conditions,
        codes: ["states \(Quantity.hexadecimal(result.digest.chain))"]
          + (pixels.map { [$0] } ?? [])),
      isFolded: isFolded(index), thumbnail: isFolded(index) ? contactSheet(index) : nil,
      fold: "\(result.scenario): \(result.checkWords)"
    ) { blocks(index) }
  }

  /// Whether only the headline and image of a run are shown: if it passed and is not the only one.
  private func isFolded(_ index: Int) -> Bool {
    results.count > 1 && results[index].tone == .passed
  }

  private func blocks(_ index: Int) -> [Block] {
    let result = results[index]
    let gap = Block.only(.terminal, [.lines([""])])
    let fault = result.fault.map { MessageText.oneLine($0.message) }
    return [
      .only(.page, head(index)),
      .only(.terminal, [.fault(fault)].compactMap { $0 }), gap,
      .only(
        .terminal, result.hasBudgets ? [] : [.lines(["no budgets in this scenario"])]),
      .only([.markdown, .terminal], [.table(checks(result))]),
      .only(.page, [.section("All checks", [.table(checks(result))])]), gap,
      .only(.page, counts(result)), .only(.markdown, sentences(result)),
      .only(.terminal, [.facts(TextReport.facts(result))]),
      .only(.page, folded(result)),
    ]
  }

  /// The part of a page before its tables.
  private func head(_ index: Int) -> [Block] {
    let result = results[index]
    let evidence = pictures.evidence(index)
    var blocks: [Block] = [
      .failures(
        "Failures",
        Check.failed(in: result).map {
          Failure(
            name: $0.id, outcome: $0.outcome, place: result.place(of: $0),
            command: NextStep.command(
              for: $0, of: result, at: evidence?.frame(ofMeasure: $0.name)))
        })
    ]
    if let evidence {
      blocks += evidence.blocks(
        result, count: max(chartCount, 240), number: index + 1,
        hasPictures: detail != .none)
    }
    if let sentence = result.heldUpSentence { blocks.append(.note("Inconclusive: \(sentence)")) }
    if let sentence = result.shortenedSentence { blocks.append(.note(sentence)) }
    blocks += result.assumedSentences.map { .note($0) }
    blocks.append(.tiles(result.tiles))
    let other = reference?.results.first { $0.scenario == result.scenario }
    let comparison = other.map { Comparison(result, $0, name: reference?.name ?? "") }
    if let comparison {
      blocks.append(comparison.block)
    } else if let reference {
      blocks.append(.note("\(reference.name) has no result of this scenario to compare with."))
    }
    blocks += RunCharts(result, comparison, count: chartCount, isFine: hasFineCharts).blocks
    return blocks + picture(index)
  }

  private func picture(_ index: Int) -> [Block] {
    let result = results[index]
    guard let picture = contactSheet(index) else {
      guard let path = result.picture else { return [] }
      return [
        .note(
          detail == .all
            ? "No pictures: the contact sheet \(path) was gone, or that of another run, when this "
              + "page was made." : "No pictures: they would make this page too long.")
      ]
    }
    return isFolded(index) ? [] : [.section("What it looks like", [.picture(picture)])]
  }

  private func contactSheet(_ index: Int) -> Picture? {
    guard detail == .all, let picture = pictures.sheet(index) else { return nil }
    // No two pictures of a page have the same words.
    let number = results.count > 1 ? ", run \(index + 1)" : ""
    return Picture(
      png: picture,
      words: "Frames of \(results[index].scenario) in order, each with its time\(number)",
      isSmall: !hasFineCharts)
  }
}

extension Block {
  /// Why a run ended, on a line of its own; nil when it did not.
  fileprivate static func fault(_ message: String?) -> Block? {
    message.map { .facts(Facts([Facts.Row("violation", $0, isFailed: true)], width: 9)) }
  }
}

extension RunResult {
  /// How it went.
  var tone: Tone {
    guard Check.failed(in: self).isEmpty else { return .failed }
    return verdict == .passed ? .passed : .unsure
  }

  /// Whether the scenario sets any limit.
  var hasBudgets: Bool { !budgets.isEmpty || !timing.budgets.isEmpty }

  /// Where a check stands in the scenario's file; nil when that is not known.
  func place(of check: Check) -> String? { scenarioFile.map { "\($0):\(check.line ?? 1)" } }
}
