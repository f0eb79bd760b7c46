/// A change of the canvas at the start of a frame: a rotation or a new window size.
package struct CanvasChange: Equatable, Sendable {
  /// The first frame with the new canvas.
  package var frame: UInt32
  /// The new canvas.
  package var canvas: SceneCanvas

  /// Creates a change.
  package init(frame: UInt32, canvas: SceneCanvas) {
    self.frame = frame
    self.canvas = canvas
  }
}
