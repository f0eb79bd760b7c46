import Foundation
import Raster
import Testing

/// Goal: threads can share a picture's tiles.
///
/// Method: a rasterizer paints on the thread that calls it and holds no state outside itself, so
/// each thread has one of its own with a surface, paints every n-th tile, and the tiles put
/// together are compared with the picture of one thread.
@Suite struct ThreadTests {
  #if DEBUG
    private let drawingCount = 2
  #else
    private let drawingCount = 60
  #endif

  /// What the threads have painted, and how many have begun.
  private final class Canvas: @unchecked Sendable {
    private let condition = NSCondition()
    private var begun = 0
    private var finished = 0
    private(set) var pixels: [UInt32?]

    init(pixelCount: Int) { pixels = [UInt32?](repeating: nil, count: pixelCount) }

    /// Waits until so many threads have come here, so that all of them paint at once.
    func meet(_ count: Int) {
      condition.lock()
      begun += 1
      condition.broadcast()
      while begun < count { condition.wait() }
      condition.unlock()
    }

    func add(_ part: [(index: Int, pixel: UInt32)]) {
      condition.lock()
      for (index, pixel) in part { pixels[index] = pixel }
      finished += 1
      condition.broadcast()
      condition.unlock()
    }

    func waitForParts(_ count: Int) {
      condition.lock()
      while finished < count { condition.wait() }
      condition.unlock()
    }
  }

  /// Paints every `count`-th tile of a drawing.
  private static func paint(
    _ drawing: Drawing, _ tiling: Tiling, share: Int, of count: Int, into canvas: Canvas
  ) {
    let list = drawing.makeList()
    var surface = Surface(width: drawing.width, height: drawing.height)
    for index in surface.pixels.indices { surface.pixels[index] = 0xBAD0_0BAD }
    var rasterizer = makeRasterizer(
      for: drawing, tileWidth: tiling.tileWidth, tileHeight: tiling.tileHeight)
    canvas.meet(count)
    _ = rasterizer.prepare(list)
    var part: [(index: Int, pixel: UInt32)] = []
    for tile in stride(from: share, to: rasterizer.tileCount, by: count) {
      _ = rasterizer.paintTile(tile, list, &surface)
      for index in tiling.pixels(ofTile: tile) { part.append((index, surface.pixels[index])) }
    }
    canvas.add(part)
  }

  @Test(arguments: [1, 2, 3, 8]) func tilesOfSeveralThreadsMakeTheSamePicture(threadCount: Int) {
    for number in 0..<drawingCount {
      var random = TestRandom(UInt64(90_000 + number))
      var drawing = random.drawing()
      (drawing.width, drawing.height) = (
        Int32(90 + random.below(60)), Int32(70 + random.below(60))
      )
      let tiling = Tiling(
        width: drawing.width, height: drawing.height, tileWidth: Int32(random.below(40) + 9),
        tileHeight: Int32(random.below(40) + 5))
      let canvas = Canvas(pixelCount: Int(drawing.width * drawing.height))
      let fixed = drawing
      for share in 0..<threadCount {
        Thread.detachNewThread {
          Self.paint(fixed, tiling, share: share, of: threadCount, into: canvas)
        }
      }
      canvas.waitForParts(threadCount)
      let found = canvas.pixels.compactMap { $0 }
      let difference = firstDifference(
        found, freshPixels(drawing.makeList()), width: drawing.width)
      #expect(difference == nil, "drawing \(number)")
    }
  }
}
