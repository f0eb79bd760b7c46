/// Columns `first ..< last` of one row.
struct RowExtent {
  /// The first column.
  var first: Int32
  /// One past the last column; the range is empty if this is not above `first`.
  var last: Int32

  /// Every column.
  static var everything: RowExtent { RowExtent(first: Int32.min, last: Int32.max) }
  /// No column.
  static var nothing: RowExtent { RowExtent(first: 0, last: 0) }
}

/// Columns of four consecutive rows, one row per SIMD element.
struct StripExtents {
  /// The first column of each row.
  var first: SIMD4<Int32>
  /// One past each row's last column; a range is empty if this is not above `first`.
  var last: SIMD4<Int32>

  /// Every column of each row.
  static var everything: StripExtents {
    StripExtents(
      first: SIMD4(repeating: RowExtent.everything.first),
      last: SIMD4(repeating: RowExtent.everything.last))
  }
  /// No column of any row.
  static var nothing: StripExtents { StripExtents(first: .zero, last: .zero) }

  /// The extents with the rows of the mask made empty.
  @inline(__always)
  func without(_ rows: SIMDMask<SIMD4<Int32>>) -> StripExtents {
    StripExtents(
      first: first.replacing(with: 0, where: rows), last: last.replacing(with: 0, where: rows))
  }
}

/// A shape defined by its coverage, a pure function of the pixel's center.
protocol CoverageShape {
  /// Whether edges may be many pixels wide.
  ///
  /// Their weights are then computed one row at a time and blended afterwards: two short loops
  /// instead of a long one.
  static var hasWideEdges: Bool { get }
  /// The factor of coverage: below 1 for shapes thinner than a pixel.
  var strength: Float { get }
  /// Coverage, 0 to 1, at four centers of one row, before `strength` is applied.
  func coverage(x: Lanes, y: Float) -> Lanes
  /// The columns of four rows to compute; the coverage of all other columns rounds to 0.
  func extents(y: Lanes) -> StripExtents
  /// Whether any row has inner columns.
  var hasInner: Bool { get }
  /// The columns of four rows in which each row has uniform coverage, so that none needs to be
  /// computed.
  func inners(y: Lanes) -> StripExtents
  /// The coverage of a row's inner columns.
  func innerCoverage(y: Float) -> Float
  /// Whether the row's coverage equals that of all other steady rows.
  func isSteady(y: Float) -> Bool
}

extension CoverageShape {
  /// No wide edges.
  static var hasWideEdges: Bool { false }
  /// Full strength.
  var strength: Float { 1 }
  /// No inner columns.
  var hasInner: Bool { false }

  /// No column.
  func inners(y: Lanes) -> StripExtents { .nothing }
  /// Full coverage.
  func innerCoverage(y: Float) -> Float { 1 }
  /// No steady rows.
  func isSteady(y: Float) -> Bool { false }
}

/// Bounds a disc row by row, with a margin for every rounding in the coverage formulas.
///
/// d² is computed from rounded differences with a relative error below 3 × 2⁻²⁴, so a squared
/// radius enlarged (or reduced) by a factor of 2⁻²⁰ is a safe bound. Positions up to 2¹⁷ have an
/// error below 2⁻⁷, which a margin of 1/16 pixel covers. Above a radius of 2¹⁵ pixels, rows are not
/// cut.
struct DiscExtent {
  private let centerX: Float
  private let centerY: Float
  private let outerSquared: Float
  private let innerSquared: Float
  private let isUsable: Bool

  /// Bounds a disc whose coverage is 0 beyond `outer` and uniform within `inner`; values of `inner`
  /// up to 16 are ignored.
  init(centerX: Float, centerY: Float, outer: Float, inner: Float) {
    self.centerX = centerX
    self.centerY = centerY
    let slack: Float = 1 / 1_048_576
    outerSquared = outer * outer * (1 + slack)
    // A small disc is computed completely: it has few columns to skip.
    innerSquared = inner > 16 ? inner * inner * (1 - slack) : -1
    isUsable = outer < 32_768 && centerX.magnitude < 65_536 && centerY.magnitude < 65_536
  }

  /// The columns of a row that may have coverage.
  @inline(__always)
  func row(_ y: Float) -> RowExtent {
    guard isUsable else { return .everything }
    let dy = y - centerY
    let squared = outerSquared - dy * dy
    guard squared > 0 else { return .nothing }
    let half = squared.squareRoot() + 0.0625
    return RowExtent(
      first: firstCenter(beyond: centerX - half), last: firstCenter(beyond: centerX + half))
  }

  /// The columns of four rows that may have coverage.
  @inline(__always)
  func rows(_ y: Lanes) -> StripExtents {
    guard isUsable else { return .everything }
    let dy = y - centerY
    let squared = outerSquared - dy * dy
    let half = magnitudes(squared).squareRoot() + 0.0625
    let columns = StripExtents(
      first: firstCenter(beyond: centerX - half), last: firstCenter(beyond: centerX + half))
    return columns.without(squared .<= 0)
  }

  /// Whether any row can have columns of uniform coverage.
  var hasInner: Bool { isUsable && innerSquared > 0 }

  /// The columns of a row that have uniform coverage.
  @inline(__always)
  func inner(_ y: Float) -> RowExtent {
    let dy = y - centerY
    let rest = innerSquared - dy * dy
    guard rest > 64 else { return .nothing }
    let half = rest.squareRoot() - 0.0625
    return RowExtent(
      first: firstCenter(beyond: centerX - half), last: firstCenter(beyond: centerX + half))
  }

  /// The columns of four rows that have uniform coverage.
  @inline(__always)
  func inners(_ y: Lanes) -> StripExtents {
    let dy = y - centerY
    let rest = innerSquared - dy * dy
    let half = magnitudes(rest).squareRoot() - 0.0625
    let columns = StripExtents(
      first: firstCenter(beyond: centerX - half), last: firstCenter(beyond: centerX + half))
    return columns.without(rest .<= 64)
  }
}

/// The largest integer that is not above a value within ±2²¹; if the value is an integer, possibly
/// one less.
///
/// Adding 1.5 × 2²³ rounds to nearest and leaves the integer in the significand. This avoids a
/// checked conversion and the library's floor, which is a libm call on CPUs without the
/// instruction.
@inline(__always)
func floored(_ value: Float) -> Int32 {
  Int32(bitPattern: (value - 0.5 + 12_582_912).bitPattern) &- 0x4B40_0000
}

/// The same for each SIMD element.
@inline(__always)
func floored(_ value: Lanes) -> SIMD4<Int32> {
  signedBits((value - 0.5) + 12_582_912) &- 0x4B40_0000
}

/// The first pixel whose center lies after a position within ±2²¹: the nearest integer.
///
/// A center exactly at the position may count as before or after it.
@inline(__always)
func firstCenter(beyond position: Float) -> Int32 {
  Int32(bitPattern: (position + 12_582_912).bitPattern) &- 0x4B40_0000
}

/// The same for each SIMD element.
@inline(__always)
func firstCenter(beyond position: Lanes) -> SIMD4<Int32> {
  signedBits(position + 12_582_912) &- 0x4B40_0000
}
