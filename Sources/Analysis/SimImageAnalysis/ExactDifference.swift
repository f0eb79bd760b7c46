/// The exact difference of two images, value by value, without tolerance.
///
/// Method: one pass over the pixels. Each channel's differences are counted in a histogram. One
/// byte per column records which of its last eight rows differ, so that all squares of eight by
/// eight cost one sum that slides along each row.
package struct ExactDifference: Equatable, Sendable {
  /// Bits per channel, 8 or 16; differences are in steps of this depth.
  package let bits: UInt8
  /// The number of pixels with a differing channel.
  package private(set) var pixels: UInt64 = 0
  /// The maximum difference of a channel.
  package private(set) var maximumDelta: UInt16 = 0
  /// The number of pixels with each difference from 0 to 255, or to 65,535, in red, then green,
  /// blue and alpha.
  package private(set) var histogram: [UInt64]
  /// The bounding box of all differing pixels; nil if none differ.
  package private(set) var bounds: Bounds?
  /// The maximum number of differing pixels in any square of eight by eight, or in a whole smaller
  /// image.
  package private(set) var windowPixels: UInt64 = 0

  /// A rectangle of whole pixels.
  package struct Bounds: Equatable, Sendable {
    /// The first column.
    package var x: UInt32
    /// The first row.
    package var y: UInt32
    /// Columns.
    package var width: UInt32
    /// Rows.
    package var height: UInt32

    /// Makes a rectangle.
    package init(x: UInt32, y: UInt32, width: UInt32, height: UInt32) {
      self.x = x
      self.y = y
      self.width = width
      self.height = height
    }
  }

  /// The largest possible difference.
  package var fullDelta: UInt16 { .max >> (16 - UInt16(bits)) }

  /// The number of pixels that differ by `delta` in a channel: 0 is red, 3 is alpha.
  ///
  /// - Precondition: `delta` is at most `fullDelta`.
  package func count(channel: UInt32, delta: UInt16) -> UInt64 {
    histogram[Int(channel) << Int(bits) + Int(delta)]
  }

  /// Compares two images.
  ///
  /// - Complexity: O(*n*) in the number of pixels.
  package init(_ pair: ImagePair) {
    self.init(width: pair.width, height: pair.height, pair.reference, pair.test)
  }

  /// Compares two images with 16 bits per channel.
  ///
  /// - Complexity: O(*n*) in the number of pixels.
  package init(_ pair: DeepImagePair) {
    self.init(width: pair.width, height: pair.height, pair.reference, pair.test)
  }

  private init<Channel: FixedWidthInteger & UnsignedInteger>(
    width columns: UInt32, height: UInt32, _ reference: [Channel], _ test: [Channel]
  ) {
    bits = UInt8(truncatingIfNeeded: Channel.bitWidth)
    histogram = [UInt64](repeating: 0, count: 4 << Channel.bitWidth)
    let width = Int(columns)
    // The last eight rows that differ in each column, one bit per row.
    var recent = [UInt8](repeating: 0, count: width)
    var offset = 0
    for y in 0..<height {
      for x in 0..<width {
        var largest: Channel = 0
        for i in 0..<4 {
          let (a, b) = (reference[offset + i], test[offset + i])
          let delta = a > b ? a - b : b - a
          histogram[i << Channel.bitWidth + Int(delta)] += 1
          largest = max(largest, delta)
        }
        recent[x] = recent[x] << 1 | (largest > 0 ? 1 : 0)
        if largest > 0 {
          pixels += 1
          maximumDelta = max(maximumDelta, UInt16(largest))
          extend(to: UInt32(x), y)
        }
        offset += 4
      }
      if pixels > 0 { slide(over: recent) }
    }
  }

  private mutating func extend(to x: UInt32, _ y: UInt32) {
    guard let old = bounds else {
      bounds = Bounds(x: x, y: y, width: 1, height: 1)
      return
    }
    let left = min(old.x, x)
    bounds = Bounds(
      x: left, y: old.y, width: max(old.x + old.width, x + 1) - left, height: y + 1 - old.y)
  }

  private mutating func slide(over recent: [UInt8]) {
    var sum: UInt64 = 0
    for x in recent.indices {
      sum += UInt64(recent[x].nonzeroBitCount)
      if x >= 8 { sum -= UInt64(recent[x - 8].nonzeroBitCount) }
      windowPixels = max(windowPixels, sum)
    }
  }
}
