/// A canvas that takes over at the start of a frame: a rotation, or a window's new size.
package struct CanvasChange: Equatable, Sendable {
  /// The first frame with the new canvas.
  package var frame: UInt32
  /// The new canvas.
  package var canvas: Canvas

  /// Makes a change.
  package init(frame: UInt32, canvas: Canvas) {
    self.frame = frame
    self.canvas = canvas
  }
}
