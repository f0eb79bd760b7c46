import SimRaster

/// Detects flashes in a sequence of images from any source.
package struct FlashAnalyzer: ~Copyable {
  private var grid: LuminanceGrid
  private var meter: FlashMeter
  private let scale: Float

  /// Allocates storage for images up to a size.
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

  /// Observes the next image; if its size changes, the comparison starts over and earlier results
  /// are kept.
  package mutating func observe(_ surface: borrowing Surface) {
    let isComparable = grid.update(surface, scale: scale)
    meter.advance(grid, isComparable: isComparable)
  }

  /// The results so far; nil before two images.
  package var result: FlashSafety? { meter.result }

  /// The result for the last image.
  package var frame: FlashFrame { meter.frame }
}
