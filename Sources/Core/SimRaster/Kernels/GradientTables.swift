/// Every registered gradient as a table of colors, and the matrix that dithers them.
///
/// A table has 4,097 entries for the positions 0, 1/4096 … 1: premultiplied channels in steps of
/// 1/256, so that dithering has something to show. Stops are premultiplied to 8 bits first:
/// between two equal stops every entry is that color exactly.
struct GradientTables {
  /// Positions from 0 to 1 are counted in this many steps.
  static var stepCount: Int { 4096 }
  /// Entries from one table to the next: a power of two, so that a masked index stays inside.
  static var tableStride: Int { 8192 }
  /// Dither thresholds per row: eight, and four more so that any four in a row can be read.
  static var ditherStride: Int { 12 }

  /// All tables in order: red, green, blue and alpha from the lowest 16 bits up.
  private(set) var entries: [UInt64] = []
  /// Whether all stops of a gradient are opaque.
  private(set) var isOpaque: [Bool] = []
  /// Eight rows of thresholds, 2 to 254, each four times: once for each of an entry's channels.
  let dither: [UInt64]

  /// Makes tables of no gradients.
  init() {
    var dither: [UInt64] = []
    for row in 0..<8 {
      for column in 0..<Self.ditherStride {
        let threshold = UInt64(DitherMatrix.ranks[row * 8 + column & 7]) * 4 + 2
        dither.append(threshold * 0x0001_0001_0001_0001)
      }
    }
    self.dither = dither
  }

  /// Tabulates the gradients again.
  ///
  /// - Complexity: 4,097 entries per gradient; allocates when there are more than ever before.
  mutating func rebuild(_ gradients: Span<DisplayList.Gradient>) {
    entries.removeAll(keepingCapacity: true)
    isOpaque.removeAll(keepingCapacity: true)
    entries.reserveCapacity(gradients.count * Self.tableStride)
    for index in gradients.indices {
      let gradient = gradients[index]
      var isOpaqueSoFar = true
      for color in gradient.colors where color.alpha != 255 { isOpaqueSoFar = false }
      isOpaque.append(isOpaqueSoFar)
      for step in 0...Self.stepCount {
        entries.append(Self.entry(gradient, Float(step) / Float(Self.stepCount)))
      }
      while entries.count % Self.tableStride != 0 { entries.append(0) }
    }
  }

  /// The color at a position, in steps of 1/256 per channel.
  private static func entry(_ gradient: DisplayList.Gradient, _ position: Float) -> UInt64 {
    let last = gradient.offsets.count - 1
    var lower = 0
    while lower < last && gradient.offsets[lower + 1] <= position { lower += 1 }
    let from = gradient.colors[lower].premultiplied
    let to = gradient.colors[min(lower + 1, last)].premultiplied
    var share: Float = 0
    if lower < last && position > gradient.offsets[lower] {
      share =
        (position - gradient.offsets[lower])
        / (gradient.offsets[lower + 1] - gradient.offsets[lower])
    }
    func mixed(_ one: UInt8, _ other: UInt8) -> UInt64 {
      let (one, other) = (Float(one) * 256, Float(other) * 256)
      return UInt64(one + (other - one) * share + 0.5)
    }
    let alpha = mixed(from.alpha, to.alpha)
    let red = min(mixed(from.red, to.red), alpha)
    let green = min(mixed(from.green, to.green), alpha)
    let blue = min(mixed(from.blue, to.blue), alpha)
    return red | green << 16 | blue << 32 | alpha << 48
  }
}
