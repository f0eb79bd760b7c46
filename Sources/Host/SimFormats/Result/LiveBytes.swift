/// Heap bytes in use after a frame.
package struct LiveBytes: Equatable, Sendable {
  /// Frames run so far.
  package var frame: UInt32
  /// Heap bytes in use, those of the observers left out.
  package var bytes: Int64

  /// Makes a checkpoint.
  package init(frame: UInt32, bytes: Int64) {
    self.frame = frame
    self.bytes = bytes
  }
}
