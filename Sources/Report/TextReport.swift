import Formats

/// A result for people: the verdict first, then what it rests on.
public struct TextReport {
  let result: RunResult
  private let isStyled: Bool
  private let labelWidth: Int
  private var lines: [String] = []

  /// The report's text, ending in a line break.
  ///
  /// - Parameter isStyled: whether colors are marked with the escape sequences of terminals.
  public static func text(_ result: RunResult, isStyled: Bool = false) -> String {
    var report = TextReport(result: result, isStyled: isStyled)
    report.write()
    return report.lines.joined(separator: "\n") + "\n"
  }

  private init(result: RunResult, isStyled: Bool) {
    self.result = result
    self.isStyled = isStyled
    labelWidth = result.populations.reduce(11) { max($0, $1.name.count) }
  }

  private mutating func write() {
    writeHeadline()
    if let fault = result.fault {
      lines.append("  " + styled("31", "fault") + "  " + MessageText.oneLine(fault.message))
    }
    lines.append("")
    writeBudgets()
    writeLoad()
    lines.append("")
    writeTiming()
    writeAllocations()
    writeScene()
    writeStrokes()
    writeCalmness()
    writeFlash()
    writeDigests()
    if let picture = result.picture { row("picture", MessageText.oneLine(picture)) }
  }

  private mutating func writeHeadline() {
    let word =
      switch result.verdict {
      case .passed: styled("1;32", "PASSED")
      case .failed: styled("1;31", "FAILED")
      case .notExercised: styled("1;33", "NOT EXERCISED")
      }
    let count = Quantity.grouped(UInt64(result.frames))
    let isCut = result.frames < result.plannedFrames
    let planned = isCut ? " of \(Quantity.grouped(UInt64(result.plannedFrames)))" : ""
    let canvas = result.canvas
    var parts = [
      "\(word)  \(result.scenario)",
      "\(count)\(planned) frames at \(result.frameRate) Hz",
      "\(MessageText.oneLine(result.device.title)), \(canvas.pixelWidth) × "
        + "\(canvas.pixelHeight) px",
      "seed \(result.seed)",
    ]
    if result.isMotionReduced { parts.append("Reduce Motion") }
    lines.append(Self.joined(parts))
  }

  private mutating func writeBudgets() {
    let all = result.budgets + result.timing.budgets
    guard !all.isEmpty else {
      lines.append("  no budgets in this scenario")
      return
    }
    let limits = all.map { Self.limit(of: $0.budget) }
    let idWidth = all.reduce(0) { max($0, $1.budget.id.count) }
    let pathWidth = all.reduce(0) { max($0, $1.budget.measure.path.count) }
    let limitWidth = limits.reduce(0) { max($0, $1.count) }
    for (summary, limit) in zip(all, limits) {
      let budget = summary.budget
      lines.append(
        "  \(mark(summary.status)) \(padded(budget.id, idWidth))  "
          + "\(padded(budget.measure.path, pathWidth))  \(padded(limit, limitWidth))  "
          + Self.found(summary))
    }
  }

  private static func limit(of budget: Budget) -> String {
    let sign = budget.bound == .atMost ? "≤" : "≥"
    let unit = budget.measure.unit
    return "\(sign) \(Quantity.plain(budget.limit))" + (unit.isEmpty ? "" : " \(unit)")
  }

  private static func found(_ summary: BudgetSummary) -> String {
    guard let measured = summary.measured else {
      return "not measured: " + MessageText.oneLine(summary.note ?? "no reason given")
    }
    let unit = summary.budget.measure.unit
    return Quantity.plain(measured) + (unit.isEmpty ? "" : " \(unit)")
  }

  private mutating func writeLoad() {
    for load in result.load {
      let (run, required) = (UInt64(load.longestRun), UInt64(load.requiredRun))
      let outcome =
        switch load.status {
        case .passed: "carried for \(Quantity.grouped(run)) frames in a row, \(required) prove it"
        case .failed:
          "carried for \(Quantity.grouped(run)) frames in a row at most, \(required) would prove it"
        case .notMeasured: "not judged: the run is too short for \(required) frames in a row"
        }
      let claimed = Quantity.grouped(UInt64(load.claimed))
      lines.append("  \(mark(load.status)) load of \(claimed) \(load.population): \(outcome)")
    }
  }

  private mutating func writeDigests() {
    let digest = result.digest
    var parts = [
      "state \(Quantity.hexadecimal(digest.state))",
      "chain \(Quantity.hexadecimal(digest.chain))",
    ]
    if let pixels = digest.pixels { parts.append("pixels \(Quantity.hexadecimal(pixels))") }
    row("digest", parts.joined(separator: "  "))
  }

  /// Adds a line with a label, aligned with the others.
  mutating func row(_ label: String, _ text: String) {
    lines.append("  " + styled("2", padded(label, labelWidth)) + "  " + text)
  }

  /// Parts of a line that stand side by side.
  static func joined(_ parts: [String]) -> String { parts.joined(separator: "  ·  ") }

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
