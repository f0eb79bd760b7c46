import SimbenchKit

extension CalmStatic {
  /// Mirrors glows, fingers and the displacement of the light.
  public mutating func mirror(across width: Float) -> UInt32? {
    glows.mirror(across: width)
    MirrorImage.flip(&fingerX, across: width)
    lean.x = -lean.x
    return 0
  }
}
