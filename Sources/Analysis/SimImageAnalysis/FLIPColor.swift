import SimMath

/// The color models of LDR-FLIP, relative to the white of sRGB.
package struct FLIPColor {
  private let light = LinearLight.table()
  /// The matrix from linear RGB to XYZ as fractions of white, by rows.
  private let toShares: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)
  /// The inverse matrix, by rows.
  private let toLinear: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)
  /// The largest possible color difference, that of green and blue.
  package let largestDifference: Float

  /// Makes the models.
  package init() {
    let x = SIMD4<Double>(10_135_552, 8_788_810, 4_435_075, 0) / 24_577_794
    let y = SIMD4<Double>(2_613_072, 8_788_810, 887_015, 0) / 12_288_897
    let z = SIMD4<Double>(1_425_312, 8_788_810, 70_074_185, 0) / 73_733_382
    let rows = (x / x.sum(), y / y.sum(), z / z.sum())
    // The inverse by cofactors; the cross product of two rows gives a column.
    let determinant = (rows.0 * Self.cross(rows.1, rows.2)).sum()
    let columns = (
      Self.cross(rows.1, rows.2) / determinant, Self.cross(rows.2, rows.0) / determinant,
      Self.cross(rows.0, rows.1) / determinant
    )
    func row(_ i: Int) -> SIMD4<Float> {
      SIMD4<Float>(SIMD4<Double>(columns.0[i], columns.1[i], columns.2[i], 0))
    }
    toShares = (SIMD4<Float>(rows.0), SIMD4<Float>(rows.1), SIMD4<Float>(rows.2))
    toLinear = (row(0), row(1), row(2))
    let green = Self.lab(SIMD4(toShares.0.y, toShares.1.y, toShares.2.y, 0))
    let blue = Self.lab(SIMD4(toShares.0.z, toShares.1.z, toShares.2.z, 0))
    largestDifference = Self.difference(green, blue)
  }

  private static func cross(_ a: SIMD4<Double>, _ b: SIMD4<Double>) -> SIMD4<Double> {
    SIMD4(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x, 0)
  }

  @inline(__always)
  private static func product(
    _ rows: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>), _ v: SIMD4<Float>
  ) -> SIMD4<Float> {
    func dot(_ row: SIMD4<Float>) -> Float { row.x * v.x + row.y * v.y + row.z * v.z }
    return SIMD4(dot(rows.0), dot(rows.1), dot(rows.2), 0)
  }

  /// Lightness and two opponent colors, linear in light: the space of the filters.
  @inline(__always)
  func opponent(red: UInt8, green: UInt8, blue: UInt8) -> SIMD4<Float> {
    let shares = Self.product(
      toShares, SIMD4(light[Int(red)], light[Int(green)], light[Int(blue)], 0))
    return SIMD4(
      116 * shares.y - 16, 500 * (shares.x - shares.y), 200 * (shares.y - shares.z), 0)
  }

  /// CIELAB of a filtered color, with colors weakened in the dark (Hunt effect).
  @inline(__always)
  func perceived(_ opponent: SIMD4<Float>) -> SIMD4<Float> {
    let y = (opponent.x + 16) / 116
    let shares = SIMD4(y + opponent.y / 500, y, y - opponent.z / 200, 0)
    // Filters may leave the gamut, which a display cannot.
    let linear = Self.product(toLinear, shares).clamped(
      lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 1))
    return Self.lab(Self.product(toShares, linear))
  }

  @inline(__always)
  private static func lab(_ shares: SIMD4<Float>) -> SIMD4<Float> {
    let (x, y, z) = (curve(shares.x), curve(shares.y), curve(shares.z))
    let lightness = 116 * y - 16
    return SIMD4(
      lightness, 0.01 * lightness * 500 * (x - y), 0.01 * lightness * 200 * (y - z), 0)
  }

  @inline(__always)
  private static func curve(_ share: Float) -> Float {
    let limit: Float = 6.0 / 29
    return share > limit * limit * limit
      ? LinearLight.cubeRoot(share) : share / (3 * limit * limit) + 4.0 / 29
  }

  /// The distance of two perceived colors, with large distances compressed.
  @inline(__always)
  static func difference(_ first: SIMD4<Float>, _ second: SIMD4<Float>) -> Float {
    let delta = second - first
    let distance = abs(delta.x) + (delta.y * delta.y + delta.z * delta.z).squareRoot()
    return Math.pow(distance, 0.7)
  }

  /// A compressed distance as an error from 0 to 1; the lower 2/5 of distances use most of the
  /// range.
  @inline(__always)
  func error(_ difference: Float) -> Float {
    let knee = 0.4 * largestDifference
    if difference < knee { return difference * 0.95 / knee }
    return 0.95 + (difference - knee) / (largestDifference - knee) * 0.05
  }
}
