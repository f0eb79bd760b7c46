import SimbenchKit

extension WaterRipples {
  /// Mirrors rings, waiting rings and the slosh.
  public mutating func mirror(across width: Float) -> UInt32? {
    MirrorImage.flip(&rings.x, across: width)
    MirrorImage.flip(&waiting.x, across: width)
    fingers.contacts.renumber()
    slosh.x = -slosh.x
    sloshVelocity.x = -sloshVelocity.x
    // Each drop has a random position.
    return dropCount
  }
}
