/// The pixels of nested groups: one tile per depth.
struct GroupPixels {
  private var first: [UInt32]
  private var second: [UInt32]
  private var third: [UInt32]
  private var fourth: [UInt32]

  /// Allocates storage for tiles of up to `pixelCount` pixels.
  init(pixelCount: Int) {
    first = [UInt32](repeating: 0, count: pixelCount)
    second = [UInt32](repeating: 0, count: pixelCount)
    third = [UInt32](repeating: 0, count: pixelCount)
    fourth = [UInt32](repeating: 0, count: pixelCount)
  }

  /// Swaps the pixels at a depth, 1 to 4, for others.
  mutating func exchange(_ pixels: inout [UInt32], at depth: Int) {
    switch depth {
    case 1: swap(&first, &pixels)
    case 2: swap(&second, &pixels)
    case 3: swap(&third, &pixels)
    default: swap(&fourth, &pixels)
    }
  }
}
