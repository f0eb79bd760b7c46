import SimPlatform
import SimRaster
import TestTier
import Testing

/// Threads that paint, some of whose tiles may be left out.
private struct TestCrew: TileCrew {
  let crew: WorkCrew
  /// Tiles from this one on are painted.
  var firstTile = 0

  var workerCount: Int { crew.workerCount }

  private struct Share {
    let job: TileJob
    let firstTile: Int
  }

  mutating func paint(_ job: TileJob) {
    var share = Share(job: job, firstTile: firstTile)
    withUnsafeMutablePointer(to: &share) { pointer in
      crew.run(itemCount: job.tileCount - firstTile, context: UnsafeMutableRawPointer(pointer)) {
        context, worker, item in
        guard let share = context?.assumingMemoryBound(to: Share.self).pointee else { return }
        share.job.paint(tile: share.firstTile + Int(item), worker: Int(worker))
      }
    }
  }
}

/// Goal: any number of threads gives the same pixels and the same counts.
///
/// Method: random drawings, cut into many small tiles, painted by crews of several sizes with one
/// rasterizer, several frames in a row, and compared with what one thread paints. A crew that
/// leaves out a tile has to be noticed.
@Suite struct ThreadTests {
  private let drawingCount = Tier.isDebug ? 3 : 300
  private let roundCount = Tier.isDebug ? 2 : 3

  private func drawing(_ number: Int) -> Drawing {
    var random = TestRandom(UInt64(90_000 + number))
    var drawing = random.drawing()
    (drawing.width, drawing.height) = (
      Int32(90 + random.below(60)), Int32(70 + random.below(60))
    )
    return drawing
  }

  private func rasterizer(for drawing: Drawing, _ number: Int) -> Rasterizer {
    var random = TestRandom(UInt64(91_000 + number))
    return makeRasterizer(
      for: drawing, tileWidth: Int32(random.below(40) + 9),
      tileHeight: Int32(random.below(40) + 5))
  }

  @Test func severalThreadsMakeTheSamePicture() throws {
    var crews = try [1, 2, 3, 8].map { TestCrew(crew: try #require(WorkCrew(workerCount: $0))) }
    for number in 0..<drawingCount {
      let drawing = drawing(number)
      let list = drawing.makeList()
      var surface = Surface(width: drawing.width, height: drawing.height)
      let wanted = freshPixels(list)
      var alone = rasterizer(for: drawing, number)
      let work = alone.render(list, into: &surface)
      for index in crews.indices {
        var rasterizer = rasterizer(for: drawing, number)
        let place = "drawing \(number), threads \(crews[index].workerCount)"
        for _ in 0..<roundCount {
          for index in surface.storage.indices { surface.storage[index] = 0xBAD0_0BAD }
          rasterizer.invalidate()
          let threaded = rasterizer.render(list, into: &surface, by: &crews[index])
          #expect(threaded == work, "\(place)")
          let difference = firstDifference(surface.rows, wanted, width: drawing.width)
          #expect(difference == nil, "\(place)")
        }
      }
    }
  }

  @Test func aTileLeftOutIsNoticed() throws {
    var crew = TestCrew(crew: try #require(WorkCrew(workerCount: 2)), firstTile: 1)
    let drawing = drawing(0)
    let list = drawing.makeList()
    var rasterizer = rasterizer(for: drawing, 0)
    var surface = Surface(width: drawing.width, height: drawing.height)
    for index in surface.storage.indices { surface.storage[index] = 0xBAD0_0BAD }
    _ = rasterizer.render(list, into: &surface, by: &crew)
    #expect(firstDifference(surface.rows, freshPixels(list), width: drawing.width) != nil)
  }
}
