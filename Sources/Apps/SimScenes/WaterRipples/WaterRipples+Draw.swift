import SimbenchKit

/// Drawing of the water.
extension WaterRipples {
  /// The direction to the light: above, slightly to the left.
  private static var light: Vector2 { Vector2(-0.5, -0.866) }

  /// Registers the picture of the water.
  public mutating func prepare(_ list: inout DisplayList) {
    picture = small.register(StraightColor(hex: 0x2A6270), in: &list)
  }

  /// The picture of the water for the current canvas.
  private var small: SmallPicture {
    SmallPicture(
      cellPoints: Tuning.cellPoints, maximumCellCount: Tuning.maximumCellCount, width: width,
      height: height)
  }

  /// Adds up the rings cell by cell and draws them.
  public func draw(into list: inout DisplayList) {
    small.draw(picture, into: &list) { x, y in color(atX: x, y: y) }
  }

  /// The color at a position: red, green and blue, 0 to 255.
  private func color(atX x: Float, y: Float) -> SIMD4<Float> {
    let (across, down) = (x / width, y / height)
    let wave = surface(atX: x, y: y, light: Self.light)
    let tilt = slosh.x * (across - 0.5) * 2 + slosh.y * (down - 0.5) * 2
    let shade =
      wave.height * Tuning.heightShade + wave.slope * Tuning.slopeShade + tilt * Tuning.sloshShade
    // Compressed, so that any number of crossing crests stays within the range of colors.
    let limited = shade / (1 + 0.6 * abs(shade))
    let base = Self.base(across, down)
    let goal: SIMD4<Float> =
      limited > 0 ? SIMD4<Float>(178, 230, 216, 255) : SIMD4<Float>(2, 26, 44, 255)
    let share = abs(limited) * (limited > 0 ? Tuning.crestShare : Tuning.troughShare)
    return base + (goal - base) * share
  }

  /// Still water: light in the distance, deep nearby, with a soft gleam in the light.
  private static func base(_ across: Float, _ down: Float) -> SIMD4<Float> {
    let far = SIMD4<Float>(56, 110, 116, 255)
    let middle = SIMD4<Float>(34, 96, 106, 255)
    let near = SIMD4<Float>(18, 74, 92, 255)
    // A quadratic Bézier curve through the three colors, smooth in the middle.
    let unit = down.clamped(0, 1)
    let first = far + (middle - far) * unit
    let second = middle + (near - middle) * unit
    let color = first + (second - first) * unit
    let (dx, dy) = (across - 0.36, down - 0.16)
    let gleam = max(0, 1 - (dx * dx * 2.4 + dy * dy * 4.5))
    return color + (SIMD4<Float>(96, 150, 148, 255) - color) * (0.26 * gleam * gleam)
  }
}
