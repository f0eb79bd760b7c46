/// A half-open rectangle of whole pixels: `minX ..< maxX` by `minY ..< maxY`.
package struct PixelRectangle: Equatable, Sendable {
  /// The first column.
  package var minX: Int32
  /// The first row.
  package var minY: Int32
  /// One past the last column.
  package var maxX: Int32
  /// One past the last row.
  package var maxY: Int32

  /// Makes a rectangle from its half-open bounds.
  package init(minX: Int32, minY: Int32, maxX: Int32, maxY: Int32) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  /// Whether the rectangle contains no pixels.
  package var isEmpty: Bool { minX >= maxX || minY >= maxY }

  /// The pixels in both rectangles; empty if they do not overlap.
  package func intersection(_ other: PixelRectangle) -> PixelRectangle {
    PixelRectangle(
      minX: max(minX, other.minX), minY: max(minY, other.minY),
      maxX: min(maxX, other.maxX), maxY: min(maxY, other.maxY))
  }
  /// The smallest rectangle that contains both; an empty one adds nothing.
  package func union(_ other: PixelRectangle) -> PixelRectangle {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return PixelRectangle(
      minX: min(minX, other.minX), minY: min(minY, other.minY),
      maxX: max(maxX, other.maxX), maxY: max(maxY, other.maxY))
  }

  /// The rectangle extended to multiples of four, within a canvas.
  func inFours(width: Int32, height: Int32) -> PixelRectangle {
    isEmpty
      ? self
      : PixelRectangle(
        minX: minX & ~3, minY: minY & ~3, maxX: min((maxX + 3) & ~3, width),
        maxY: min((maxY + 3) & ~3, height))
  }

  /// An empty rectangle.
  package static var empty: PixelRectangle {
    PixelRectangle(minX: 0, minY: 0, maxX: 0, maxY: 0)
  }
}
