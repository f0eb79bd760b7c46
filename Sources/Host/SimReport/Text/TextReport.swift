import SimFormats

/// A result for people: the verdict first, then what it rests on.
package struct TextReport {
  let result: SceneResult
  private var rows: [Facts.Row] = []

  /// The report's text, ending in a line break.
  ///
  /// - Parameter isStyled: whether colors are marked with the escape sequences of terminals.
  package static func text(_ result: SceneResult, isStyled: Bool = false) -> String {
    let results = ResultFile.Results([.scene(result)])
    return TerminalRenderer.text(RunDocument(results: results).document, isStyled: isStyled)
  }

  /// Everything that was measured, apart from the checks.
  static func facts(_ result: SceneResult) -> Facts {
    var report = TextReport(result: result)
    report.write()
    let minimum = result.timing.instructions.isAskedFor ? 12 : 11
    let width = report.result.populations.reduce(minimum) { max($0, $1.name.count) }
    return Facts(report.rows, width: width)
  }

  private init(result: SceneResult) {
    var result = result
    // A result's file may name its populations anything; every other text is made one line where
    // it is shown.
    for index in result.populations.indices {
      result.populations[index].name = MessageText.oneLine(result.populations[index].name)
    }
    self.result = result
  }

  private mutating func write() {
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
    for words in result.assumed { row("assumed", MessageText.oneLine(words)) }
    if let picture = result.picture { row("picture", picture) }
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

  /// Adds a line with a label.
  ///
  /// - Parameter failed: Budgets on what the line is about that failed.
  mutating func row(
    _ label: String, _ text: String, failed: [BudgetSummary] = [], in formats: Formats = .all
  ) {
    rows.append(Facts.Row(label, text, failed: failed.map { $0.limitWords }, in: formats))
  }

  /// Parts of a line that stand side by side.
  static func joined(_ parts: [String]) -> String { parts.joined(separator: "  ·  ") }
}
