import SimRaster

/// Linear light of 8-bit sRGB values by IEC 61966-2-1, and the cube root for color models.
enum LinearLight {
  /// The linear light of each value, 0 to 1.
  static func table() -> [Float] {
    (0..<256).map { SRGB.linear(Float($0) / 255) }
  }

  /// The cube root, to about one unit in the last place.
  ///
  /// One third of the exponent gives a first guess within 6 %; two steps of Halley's method each
  /// triple the number of correct digits.
  ///
  /// - Parameter value: 0, or a positive normal number.
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
