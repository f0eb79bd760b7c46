// Tiles share no pixel, and a tile's pixels depend on nothing but the frame: which thread paints
// which tile, and when, does not show.
//
// Everything unsafe about several threads is in this file: pointers to a frame that its maker
// keeps alive and unchanged until the last tile is painted, and to pixels and scratch of which
// every tile and every worker has its own.

/// The painters of a frame's tiles: one thread or several.
package protocol TileCrew: ~Copyable {
  /// How many tiles are painted at the same time, at least 1.
  var workerCount: Int { get }

  /// Calls `job.paint` once for each of `job.tileCount` tiles, in any order, and returns when all
  /// calls have; never two at a time with the same worker of `0 ..< workerCount`.
  mutating func paint(_ job: TileJob)
}

/// A crew of one: the calling thread.
package struct LoneWorker: TileCrew {
  /// Makes one.
  package init() {}

  /// One.
  package var workerCount: Int { 1 }

  /// Paints tile after tile.
  package mutating func paint(_ job: TileJob) {
    for tile in 0..<job.tileCount { job.paint(tile: tile, worker: 0) }
  }
}

/// The tiles of one frame, to be painted before the call that made it returns.
@safe package struct TileJob {
  /// How many tiles there are.
  package let tileCount: Int
  private let rasterizer: UnsafePointer<Rasterizer>
  private let list: UnsafePointer<DisplayList>
  private let workers: UnsafeMutableBufferPointer<TileWorker>
  private let layout: PixelLayout
  private let pixels: UnsafeMutableBufferPointer<UInt32>

  /// Paints one tile; no other call uses the worker meanwhile.
  package func paint(tile: Int, worker: Int) {
    precondition(tile >= 0 && tile < tileCount, "no such tile")
    precondition(unsafe workers.indices.contains(worker), "no such worker")
    var span = unsafe MutableSpan(_unsafeElements: pixels)
    unsafe rasterizer.pointee.paint(tile, list.pointee, layout, &workers[worker], &span)
  }

  /// Lets a crew paint all tiles of a prepared frame.
  static func paint(
    _ rasterizer: borrowing Rasterizer, _ list: borrowing DisplayList,
    _ workers: inout [TileWorker], into surface: inout Surface,
    by crew: inout some TileCrew & ~Copyable
  ) {
    let layout = surface.layout
    unsafe withUnsafePointer(to: rasterizer) { rasterizer in
      unsafe withUnsafePointer(to: list) { list in
        unsafe workers.withUnsafeMutableBufferPointer { workers in
          unsafe surface.storage.withUnsafeMutableBufferPointer { pixels in
            crew.paint(
              unsafe TileJob(
                tileCount: rasterizer.pointee.tileCount, rasterizer: rasterizer, list: list,
                workers: workers, layout: layout, pixels: pixels))
          }
        }
      }
    }
  }
}

/// What painting a tile needs of its own.
struct TileWorker {
  /// The pixels of groups.
  var groups: GroupPixels
  /// Memory for what a painter computes once per row or column.
  var scratch: PaintScratch
  /// What was painted since this was last emptied.
  var work = RasterWork()
}
