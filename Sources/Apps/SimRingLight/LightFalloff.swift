import SimbenchKit

/// The light of a border around a display on a subject in front of it.
///
/// The border is a set of points along its center line, each a matte (Lambertian) source: the
/// cosine of the angle to the glass times the inverse square of the distance. Such a wide source
/// gives soft, flattering light. Lengths are in centimeters: x to the right, y down, z away from
/// the glass; the origin is the middle of the display.
package struct LightFalloff: Sendable {
  /// Width of the display in centimeters.
  package static var displayWidth: Float { 7 }
  /// Height of the display in centimeters.
  package static var displayHeight: Float { 14.6 }
  /// The distance of a face from the glass, in centimeters.
  package static var faceDistance: Float { 35 }
  private static var pointsPerSide: Int { 6 }

  private let insetX: Float
  private let insetY: Float

  /// Prepares a border whose width is a fraction, 0 to 1, of half the display's width.
  package init(widthShare: Float) {
    insetX = Self.displayWidth * 0.5 * (1 - widthShare * 0.5)
    insetY = Self.displayHeight * 0.5 - Self.displayWidth * 0.25 * widthShare
  }

  /// The light at a point, as a vector whose dot product with a surface normal is the irradiance; 1
  /// is the irradiance at the middle of a face from a single point straight ahead.
  package func arriving(x: Float, y: Float, z: Float) -> SIMD4<Float> {
    var sum = SIMD4<Float>.zero
    let count = Self.pointsPerSide
    for index in 0..<count {
      let share = (Float(index) + 0.5) / Float(count) * 2 - 1
      sum += from(insetX * share, -insetY, x, y, z)
      sum += from(insetX * share, insetY, x, y, z)
      sum += from(-insetX, insetY * share, x, y, z)
      sum += from(insetX, insetY * share, x, y, z)
    }
    let unit = Self.faceDistance * Self.faceDistance / Float(4 * count)
    return sum * unit
  }

  /// The light from one point of the border: the direction to the border, scaled by the irradiance.
  private func from(
    _ borderX: Float, _ borderY: Float, _ x: Float, _ y: Float, _ z: Float
  ) -> SIMD4<Float> {
    let way = SIMD4(borderX - x, borderY - y, 0 - z, 0)
    let squares = way * way
    let squared: Float = squares[0] + squares[1] + squares[2]
    let distance = squared.squareRoot()
    let cosine = z / distance
    return way * (cosine / (squared * distance))
  }

  /// The fraction of the display that a border covers, 0 to 1.
  package static func areaShare(thickness: Float, width: Float, height: Float) -> Float {
    let inner = max(0, width - 2 * thickness) * max(0, height - 2 * thickness)
    return 1 - inner / (width * height)
  }
}
