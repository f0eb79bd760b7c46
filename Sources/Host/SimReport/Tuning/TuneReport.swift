import SimFormats

/// Caps per device class as text, JSON and Swift source.
package enum TuneReport {
  /// What was asked.
  package struct Question: Equatable, Sendable {
    /// Frames of every run.
    package var frameCount: UInt32
    /// Share of the frame interval that stays free.
    package var headroom: Double
    /// Seconds of work after which the devices are looked at.
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

  /// A table with a row per scenario and device class.
  package static func text(_ results: [CapResult], _ question: Question) -> String {
    TerminalRenderer.text(document(results, question))
  }

  /// The same as one page, with a chart per scenario and device class.
  package static func html(_ results: [CapResult], _ question: Question) -> String {
    HTMLRenderer.text(limit: HTMLReport.maximumByteCount) { _ in document(results, question) }
  }

  private static func document(_ results: [CapResult], _ question: Question) -> Document {
    var rule =
      "caps by predicted p99 of \(Quantity.grouped(UInt64(question.frameCount))) frames, "
      + "\(Quantity.percent(question.headroom)) of the frame interval left free"
    if question.sustainedSeconds > 0 {
      rule += ", after \(Quantity.plain(question.sustainedSeconds)) s of work"
    }
    let inputs = "inputs: \(question.inputs.joined(separator: ", ")); the dearest decides"
    let figures: Set = ["cap", "of", "at the cap", "one above", "allowed", "fits up to"]
    let columns = [
      "scenario", "device", "cap", "of", "at the cap", "one above", "allowed", "fits up to",
      "input", "costs",
    ]
    return Document(
      title: "Caps",
      lead: [
        .text(Words(rule)), .text(Words(inputs)), .only(.terminal, [.lines([""])]),
        .table(
          Table(
            "Caps", .numbers,
            columns.map { Table.Column($0, isNumber: figures.contains($0)) },
            results.map { Table.Row(row($0).map { Table.Cell($0) }) })),
        .list(results.compactMap(reason)), .only(.page, plots(results)),
      ])
  }

  /// The charts, scenario by scenario.
  private static func plots(_ results: [CapResult]) -> [Block] {
    var names: [String] = []
    for result in results where !names.contains(result.scenario) { names.append(result.scenario) }
    return names.compactMap { name in
      let shown = results.filter { $0.scenario == name && TunePlot.isShown($0) }
      guard let first = shown.first else { return nil }
      return .section(
        TunePlot.title(first), [.plots(shown.map(TunePlot.chart), width: TunePlot.panelWidth)])
    }
  }

  /// Why a class has no cap; nil when it has one.
  private static func reason(_ result: CapResult) -> String? {
    let place = "\(result.scenario) on \(result.device.name)"
    switch result.outcome {
    case .impossible(let reason): return "\(place): impossible: \(reason)"
    case .refused(let units):
      return "\(place): refused: no cost is known of \(units.joined(separator: ", "))"
    case .skipped(let reason): return "\(place): skipped: \(reason)"
    case .found: return nil
    }
  }

  private static func row(_ result: CapResult) -> [String] {
    let hasCount = result.quantum > 0
    let cap: String
    switch result.outcome {
    case .found(let count): cap = hasCount ? "\(count)" : "fits"
    case .impossible: cap = "none"
    case .refused: cap = "?"
    case .skipped: return skippedRow(result)
    }
    let costs = result.device.costs
    let quality =
      costs.map {
        ($0.isEstimated ? "estimated" : "measured")
          + " +\(Quantity.percent(FigureText.rounded(result.margin - 1, decimals: 6)))"
      } ?? "unknown"
    let above = result.nanoseconds(at: result.cap + result.quantum)
    let atCap = result.nanoseconds(at: result.cap)
    let digits = FigureText.digits(
      telling: [atCap, above].compactMap { $0 }, from: result.limitNanoseconds
    ) { Quantity.time($0, digits: $1) }
    func time(_ nanoseconds: Double?) -> String {
      nanoseconds.map { Quantity.time($0, digits: digits) } ?? "-"
    }
    return [
      result.scenario, result.device.name, cap, hasCount ? "\(result.productCap)" : "-",
      time(atCap), hasCount ? time(above) : "-", time(result.limitNanoseconds),
      result.knee.map { Quantity.grouped(UInt64(max(0, $0))) } ?? "-", result.worstInput,
      quality,
    ]
  }

  private static func skippedRow(_ result: CapResult) -> [String] {
    [result.scenario, result.device.name, "skipped"] + [String](repeating: "-", count: 7)
  }

  // MARK: - Swift

  /// A Swift source file with the caps, for an app to copy.
  package static func swift(_ results: [CapResult]) -> String {
    var text = "/// Caps per device class, found by simbench tune; nil where nothing fits.\n"
    text += "enum DeviceCaps {\n"
    text += "  /// How many of a scene's population a device class can afford.\n"
    text += "  static func cap(of scene: String, on device: String) -> Int? {\n"
    text += "    switch (scene, device) {\n"
    for result in results where result.quantum > 0 {
      let names = "(\"\(result.scenario)\", \"\(result.device.name)\")"
      let quality = result.device.costs.map { $0.isEstimated ? "estimated" : "measured" }
      if case .found(let count) = result.outcome {
        text += "    case \(names): \(count)  // \(result.population), \(quality ?? "unknown")\n"
      } else {
        text += "    case \(names): nil\n"
      }
    }
    return text + "    default: nil\n    }\n  }\n}\n"
  }
}
