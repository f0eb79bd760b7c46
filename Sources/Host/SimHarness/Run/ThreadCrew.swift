import SimPlatform
import SimRaster

/// Threads that paint the tiles of a frame.
package struct ThreadCrew: TileCrew {
  /// The threads; nil where the caller's is the only one.
  package let crew: WorkCrew?

  /// How many threads paint, the caller's included.
  package var workerCount: Int { crew?.workerCount ?? 1 }

  /// The caller's thread alone.
  package init() { crew = nil }

  /// Starts them; nil when the system has no more.
  package init?(workerCount: Int) {
    guard let crew = WorkCrew(workerCount: workerCount) else { return nil }
    self.crew = crew
  }

  /// Shares the tiles out, the upper ones first.
  package mutating func paint(_ job: TileJob) {
    guard let crew else {
      var worker = LoneWorker()
      worker.paint(job)
      return
    }
    var job = job
    let count = job.tileCount
    withUnsafeMutablePointer(to: &job) { pointer in
      crew.run(itemCount: count, context: UnsafeMutableRawPointer(pointer)) {
        context, worker, tile in
        guard let job = context?.assumingMemoryBound(to: TileJob.self) else { return }
        job.pointee.paint(tile: Int(tile), worker: Int(worker))
      }
    }
  }
}
