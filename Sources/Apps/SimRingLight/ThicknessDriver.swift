import SimbenchKit

/// Moves the ring's inner edge toward its target, like the overlay: with limited speed, and
/// reversing only after half a second of rest.
package struct ThicknessDriver: Equatable, Sendable {
  /// Seconds from the thinnest ring to the thickest.
  private static var fullSwingSeconds: Float { 0.4 }

  /// The thickness in points.
  package private(set) var points: Float
  private var directions: DirectionGuard
  private let largestStep: Float

  /// Makes a driver at rest.
  package init(points: Float, framesPerSecond: UInt32) {
    self.points = points
    directions = DirectionGuard(framesPerSecond: framesPerSecond, stillness: 0)
    largestStep = 110 / (Self.fullSwingSeconds * Float(framesPerSecond))
  }

  /// Whether the edge has rested long enough to reverse its direction.
  package var isRested: Bool { directions.isRested }

  /// Advances by a frame.
  package mutating func advance(to target: Float) {
    directions.tick()
    let next = max(points - largestStep, min(target, points + largestStep))
    if directions.admits(SIMD8(next - points, 0, 0, 0, 0, 0, 0, 0)) { points = next }
  }
}

extension ThicknessDriver: StateFields {
  /// Visits every stored field; the largest step follows from the plan.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&points, "points")
    visitor.enter("directions")
    directions.visitState(&visitor, laneCount: 1)
    visitor.leave()
    visitor.derived("largestStep")
  }
}
