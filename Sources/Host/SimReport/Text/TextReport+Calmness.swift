import SimFormats
import SimImageAnalysis

extension TextReport {
  /// Three lines: light, area and motion; none without pixels.
  mutating func writeCalmness() {
    guard let calmness = result.calmness else {
      if result.digest.pixels != nil {
        row("calmness", "not measured: fewer than two frames of one size")
      }
      return
    }
    row(
      "calmness",
      Self.joined([
        "luminance changes by \(Self.percent(calmness.meanLuminanceChange)) per frame, at most "
          + Self.percent(calmness.worstLuminanceChange),
        "in 10° at most \(Self.percent(calmness.worstLocalChange))",
      ]), failed: result.failedBudgets(of: .calmness))
    row(
      "",
      "\(Self.percent(calmness.meanMovingArea)) of the picture moves, at most "
        + Self.percent(calmness.worstMovingArea))
    guard let speed = calmness.speed, let jerk = calmness.jerk else {
      row("", "speed not measured: nothing that moved could be followed")
      return
    }
    guard calmness.movingPatches > 0 else {
      row("", "no patch travels: light changes in place, if at all")
      return
    }
    row("", "speed \(Self.spread(speed)) pt/s  ·  jerk \(Self.spread(jerk)) pt/s³")
  }

  private static func spread(_ spread: QuantileSpread) -> String {
    "p50 \(rounded(spread.p50))  p95 \(rounded(spread.p95))  max \(rounded(spread.maximum))"
  }

  private static func rounded(_ value: Float) -> String {
    Quantity.figure(value.shortestDouble)
  }

  private static func percent(_ share: Float) -> String {
    Quantity.percent(share.shortestDouble)
  }
}
