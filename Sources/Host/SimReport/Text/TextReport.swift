import SimFormats

/// A result for people: the verdict first, then what it rests on.
package struct TextReport {
  let result: RunResult
  private let isStyled: Bool
  private let labelWidth: Int
  private var lines: [String] = []

  /// The escape sequences that a report may hold.
  package static var styles: [String] {
    ["0", "1;31", "1;32", "1;33", "2", "31", "32", "33"].map { "\u{1B}[\($0)m" }
  }

  /// The report's text, ending in a line break.
  ///
  /// - Parameter isStyled: whether colors are marked with the escape sequences of terminals.
  package static func text(_ result: RunResult, isStyled: Bool = false) -> String {
    var report = TextReport(result: result, isStyled: isStyled)
    report.write()
    return report.lines.joined(separator: "\n") + "\n"
  }

  private init(result: RunResult, isStyled: Bool) {
    var result = result
    // A result's file may name its populations anything; every other text is made one line where
    // it is shown.
    for index in result.populations.indices {
      result.populations[index].name = MessageText.oneLine(result.populations[index].name)
    }
    self.result = result
    self.isStyled = isStyled
    let minimum = result.timing.instructions.isAskedFor ? 12 : 11
    labelWidth = result.populations.reduce(minimum) { max($0, $1.name.count) }
  }

  private mutating func write() {
    writeHeadline()
    if let fault = result.fault {
      lines.append("  " + styled("31", "fault") + "  " + MessageText.oneLine(fault.message))
    }
    lines.append("")
    writeChecks()
    lines.append("")
    writeTiming()
    writeDeviceFrame()
    writeInstructions()
    writeAllocations()
    writeAllocationSites()
    writeScene()
    writeStrokes()
    writeCalmness()
    writeFlash()
    writeDigests()
    if !result.ignored.isEmpty { row("ignored", result.ignored.joined(separator: ", ")) }
    if let picture = result.picture { row("picture", picture) }
  }

  private mutating func writeHeadline() {
    let code =
      switch result.verdict {
      case .passed: "1;32"
      case .failed: "1;31"
      case .notExercised, .inconclusive: "1;33"
      }
    let word = styled(code, result.verdictWord)
    lines.append(Self.joined(["\(word)  \(result.scenario)"] + result.conditions))
  }

  private mutating func writeChecks() {
    let checks = Check.all(in: result)
    let budgets = checks.filter { $0.kind == .budget }
    if budgets.isEmpty { lines.append("  no budgets in this scenario") }
    let idWidth = budgets.reduce(0) { max($0, $1.id.count) }
    let nameWidth = budgets.reduce(0) { max($0, $1.name.count) }
    let limitWidth = budgets.reduce(0) { max($0, $1.expected.count) }
    for check in budgets {
      lines.append(
        "  \(mark(check.status)) \(Quantity.padded(check.id, idWidth))  "
          + "\(Quantity.padded(check.name, nameWidth))  "
          + "\(Quantity.padded(check.expected, limitWidth))  \(check.found)")
    }
    for check in checks where check.kind == .load {
      lines.append("  \(mark(check.status)) \(check.outcome)")
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

  /// Adds a line with a label, aligned with the others; what files say is escaped here.
  ///
  /// - Parameter failed: Budgets on what the line is about that failed: it says so, in red.
  mutating func row(_ label: String, _ text: String, failed: [BudgetSummary] = []) {
    let text = MessageText.oneLine(text)
    let name = styled(failed.isEmpty ? "2" : "31", Quantity.padded(label, labelWidth))
    let limits = failed.map { styled("31", "✗ \($0.limitWords)") }
    lines.append("  " + name + "  " + Self.joined([text] + limits))
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

  private func styled(_ code: String, _ text: String) -> String {
    isStyled ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
