import SimbenchKit

extension CalmStatic {
  /// Puts glows, fingers and the light's lean on the other side.
  public mutating func mirror(across width: Float) -> UInt32? {
    glows.mirror(across: width)
    MirrorImage.flip(&fingerX, across: width)
    lean.x = -lean.x
    return 0
  }
}
