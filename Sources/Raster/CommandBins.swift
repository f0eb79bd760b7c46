/// Which commands touch which tile: one bit per command and tile, so that a tile's commands come
/// back in painting order.
struct CommandBins {
  private(set) var tileColumns: Int32 = 0
  private(set) var tileRows: Int32 = 0
  private(set) var wordsPerTile = 0
  private(set) var bits: [UInt64]
  private var width: Int32 = 0
  private var height: Int32 = 0
  let tileWidth: Int32
  let tileHeight: Int32

  /// Takes storage for the largest canvas and the most commands.
  init(
    maximumPixelCount: Int32, maximumSide: Int32, commandCapacity: Int, tileWidth: Int32,
    tileHeight: Int32
  ) {
    self.tileWidth = min(tileWidth, maximumSide)
    self.tileHeight = min(tileHeight, maximumSide)
    let (pixels, side) = (Int(maximumPixelCount), Int(maximumSide))
    let (w, h) = (Int(self.tileWidth), Int(self.tileHeight))
    // (width / w + 1)(height / h + 1), multiplied out and bounded term by term.
    let tiles = pixels / (w * h) + side / w + side / h + 2
    bits = [UInt64](repeating: 0, count: tiles * ((commandCapacity + 63) / 64))
  }

  /// How many tiles the canvas has.
  var tileCount: Int { Int(tileColumns) * Int(tileRows) }

  /// Takes the canvas' size and how many commands there are, and forgets all bits.
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
    let column = Int32(truncatingIfNeeded: tile) % tileColumns
    let row = Int32(truncatingIfNeeded: tile) / tileColumns
    let (x, y) = (column * tileWidth, row * tileHeight)
    return PixelRectangle(
      minX: x, minY: y, maxX: min(x + tileWidth, width), maxY: min(y + tileHeight, height))
  }

  /// Adds a command to every tile it touches; its bounds are not empty and on the canvas.
  mutating func add(_ command: Int, bounds: PixelRectangle) {
    let (firstColumn, lastColumn) = (bounds.minX / tileWidth, (bounds.maxX - 1) / tileWidth)
    let (firstRow, lastRow) = (bounds.minY / tileHeight, (bounds.maxY - 1) / tileHeight)
    let (word, bit) = (command >> 6, UInt64(1) << UInt64(command & 63))
    for row in firstRow...lastRow {
      for column in firstColumn...lastColumn {
        bits[Int(row * tileColumns + column) * wordsPerTile + word] |= bit
      }
    }
  }

  /// Walks a tile's commands.
  func cursor(forTile tile: Int) -> CommandCursor {
    CommandCursor(firstWord: tile * wordsPerTile, wordCount: wordsPerTile)
  }
}

/// Walks the numbers of some commands in ascending order.
struct CommandCursor {
  private var word: Int
  private var remainingWords: Int
  private var pending: UInt64 = 0
  private var base: Int
  private let isRange: Bool

  /// Walks the bits of a tile.
  init(firstWord: Int, wordCount: Int) {
    word = firstWord
    remainingWords = wordCount
    base = -64
    isRange = false
  }

  /// Walks a range; needs no bits.
  init(from first: Int, to last: Int) {
    word = first
    remainingWords = last - first
    base = 0
    isRange = true
  }

  /// The next number, or nil at the end.
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
