import SimbenchKit

/// Crops the preview from the camera's frame: zoom around a center that may follow the subject.
///
/// Method: bilinear, with the rasterizer's kernel for stretched pictures: each camera row is
/// stretched horizontally once, and each preview row interpolates between two of them.
package struct ZoomStage: PixelStage {
  /// Settings of the crop.
  package struct Settings: Sendable {
    /// The size of the preview.
    package var size: PictureSize
    /// Preview pixels per camera pixel.
    package var zoom: Float
    /// The center of the preview, in camera pixels from the center of the camera's frame.
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

  /// Crops the preview; interpolates bilinearly unless pixels coincide.
  package mutating func apply(_ settings: Settings, to frame: inout PixelFrame) {
    let (width, height) = (Float(frame.width), Float(frame.height))
    let zoom = settings.zoom
    let left = Float(settings.size.width) * 0.5 - (width * 0.5 + settings.center.x) * zoom
    let top = Float(settings.size.height) * 0.5 - (height * 0.5 + settings.center.y) * zoom
    stretcher.stretch(
      &frame, over: PointRectangle(x: left, y: top, width: width * zoom, height: height * zoom),
      to: settings.size)
  }
}

/// Scales the finished preview to the display's resolution.
package struct DisplayStage: PixelStage {
  /// The name in reports.
  package static var name: StaticString { "display" }

  private var stretcher = PictureStretcher()

  /// Makes the stage.
  package init() {}

  /// Stretches the frame to a size.
  package mutating func apply(_ settings: PictureSize, to frame: inout PixelFrame) {
    guard settings != PictureSize(width: frame.width, height: frame.height) else { return }
    stretcher.stretch(
      &frame,
      over: PointRectangle(
        x: 0, y: 0, width: Float(settings.width), height: Float(settings.height)),
      to: settings)
  }
}

extension PictureStretcher {
  /// Stretches the frame over `area` of a new frame of another size.
  fileprivate mutating func stretch(
    _ frame: inout PixelFrame, over area: PointRectangle, to size: PictureSize
  ) {
    stretch(
      frame.storage, (frame.width, frame.height), over: area, into: &frame.spare,
      (size.width, size.height))
    frame.exchange()
    frame.reshape(width: size.width, height: size.height)
    frame.work.pixelsFilled &+= UInt32(truncatingIfNeeded: frame.count)
  }
}
