/// The canvas of the first frame and how often it changed.
package struct CanvasSummary: Equatable, Sendable {
  /// Width in points as the picture is seen.
  package var widthPoints: Float
  /// Height in points as the picture is seen.
  package var heightPoints: Float
  /// Pixels per point.
  package var scale: Float
  /// Width in whole pixels.
  package var pixelWidth: Int32
  /// Height in whole pixels.
  package var pixelHeight: Int32
  /// Rotations and new sizes the scenario plans.
  package var changes: Int

  /// Makes a summary; sizes as the picture is seen.
  package init(
    widthPoints: Float, heightPoints: Float, scale: Float, pixelWidth: Int32,
    pixelHeight: Int32, changes: Int
  ) {
    self.widthPoints = widthPoints
    self.heightPoints = heightPoints
    self.scale = scale
    self.pixelWidth = pixelWidth
    self.pixelHeight = pixelHeight
    self.changes = changes
  }
}
