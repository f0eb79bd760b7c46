/// Where the pixels of a rectangular part of the canvas lie in a span.
struct PixelLayout {
  /// Elements from one row to the next.
  var stride: Int
  /// The column of the canvas at element 0.
  var originX: Int32
  /// The row of the canvas at element 0.
  var originY: Int32

  /// The element that holds a pixel.
  @inline(__always)
  func index(_ x: Int32, _ y: Int32) -> Int {
    Int(y &- originY) &* stride &+ Int(x &- originX)
  }
}

/// Where a painter paints: the damaged part of a rectangle, and how its pixels lie in memory.
struct PaintArea {
  /// The walk over the pixels to paint.
  var rectangles: DamagedRectangles
  /// Where they lie.
  var layout: PixelLayout
  /// One past the last column of the canvas that lies in memory.
  var columnEnd: Int32

  /// The part within a rectangle.
  func limited(to limit: PixelRectangle) -> PaintArea {
    PaintArea(rectangles: rectangles.limited(to: limit), layout: layout, columnEnd: columnEnd)
  }
}
