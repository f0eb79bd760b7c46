import Formats

/// A result for people: the verdict first, then what it rests on.
public struct TextReport {
  private let result: RunResult
  private let isStyled: Bool
  private var lines: [String] = []

  /// The report's text, ending in a line break.
  public static func text(_ result: RunResult, isStyled: Bool = false) -> String {
    var report = TextReport(result: result, isStyled: isStyled)
    report.write()
    return report.lines.joined(separator: "\n") + "\n"
  }

  private init(result: RunResult, isStyled: Bool) {
    self.result = result
    self.isStyled = isStyled
  }

  private mutating func write() {
    writeHeadline()
    if let fault = result.fault {
      lines.append("  " + styled("31", "fault") + "  " + fault.message)
    }
    lines.append("")
    writeBudgets()
    writeLoad()
    lines.append("")
    writeTiming()
    writeAllocations()
    writeScene()
    writeDigests()
    if let picture = result.picture { row("picture", picture) }
  }

  private mutating func writeHeadline() {
    let word =
      switch result.verdict {
      case .passed: styled("1;32", "PASSED")
      case .failed: styled("1;31", "FAILED")
      case .notExercised: styled("1;33", "NOT EXERCISED")
      }
    let reduced = result.isMotionReduced ? ", Reduce Motion" : ""
    lines.append(
      "\(word)  \(result.scenario)  ·  \(Quantity.grouped(UInt64(result.frames))) frames at "
        + "\(result.frameRate) Hz  ·  \(result.device.title), \(result.canvas.pixelWidth) × "
        + "\(result.canvas.pixelHeight) px  ·  seed \(result.seed)\(reduced)")
  }

  private mutating func writeBudgets() {
    let all = result.budgets + result.timing.budgets
    guard !all.isEmpty else {
      lines.append("  no budgets in this scenario")
      return
    }
    let idWidth = all.reduce(0) { max($0, $1.budget.id.count) }
    let pathWidth = all.reduce(0) { max($0, $1.budget.measure.path.count) }
    for summary in all {
      let budget = summary.budget
      let unit = budget.measure.unit.isEmpty ? "" : " " + budget.measure.unit
      let limit =
        (budget.bound == .atMost ? "≤ " : "≥ ") + Quantity.plain(budget.limit) + unit
      let found =
        summary.measured.map { Quantity.plain($0) + unit }
        ?? "not measured: \(summary.note ?? "no reason given")"
      lines.append(
        "  \(mark(summary.status)) \(padded(budget.id, idWidth))  "
          + "\(padded(budget.measure.path, pathWidth))  \(padded(limit, 12))  \(found)")
    }
  }

  private mutating func writeLoad() {
    for load in result.load {
      let text =
        "load \(load.population) \(load.claimed): carried for \(load.longestRun) frames in a row, "
        + "\(load.requiredRun) prove it"
      lines.append("  \(mark(load.status)) \(text)")
    }
  }

  private mutating func writeTiming() {
    let timing = result.timing
    let frame = timing.frame
    row(
      "frame time",
      "p50 \(Quantity.time(frame.p50))  p90 \(Quantity.time(frame.p90))  p95 "
        + "\(Quantity.time(frame.p95))  p99 \(Quantity.time(frame.p99))  max "
        + "\(Quantity.time(frame.maximum))")
    let phases = timing.phases.map { "\($0.name) \(Quantity.time($0.percentiles.p50))" }
    row("phases, p50", phases.joined(separator: "  "))
    if timing.sparkline.count > 1 {
      row("", Sparkline.text(timing.sparkline) + "  frame times, oldest first")
    }
    let interval = Quantity.time(timing.frameIntervalNanoseconds)
    row(
      "on time",
      "\(timing.lateFrames) of \(Quantity.grouped(UInt64(timing.measuredFrames))) frames over "
        + "\(interval)  ·  hitches \(Quantity.fixed(timing.hitchMillisecondsPerSecond, 2)) ms/s  "
        + "·  this machine, not the device")
    if timing.measuredFrames < 2000 {
      row("", "p99 rests on few frames: 2,000 make it firm")
    }
  }

  private mutating func writeAllocations() {
    let counts = result.allocations
    guard let warmup = counts.warmupTotal else {
      row("allocations", counts.source)
      return
    }
    guard let steady = counts.steadyTotal, let most = counts.steadyMaximumPerFrame else {
      row(
        "allocations",
        "\(warmup) in warm-up; the run has no frame after its \(counts.warmupFrames) of warm-up")
      return
    }
    var text = "\(steady) steady-state, at most \(most) a frame  ·  \(warmup) in warm-up"
    if let frame = counts.firstFrame, let phase = counts.firstPhase {
      text += "  ·  first in frame \(frame), phase \(phase)"
    }
    row("allocations", text)
    if let last = result.timing.liveBytes.last, let growth = counts.liveBytesGrowth {
      let checkpoints = result.timing.liveBytes.count
      row(
        "heap",
        "\(Quantity.bytes(last.bytes)) live at frame \(last.frame)"
          + (checkpoints > 1
            ? "  ·  growth since frame \(result.timing.liveBytes[0].frame): "
              + "\(growth == 0 ? "0 B" : Quantity.bytes(growth))" : ""))
    }
  }

  private mutating func writeScene() {
    for population in result.populations {
      let cap = population.cap > 0 ? " of \(population.cap)" : ""
      let shaken =
        population.whileShaken.map { "  ·  shaken \(Quantity.plain($0))" } ?? ""
      row(
        population.name,
        "\(population.minimum)–\(population.maximum)\(cap)  ·  mean "
          + "\(Quantity.fixed(population.mean, 1))\(shaken)")
    }
    let input = result.input
    row(
      "input",
      "\(input.touches) touches, at most \(input.mostTouches) at once  ·  "
        + "\(input.samples) samples  ·  \(input.framesShaken) frames shaken")
  }

  private mutating func writeDigests() {
    let digest = result.digest
    var text = "state \(Quantity.hexadecimal(digest.state))"
    text += "  chain \(Quantity.hexadecimal(digest.chain))"
    if let pixels = digest.pixels { text += "  pixels \(Quantity.hexadecimal(pixels))" }
    row("digest", text)
  }

  private mutating func row(_ label: String, _ text: String) {
    lines.append("  " + styled("2", padded(label, 16)) + "  " + text)
  }

  private func mark(_ status: CheckStatus) -> String {
    switch status {
    case .passed: styled("32", "✓")
    case .failed: styled("31", "✗")
    case .notMeasured: styled("33", "–")
    }
  }

  private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private func styled(_ code: String, _ text: String) -> String {
    isStyled ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}

/// A chart in a line of text.
enum Sparkline {
  private static let bars = Array("▁▂▃▄▅▆▇█")

  /// One bar per value, the highest value the highest bar.
  static func text(_ values: [UInt64]) -> String {
    let top = max(values.max() ?? 1, 1)
    return String(values.map { bars[Int($0 * UInt64(bars.count - 1) / top)] })
  }
}
