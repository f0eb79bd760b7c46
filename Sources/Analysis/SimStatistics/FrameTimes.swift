/// The times of the same frames in several processes of one build.
///
/// A seeded scene does the same work for frame i in every repetition, so the minimum time of each
/// frame is the cost of the work, and everything above it is interference.
package struct FrameTimes: Sendable {
  /// The number of frames per process.
  package let frameCount: Int
  /// The number of processes.
  package private(set) var processCount = 0
  private var values: [Float] = []

  /// Makes an empty table for processes with `frameCount` frames.
  package init(frameCount: Int) {
    self.frameCount = frameCount
  }

  /// Adds a process: the minimum time over its repetitions for each frame.
  ///
  /// - Precondition: There are `frameCount` times.
  package mutating func append(_ times: [Float]) {
    precondition(times.count == frameCount, "every process has the same frames")
    values += times
    processCount += 1
  }

  /// The time of a frame in a process.
  func time(_ frame: Int, process: Int) -> Float { values[process * frameCount + frame] }

  /// The minimum time of every frame over all processes.
  package var envelope: [Float] {
    (0..<frameCount).map { frame in
      (0..<processCount).reduce(.infinity) { min($0, time(frame, process: $1)) }
    }
  }

  /// The median over the frames of these minimum times.
  package var medianOfEnvelope: Double { Quantiles.median(envelope.map { Double($0) }) }
}
