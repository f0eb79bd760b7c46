/// The extent of a disc, soft disc, glow or ring.
///
/// Pixel centers at a distance of `outer` or more from the shape's center have no coverage; in a
/// ring, those at `inner` or less have none either.
///
/// Both include a safety margin that is far above rounding errors and, for shapes near the canvas,
/// far below one pixel.
struct RoundReach {
  private let centerX: Float
  private let centerY: Float
  private let outer: Float
  /// Negative if there is no hole.
  private let inner: Float
  private let slack: Float

  /// The outer and inner radius that limit coverage; the inner radius is negative if there is no
  /// hole.
  typealias Radii = (outer: Float, inner: Float)

  /// Reads a command's geometry; nil if the command is not round.
  @inline(__always)
  init?(_ kind: DrawCommand.Kind, _ geometry: SIMD8<Float>) {
    guard let radii = kind.radii(geometry) else { return nil }
    (centerX, centerY) = (geometry[0], geometry[1])
    let farthest = max(centerX.magnitude, centerY.magnitude) + radii.outer
    slack = 0x1p-6 + min(farthest, EffectiveBounds.largestCoordinate) * 0x1p-20
    outer = radii.outer + slack
    inner = radii.inner - slack
  }

  /// The edges of the bounding box of all coverage: left, top, right and bottom.
  @inline(__always)
  var box: Lanes {
    Lanes(centerX, centerY, centerX, centerY) + Lanes(0 - outer, 0 - outer, outer, outer)
  }

  /// Whether the shape is a ring with a hole.
  @inline(__always)
  var hasHole: Bool { inner > 0 }

  /// The half-open ranges of columns, within `first ..< last`, that may have coverage in groups of
  /// four pixel rows; `top` holds the center of each group's first row.
  @inline(__always)
  func columns(
    _ top: Lanes, within first: Int32, _ last: Int32
  ) -> (start: SIMD4<Int32>, end: SIMD4<Int32>) {
    // Vertical distance of the nearest row center from the shape's center.
    let near = maximum(maximum(top - centerY, (centerY - 3) - top), Lanes(repeating: 0))
    let half = rootOfPositive(outer * outer - near * near) + slack
    let (lowest, highest) = (Lanes(repeating: Float(first)), Lanes(repeating: Float(last)))
    // A column's center is half a pixel from its edge.
    let middle = Lanes(repeating: centerX + 0.5)
    return (
      truncated(minimum(maximum(middle - half, lowest), highest)),
      truncated(minimum(maximum(middle + half, lowest), highest))
    )
  }

  /// The columns of the hole that are free of coverage in all four rows; start and end are `ends`
  /// if there are none.
  @inline(__always)
  func hole(
    _ top: Lanes, within starts: SIMD4<Int32>, _ ends: SIMD4<Int32>
  ) -> (start: SIMD4<Int32>, end: SIMD4<Int32>) {
    let far = maximum(magnitudes(top - centerY), magnitudes(top + 3 - centerY))
    let half = rootOfPositive(inner * inner - far * far) - slack
    let highest = Lanes(repeating: 16_384)
    let middle = Lanes(repeating: centerX + 0.5)
    let start = truncated(minimum(maximum(middle - half, Lanes(repeating: 0)), highest))
    let end = truncated(minimum(maximum(middle + half, Lanes(repeating: 0)), highest))
    let isHollow = start .< end
    return (
      minimum(ends.replacing(with: start, where: isHollow), ends),
      maximum(ends.replacing(with: end, where: isHollow), starts)
    )
  }
}

/// The square root of each SIMD element; 0 for negative ones.
@inline(__always)
private func rootOfPositive(_ value: Lanes) -> Lanes {
  maximum(value, Lanes(repeating: 0)).squareRoot()
}
