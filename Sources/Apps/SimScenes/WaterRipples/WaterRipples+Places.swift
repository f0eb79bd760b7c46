import SimbenchKit

extension WaterRipples {
  /// Puts rings, those that wait and the slosh on the other side.
  public mutating func mirror(across width: Float) -> UInt32? {
    MirrorImage.flip(&rings.x, across: width)
    MirrorImage.flip(&waiting.x, across: width)
    fingers.contacts.renumber()
    slosh.x = -slosh.x
    sloshVelocity.x = -sloshVelocity.x
    // Drops that fell where chance had them.
    return dropCount
  }
}
