import SimbenchKit

/// How preview and controls look.
extension RingPreview {
  /// Registers the preview, black until the stages have run.
  public mutating func prepare(_ list: inout DisplayList) {
    image = list.addImage(
      width: 1, height: 1, pixels: [StraightColor(hex: 0).premultiplied])
  }

  /// Shows the preview, and over it shutter and timer.
  public func draw(into list: inout DisplayList) {
    list.image(
      image,
      in: Rectangle(x: 0, y: 0, width: canvas.widthPoints, height: canvas.heightPoints))
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
    // A dot for every second that is left.
    let seconds = (capture.framesLeft + framesPerSecond - 1) / framesPerSecond
    for dot in 0..<min(seconds, 10) {
      let x = (Float(dot) - Float(seconds - 1) * 0.5) * 18
      list.disc(
        center: position + Vector2(x, -62), radius: 6,
        color: StraightColor(hex: 0xFFFFFF, alpha: 230))
    }
  }

  /// What the shutter kept in the frame stepped last.
  public func takenPhoto() -> PixelFrame? {
    guard capture.photoCount > 0, photo.frame &+ 1 == frame else { return nil }
    return PhotoRenderer.photo(of: self)
  }

  /// Takes the storage of the stages.
  public static func pixelWork(for plan: RunPlan) -> CameraPixelWork { CameraPixelWork(plan) }

  /// Runs the stages and hands the preview to the list.
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
