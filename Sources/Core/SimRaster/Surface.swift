/// A rectangle of premultiplied 8-bit sRGB pixels, row by row from the top.
///
/// Storage is allocated once for the largest size and kept if the surface shrinks or rotates, so
/// resizing within that size allocates nothing.
public struct Surface: ~Copyable {
  /// Columns, at least 1.
  public private(set) var width: Int32
  /// Rows, at least 1.
  public private(set) var height: Int32
  /// Maps the surface's pixels to elements of `storage`.
  package private(set) var layout: PixelLayout
  /// Packed pixels, with red in the low byte, then green, blue and alpha; includes padding between
  /// rows.
  package var storage: [UInt32]
  private let capacity: Int32

  /// Makes a transparent surface.
  ///
  /// - Precondition: Width and height are 1 to 16,384. A `capacity` in pixels that is too small is
  ///   raised to their product.
  public init(width: Int32, height: Int32, capacity: Int32 = 0) {
    precondition((1...16_384).contains(width), "surface width must be 1 to 16,384 pixels")
    precondition((1...16_384).contains(height), "surface height must be 1 to 16,384 pixels")
    self.width = width
    self.height = height
    self.capacity = max(capacity, width * height)
    storage = [UInt32](
      repeating: 0, count: PixelLayout.capacity(forPixels: self.capacity, side: 16_384))
    layout = PixelLayout(canvasWidth: width, in: storage)
  }

  /// Changes the size within the capacity and clears the surface.
  ///
  /// - Precondition: The new size is within the initial capacity.
  package mutating func resize(width: Int32, height: Int32) {
    precondition(width > 0 && height > 0, "surface size must be positive")
    precondition(
      Int(width) * Int(height) <= Int(capacity) && height <= 16_384,
      "surface larger than its capacity")
    self.width = width
    self.height = height
    layout = PixelLayout(canvasWidth: width, in: storage)
    for index in 0...layout.index(width &- 1, height &- 1) { storage[index] = 0 }
  }

  /// The number of elements per row in memory, including padding.
  ///
  /// The width, or up to 15 more so that each row starts on a cache line.
  public var stride: Int32 { Int32(truncatingIfNeeded: layout.stride) }

  /// The color of one pixel.
  ///
  /// - Precondition: The pixel is inside the surface.
  public func color(x: Int32, y: Int32) -> PremultipliedColor {
    PremultipliedColor(uncheckedPacked: self[x, y])
  }

  /// Calls `body` with the packed pixels: row `y` starts at `y * stride` and has `width` pixels,
  /// with red in the low byte, then green, blue and alpha.
  public borrowing func withPixels<Result, Failure: Error>(
    _ body: (Span<UInt32>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(storage.span.extracting(layout.index(0, 0)...layout.index(width &- 1, height &- 1)))
  }

  /// One packed pixel.
  ///
  /// - Precondition: The pixel is inside the surface.
  package subscript(x: Int32, y: Int32) -> UInt32 {
    get {
      precondition(x >= 0 && x < width && y >= 0 && y < height, "pixel outside the surface")
      return storage[layout.index(x, y)]
    }
    set {
      precondition(x >= 0 && x < width && y >= 0 && y < height, "pixel outside the surface")
      storage[layout.index(x, y)] = newValue
    }
  }

  /// A copy of the packed pixels, row by row, without padding.
  package var rows: [UInt32] {
    var rows: [UInt32] = []
    rows.reserveCapacity(Int(width) * Int(height))
    for y in 0..<height {
      rows.append(contentsOf: storage[layout.index(0, y)...layout.index(width &- 1, y)])
    }
    return rows
  }
}
