import SimFormats

extension RunDocument {
  /// Every check with its limit and value; on a terminal, loads have separate text.
  func checks(_ result: SceneResult) -> Table {
    Table(
      "All checks", .checks,
      [
        .mark, Table.Column("requirement"), Table.Column("measure"), Table.Column("limit"),
        Table.Column("found"),
      ],
      Check.all(in: result).map { check in
        Table.Row(
          [
            .mark(check.status.tone), Table.Cell(check.id), Table.Cell(check.name, .path),
            Table.Cell(check.expected), Table.Cell(check.found),
          ], line: check.kind == .load ? check.outcome : nil,
          in: check.kind == .invariants ? [.page, .markdown] : .all)
      }, hasTerminalHead: false)
  }

  // MARK: - Counts

  /// The instructions of the phases and the allocating functions, if requested.
  func counts(_ result: SceneResult) -> [Block] {
    var blocks: [Block] = []
    let summary = result.timing.instructions
    if summary.isAskedFor {
      blocks.append(
        .section(
          "Instructions",
          [.text("Method \(summary.methodWords)")]
            + (summary.noteWords.map { [.text(Words($0))] } ?? [])
            + [.table(instructions(summary))]))
    }
    if let sites = result.allocations.sites {
      let title = "Functions that allocated after warm-up, the most allocations first"
      blocks.append(
        .section(
          "Allocation sites",
          sites.top.isEmpty
            ? [.text("Nothing allocated after warm-up.")]
            : [.text(Words(title)), .table(table(sites))]
              + sites.restWords.map { .text(Words($0)) }))
    }
    return blocks
  }

  private func instructions(_ summary: InstructionSummary) -> Table {
    Table(
      "Instructions", .numbers,
      [Table.Column("phase"), .number("per frame"), .number("in total")],
      summary.counts.map { count in
        Table.Row([
          Table.Cell(count.name), Table.Cell(CountWords.count(summary.perFrame(count))),
          Table.Cell(FigureText.grouped(count.total)),
        ])
      })
  }

  private func table(_ sites: AllocationSites) -> Table {
    Table(
      "Allocation sites", .sites,
      [
        Table.Column("function and its callers", in: .page), .number("allocations"),
        .number("bytes"), .number("since"), Table.Column("function", in: .markdown),
      ],
      sites.top.map { site in
        let function = Table.Cell(
          CountWords.shortened(site.function), .code,
          more: site.callers.map { "← \(CountWords.shortened($0))" })
        return Table.Row([function] + site.facts.map { Table.Cell($0) } + [function])
      })
  }

  /// The text of a summary below its table of checks.
  func sentences(_ result: SceneResult) -> [Block] {
    let over = result.failedBudgets(of: .device).map { ", ✗ \($0.limitWords)" }.joined()
    var blocks: [Block] = [
      .text("\(result.device.title): \(result.prediction.sentence + over).")
    ]
    let summary = result.timing.instructions
    if summary.isAskedFor {
      let counted = summary.counts.isEmpty ? "." : ": \(summary.countWords) per frame."
      blocks.append(.text("Instructions by \(summary.methodWords)\(counted)"))
      if let note = summary.noteWords { blocks.append(.text(Words(note))) }
    }
    if let sites = result.allocations.sites {
      blocks +=
        sites.top.isEmpty
        ? [.text("Nothing allocated after warm-up.")]
        : [.table(table(sites))] + sites.restWords.map { .text(Words($0)) }
    }
    let digest = result.digest
    var words = ("Digests: state " as Words).code(Quantity.hexadecimal(digest.state)) + ", chain "
    words = words.code(Quantity.hexadecimal(digest.chain))
    if let pixels = digest.pixels {
      words = (words + ", pixels ").code(Quantity.hexadecimal(pixels))
    }
    let (version, build) = (result.environment.version, result.environment.build)
    return blocks + [.text(words + ". simbench \(version), \(build) build.")]
  }

  // MARK: - Figures

  /// Digests, times, work and the rest, folded; on a page of few runs, all measurements.
  func folded(_ result: SceneResult) -> [Block] {
    [.details("Digests, times, work and input", [.facts(Facts(figures(result)))])]
      + (hasFineCharts
        ? [.details("All measurements", [.facts(TextReport.facts(result))])] : [])
  }

  private func figures(_ result: SceneResult) -> [Facts.Row] {
    var rows = [
      Facts.Row("state digest", Quantity.hexadecimal(result.digest.state)),
      Facts.Row("chain of states", Quantity.hexadecimal(result.digest.chain)),
    ]
    func add(_ name: String, _ text: String) { rows.append(Facts.Row(name, text)) }
    if let pixels = result.digest.pixels { add("pixels", Quantity.hexadecimal(pixels)) }
    if let chain = result.digest.pixelChain {
      add("chain of pixels", Quantity.hexadecimal(chain))
    }
    if result.timing.measuredFrames > 0 {
      add("frame", Self.percentiles(result.timing.frame))
      for phase in result.timing.phases { add(phase.name, Self.percentiles(phase.percentiles)) }
    }
    if result.prediction.summary != nil {
      add("predicted on the device", result.prediction.sentence)
    }
    add("whole run", Quantity.time(result.timing.wallNanoseconds))
    if let peak = result.timing.peakResidentBytes {
      add("peak resident memory", Quantity.bytes(Int64(clamping: peak)))
    }
    if result.digest.pixels != nil {
      add("primitives", FigureText.grouped(result.work.primitives))
      add("pixels blended", FigureText.grouped(result.work.pixelsBlended))
      add("pixels filled", FigureText.grouped(result.work.pixelsFilled))
    }
    let input = result.input
    add(
      "input",
      CountWords.counted(input.touches, "touch", plural: "touches") + ", "
        + CountWords.counted(input.samples, "sample") + ", "
        + CountWords.counted(input.framesShaken, "frame") + " shaken, "
        + "\(FigureText.grouped(UInt64(input.framesInBackground))) in the background")
    let missed = input.missedWords
    if !missed.isEmpty { add("not felt", missed.joined(separator: ", ")) }
    add("allocations counted by", result.allocations.source)
    for gap in result.gaps { add("not measured: \(gap.path)", gap.reason) }
    return rows
  }

  private static func percentiles(_ values: Percentiles) -> String {
    "p50 \(Quantity.time(values.p50)), p95 \(Quantity.time(values.p95)), p99 "
      + "\(Quantity.time(values.p99)), max \(Quantity.time(values.maximum))"
  }
}

extension Comparison {
  /// Both runs side by side.
  var block: Block {
    let tendency = isSameWork ? " One run each shows a trend, not a regression." : ""
    return .section(
      "Against \(name)",
      [
        .text("\(sentence)\(tendency)"),
        .table(
          Table(
            "Against \(name)", .comparison,
            [
              Table.Column("", spoken: "figure"), .number("this run"), .number(name),
              .number("change"),
            ],
            rows.map { row in
              let isTelling = row.isExact && isSameTask
              return Table.Row(
                [
                  Table.Cell(row.label, .name), Table.Cell(row.this), Table.Cell(row.other),
                  Table.Cell(row.change),
                ], style: row.isEqual ? "same" : isTelling ? "differs" : "time")
            })),
      ])
  }
}
