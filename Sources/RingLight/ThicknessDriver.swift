import DeterministicMath

/// Moves the ring's inner edge towards where it is wanted, with the overlay's manners: not fast,
/// and only after half a second of rest the other way.
package struct ThicknessDriver: Equatable, Sendable {
  /// Seconds from the thinnest ring to the thickest.
  private static var fullSwingSeconds: Float { 0.4 }

  /// The thickness in points.
  package private(set) var points: Float
  private var framesSinceGrowth: UInt32
  private var framesSinceShrinkage: UInt32
  private let restFrames: UInt32
  private let largestStep: Float

  /// Begins at rest.
  package init(points: Float, framesPerSecond: UInt32) {
    self.points = points
    restFrames = UInt32(OverlayDriver.restSeconds * Float(framesPerSecond)) + 1
    largestStep = 110 / (Self.fullSwingSeconds * Float(framesPerSecond))
    framesSinceGrowth = restFrames
    framesSinceShrinkage = restFrames
  }

  /// Whether the edge has not moved for as long as a turn takes.
  package var isRested: Bool { min(framesSinceGrowth, framesSinceShrinkage) >= restFrames }

  /// Advances by a frame.
  package mutating func advance(to target: Float) {
    framesSinceGrowth = min(framesSinceGrowth + 1, restFrames)
    framesSinceShrinkage = min(framesSinceShrinkage + 1, restFrames)
    if target > points, framesSinceShrinkage >= restFrames {
      points = min(target, points + largestStep)
      framesSinceGrowth = 0
    } else if target < points, framesSinceGrowth >= restFrames {
      points = max(target, points - largestStep)
      framesSinceShrinkage = 0
    }
  }

  /// Feeds every field to the digest.
  package func digest(into digest: inout StateDigest) {
    digest.combine(points, field: "thickness.points")
    digest.combine(framesSinceGrowth)
    digest.combine(framesSinceShrinkage)
  }
}
