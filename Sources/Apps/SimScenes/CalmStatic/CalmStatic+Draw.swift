import SimbenchKit

/// Drawing of the dusk.
extension CalmStatic {
  /// Registers the picture of the sky.
  public mutating func prepare(_ list: inout DisplayList) {
    picture = small.register(StraightColor(hex: 0x80_7696), in: &list)
  }

  /// The picture of the sky for the current canvas.
  private var small: SmallPicture {
    SmallPicture(
      cellPoints: Tuning.cellPoints, maximumCellCount: Tuning.maximumCellCount, width: width,
      height: height)
  }

  /// Blends sky, light and glows cell by cell and draws them; costs little while nothing changes.
  public func draw(into list: inout DisplayList) {
    small.draw(picture, into: &list) { x, y in color(atX: x, y: y) }
  }

  /// The color at a position: red, green and blue, 0 to 255.
  package func color(atX x: Float, y: Float) -> SIMD4<Float> {
    let long = max(width, height)
    var color = Self.sky(y / height)
    let shade = Self.light(
      x - (width * 0.2 - lean.x * 0.5), y - (height * 0.16 - lean.y * 0.5), radius: long * 0.5)
    color += (SIMD4<Float>(52, 60, 98, 255) - color) * (0.38 * shade)
    let pool = Self.light(
      x - (width * 0.64 + lean.x), y - (height * 0.7 + lean.y), radius: long * 0.46)
    color += (SIMD4<Float>(240, 211, 194, 255) - color) * (0.46 * pool)
    for slot in glows.level.indices where glows.level[slot] > 0 {
      let glow = Self.light(
        x - glows.x[slot], y - glows.y[slot], radius: Tuning.glowRadiusPoints)
      // Additive light: a warm glow on blue that is hardly visible on bright colors.
      color += (255 - color) * (Self.glowLight * (glows.level[slot] * glow))
    }
    return color
  }

  /// The fraction of the distance to white that a glow adds to each channel at its center.
  private static var glowLight: SIMD4<Float> { SIMD4<Float>(0.19, 0.127, 0.087, 0) }

  /// Dark at the top, warm at the bottom: a smooth gradient of three colors.
  private static func sky(_ down: Float) -> SIMD4<Float> {
    let high = SIMD4<Float>(75, 82, 115, 255)
    let middle = SIMD4<Float>(124, 116, 148, 255)
    let low = SIMD4<Float>(186, 163, 172, 255)
    let unit = down.clamped(0, 1)
    let first = high + (middle - high) * unit
    let second = middle + (low - middle) * unit
    return first + (second - first) * unit
  }

  /// A falloff of `(1 - d²)²`.
  private static func light(_ dx: Float, _ dy: Float, radius: Float) -> Float {
    let left = max(0, 1 - (dx * dx + dy * dy) / (radius * radius))
    return left * left
  }
}
