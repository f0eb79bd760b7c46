import SimbenchKit

extension WaterRipples: MirrorScene {
  /// Drops that fell where chance had them.
  public func drawCount() -> UInt32 { dropCount }

  /// Puts rings, those that wait and the slosh on the other side.
  public mutating func mirror(across width: Float) -> Bool {
    MirrorImage.flip(&rings.x, across: width)
    MirrorImage.flip(&waiting.x, across: width)
    fingers.contacts.renumber()
    slosh.x = -slosh.x
    sloshVelocity.x = -sloshVelocity.x
    return true
  }
}
