import SimFormats

/// Reports of model runs: properties, injected faults, and events as sentences.
package enum ModelReport {
  /// Maximum number of events on a page and in a summary.
  private static var lineCount: Int { 60 }
  /// Maximum number of events of a failing run on a terminal.
  private static var terminalLineCount: Int { 16 }

  // MARK: - The document

  /// The article of a result.
  static func article(_ result: ModelResult, id: String, isVerbose: Bool = false) -> Article {
    Article(
      id: id,
      headline: Headline(
        tone: result.tone, verdict: result.verdictWord, name: result.scenario,
        conditions: [
          result.model, "seed \(result.seed)", "\(FigureText.grouped(result.steps)) steps",
          words(ofTime: result.virtualNanoseconds),
        ],
        codes: [
          "state \(Quantity.hexadecimal(result.state))",
          "chain \(Quantity.hexadecimal(result.chain))",
        ]), fold: "\(result.scenario): \(result.checkWords)"
    ) { blocks(result, isVerbose: isVerbose) }
  }

  private static func blocks(_ result: ModelResult, isVerbose: Bool) -> [Block] {
    var blocks: [Block] = [.facts(facts(result))]
    if result.failure != nil {
      blocks.append(
        .only(
          .terminal,
          [.section("last events", [.sequence(sequence(result, terminalLineCount))])]))
    }
    let tables: [Block] = [
      .section("Properties", [.table(properties(result))]),
      .section("Coverage goals", [.table(goals(result))]),
      .section(
        "Faults",
        [result.faults.isEmpty ? .note("No faults were injected.") : .table(faults(result))]),
    ]
    blocks.append(.only([.page, .markdown], tables + diagram(result)))
    if isVerbose { blocks.append(.only(.terminal, tables)) }
    return blocks
  }

  private static func facts(_ result: ModelResult) -> Facts {
    var rows: [Facts.Row] = []
    if let failure = result.failure {
      let requirement = failure.requirement.isEmpty ? "" : ", \(failure.requirement)"
      rows.append(
        Facts.Row(
          "violated",
          "\(failure.property)\(requirement), in step "
            + FigureText.grouped(UInt64(failure.frame)), isFailed: true))
      rows.append(Facts.Row("says", failure.summary))
    }
    let must = result.properties.filter { !$0.isMark }
    let goals = result.properties.filter { $0.isMark }
    rows.append(
      Facts.Row(
        "properties",
        "\(must.count { $0.verdict == .passed }) of \(must.count) passed, checked "
          + "\(FigureText.grouped(must.reduce(0) { $0 + $1.checked })) times"))
    if !goals.isEmpty {
      let names = goals.filter { $0.held > 0 }.map { $0.name }
      rows.append(
        Facts.Row(
          "goals",
          "\(names.count) of \(goals.count) reached" + (names.isEmpty ? "" : ": ")
            + names.joined(separator: ", ")))
    }
    rows.append(
      Facts.Row(
        "faults",
        result.faults.isEmpty
          ? "none injected"
          : result.faults.map { "\($0.name) \($0.count)" }.joined(separator: ", ")))
    for share in result.shares { rows.append(row(share, result)) }
    rows.append(
      Facts.Row("history", "\(FigureText.grouped(result.events)) external events"))
    return Facts(rows)
  }

  private static func row(_ share: ModelResult.Share, _ result: ModelResult) -> Facts.Row {
    let isFailed = result.isKept(share) == false
    let open = result.isLeftOpen(share) ? "; skipped: the run is shorter than its scenario" : ""
    guard let bound = share.lowerBound else {
      return Facts.Row(share.name, "no samples\(open)", isFailed: isFailed)
    }
    let requirement = share.requirement.isEmpty ? "" : " (\(share.requirement))"
    let percent = Double(share.part) / Double(share.whole) * 100
    let demanded = share.minimum.map {
      ", required \(FigureText.text($0 * 100, decimals: 2)) %"
    }
    return Facts.Row(
      share.name,
      "\(FigureText.grouped(share.part)) of \(FigureText.grouped(share.whole)), "
        + "\(FigureText.text(percent, decimals: 2)) %; 95 % lower confidence bound "
        + "\(FigureText.text(bound * 100, decimals: 2)) %\(demanded ?? "")\(requirement)\(open)",
      isFailed: isFailed)
  }

  /// Invariants and liveness properties.
  private static func properties(_ result: ModelResult) -> Table {
    Table(
      "Properties", .sentences,
      [
        .mark, Table.Column("property"), Table.Column("requirement"), .number("checked"),
        .number("held"), Table.Column("says"),
      ],
      result.properties.filter { !$0.isMark }.map { property in
        Table.Row(
          [
            .mark(property.tone), Table.Cell(property.name, .name),
            Table.Cell(property.requirement), Table.Cell(FigureText.grouped(property.checked)),
            Table.Cell(FigureText.grouped(property.held)), Table.Cell(property.summary),
          ], tone: property.tone)
      }, isRanked: true)
  }

  /// Coverage goals.
  private static func goals(_ result: ModelResult) -> Table {
    Table(
      "Coverage goals", .sentences,
      [.mark, Table.Column("goal"), .number("reached"), Table.Column("says")],
      result.properties.filter { $0.isMark }.map { goal in
        Table.Row(
          [
            .mark(goal.tone), Table.Cell(goal.name, .name),
            Table.Cell(FigureText.grouped(goal.held)), Table.Cell(goal.summary),
          ], tone: goal.tone)
      })
  }

  private static func faults(_ result: ModelResult) -> Table {
    Table(
      "Faults", .sentences,
      [Table.Column("kind"), .number("times"), Table.Column("fault")],
      result.faults.map { fault in
        Table.Row([
          Table.Cell(fault.name, .name), Table.Cell(FigureText.grouped(fault.count)),
          Table.Cell(fault.summary),
        ])
      })
  }

  // MARK: - Last events

  /// The last events of a run, as sentences.
  package static func story(_ result: ModelResult, limit: Int = .max) -> [String] {
    sequence(result, limit).lines
  }

  /// The last events of a run, as a sequence diagram with its heading.
  static func diagram(_ result: ModelResult) -> [Block] {
    [.section("Last events", [.sequence(sequence(result, lineCount))])]
  }

  private static func sequence(_ result: ModelResult, _ count: Int) -> SequenceDiagram {
    let lines = result.timeline.suffix(count)
    let lanes = ["user", "system", "app", "disk", "network"].filter { lane in
      lines.contains { $0.sender == lane || $0.receiver == lane }
    }
    let failed = result.failure.map { UInt64($0.frame) }
    return SequenceDiagram(
      title: "Last events of \(result.scenario)", lanes: lanes,
      messages: lines.map { line in
        SequenceDiagram.Message(
          time: words(ofTime: line.time), sender: lanes.firstIndex(of: line.sender) ?? 0,
          receiver: lanes.firstIndex(of: line.receiver) ?? 0, text: line.text,
          isFailed: line.step == failed)
      })
  }

  /// A time such as `1 h 02:03.456`.
  static func words(ofTime nanoseconds: UInt64) -> String {
    let milliseconds = nanoseconds / 1_000_000
    let (hours, minutes) = (milliseconds / 3_600_000, milliseconds / 60_000 % 60)
    let seconds = "\(100_000 + milliseconds % 60_000)".dropFirst()
    let rest = "\(seconds.prefix(2)).\(seconds.dropFirst(2))"
    return hours > 0
      ? "\(hours):\("\(100 + minutes)".dropFirst()):\(rest)" : "\(minutes):\(rest)"
  }
}

extension ModelResult.Property {
  /// Whether it is a coverage goal.
  var isMark: Bool { kind == "sometimes" }

  fileprivate var tone: Tone {
    switch verdict {
    case .passed: .passed
    case .failed: .failed
    default: .unsure
    }
  }
}
