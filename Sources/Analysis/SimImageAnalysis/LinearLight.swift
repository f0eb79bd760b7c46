import SimRaster

/// Linear light of 8-bit sRGB values by IEC 61966-2-1, and the roots that color models need.
enum LinearLight {
  /// The light of each value, 0 to 1.
  static func table() -> [Float] {
    (0..<256).map { SRGB.linear(Float($0) / 255) }
  }

  /// The cube root, to about one unit in the last place.
  ///
  /// A third of the exponent makes a first guess within 6 %; Halley's method triples the number of
  /// right digits twice.
  ///
  /// - Parameter value: 0, or a normal number above it.
  @inline(__always)
  static func cubeRoot(_ value: Float) -> Float {
    if value < Float.leastNormalMagnitude { return 0 }
    var root = Float(bitPattern: value.bitPattern / 3 &+ 0x2A51_19F2)
    for _ in 0..<2 {
      let cube = root * root * root
      root *= (cube + value + value) / (cube + cube + value)
    }
    return root
  }
}
