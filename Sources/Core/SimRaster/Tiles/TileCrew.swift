// Tiles share no pixels, and a tile's pixels depend only on the frame, so the assignment of tiles
// to threads and their timing do not affect the result.
//
// All unsafe operations for multithreading are in this file: pointers to a frame, which the caller
// keeps alive and unchanged until the last tile is painted, and to pixels and scratch space, which
// no two tiles or workers share.

/// Paints the tiles of a frame on one or more threads.
package protocol TileCrew: ~Copyable {
  /// The maximum number of tiles painted at the same time, at least 1.
  var workerCount: Int { get }

  /// Calls `job.paint` once for each of `job.tileCount` tiles, in any order, and returns after the
  /// last call.
  ///
  /// Each worker of `0 ..< workerCount` runs one call at a time.
  mutating func paint(_ job: TileJob)
}

/// A crew that uses only the calling thread.
package struct LoneWorker: TileCrew {
  /// Makes a crew.
  package init() {}

  /// Always 1.
  package var workerCount: Int { 1 }

  /// Paints the tiles in order.
  package mutating func paint(_ job: TileJob) {
    for tile in 0..<job.tileCount { job.paint(tile: tile, worker: 0) }
  }
}

/// The tiles of a frame; valid only during the call that made the job.
@safe package struct TileJob {
  /// The number of tiles.
  package let tileCount: Int
  private let rasterizer: UnsafePointer<Rasterizer>
  private let list: UnsafePointer<DisplayList>
  private let workers: UnsafeMutableBufferPointer<TileWorker>
  private let layout: PixelLayout
  private let pixels: UnsafeMutableBufferPointer<UInt32>

  /// Paints one tile; no other call may use the worker at the same time.
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

/// The private storage of one thread that paints tiles.
struct TileWorker {
  /// The pixels of nested groups.
  var groups: GroupPixels
  /// Scratch space for values computed once per row or column.
  var scratch: PaintScratch
  /// Counts of the work since they were last reset.
  var work = RasterWork()
}
