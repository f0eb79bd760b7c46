import SimbenchKit

/// Renders the photo of a state, without ring, grid and controls.
///
/// Medium quality has half the sensor's resolution in both directions; high quality has all of it.
package struct PhotoRenderer {
  /// The exposure difference within a bracket, in stops.
  package static var bracketStops: Float { 2 }

  private var camera: CameraStage

  private init(_ scene: borrowing RingPreview) {
    let layout = scene.layout
    camera = CameraStage(
      subject: RingPreview.subject(seed: scene.seed, scene.parameters, scene.canvas),
      given: scene.seenPicture, seed: scene.seed, tables: LightTables(),
      capacity: Int(layout.mapCount),
      maximumSide: Int(max(layout.camera.width, layout.camera.height)))
    camera.show(layout, scene.camera.position)
  }

  /// Takes the photo of a state; if it is fused, takes a bracket of exposures and fuses them.
  package static func photo(of scene: borrowing RingPreview) -> PixelFrame {
    var renderer = PhotoRenderer(scene)
    return renderer.takePhoto(of: scene)
  }

  private mutating func takePhoto(of scene: borrowing RingPreview) -> PixelFrame {
    let layout = scene.layout
    var frame = PixelFrame(capacity: layout.camera.count)
    if scene.photo.isFused {
      let exposures = [0 - Self.bracketStops, 0, Self.bracketStops].map { stops in
        expose(scene, stops: stops, &frame)
        return Self.picture(frame)
      }
      Self.store(ExposureFusion.fuse(exposures), in: &frame)
    } else {
      expose(scene, stops: 0, &frame)
    }
    var smoothing = SmoothingStage(
      capacity: frame.count, maximumSide: Int(max(frame.width, frame.height)))
    var settings = scene.smoothingSettings
    settings.isOn = scene.photo.isSmoothed
    smoothing.apply(settings, to: &frame)
    var exposure = ExposureStage()
    exposure.apply(scene.settings.exposureStops, to: &frame)
    if !scene.photo.isHighQuality {
      var display = DisplayStage()
      display.apply(
        PictureSize(width: max(1, frame.width / 2), height: max(1, frame.height / 2)), to: &frame)
    }
    var mirror = MirrorStage()
    mirror.apply(scene.photo.isMirrored, to: &frame)
    return frame
  }

  private mutating func expose(
    _ scene: borrowing RingPreview, stops: Float, _ frame: inout PixelFrame
  ) {
    var settings = scene.cameraSettings
    // The only picture that is loaded.
    settings.picture = 0
    let gain = Math.pow(2, stops)
    settings.room = settings.room.scaled(by: gain)
    settings.ring = settings.ring.scaled(by: gain)
    camera.apply(settings, to: &frame)
    var orientation = OrientationStage()
    orientation.apply(scene.sensorTurn, to: &frame)
    var zoom = ZoomStage()
    zoom.apply(scene.zoomSettings, to: &frame)
  }

  private static func picture(_ frame: borrowing PixelFrame) -> ExposureFusion.Picture {
    let colors = (0..<frame.count).map { index in
      let pixel = frame.storage[index]
      return SIMD4<Float>(
        Float(pixel & 255), Float(pixel >> 8 & 255), Float(pixel >> 16 & 255), 0) / 255
    }
    return ExposureFusion.Picture(
      width: Int(frame.width), height: Int(frame.height), colors: colors)
  }

  private static func store(_ picture: ExposureFusion.Picture, in frame: inout PixelFrame) {
    func byte(_ value: Float) -> UInt32 { UInt32(max(0, min(value, 1)) * 255 + 0.5) }
    for (index, color) in picture.colors.enumerated() {
      frame.storage[index] =
        byte(color[0]) | byte(color[1]) << 8 | byte(color[2]) << 16 | 0xFF00_0000
    }
  }
}
