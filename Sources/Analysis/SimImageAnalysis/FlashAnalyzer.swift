import SimRaster

/// Looks for flashes in pictures from any source, one after the other.
package struct FlashAnalyzer: ~Copyable {
  private var grid: LuminanceGrid
  private var meter: FlashMeter
  private let scale: Float

  /// Takes storage for pictures up to a size.
  ///
  /// - Parameters:
  ///   - width: The width in pixels, 1 to 16,384.
  ///   - height: The height in pixels, 1 to 16,384.
  ///   - scale: Pixels per point, at least 1.
  ///   - framesPerSecond: The frame rate, 1 to 240.
  package init(width: Int32, height: Int32, scale: Float, framesPerSecond: UInt32) {
    self.scale = scale
    grid = LuminanceGrid(
      maximumPixelCount: width * height, maximumSide: max(width, height), minimumScale: scale,
      movingThreshold: .max)
    meter = FlashMeter(
      blockCapacity: grid.sums.coarse.count, framesPerSecond: framesPerSecond)
  }

  /// Takes the next picture; one of another size begins anew and keeps what was found.
  package mutating func observe(_ surface: borrowing Surface) {
    let isComparable = grid.update(surface, scale: scale)
    meter.advance(grid, isComparable: isComparable)
  }

  /// What was found so far; nil before two pictures.
  package var result: FlashSafety? { meter.result }

  /// What the picture last taken looks like.
  package var frame: FlashFrame { meter.frame }
}
