/// The color tables of all registered gradients, and the dither matrix.
///
/// A table has 4,097 entries for the positions 0, 1/4096 … 1: premultiplied channels in units of
/// 1/256, the precision that dithering needs. Stops are premultiplied to 8 bits first, so every
/// entry between two equal stops is exactly that color.
struct GradientTables {
  /// The number of steps from position 0 to position 1.
  static var stepCount: Int { 4096 }
  /// Entries per table including padding: a power of two, so that a masked index stays inside.
  static var tableStride: Int { 8192 }
  /// Dither thresholds per row: eight, and four repeated ones so that a read of eight may start at
  /// any column.
  static var ditherStride: Int { 12 }

  /// The tables, one after the other; each entry holds red, green, blue and alpha, red in the
  /// lowest 16 bits.
  private(set) var entries: [UInt64] = []
  /// Whether all stops of a gradient are opaque.
  private(set) var isOpaque: [Bool] = []
  /// Eight rows of thresholds from 2 to 254, each repeated four times, once per channel of an
  /// entry.
  let dither: [UInt64]

  /// Makes an empty set of tables.
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

  /// Recomputes all tables.
  ///
  /// - Complexity: 4,097 entries per gradient; allocates if there are more gradients than ever
  ///   before.
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

  /// The color at a position, in units of 1/256 per channel.
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
