import SimbenchKit

/// How many pixels each part of the pipeline has for a canvas.
package struct PreviewLayout: Equatable, Sendable {
  /// The display.
  package let display: PictureSize
  /// The preview before it is brought to the display's resolution.
  package let preview: PictureSize
  /// The camera's picture, upright; more than the preview shows, so that it can follow.
  package let camera: PictureSize
  /// What of the subject is painted beyond the camera's picture on every side.
  package let margin: Int32
  /// How the device is held.
  package let orientation: Orientation
  /// Pixels of the preview per point.
  package let previewScale: Float

  /// Lays out a canvas.
  package init(_ canvas: Canvas) {
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

  /// Places of the subject that are painted.
  package var mapCount: Int32 { (camera.width + 2 * margin) * (camera.height + 2 * margin) }

  /// Where a pixel of the camera's upright picture is in the subject's measure: heights of the
  /// picture, from its middle to the right and from its top downwards.
  func position(_ x: Int32, _ y: Int32) -> Vector2 {
    let unit = 1 / Float(camera.height)
    return Vector2(
      (Float(x) + 0.5 - Float(camera.width) * 0.5) * unit, (Float(y) + 0.5) * unit)
  }

  /// Half the camera's width in heights of its picture.
  package var halfWidth: Float { Float(camera.width) * 0.5 / Float(camera.height) }
}
