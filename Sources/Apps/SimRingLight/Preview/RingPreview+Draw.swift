import SimbenchKit

/// Drawing of preview and controls.
extension RingPreview {
  /// Registers the preview image, black until the stages have run.
  public mutating func prepare(_ list: inout DisplayList) {
    image = list.addImage(
      width: 1, height: 1, pixels: [StraightColor(hex: 0).premultiplied])
  }

  /// Draws the preview with shutter and timer over it.
  public func draw(into list: inout DisplayList) {
    list.image(
      image,
      in: PointRectangle(x: 0, y: 0, width: canvas.widthPoints, height: canvas.heightPoints))
    let flash = capture.flash.overlay.coverage
    guard flash < 0.5 else { return }
    let position = Vector2(
      canvas.widthPoints * 0.5, canvas.heightPoints - Tuning.shutterInsetPoints)
    list.ring(
      center: position, radius: 34, width: 3, color: StraightColor(hex: 0xFFFFFF, alpha: 220))
    let isCounting = capture.phase == .counting
    list.disc(
      center: position, radius: 27,
      color: StraightColor(hex: isCounting ? 0xE05A4E : 0xFFFFFF, alpha: 210))
    guard isCounting else { return }
    // One dot per remaining second.
    let seconds = (capture.framesLeft + framesPerSecond - 1) / framesPerSecond
    for dot in 0..<min(seconds, 10) {
      let x = (Float(dot) - Float(seconds - 1) * 0.5) * 18
      list.disc(
        center: position + Vector2(x, -62), radius: 6,
        color: StraightColor(hex: 0xFFFFFF, alpha: 230))
    }
  }

  /// The photo taken in the last stepped frame, if any.
  public func takenPhoto() -> PixelFrame? {
    guard capture.photoCount > 0, photo.frame &+ 1 == frame else { return nil }
    return PhotoRenderer.photo(of: self)
  }

  /// Allocates the storage of the stages.
  public static func pixelWork(for plan: RunPlan) -> CameraPixelWork { CameraPixelWork(plan) }

  /// Runs the stages and passes the preview to the list.
  public func renderPixels<Observer: PhaseObserver & ~Copyable>(
    with work: inout CameraPixelWork, into list: inout DisplayList, _ observer: inout Observer
  ) -> RasterWork {
    work.pipeline.render(self, &observer)
    return work.pipeline.frame.show(as: image, in: &list)
  }
}

/// The storage of the preview's pixel stages.
public struct CameraPixelWork: Sendable {
  /// The stages.
  package var pipeline: CameraPipeline

  init(_ plan: RunPlan) { pipeline = CameraPipeline(plan) }
}
