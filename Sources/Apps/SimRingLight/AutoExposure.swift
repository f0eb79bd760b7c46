import SimbenchKit

/// The camera's automatic exposure, which follows the light gradually.
package struct AutoExposure: Equatable, Sendable {
  /// The target mean brightness, in linear light.
  package static var aim: Float { 0.3 }
  /// The range of the gain, from bright light to little light.
  package static var gainRange: ClosedRange<Float> { 0.2...2.2 }
  /// The time constant in seconds: 63 % of the way to the target.
  private static var seconds: Float { 0.35 }

  /// The factor applied to the light.
  package private(set) var gain: Float
  private let keep: Float

  /// Starts at the gain for a metered brightness.
  package init(metered: Float, stepSeconds: Float) {
    gain = Self.wanted(metered)
    keep = Math.exp(0 - stepSeconds / Self.seconds)
  }

  /// Advances by a frame, given the brightness metered before exposure.
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
  /// Visits every stored field; the time constant is part of the plan.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&gain, "gain")
    visitor.derived("keep")
  }
}
