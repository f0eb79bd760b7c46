/// The commands that touch each tile: one bit per command and tile, so that a tile's commands are
/// returned in painting order.
struct CommandBins {
  private(set) var tileColumns: Int32 = 0
  private(set) var tileRows: Int32 = 0
  private(set) var wordsPerTile = 0
  private(set) var bits: [UInt64]
  private var width: Int32 = 0
  private var height: Int32 = 0
  let tileWidth: Int32
  let tileHeight: Int32
  private let perWidth: Reciprocal
  private let perHeight: Reciprocal
  /// One bit per command whose whole extent is known to be damaged.
  private var wholeBits: [UInt64]

  /// Allocates storage for the largest canvas and the maximum number of commands.
  init(
    maximumPixelCount: Int32, maximumSide: Int32, commandCapacity: Int, tileWidth: Int32,
    tileHeight: Int32
  ) {
    self.tileWidth = min(tileWidth, maximumSide)
    self.tileHeight = min(tileHeight, maximumSide)
    perWidth = Reciprocal(of: self.tileWidth)
    perHeight = Reciprocal(of: self.tileHeight)
    wholeBits = [UInt64](repeating: 0, count: (commandCapacity + 63) / 64)
    let (pixels, side) = (Int(maximumPixelCount), Int(maximumSide))
    let (w, h) = (Int(self.tileWidth), Int(self.tileHeight))
    // (width / w + 1)(height / h + 1), expanded and bounded term by term.
    let tiles = pixels / (w * h) + side / w + side / h + 2
    bits = [UInt64](repeating: 0, count: tiles * ((commandCapacity + 63) / 64))
  }

  /// The number of tiles of the canvas.
  var tileCount: Int { Int(tileColumns) * Int(tileRows) }

  /// Sets the canvas size and the number of commands, and clears all bits.
  mutating func reset(width: Int32, height: Int32, commandCount: Int) {
    self.width = width
    self.height = height
    tileColumns = (width + tileWidth - 1) / tileWidth
    tileRows = (height + tileHeight - 1) / tileHeight
    wordsPerTile = (commandCount + 63) / 64
    for index in 0..<tileCount * wordsPerTile { bits[index] = 0 }
  }

  /// The pixels of a tile.
  func area(ofTile tile: Int) -> PixelRectangle {
    var (column, row) = (Int32(0), Int32(truncatingIfNeeded: tile))
    if tileColumns > 1 { (row, column) = row.quotientAndRemainder(dividingBy: tileColumns) }
    let (x, y) = (column * tileWidth, row * tileHeight)
    return PixelRectangle(
      minX: x, minY: y, maxX: min(x + tileWidth, width), maxY: min(y + tileHeight, height))
  }

  /// Adds a command to every tile that it touches within rows `first ..< end`; its bounds are on
  /// the canvas and not empty in these rows.
  mutating func add(_ command: Int, bounds: PixelRectangle, from first: Int32, to end: Int32) {
    let (firstColumn, lastColumn) = (perWidth * bounds.minX, perWidth * (bounds.maxX &- 1))
    let firstRow = perHeight * max(bounds.minY, first)
    let lastRow = perHeight * (min(bounds.maxY, end) &- 1)
    let (word, bit) = (command &>> 6, UInt64(1) &<< UInt64(truncatingIfNeeded: command & 63))
    for row in firstRow...lastRow {
      for column in firstColumn...lastColumn {
        bits[(row &* Int(tileColumns) &+ column) &* wordsPerTile &+ word] |= bit
      }
    }
  }

  /// Clears the bits that mark commands as completely damaged.
  mutating func resetWhole() {
    for index in wholeBits.indices { wholeBits[index] = 0 }
  }

  /// Marks a command's whole extent as damaged.
  @inline(__always)
  mutating func setWhole(_ command: Int) {
    wholeBits[command &>> 6] |= UInt64(1) &<< UInt64(truncatingIfNeeded: command & 63)
  }

  /// Whether a command's whole extent is known to be damaged.
  @inline(__always)
  func isWhole(_ command: Int) -> Bool {
    wholeBits[command &>> 6] &>> UInt64(truncatingIfNeeded: command & 63) & 1 == 1
  }

  /// A cursor over the commands of a tile.
  func cursor(forTile tile: Int) -> CommandCursor {
    CommandCursor(firstWord: tile * wordsPerTile, wordCount: wordsPerTile)
  }
}

/// Divides coordinates, 0 to 16,384, by a fixed length in the same range.
private struct Reciprocal {
  private let factor: UInt64

  /// Rounded up by less than 1 in 2³² / length: products are too large by less than 2¹⁴ / 2³²,
  /// which cannot reach the next integer.
  init(of length: Int32) {
    let length = UInt64(truncatingIfNeeded: length)
    factor = (0x1_0000_0000 + length - 1) / length
  }

  /// The quotient, rounded down.
  @inline(__always)
  static func * (reciprocal: Reciprocal, coordinate: Int32) -> Int {
    let product = UInt64(truncatingIfNeeded: coordinate) &* reciprocal.factor
    return Int(truncatingIfNeeded: product &>> 32)
  }
}

/// Iterates over command indices in ascending order.
struct CommandCursor {
  private var word: Int
  private var remainingWords: Int
  private var pending: UInt64 = 0
  private var base: Int
  private let isRange: Bool

  /// Iterates over the bits of a tile.
  init(firstWord: Int, wordCount: Int) {
    word = firstWord
    remainingWords = wordCount
    base = -64
    isRange = false
  }

  /// Iterates over a range without bits.
  init(from first: Int, to last: Int) {
    word = first
    remainingWords = last - first
    base = 0
    isRange = true
  }

  /// The next index, or nil at the end.
  mutating func next(in bits: Span<UInt64>) -> Int? {
    if isRange {
      guard remainingWords > 0 else { return nil }
      remainingWords -= 1
      word += 1
      return word - 1
    }
    while pending == 0 {
      guard remainingWords > 0 else { return nil }
      pending = bits[word]
      word += 1
      remainingWords -= 1
      base += 64
    }
    let bit = pending.trailingZeroBitCount
    pending &= pending - 1
    return base + bit
  }
}
