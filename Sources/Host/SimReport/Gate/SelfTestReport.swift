import SimFormats

/// The results of selftest as text.
package enum SelfTestReport {
  /// The heading of the table.
  package static var heading: String {
    "         " + cells(["case", "as expected", "required", "inconclusive"]) + "measured\n"
  }

  /// Columns of the table, as wide as their longest text.
  private static func cells(_ texts: [String]) -> String {
    zip(texts, [26, 21, 8, 13]).map { Quantity.padded($0, $1, gap: 1) }.joined()
  }

  /// A row of the table, ending in a line break.
  package static func text(_ row: SelfTestResult.Row) -> String {
    let mark = !row.isRequired ? "  info   " : row.isPassed ? "  right  " : "  WRONG  "
    let measured = row.changes.map {
      "\(Quantity.signedPercent($0.lowerBound)) to \(Quantity.signedPercent($0.upperBound))"
    }
    let columns = [
      row.name, "\(row.right) of \(row.trials) \(row.answer)", "\(row.needed)",
      "\(row.inconclusive)",
    ]
    return mark + cells(columns) + (measured ?? "–") + "\n"
  }

  /// The last line, ending in a line break.
  package static func verdict(_ result: SelfTestResult, isStyled: Bool) -> String {
    let (word, color) =
      result.isPassed
      ? ("PASSED", "1;32") : result.isInconclusive ? ("INCONCLUSIVE", "1;33") : ("FAILED", "1;31")
    let reason =
      result.isPassed
      ? "gate and run detect every planted regression and report no false ones"
      : result.isInconclusive
        ? "this machine is too noisy for a verdict" : "do not rely on gate and run on this machine"
    return (isStyled ? "\u{1B}[\(color)m\(word)\u{1B}[0m" : word) + "  \(reason)\n"
  }
}
