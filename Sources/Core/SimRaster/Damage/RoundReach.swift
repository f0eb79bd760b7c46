/// How far a disc, soft disc, glow or ring reaches: pixels whose centers lie `outer` or more from
/// its own have no coverage, nor have those of a ring that lie `inner` or less from it.
///
/// A slack is added to both, on the safe side: far more than rounding comes to and, where a canvas
/// is, far less than a pixel.
struct RoundReach {
  private let centerX: Float
  private let centerY: Float
  private let outer: Float
  /// Negative where there is no hole.
  private let inner: Float
  private let slack: Float

  /// Where coverage ends: outwards, and inwards; the latter is negative where there is no hole.
  typealias Radii = (outer: Float, inner: Float)

  /// Reads a command's geometry; nil for commands that are not round.
  @inline(__always)
  init?(_ kind: DrawCommand.Kind, _ geometry: SIMD8<Float>) {
    guard let radii = kind.radii(geometry) else { return nil }
    (centerX, centerY) = (geometry[0], geometry[1])
    let farthest = max(centerX.magnitude, centerY.magnitude) + radii.outer
    slack = 0x1p-6 + min(farthest, EffectiveBounds.largestCoordinate) * 0x1p-20
    outer = radii.outer + slack
    inner = radii.inner - slack
  }

  /// The edges of the box that holds all coverage: left, top, right and bottom.
  @inline(__always)
  var box: Lanes {
    Lanes(centerX, centerY, centerX, centerY) + Lanes(0 - outer, 0 - outer, outer, outer)
  }

  /// Whether there is coverage around a hole only.
  @inline(__always)
  var hasHole: Bool { inner > 0 }

  /// The columns, half-open and within others, that may have coverage in four rows of pixels each,
  /// whose first centers are given.
  @inline(__always)
  func columns(
    _ top: Lanes, within first: Int32, _ last: Int32
  ) -> (start: SIMD4<Int32>, end: SIMD4<Int32>) {
    // How far the nearest row's center is from the shape's.
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

  /// Where columns that are in the hole in all four rows start and end; both are where the columns
  /// end, should there be none.
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

/// The square root of each lane; 0 where there is none.
@inline(__always)
private func rootOfPositive(_ value: Lanes) -> Lanes {
  maximum(value, Lanes(repeating: 0)).squareRoot()
}
