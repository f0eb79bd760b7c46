/// Columns `first ..< last` of one row.
struct RowExtent {
  /// The first column.
  var first: Int32
  /// One past the last column; no columns when it is not beyond the first.
  var last: Int32

  /// Every column.
  static var everything: RowExtent { RowExtent(first: Int32.min, last: Int32.max) }
  /// No column.
  static var nothing: RowExtent { RowExtent(first: 0, last: 0) }
}

/// Columns of four rows that follow each other, a row to a lane.
struct StripExtents {
  /// The first column of each row.
  var first: SIMD4<Int32>
  /// One past each row's last column; no columns when it is not beyond the first.
  var last: SIMD4<Int32>

  /// Every column of each row.
  static var everything: StripExtents {
    StripExtents(
      first: SIMD4(repeating: RowExtent.everything.first),
      last: SIMD4(repeating: RowExtent.everything.last))
  }
  /// No column of any row.
  static var nothing: StripExtents { StripExtents(first: .zero, last: .zero) }

  /// No column where the mask is set.
  @inline(__always)
  func without(_ rows: SIMDMask<SIMD4<Int32>>) -> StripExtents {
    StripExtents(
      first: first.replacing(with: 0, where: rows), last: last.replacing(with: 0, where: rows))
  }
}

/// A shape as coverage, a pure function of the pixel's center.
protocol CoverageShape {
  /// Whether edges may be many pixels wide: their weights are then worked out for a row at a time
  /// and mixed in afterwards, two short loops instead of a long one.
  static var hasWideEdges: Bool { get }
  /// What full coverage amounts to: below 1 for shapes thinner than a pixel.
  var strength: Float { get }
  /// Coverage, 0 to 1, at four centers of one row, before `strength`.
  func coverage(x: Lanes, y: Float) -> Lanes
  /// The columns worth computing in four rows; every column left out rounds to no coverage.
  func extents(y: Lanes) -> StripExtents
  /// Whether any row has inner columns.
  var hasInner: Bool { get }
  /// Columns of four rows that need not be computed: all of a row have the same coverage.
  func inners(y: Lanes) -> StripExtents
  /// The coverage of a row's inner columns.
  func innerCoverage(y: Float) -> Float
  /// Whether a row has the same coverage as every other row of which this is true.
  func isSteady(y: Float) -> Bool
}

extension CoverageShape {
  /// They are not.
  static var hasWideEdges: Bool { false }
  /// All of it.
  var strength: Float { 1 }
  /// None has.
  var hasInner: Bool { false }

  /// No column.
  func inners(y: Lanes) -> StripExtents { .nothing }
  /// Full coverage.
  func innerCoverage(y: Float) -> Float { 1 }
  /// No row.
  func isSteady(y: Float) -> Bool { false }
}

/// Bounds a disc row by row, with slack for every rounding in the coverage formulas.
///
/// With d² computed from rounded differences, its relative error is below 3 × 2⁻²⁴, so a squared
/// radius enlarged (or reduced) by 2⁻²⁰ bounds what the formulas see. Positions up to 2¹⁷ have an
/// error below 2⁻⁷, which a margin of 1/16 pixel covers. Beyond 2¹⁵ pixels of radius no row is cut.
struct DiscExtent {
  private let centerX: Float
  private let centerY: Float
  private let outerSquared: Float
  private let innerSquared: Float
  private let isUsable: Bool

  /// Bounds coverage that is nothing beyond `outer` and uniform within `inner` (none below 16).
  init(centerX: Float, centerY: Float, outer: Float, inner: Float) {
    self.centerX = centerX
    self.centerY = centerY
    let slack: Float = 1 / 1_048_576
    outerSquared = outer * outer * (1 + slack)
    // A small disc is computed whole: it has few columns to leave out.
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

  /// Whether any row has columns of uniform coverage.
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

/// The largest integer not above a value within ±2²¹; one less where the value is an integer.
///
/// Adding 1.5 × 2²³ rounds to nearest and leaves the integer in the significand: neither a checked
/// conversion nor the library's floor, a call into libm on machines without the instruction.
@inline(__always)
func floored(_ value: Float) -> Int32 {
  Int32(bitPattern: (value - 0.5 + 12_582_912).bitPattern) &- 0x4B40_0000
}

/// The same in each lane.
@inline(__always)
func floored(_ value: Lanes) -> SIMD4<Int32> {
  signedBits((value - 0.5) + 12_582_912) &- 0x4B40_0000
}

/// The first pixel whose center lies beyond a position within ±2²¹: the nearest integer.
///
/// A center at the position itself may be either before or beyond.
@inline(__always)
func firstCenter(beyond position: Float) -> Int32 {
  Int32(bitPattern: (position + 12_582_912).bitPattern) &- 0x4B40_0000
}

/// The same in each lane.
@inline(__always)
func firstCenter(beyond position: Lanes) -> SIMD4<Int32> {
  signedBits(position + 12_582_912) &- 0x4B40_0000
}
