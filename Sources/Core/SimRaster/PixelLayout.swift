/// Where the pixels of a rectangular part of the canvas lie in a span.
package struct PixelLayout: Equatable, Sendable {
  /// Elements from one row to the next.
  package var stride: Int
  /// The column of the canvas at element 0.
  var originX: Int32
  /// The row of the canvas at element 0.
  var originY: Int32

  /// Lays out pixels without gaps.
  init(stride: Int, originX: Int32, originY: Int32) {
    self.stride = stride
    self.originX = originX
    self.originY = originY
  }

  /// Lays out a whole canvas so that each row begins with a cache line of 64 bytes, unless it is
  /// short: a damage cell is then as wide as one, and restoring it touches one line in each row
  /// instead of two.
  ///
  /// The address decides where the pixels lie, and nothing else; they stay there when the storage
  /// is copied to another, so that a layout is kept as long as what was painted in it.
  init(canvasWidth: Int32, in storage: [UInt32]) {
    let address = unsafe storage.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    let lead = Int32(truncatingIfNeeded: ((0 &- address) & 63) / 4)
    let isShort = canvasWidth < Self.shortest
    self.init(
      stride: Int(isShort ? canvasWidth : (canvasWidth &+ 15) & ~15), originX: 0 &- lead,
      originY: 0)
  }

  /// Pixels of the shortest row that is followed by a gap.
  private static var shortest: Int32 { 64 }

  /// Elements that hold any canvas of at most so many pixels and rows.
  static func capacity(forPixels count: Int32, side: Int32) -> Int {
    Int(count) + 15 * Int(min(count / shortest, side)) + 15
  }

  /// The element that holds a pixel.
  @inline(__always)
  package func index(_ x: Int32, _ y: Int32) -> Int {
    Int(y &- originY) &* stride &+ Int(x &- originX)
  }
}
