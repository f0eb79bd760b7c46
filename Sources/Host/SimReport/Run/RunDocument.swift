import SimFormats

/// The outcomes of runs, as the document of every text format.
struct RunDocument {
  let results: ResultFile.Results
  /// Images of the runs on a page.
  let pictures: HTMLReport.Pictures
  /// Results to compare with.
  let reference: HTMLReport.Reference?
  /// The most stretches of frames in a chart.
  let chartCount: Int
  /// Which pictures are shown.
  let detail: HTMLReport.PictureDetail

  /// Whether the charts are few enough to be drawn finer than a pixel, each figure one of its own.
  var hasFineCharts: Bool { !HTMLReport.hasThumbnails(scenes.count) }

  // Taken out of the runs once: a page asks for each result several times, of up to 10,000 runs.
  /// The results of scenes, in the order of the pictures.
  private let scenes: [SceneResult]

  /// Makes the document of some results.
  init(
    results: ResultFile.Results, pictures: HTMLReport.Pictures = HTMLReport.Pictures(),
    reference: HTMLReport.Reference? = nil, chartCount: Int = FrameSeries.maximumCount,
    detail: HTMLReport.PictureDetail = .all
  ) {
    self.results = results
    self.pictures = pictures
    self.reference = reference
    self.chartCount = chartCount
    self.detail = detail
    scenes = results.scenes
  }

  /// Everything that there is to say.
  var document: Document {
    let all = results.all
    let passed = all.count { $0.verdict == .passed }
    let one = all.count == 1 ? all[0] : nil
    let different = results.differentFirstFrames.map(\.verdict.tone)
    let count =
      "\(passed) of " + CountWords.counted(all.count, "scenario") + " passed"
      + (different.isEmpty ? "" : ", \(different.count) not deterministic")
    var document = Document(
      title: one.map {
        "\($0.name): \(different.isEmpty ? $0.verdictWord.lowercased() : "not deterministic")"
      } ?? count,
      summaryTitle: one == nil ? "simbench: \(count)" : nil,
      tone: passed + results.notJudged.count < all.count || different.contains(.failed)
        ? .failed : passed < all.count ? .machine : different.first ?? .passed,
      hasHeading: one == nil,
      lead: [
        .only(.markdown, [.table(failures)] + scenes.flatMap(unjudged)),
        .only([.page, .markdown], results.runs.compactMap(\.model).flatMap(unjudged)),
        .only(
          .markdown,
          results.notJudged.map { run in
            .text(Words("\(run.name): \(run.reasons); next: ").code(run.nextWords))
          }),
        .only(one == nil ? [.page, .markdown] : [], [.table(overview)]),
      ], unfitWords: "further scenarios")
    document.articles =
      results.differentFirstFrames.enumerated().map { $1.article("first-frames-\($0 + 1)") }
      + articles
      + results.notJudged.enumerated().map { $1.article("not-judged-\($0 + 1)") }
    if let environment = results.environment {
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
      results.runs.flatMap { run in
        switch run {
        case .scene(let result):
          Check.failed(in: result).map { check in
            Table.Row([
              Table.Cell(result.scenario), Table.Cell("\(check.id) \(check.name)"),
              Table.Cell(check.found), Table.Cell(check.expected),
              Table.Cell(result.place(of: check) ?? ""),
            ])
          }
        case .model(let model):
          model.findings.map { finding in
            Table.Row([
              Table.Cell(model.scenario), Table.Cell(finding.rule.id), Table.Cell(finding.words),
              Table.Cell(""), Table.Cell(model.scenarioFile ?? ""),
            ])
          }
        }
      })
  }

  /// Why not everything is judged, and what was assumed.
  private func unjudged(_ result: SceneResult) -> [Block] {
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
        .number("length", in: .page), .number("frame p99"), .number("allocations", in: .page),
        .number("allocations per frame"),
      ],
      results.runs.enumerated().map { row($1.reported, "run-\($0 + 1)", figures($1)) }
        + results.notJudged.enumerated().map { row($1, "not-judged-\($0 + 1)", []) },
      isRanked: true,
      maximumByteCount: HTMLReport.maximumByteCount / 2)
  }

  private func row(
    _ run: any ReportedRun, _ id: String, _ figures: [Table.Cell]
  ) -> Table.Row {
    let (count, failed, open) = run.checkNames
    let rest = failed.count > 3 ? " and \(failed.count - 3) more" : ""
    let checks =
      (failed.isEmpty ? "\(count)" : "\(failed.count) of \(count) failed")
      + (open.isEmpty ? "" : ", \(open.count) not judged")
    return Table.Row(
      [
        .mark(run.tone), Table.Cell(run.name, .link(id)),
        Table.Cell(run.verdict == .notJudged ? run.reasons : checks),
        Table.Cell(failed.prefix(3).joined(separator: ", ") + rest),
      ] + figures + Array(repeating: Table.Cell(""), count: 4 - figures.count), tone: run.tone)
  }

  private func figures(_ run: RunResult) -> [Table.Cell] {
    switch run {
    case .scene(let result): figures(result)
    case .model(let result): [Table.Cell(CountWords.counted(result.steps, "step"))]
    }
  }

  private func figures(_ result: SceneResult) -> [Table.Cell] {
    let isTimed = result.timing.measuredFrames > 0
    func figure(_ text: String?, _ groups: [FigureGroup]) -> Table.Cell {
      Table.Cell(
        text ?? "not measured", isFailed: !result.failedBudgets(ofAny: groups).isEmpty)
    }
    return [
      Table.Cell(CountWords.counted(result.frames, "frame")),
      figure(isTimed ? Quantity.time(result.timing.frame.p99) : nil, [.frame]),
      figure(result.allocations.steadyTotal.map { FigureText.grouped($0) }, [.allocations]),
      Table.Cell(
        result.allocations.steadyMaximumPerFrame.map { FigureText.grouped($0) } ?? "not measured"),
    ]
  }

  // MARK: - A run

  private var articles: [Article] {
    var sceneCount = 0
    return results.runs.enumerated().map { index, run in
      let id = "run-\(index + 1)"
      if let model = run.model {
        var article = ModelReport.article(model, id: id)
        article.isFolded = isFolded(run)
        return article
      }
      defer { sceneCount += 1 }
      return article(sceneCount, id)
    }
  }

  private func article(_ index: Int, _ id: String) -> Article {
    let result = scenes[index]
    let pixels = result.digest.pixelChain.map { "pixels \(Quantity.hexadecimal($0))" }
    return Article(
      id: id,
      headline: Headline(
        tone: result.tone, verdict: result.verdictWord, name: result.scenario,
        conditions: result.conditions,
        codes: ["states \(Quantity.hexadecimal(result.digest.chain))"]
          + (pixels.map { [$0] } ?? [])),
      isFolded: isFolded(.scene(result)),
      thumbnail: isFolded(.scene(result)) ? contactSheet(index) : nil,
      fold: "\(result.scenario): \(result.checkWords)"
    ) { blocks(index) }
  }

  /// Whether only the headline and image of a run are shown: if it passed and is not the only one.
  private func isFolded(_ run: RunResult) -> Bool {
    results.runs.count > 1 && run.reported.tone == .passed
  }

  private func blocks(_ index: Int) -> [Block] {
    let result = scenes[index]
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
    let result = scenes[index]
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
    let result = scenes[index]
    guard let picture = contactSheet(index) else {
      guard let path = result.picture else { return [] }
      return [
        .note(
          detail == .all
            ? "No pictures: the contact sheet \(path) was gone, or that of another run, when this "
              + "page was made." : "No pictures: they would make this page too long.")
      ]
    }
    return isFolded(.scene(result)) ? [] : [.section("What it looks like", [.picture(picture)])]
  }

  private func contactSheet(_ index: Int) -> Picture? {
    guard detail == .all, let picture = pictures.sheet(index) else { return nil }
    // No two pictures of a page have the same words.
    let number = scenes.count > 1 ? ", run \(index + 1)" : ""
    return Picture(
      png: picture,
      words: "Frames of \(scenes[index].scenario) in order, each with its time\(number)",
      isSmall: !hasFineCharts)
  }
}

extension Block {
  /// Why a run ended, on a line of its own; nil when it did not.
  fileprivate static func fault(_ message: String?) -> Block? {
    message.map { .facts(Facts([Facts.Row("violation", $0, isFailed: true)], width: 9)) }
  }
}

extension SceneResult {
  /// Whether the scenario sets any limit.
  var hasBudgets: Bool { !budgets.isEmpty || !timing.budgets.isEmpty }

  /// Where a check stands in the scenario's file; nil when that is not known.
  func place(of check: Check) -> String? { scenarioFile.map { "\($0):\(check.line ?? 1)" } }
}
