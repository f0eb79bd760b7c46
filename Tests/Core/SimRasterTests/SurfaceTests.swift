import SimRaster
import TestTier
import Testing

/// Goal: rows lie where cache lines begin, whatever the size, and nothing is painted between them.
///
/// Method: every width up to some and every shape of a capacity, compared with the array's own
/// addresses; random drawings over a poisoned surface.
@Suite struct SurfaceTests {
  private let drawingCount = Tier.isDebug ? 40 : 600

  private func address(_ surface: borrowing Surface, row: Int32) -> UInt {
    surface.storage.withUnsafeBufferPointer { storage in
      UInt(bitPattern: storage.baseAddress) + UInt(surface.layout.index(0, row) * 4)
    }
  }

  @Test func longRowsBeginWithACacheLine() {
    for width in 1...260 as ClosedRange<Int32> {
      let surface = Surface(width: width, height: 5)
      #expect(surface.stride == (width < 64 ? width : (width + 15) / 16 * 16))
      for row in 0..<5 as Range<Int32> where width >= 64 || row == 0 {
        let address = address(surface, row: row)
        #expect(address % 64 == 0, "\(width), row \(row)")
      }
      #expect(surface.layout.index(width - 1, 4) < surface.storage.count)
    }
  }

  @Test(arguments: [1, 63, 64, 65, 4_095, 4_097, 20_000] as [Int32])
  func everyShapeOfACapacityFits(capacity: Int32) {
    var surface = Surface(width: 1, height: 1, capacity: capacity)
    let address = address(surface, row: 0)
    for width in 1...min(capacity, 700) {
      let height = min(capacity / width, 16_384)
      surface.resize(width: width, height: height)
      surface[width - 1, height - 1] = 7
      let corner = surface.withPixels { $0[$0.count - 1] }
      #expect(corner == 7, "\(width) by \(height)")
    }
    let last = self.address(surface, row: 0)
    #expect(last == address)
  }

  /// A second reference to the storage makes the next change happen in a copy, at any address.
  @Test func pixelsAreFoundAfterTheStorageHasMoved() {
    var random = TestRandom(91_000)
    let drawing = random.drawing(width: 97, height: 31)
    let wanted = freshPixels(drawing.makeList())
    var surface = Surface(width: 97, height: 31)
    for y in 0..<31 as Range<Int32> {
      for x in 0..<97 as Range<Int32> { surface[x, y] = wanted[Int(y * 97 + x)] }
    }
    var kept: [[UInt32]] = []
    var places: Set<UInt> = []
    for number in 0..<40 as Range<UInt32> {
      kept.append(surface.storage)
      // As large as the storage, so that it comes from beside it and moves what follows.
      kept.append([UInt32](repeating: number, count: 3_000 + Int(number) * 8))
      surface[0, 0] = number
      surface[0, 0] = wanted[0]
      places.insert(address(surface, row: 0) % 64)
      #expect(surface.rows == wanted)
    }
    #if os(Linux)
      #expect(places.count > 1, "copies that all begin alike show nothing")
    #endif
  }

  @Test func rowsAreReadInOrder() {
    var surface = Surface(width: 70, height: 3)
    for y in 0..<3 as Range<Int32> {
      for x in 0..<70 as Range<Int32> { surface[x, y] = UInt32(y * 70 + x) }
    }
    let inOrder = Array(0..<210 as Range<UInt32>)
    #expect(surface.rows == inOrder)
    let stride = Int(surface.stride)
    let spanned = surface.withPixels { pixels in
      (0..<210).map { pixels[$0 / 70 * stride + $0 % 70] }
    }
    #expect(stride == 80 && spanned == inOrder)
  }

  /// Whether all that belongs to no pixel holds the poison.
  private func hasIntactGaps(_ surface: borrowing Surface, poison: UInt32) -> Bool {
    var isPixel = [Bool](repeating: false, count: surface.storage.count)
    for y in 0..<surface.height {
      for x in 0..<surface.width { isPixel[surface.layout.index(x, y)] = true }
    }
    return surface.storage.indices.allSatisfy { isPixel[$0] || surface.storage[$0] == poison }
  }

  @Test func nothingIsPaintedBetweenRows() {
    var gapCount = 0
    for number in 0..<drawingCount {
      var random = TestRandom(UInt64(90_000 + number))
      let drawing = random.drawing(
        width: 64 + Int32(number % 40), height: Int32(random.below(60) + 2))
      let list = drawing.makeList()
      var surface = Surface(width: drawing.width, height: drawing.height)
      for index in surface.storage.indices { surface.storage[index] = 0x5A5A_5A5A }
      var rasterizer = makeRasterizer(for: drawing, tileWidth: 2_048, tileHeight: 64)
      for _ in 0..<2 {
        _ = rasterizer.render(list, into: &surface)
        let isIntact = hasIntactGaps(surface, poison: 0x5A5A_5A5A)
        #expect(isIntact, "drawing \(number)")
        rasterizer.invalidate()
      }
      gapCount += Int(surface.stride - surface.width) * Int(surface.height)
      // A stray pixel is noticed.
      guard surface.stride > surface.width else { continue }
      surface.storage[surface.layout.index(surface.width, 0)] = 0
      let isIntact = hasIntactGaps(surface, poison: 0x5A5A_5A5A)
      #expect(!isIntact, "drawing \(number)")
    }
    #expect(gapCount > 1_000)
  }
}
