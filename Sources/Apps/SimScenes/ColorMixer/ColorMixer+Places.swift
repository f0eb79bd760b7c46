import SimbenchKit

extension ColorMixer {
  /// Finds a blob whose center is off the canvas by more than a push allows.
  public func strayMember(on canvas: SceneCanvas) -> StrayMember? {
    let allowance = heldRadius
    for index in blobs.indices {
      let (x, y) = (blobs[index].x, blobs[index].y)
      let isInside =
        x >= -allowance && x <= canvas.widthPoints + allowance && y >= -allowance
        && y <= canvas.heightPoints + allowance
      if !isInside {
        return StrayMember(
          Population.blobs.descriptor.name, UInt32(truncatingIfNeeded: index), at: Vector2(x, y))
      }
    }
    return nil
  }

  /// Mirrors blobs and spring ends, and reverses the direction of stirring.
  public mutating func mirror(across width: Float) -> UInt32? {
    for index in blobs.indices {
      blobs[index].x = width - blobs[index].x
      blobs[index].anchorX = width - blobs[index].anchorX
      blobs[index].velocityX = -blobs[index].velocityX
      blobs[index].touchID &+= 1
    }
    tilt = -tilt
    homeTurns = MirrorImage.wrapped(0.5 - homeTurns)
    handedness = -handedness
    return 0
  }
}
