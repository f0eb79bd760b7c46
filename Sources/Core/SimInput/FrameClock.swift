/// A clock of frame indices and a frame rate, from which all times follow exactly.
public struct FrameClock: Equatable, Sendable {
  /// Frames per second, 1 to 1,000.
  public let framesPerSecond: UInt32

  /// Creates a clock.
  ///
  /// - Precondition: 1 to 1,000 frames per second.
  public init(framesPerSecond: UInt32) {
    precondition((1...1000).contains(framesPerSecond), "1 to 1,000 frames per second")
    self.framesPerSecond = framesPerSecond
  }

  /// The constant time step of the run in seconds.
  public var stepSeconds: Float { 1 / Float(framesPerSecond) }

  /// Nanoseconds from the start of the run to the start of a frame, rounded down.
  public func startNanoseconds(ofFrame frame: UInt32) -> UInt64 {
    UInt64(frame) * 1_000_000_000 / UInt64(framesPerSecond)
  }

  /// The number of frames of a duration, rounded up.
  package func frameCount(ofMilliseconds milliseconds: UInt64) -> UInt64 {
    (milliseconds * UInt64(framesPerSecond) + 999) / 1000
  }
}
