import SimbenchKit

extension Bubbles {
  /// Finds a bubble beyond the sides of the canvas, or too far above or below it.
  public func strayMember(on canvas: SceneCanvas) -> StrayMember? {
    for index in flock.x.indices where flock.stage[index] != Stage.waiting {
      let (x, y, hidden) = (flock.x[index], flock.y[index], radius(index) * Tuning.hiddenRadii)
      let isInside =
        x >= 0 && x <= canvas.widthPoints && y >= -hidden - Tuning.returnDepthPoints
        && y <= canvas.heightPoints + hidden + Tuning.returnDepthPoints
      if !isInside {
        return StrayMember(
          Population.bubbles.descriptor.name, UInt32(truncatingIfNeeded: index),
          at: Vector2(x, y))
      }
    }
    return nil
  }

  /// Mirrors the bubbles and their sway.
  public mutating func mirror(across width: Float) -> UInt32? {
    MirrorImage.flip(&flock.x, across: width)
    MirrorImage.negate(&flock.velocityX)
    MirrorImage.negate(&flock.sway)
    MirrorImage.negate(&wantedX)
    surgeX = -surgeX
    tilt = -tilt
    // Each return of a bubble has a random position.
    return flock.returnCount.reduce(0, &+)
  }
}
