import SimbenchKit

extension Bubbles {
  /// Bubbles lie between the sides of the canvas, no higher than where they are hidden and no lower
  /// than where they come back.
  public func strayMember(on canvas: Canvas) -> StrayMember? {
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

  /// Puts bubbles on the other side, with their sway.
  public mutating func mirror(across width: Float) -> UInt32? {
    MirrorImage.flip(&flock.x, across: width)
    MirrorImage.negate(&flock.velocityX)
    MirrorImage.negate(&flock.sway)
    MirrorImage.negate(&wantedX)
    surgeX = -surgeX
    tilt = -tilt
    // Bubbles that came back where chance had them.
    return flock.returnCount.reduce(0, &+)
  }
}
