import SimFormats
import SimImageAnalysis

extension TextReport {
  /// Three lines on touch to ink; none when nothing was drawn.
  mutating func writeStrokes() {
    guard let latency = result.strokeLatency else { return }
    row(
      "touch to ink",
      Self.joined([
        Self.times(latency.spread) + " ms",
        "\(FigureText.grouped(latency.spread.overLimit)) of "
          + CountWords.counted(latency.samples, "sample") + " of 50 ms or more",
        "from the sample\u{2019}s timestamp, depth \(latency.pipelineDepth) at "
          + "\(latency.refreshRate) Hz",
        "a lower bound, without " + StrokeLatencySummary.leftOut.joined(separator: ", "),
      ]), failed: result.failedBudgets(of: .touch))
    var seen = Self.allowed(latency)
    if let ink = latency.sightings {
      seen.append(
        "new ink in the frame\u{2019}s pixels \(FigureText.grouped(ink.inFrame)), there before "
          + "\(FigureText.grouped(ink.alreadyInked)), later "
          + "\(FigureText.grouped(ink.later)), never \(FigureText.grouped(ink.never))")
    } else {
      seen.append("not looked for in pixels")
    }
    if latency.missedFrames > 0 {
      let missed = CountWords.counted(latency.missedFrames, "frame")
      seen.append("\(missed) missed \(latency.missedFrames == 1 ? "its" : "their") deadline")
    }
    if let lag = latency.lag {
      seen.append("behind the finger by \(Self.points(lag)) pt")
    }
    row("", Self.joined(seen))
    var prediction = "prediction " + Self.times(latency.withPrediction)
    if let error = latency.predictionError { prediction += ", off by \(Self.points(error)) pt" }
    row(
      "what if",
      Self.joined([
        "depth 1 " + Self.times(latency.withDepthOne),
        "120 Hz " + Self.times(latency.atHertz120), prediction,
      ]))
  }

  private static func allowed(_ latency: StrokeLatencySummary) -> [String] {
    guard let allowance = latency.allowance,
      let p95 = latency.withAllowance(latency.spread.p95),
      let maximum = latency.withAllowance(latency.spread.maximum)
    else { return [] }
    func text(_ time: Double) -> String { Quantity.figure(time, decimals: 1) }
    return [
      "with the device\u{2019}s allowance of \(text(allowance)) ms for these: p95 \(text(p95))  "
        + "max \(text(maximum)) ms"
    ]
  }

  private static func times(_ spread: StrokeLatencySummary.Spread) -> String {
    guard let p50 = spread.p50, let p95 = spread.p95, let maximum = spread.maximum else {
      return "no ink seen"
    }
    return "p50 \(Quantity.figure(p50, decimals: 1))  p95 \(Quantity.figure(p95, decimals: 1))  "
      + "max \(Quantity.figure(maximum, decimals: 1))"
  }

  private static func points(_ spread: QuantileSpread) -> String {
    "p95 \(Quantity.figure(spread.p95.shortestDouble, decimals: 1))  "
      + "max \(Quantity.figure(spread.maximum.shortestDouble, decimals: 1))"
  }
}
