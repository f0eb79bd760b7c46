/// Maps a rectangular part of the canvas to the elements of a span.
package struct PixelLayout: Equatable, Sendable {
  /// Elements from one row to the next.
  package var stride: Int
  /// The column of the canvas at element 0.
  var originX: Int32
  /// The row of the canvas at element 0.
  var originY: Int32

  /// Makes a layout without gaps between rows.
  init(stride: Int, originX: Int32, originY: Int32) {
    self.stride = stride
    self.originX = originX
    self.originY = originY
  }

  /// A layout of a whole canvas in which each row starts on a 64-byte cache line, unless rows are
  /// short: a damage cell is then as wide as a cache line, and restoring it touches one line per
  /// row instead of two.
  ///
  /// The layout depends only on the address of the storage. The pixels keep it when the storage is
  /// copied, so it must be kept as long as the pixels.
  init(canvasWidth: Int32, in storage: [UInt32]) {
    let address = unsafe storage.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    let lead = Int32(truncatingIfNeeded: ((0 &- address) & 63) / 4)
    let isShort = canvasWidth < Self.shortest
    self.init(
      stride: Int(isShort ? canvasWidth : (canvasWidth &+ 15) & ~15), originX: 0 &- lead,
      originY: 0)
  }

  /// The length in pixels of the shortest row that is followed by a gap.
  private static var shortest: Int32 { 64 }

  /// The number of elements that suffice for every canvas of at most this many pixels and rows.
  static func capacity(forPixels count: Int32, side: Int32) -> Int {
    Int(count) + 15 * Int(min(count / shortest, side)) + 15
  }

  /// The index of a pixel's element.
  @inline(__always)
  package func index(_ x: Int32, _ y: Int32) -> Int {
    Int(y &- originY) &* stride &+ Int(x &- originX)
  }
}
