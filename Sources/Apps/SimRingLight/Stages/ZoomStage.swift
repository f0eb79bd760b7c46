import SimbenchKit

/// Cuts the preview out of the camera's picture: zoom around a middle that may follow the subject.
///
/// Method: bilinear, by the rasterizer's kernel for stretched pictures: each row of the camera is
/// stretched along itself once, and each row of the preview mixes two of those.
package struct ZoomStage: PixelStage {
  /// What is cut out.
  package struct Settings: Sendable {
    /// Columns and rows of the preview.
    package var size: PictureSize
    /// 1 for a pixel of the preview per pixel of the camera, 2 for twice as near.
    package var zoom: Float
    /// Where the middle of the preview is, in the camera's pixels from its picture's middle.
    package var center: Vector2

    /// Makes settings.
    package init(size: PictureSize, zoom: Float, center: Vector2) {
      self.size = size
      self.zoom = zoom
      self.center = center
    }
  }

  /// The name in reports.
  package static var name: StaticString { "zoom" }

  private var stretcher = PictureStretcher()

  /// Makes the stage.
  package init() {}

  /// Cuts the preview out; four pixels are mixed for one unless pixels fall on pixels.
  package mutating func apply(_ settings: Settings, to frame: inout PixelFrame) {
    let (width, height) = (Float(frame.width), Float(frame.height))
    let zoom = settings.zoom
    let left = Float(settings.size.width) * 0.5 - (width * 0.5 + settings.center.x) * zoom
    let top = Float(settings.size.height) * 0.5 - (height * 0.5 + settings.center.y) * zoom
    stretcher.stretch(
      &frame, over: Rectangle(x: left, y: top, width: width * zoom, height: height * zoom),
      to: settings.size)
  }
}

/// Brings the finished preview to the display's resolution.
package struct DisplayStage: PixelStage {
  /// The name in reports.
  package static var name: StaticString { "display" }

  private var stretcher = PictureStretcher()

  /// Makes the stage.
  package init() {}

  /// Stretches the picture to a size.
  package mutating func apply(_ settings: PictureSize, to frame: inout PixelFrame) {
    guard settings != PictureSize(width: frame.width, height: frame.height) else { return }
    stretcher.stretch(
      &frame,
      over: Rectangle(x: 0, y: 0, width: Float(settings.width), height: Float(settings.height)),
      to: settings)
  }
}

extension PictureStretcher {
  /// Replaces the picture by its stretched self over `area` in a picture of another size.
  fileprivate mutating func stretch(
    _ frame: inout PixelFrame, over area: Rectangle, to size: PictureSize
  ) {
    stretch(
      frame.pixels, (frame.width, frame.height), over: area, into: &frame.spare,
      (size.width, size.height))
    frame.exchange()
    frame.reshape(width: size.width, height: size.height)
    frame.work.pixelsFilled &+= UInt32(truncatingIfNeeded: frame.count)
  }
}
