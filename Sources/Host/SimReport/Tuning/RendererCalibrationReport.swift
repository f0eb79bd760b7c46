import SimFormats

/// What a device pays for a renderer, for people and programs.
package enum RendererCalibrationReport {
  /// A calibration, and the costs that it comes to.
  package struct Finding: Sendable {
    /// The calibration.
    package var result: RendererCalibration
    /// What the device file has of the renderer now; nil when nothing is believed.
    package var costs: RendererCosts?

    /// Makes a finding.
    package init(_ result: RendererCalibration, _ costs: RendererCosts?) {
      self.result = result
      self.costs = costs
    }
  }

  /// Why some of it is not believed; nil when all is.
  package static func refusal(_ result: RendererCalibration) -> String? {
    let refusals = result.refusals.map { "\($0.of): \($0.refusal.words)" }
    return refusals.isEmpty ? nil : refusals.joined(separator: "; ")
  }

  /// The costs, every check of them, and the ramps, as text.
  package static func text(_ finding: Finding) -> String {
    let result = finding.result
    let title =
      "\(MessageText.oneLine(result.renderer)) on \(MessageText.oneLine(result.device))"
    var blocks = part("CPU", result.processor)
    if let graphics = result.graphics {
      blocks += part("GPU", graphics)
    } else {
      let words =
        result.keepsGraphics
        ? "not timed: what the device class estimates stays"
        : "not timed: \(FitRefusal.graphicsUnknown.words)"
      blocks.append(.section("GPU", [.lines([words])]))
    }
    blocks += result.ramps.map { ramp in
      .section("ramp of \(MessageText.oneLine(ramp.scene))", [.lines(lines(ramp))])
    }
    return TerminalRenderer.text(
      Document(
        title: "costs of \(title)", hasHeading: false,
        articles: [
          Article(
            id: "costs",
            headline: Headline(
              tone: refusal(result) == nil ? .passed : .unsure, verdict: "", name: title)
          ) { blocks }
        ]))
  }

  private static func part(_ name: String, _ fit: RendererCalibration.PartFit) -> [Block] {
    var lines = [
      CountWords.counted(fit.frameCount, "frame") + " of "
        + CountWords.counted(fit.sizeCount, "size")
        + ", \(fit.outlierCount) left out, R² "
        + "\(Quantity.figure(fit.determination, decimals: 5)), drift "
        + Quantity.signedPercent(fit.drift)
    ]
    lines += fit.refusals.isEmpty ? ["accepted"] : fit.refusals.map { "refused: \($0.words)" }
    lines += fit.constants.map {
      "\($0.name) is always \(FigureText.grouped(UInt64($0.count))): a part of what a frame costs"
    }
    if !fit.holdingCanvas.isEmpty {
      let holders = fit.holdingCanvas.joined(separator: ", ")
      lines.append("canvasPixel rises and falls with \(holders), which takes its cost")
    }
    if !fit.absent.isEmpty {
      lines.append(
        "no frame had \(fit.absent.joined(separator: ", ")): their costs stay as they were")
    }
    let costs = fit.costs.map { cost in
      let ends = cost.nanoseconds
      let interval =
        "\(Quantity.figure(ends.optimistic, decimals: 3)) to "
        + Quantity.figure(ends.pessimistic, decimals: 3)
      return Quantity.padded(cost.name, 16, gap: 1)
        + Quantity.padded(Quantity.figure(ends.nominal, decimals: 3), 12, gap: 1)
        + Quantity.padded(interval, 26, gap: 1) + "at most "
        + "\(Quantity.percent(cost.largestShare)) of a frame"
    }
    let checks = fit.heldOut.map { check in
      "\(Quantity.padded(MessageText.oneLine(check.scene), 20, gap: 1))"
        + Quantity.padded(check.size, 30, gap: 1)
        + Quantity.padded(Quantity.time(check.measured), 10, gap: 1)
        + Quantity.padded(Quantity.time(check.predicted), 10, gap: 1)
        + Quantity.percent(check.error)
    }
    return [
      .section(
        name,
        [.lines(lines)]
          + (costs.isEmpty ? [] : [.section("nanoseconds, 95 % intervals", [.lines(costs)])])
          + (checks.isEmpty
            ? []
            : [.section("sizes that the fit did not see, measured, predicted", [.lines(checks)])]))
    ]
  }

  private static func lines(_ ramp: RendererCalibration.Ramp) -> [String] {
    let levels = ramp.levels.map { level in
      "\(Quantity.padded("\(level.count)", 8, gap: 1))"
        + CountWords.counted(level.frameCount, "frame") + ", "
        + "\(Quantity.percent(level.lateShare)) late"
    }
    if let refusal = ramp.refusal { return levels + ["refused: \(refusal.words)"] }
    guard let cap = ramp.cap else { return levels + ["refused: no knee"] }
    return levels + [
      "cap \(Quantity.plain(cap.nominal)), between \(Quantity.plain(cap.pessimistic)) and "
        + "\(Quantity.plain(cap.optimistic)); the knee explains "
        + "\(Quantity.percent(ramp.determination)) of where frames were late"
    ]
  }
}
