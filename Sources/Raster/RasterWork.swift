/// Exact counts of what the rasterizer did for one frame; the same on every target.
public struct RasterWork: Equatable, Sendable {
  /// Commands executed in at least one damaged place.
  public var primitives: UInt32 = 0
  /// Pixels whose color was mixed with what lay below.
  public var pixelsBlended: UInt32 = 0
  /// Pixels overwritten or copied without looking at what lay below.
  public var pixelsFilled: UInt32 = 0
  /// Damage cells (16 by 4 pixels) repainted.
  public var cellsRepainted: UInt32 = 0

  /// Counts of no work.
  public init() {}

  /// Adds another frame's counts, wrapping on overflow.
  public mutating func add(_ other: RasterWork) {
    primitives &+= other.primitives
    pixelsBlended &+= other.pixelsBlended
    pixelsFilled &+= other.pixelsFilled
    cellsRepainted &+= other.cellsRepainted
  }
}
