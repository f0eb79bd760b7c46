import SimFormats

/// Caps per device class as text, JSON and Swift source.
package enum TuneReport {
  /// What was asked.
  package struct Question: Equatable, Sendable {
    /// Frames of every run.
    package var frameCount: UInt32
    /// Share of the frame interval that stays free.
    package var headroom: Double
    /// Seconds of load after which the devices are modeled.
    package var sustainedSeconds: Double
    /// Names of the inputs tried.
    package var inputs: [String]

    /// Makes a question.
    package init(frameCount: UInt32, headroom: Double, sustainedSeconds: Double, inputs: [String]) {
      self.frameCount = frameCount
      self.headroom = headroom
      self.sustainedSeconds = sustainedSeconds
      self.inputs = inputs
    }
  }

  // MARK: - Text

  /// A table with a row per scenario, device class and frame rate.
  package static func text(_ listing: Listing) -> String {
    TerminalRenderer.text(document(listing))
  }

  /// The same as one page, with a chart per row.
  package static func html(_ listing: Listing) -> String {
    HTMLRenderer.text(limit: HTMLReport.maximumByteCount) { _ in document(listing) }
  }

  private static func document(_ listing: Listing) -> Document {
    let (results, question) = (listing.caps, listing.question)
    var rule =
      "caps by predicted p99 of "
      + CountWords.counted(question.frameCount, "frame") + ", "
      + "\(Quantity.percent(question.headroom)) of the frame interval left free"
    if question.sustainedSeconds > 0 {
      rule += ", after \(Quantity.plain(question.sustainedSeconds)) s of work"
    }
    let inputs =
      "inputs: \(question.inputs.joined(separator: ", ")); the most expensive one decides"
    return Document(
      title: "Caps",
      lead: [
        .text(Words(rule)), .text(Words(inputs)), .text(Words(ends)),
        .only(
          .terminal,
          [.lines([""]), .table(table(results, hasScenario: true)), .list(notes(results))]),
        .only(.page, sections(results)),
      ] + levels(listing.levels)
        + [
          .only(.terminal, [.facts(Facts(listing.next.map { Facts.Row("next", $0) }, width: 4))]),
          .only(
            .page,
            listing.next.map {
              .command(purpose: "To see what a frame costs where none fits", command: $0)
            }),
        ])
  }

  private static func table(_ results: [CapResult], hasScenario: Bool) -> Table {
    let figures: Set = ["Hz", "cap", "likely", "at best", "of", "left free", "CPU", "GPU"]
    let columns = [
      "scenario", "device", "renderer", "Hz", "cap", "likely", "at best", "of", "bound by",
      "left free", "CPU", "GPU", "input", "costs",
    ]
    let first = hasScenario ? 0 : 1
    return Table(
      "Caps", .numbers,
      columns.dropFirst(first).map { Table.Column($0, isNumber: figures.contains($0)) },
      results.map { Table.Row(row($0).dropFirst(first).map { Table.Cell($0) }) })
  }

  /// What a table leaves open.
  private static func notes(_ results: [CapResult]) -> [String] {
    results.compactMap(reason) + flags(results) + advice(results)
  }

  /// The levels of quality, when they were asked for.
  private static func levels(_ levels: [CapLevels]) -> [Block] {
    let levels = levels.filter { $0.minimum < $0.maximum }
    guard !levels.isEmpty else { return [] }
    let columns = ["scenario", "device", "Hz", "from", "start", "to", "step", "of"]
    let figures: Set = ["Hz", "from", "start", "to", "step"]
    return [
      .section(
        "Levels of quality: from what a hot device holds to what a cool one may",
        [
          .table(
            Table(
              "Levels", .numbers,
              columns.map { Table.Column($0, isNumber: figures.contains($0)) },
              levels.map { level in
                Table.Row(
                  [
                    level.scenario, level.device, "\(level.frameRate)", "\(level.minimum)",
                    "\(level.start)", "\(level.maximum)", "\(level.quantum)", level.population,
                  ].map { Table.Cell($0) })
              }))
        ])
    ]
  }

  /// Table, notes and charts, scenario by scenario.
  private static func sections(_ results: [CapResult]) -> [Block] {
    var names: [String] = []
    for result in results where !names.contains(result.scenario) { names.append(result.scenario) }
    return names.map { name in
      let all = results.filter { $0.scenario == name }
      let shown = all.filter(TunePlot.isShown)
      let notes = notes(all)
      var blocks: [Block] = [.table(table(all, hasScenario: false))]
      if !notes.isEmpty { blocks.append(.list(notes)) }
      if !shown.isEmpty {
        blocks.append(.plots(shown.map(TunePlot.chart), width: TunePlot.panelWidth))
      }
      return .section(shown.first.map(TunePlot.title) ?? name, blocks)
    }
  }

  /// Why a class has no cap; nil when it has one.
  private static func reason(_ result: CapResult) -> String? {
    let place = "\(result.scenario) on \(result.device.name)"
    switch result.outcome {
    case .impossible(let reason):
      guard result.isTooCloseToSay else { return "\(place): impossible: \(reason)" }
      return "\(place) at \(result.frameRate) Hz: too close to say: at pessimistic costs, \(reason)"
    case .skipped(let reason): return "\(place): skipped: \(reason)"
    case .found: return nil
    }
  }

  /// What the three caps of a row mean.
  private static var ends: String {
    "cap: at pessimistic costs; likely: at nominal costs; at best: at optimistic costs; left "
      + "free, processor and GPU are those of the cap"
  }

  /// Caps that are lower than those of weaker classes, and why.
  private static func flags(_ results: [CapResult]) -> [String] {
    results.flatMap { result in
      result.flags.map {
        "\(result.scenario) on \(result.device.name) at \(result.frameRate) Hz: \($0)"
      }
    }
  }

  /// How to make wide intervals narrower.
  private static func advice(_ results: [CapResult]) -> [String] {
    var names: [String] = []
    for result in results where !result.isCalibrated && !names.contains(result.scenario) {
      names.append(result.scenario)
    }
    guard !names.isEmpty else { return [] }
    return [
      "\(names.joined(separator: ", ")): no measured costs; estimated from the costs of all other "
        + "scenes, minimum to maximum."
    ]
  }

  private static func row(_ result: CapResult) -> [String] {
    let hasCount = result.quantum > 0
    let cap: String
    switch result.outcome {
    case .found(let count): cap = hasCount ? "\(count)" : "fits"
    case .impossible: cap = "none"
    case .skipped:
      return [result.scenario, result.device.name, "-", "\(result.frameRate)", "skipped"]
        + [String](repeating: "-", count: 9)
    }
    func count(_ cap: UInt32?) -> String { cap.map { hasCount ? "\($0)" : "fits" } ?? "none" }
    let shown = result.point(at: result.cap) ?? result.points.first
    return [
      result.scenario, result.device.name, result.renderer.isEmpty ? "-" : result.renderer,
      "\(result.frameRate)", cap, count(result.nominalCap), count(result.optimisticCap),
      hasCount ? "\(result.productCap)" : "-", result.bound.map(words) ?? "-",
      result.headroom.map { Quantity.percent($0) } ?? "-",
      shown.map { Quantity.time($0.pessimistic.processor) } ?? "-",
      shown.map { $0.pessimistic.graphics > 0 ? Quantity.time($0.pessimistic.graphics) : "-" }
        ?? "-",
      result.worstInput.isEmpty ? "-" : result.worstInput,
      (result.provenance ?? "unknown") + (result.isCalibrated ? "" : ", other scenes"),
    ]
  }

  /// A bound in a word or two.
  static func words(_ bound: CapResult.Bound) -> String {
    switch bound {
    case .product: "product"
    case .cpu: "CPU"
    case .gpu: "GPU"
    case .latency: "latency"
    }
  }
}
