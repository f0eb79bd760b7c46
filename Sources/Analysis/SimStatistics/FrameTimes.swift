/// Times of the same frames in several processes of one build.
///
/// A seeded scene does the same work in frame i of every repetition, so the minimum time of each
/// frame is what the work takes, and everything above it is the doing of something else.
package struct FrameTimes: Sendable {
  /// Frames of a process.
  package let frameCount: Int
  /// Processes.
  package private(set) var processCount = 0
  private var values: [Float] = []

  /// Makes a table for processes of so many frames.
  package init(frameCount: Int) {
    self.frameCount = frameCount
  }

  /// Adds a process: for each frame the minimum time of its repetitions.
  ///
  /// - Precondition: as many times as the table has frames.
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

  /// The median over the frames of the minimum times.
  package var medianOfEnvelope: Double { Quantiles.median(envelope.map { Double($0) }) }
}
