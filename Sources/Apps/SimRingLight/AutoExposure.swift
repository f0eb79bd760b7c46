import SimbenchKit

/// The camera's exposure, which follows the light without haste.
package struct AutoExposure: Equatable, Sendable {
  /// The mean brightness, in linear light, that the camera aims at.
  package static var aim: Float { 0.3 }
  /// The range of the gain: what the camera makes of bright and of little light.
  package static var gainRange: ClosedRange<Float> { 0.2...2.2 }
  /// Seconds in which it comes to 63 % of the way.
  private static var seconds: Float { 0.35 }

  /// What the light is multiplied by.
  package private(set) var gain: Float
  private let keep: Float

  /// Begins settled for a brightness.
  package init(metered: Float, stepSeconds: Float) {
    gain = Self.wanted(metered)
    keep = Math.exp(0 - stepSeconds / Self.seconds)
  }

  /// Advances by a frame for what is metered before exposure.
  package mutating func advance(metered: Float) {
    let wanted = Self.wanted(metered)
    gain = wanted + (gain - wanted) * keep
  }

  private static func wanted(_ metered: Float) -> Float {
    guard metered > 0.0001 else { return gainRange.upperBound }
    return max(gainRange.lowerBound, min(aim / metered, gainRange.upperBound))
  }
}

extension AutoExposure: StateFields {
  /// Shows every stored field; how fast it follows is the plan's.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&gain, "gain")
    visitor.derived("keep")
  }
}
