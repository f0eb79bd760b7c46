/// A half-open range of frames.
package struct FrameSpan: Equatable, Sendable {
  /// The first frame.
  package var start: UInt32
  /// The frame after the last.
  package var end: UInt32

  /// Creates a span.
  package init(start: UInt32, end: UInt32) {
    self.start = start
    self.end = end
  }

  /// Whether a frame lies in the span.
  package func contains(_ frame: UInt32) -> Bool { frame >= start && frame < end }
}
