import SimRaster
import TestTier
import Testing

/// How a rasterizer cuts a canvas: the tests' own arithmetic.
struct Tiling {
  let columns: Int32
  let tileWidth: Int32
  let tileHeight: Int32
  let width: Int32
  let height: Int32

  init(width: Int32, height: Int32, tileWidth: Int32, tileHeight: Int32) {
    let side = max(width, height)
    self.width = width
    self.height = height
    self.tileWidth = min(tileWidth, side)
    self.tileHeight = min(tileHeight, side)
    columns = (width + self.tileWidth - 1) / self.tileWidth
  }

  var count: Int { Int(columns) * Int((height + tileHeight - 1) / tileHeight) }

  /// The indices of a tile's pixels.
  func pixels(ofTile tile: Int) -> [Int] {
    let (x, y) = (Int32(tile) % columns * tileWidth, Int32(tile) / columns * tileHeight)
    return (y..<min(y + tileHeight, height)).flatMap { row in
      (x..<min(x + tileWidth, width)).map { Int(row * width + $0) }
    }
  }
}

/// A rasterizer for one picture.
func makeRasterizer(
  for drawing: Drawing, tileWidth: Int32, tileHeight: Int32
) -> Rasterizer {
  Rasterizer(
    maximumPixelCount: drawing.width * drawing.height,
    maximumSide: max(drawing.width, drawing.height), commandCapacity: 256,
    tileWidth: tileWidth, tileHeight: tileHeight)
}

/// Goal: how the canvas is cut into tiles, and in which order they are painted, changes no pixel
/// and no count.
///
/// Method: random drawings cut in many ways; tiles in random order; a surface that is poisoned
/// everywhere but in the tile that is painted.
@Suite struct TileTests {
  private let drawingCount = Tier.isDebug ? 8 : 300

  private static let sizes: [(Int32, Int32)] = [
    (1, 1), (1, 16_384), (16_384, 1), (2, 3), (5, 7), (16, 16), (17, 15), (31, 33), (64, 64),
    (127, 9), (2048, 64), (16_384, 16_384),
  ]

  /// Drawings large enough for some tiles.
  private func drawing(_ number: Int) -> Drawing {
    var random = TestRandom(UInt64(50_000 + number))
    let (width, height) = (Int32(random.below(70) + 2), Int32(random.below(60) + 2))
    return random.drawing(width: width, height: height, layerCount: 2)
  }

  @Test func anyTileSizeGivesTheSamePixelsAndCounts() {
    for number in 0..<drawingCount {
      let drawing = drawing(number)
      let list = drawing.makeList()
      let wanted = ReferenceRasterizer.render(drawing)
      var counts: RasterWork?
      // Every size for some of the drawings, four sizes for the others.
      for (index, size) in Self.sizes.enumerated() where number < 40 || (index + number) % 3 == 0 {
        var surface = Surface(width: drawing.width, height: drawing.height)
        var rasterizer = makeRasterizer(
          for: drawing, tileWidth: size.0, tileHeight: size.1)
        let work = rasterizer.render(list, into: &surface)
        let difference = firstDifference(
          surface.rows, wanted, width: drawing.width)
        #expect(difference == nil, "drawing \(number), tiles of \(size)")
        #expect(counts == nil || work == counts, "drawing \(number), tiles of \(size)")
        counts = work
      }
    }
  }

  @Test func tilesInAnyOrderGiveTheSamePixels() {
    for number in 0..<drawingCount {
      var random = TestRandom(UInt64(number))
      let drawing = drawing(number)
      let list = drawing.makeList()
      let wanted = freshPixels(list)
      var surface = Surface(width: drawing.width, height: drawing.height)
      let size = Self.sizes[number % 10]
      var rasterizer = makeRasterizer(
        for: drawing, tileWidth: max(size.0, 2), tileHeight: max(size.1, 2))
      for _ in 0..<3 {
        rasterizer.invalidate()
        for index in surface.storage.indices { surface.storage[index] = random.next() }
        _ = rasterizer.prepare(list)
        for tile in random.shuffled(Array(0..<rasterizer.tileCount)) {
          _ = rasterizer.paintTile(tile, list, &surface)
        }
        #expect(
          firstDifference(surface.rows, wanted, width: drawing.width) == nil,
          "drawing \(number)")
      }
    }
  }

  /// A tile writes its own pixels only, and needs no others: two poisons give the same tile.
  @Test func aTileKeepsToItsPixels() {
    for number in 0..<drawingCount {
      let drawing = drawing(number)
      let list = drawing.makeList()
      let wanted = freshPixels(list)
      let size: (Int32, Int32) = [(16, 16), (7, 9), (33, 5), (21, 64)][number % 4]
      let tiling = Tiling(
        width: drawing.width, height: drawing.height, tileWidth: size.0, tileHeight: size.1)
      var rasterizer = makeRasterizer(for: drawing, tileWidth: size.0, tileHeight: size.1)
      var surface = Surface(width: drawing.width, height: drawing.height)
      _ = rasterizer.prepare(list)
      #expect(rasterizer.tileCount == tiling.count)
      for tile in 0..<tiling.count {
        for poison in [0xDEAD_BEEF, 0x0102_03FF] as [UInt32] {
          for index in surface.storage.indices { surface.storage[index] = poison }
          _ = rasterizer.paintTile(tile, list, &surface)
          var expected = [UInt32](repeating: poison, count: wanted.count)
          for index in tiling.pixels(ofTile: tile) { expected[index] = wanted[index] }
          let difference = firstDifference(
            surface.rows, expected, width: drawing.width)
          guard let difference else { continue }
          Issue.record("drawing \(number), tile \(tile): \(difference)")
        }
      }
    }
  }
}
