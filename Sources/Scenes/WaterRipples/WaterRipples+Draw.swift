import DeterministicMath
import Raster

/// How the water looks.
extension WaterRipples {
  /// Where the light comes from: above, a little to the left.
  private static var light: Vector2 { Vector2(-0.5, -0.866) }

  /// Registers the picture of the water.
  public mutating func prepare(_ list: inout DisplayList) {
    let side = Tuning.maximumCellCount
    let color = StraightColor(hex: 0x2F8C92).premultiplied
    picture = list.addImage(
      width: side, height: side,
      pixels: [PremultipliedColor](repeating: color, count: Int(side) * Int(side)))
  }

  /// Nothing stays: the water moves everywhere.
  public func drawRetained(into list: inout DisplayList) {}

  /// Points per cell, so that any canvas has cells enough.
  package var cellPoints: Float {
    max(Tuning.cellPoints, max(width, height) / Float(Tuning.maximumCellCount - 1))
  }

  /// Adds up the rings cell by cell and paints them.
  public func draw(into list: inout DisplayList) {
    let cell = cellPoints
    let side = Float(Tuning.maximumCellCount) * cell
    let columns = min(Tuning.maximumCellCount, Int32(width / cell) + 2)
    let rows = min(Tuning.maximumCellCount, Int32(height / cell) + 2)
    list.updateImage(picture, columns: columns, rows: rows) { column, row in
      color(column, row, cell)
    }
    list.image(picture, in: Rectangle(x: 0, y: 0, width: side, height: side))
  }

  /// The color of one cell.
  private func color(_ column: Int32, _ row: Int32, _ cell: Float) -> PremultipliedColor {
    let x = (Float(column) + 0.5) * cell
    let y = (Float(row) + 0.5) * cell
    let (across, down) = (x / width, y / height)
    let wave = surface(atX: x, y: y, light: Self.light)
    let tilt = slosh.x * (across - 0.5) * 2 + slosh.y * (down - 0.5) * 2
    let shade =
      wave.height * Tuning.heightShade + wave.slope * Tuning.slopeShade + tilt * Tuning.sloshShade
    // Never to the ends of the scale, however many crests meet.
    let limited = shade / (1 + 0.6 * abs(shade))
    let base = Self.base(across, down)
    let goal: SIMD4<Float> =
      limited > 0 ? SIMD4<Float>(214, 246, 236, 255) : SIMD4<Float>(4, 50, 68, 255)
    let share = abs(limited) * (limited > 0 ? 0.62 : 0.7)
    let mixed = base + (goal - base) * share
    return PremultipliedColor(dithering: mixed, column: column, row: row)
  }

  /// Still water: light far away, deep near by, a soft gleam where the light falls.
  private static func base(_ across: Float, _ down: Float) -> SIMD4<Float> {
    let far = SIMD4<Float>(126, 201, 192, 255)
    let middle = SIMD4<Float>(52, 148, 152, 255)
    let near = SIMD4<Float>(16, 88, 104, 255)
    // A quadratic Bézier curve through the three colors: no kink in the middle.
    let unit = min(max(down, 0), 1)
    let first = far + (middle - far) * unit
    let second = middle + (near - middle) * unit
    let color = first + (second - first) * unit
    let (dx, dy) = (across - 0.36, down - 0.16)
    let gleam = max(0, 1 - (dx * dx * 2.4 + dy * dy * 4.5))
    return color + (SIMD4<Float>(206, 238, 226, 255) - color) * (0.26 * gleam * gleam)
  }
}
