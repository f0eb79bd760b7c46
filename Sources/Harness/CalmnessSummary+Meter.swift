import Formats
import ImageAnalysis

extension CalmnessSummary {
  /// Takes over what the meter measured.
  init(_ calmness: Calmness) {
    self.init(comparedFrames: calmness.comparedFrames)
    meanLuminanceChange = Self.shortest(calmness.meanLuminanceChange)
    worstLuminanceChange = Self.shortest(calmness.worstLuminanceChange)
    worstLocalChange = Self.shortest(calmness.worstLocalChange)
    meanMovingArea = Self.shortest(calmness.meanMovingArea)
    worstMovingArea = Self.shortest(calmness.worstMovingArea)
    followedPatches = calmness.followedPatches
    lostPatches = calmness.lostPatches
    movingPatches = calmness.movingPatches
    speed = calmness.speed.map(Self.spread)
    jerk = calmness.jerk.map(Self.spread)
  }

  private static func spread(_ spread: Calmness.Spread) -> Spread {
    Spread(
      p50: shortest(spread.p50), p95: shortest(spread.p95), maximum: shortest(spread.maximum))
  }

  /// The double with the fewest digits that reads back as the same single, for reports.
  private static func shortest(_ value: Float) -> Double {
    Double(value.description) ?? Double(value)
  }
}
