import SimbenchKit

/// The sizes of all parts of the pipeline for a canvas.
package struct PreviewLayout: Equatable, Sendable {
  /// The size of the display.
  package let display: PictureSize
  /// The size of the preview before scaling to the display's resolution.
  package let preview: PictureSize
  /// The size of the camera's upright frame; larger than the preview, so that the crop can move.
  package let camera: PictureSize
  /// The painted margin of the subject on every side beyond the camera's frame, in pixels.
  package let margin: Int32
  /// The orientation of the device.
  package let orientation: Orientation
  /// Pixels of the preview per point.
  package let previewScale: Float

  /// Computes the layout of a canvas.
  package init(_ canvas: SceneCanvas) {
    display = PictureSize(width: canvas.pixelWidth, height: canvas.pixelHeight)
    let divisor = RingPreviewTuning.displayPixelsPerPreviewPixel
    preview = PictureSize(
      width: (display.width + divisor - 1) / divisor,
      height: (display.height + divisor - 1) / divisor)
    camera = PictureSize(
      width: preview.width + max(2, preview.width * RingPreviewTuning.cameraExcessPercent / 100),
      height: preview.height + max(2, preview.height * RingPreviewTuning.cameraExcessPercent / 100))
    margin = camera.height / 16 + 2
    orientation = canvas.orientation
    previewScale = canvas.scale / Float(divisor)
  }

  /// The number of points in the subject's map.
  package var mapCount: Int32 { (camera.width + 2 * margin) * (camera.height + 2 * margin) }

  /// The position in the subject's coordinates of a pixel of the camera's upright frame: in frame
  /// heights, from the middle to the right and from the top down.
  func position(_ x: Int32, _ y: Int32) -> Vector2 {
    let unit = 1 / Float(camera.height)
    return Vector2(
      (Float(x) + 0.5 - Float(camera.width) * 0.5) * unit, (Float(y) + 0.5) * unit)
  }

  /// Half the width of the camera's frame, in frame heights.
  package var halfWidth: Float { Float(camera.width) * 0.5 / Float(camera.height) }
}
