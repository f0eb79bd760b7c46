import SimFormats
import SimImageAnalysis
import SimInput
import SimRaster
import SimRuntime

/// Runs what a golden describes.
package enum GoldenRunner {
  /// Eyes are so far from a phone, in millimeters.
  private static let phoneDistance: Float = 300
  /// Eyes are so far from a tablet, in millimeters.
  private static let tabletDistance: Float = 350

  /// The scenario as the golden wants it: its canvas, its length, its seed.
  package static func scenario(_ scenario: Scenario, for manifest: GoldenManifest) -> Scenario {
    var scenario = scenario
    scenario.plan.canvas = SceneCanvas(
      widthPoints: Float(manifest.width), heightPoints: Float(manifest.height),
      scale: Float(manifest.scale))
    scenario.plan.canvasChanges = []
    scenario.plan.backgroundSpans = []
    scenario.plan.frameCount = manifest.frameCount
    if let seed = manifest.seed { scenario.plan.seed = seed }
    scenario.missedFrames = []
    scenario.load = []
    scenario.budgets = []
    return scenario
  }

  /// Pixels in a degree of the visual field at the device's usual distance.
  package static func pixelsPerDegree(_ device: Device, scale: UInt32) -> Float {
    let isTablet = min(device.widthPoints, device.heightPoints) >= 600
    let pointsPerMillimeter = device.pixelsPerInch / device.scale / 25.4
    let pixels = pointsPerMillimeter * Float(scale)
    return (isTablet ? tabletDistance : phoneDistance) * pixels * 0.017_453_293
  }

  /// Every frame's look and the kept pictures.
  ///
  /// - Parameter measuresFlashes: whether the looks have flashes; measuring them takes longer than
  ///   comparing digests.
  /// - Throws: `RunError.interrupted` when asked to stop.
  package static func run(
    _ scenario: Scenario, for manifest: GoldenManifest, in registry: SceneRegistry,
    measuresFlashes: Bool, isInterrupted: @escaping () -> Bool
  ) throws(RunError) -> (looks: [FrameLook], pictures: [FramePicture]) {
    let entry = registry.entry(of: scenario)
    guard !manifest.comparesPicturesOnly else {
      let pictures = try FramePainter.pictures(
        of: scenario, at: manifest.pictures, in: entry, isInterrupted: isInterrupted)
      let looks = pictures.map {
        FrameLook(
          frame: $0.frame, digest: PixelDigest.whole($0.surface), flash: FlashFrame(),
          calm: CalmFrame())
      }
      return (looks, pictures)
    }
    var looks: [FrameLook] = []
    var options = RunOptions()
    options.pictures = .frames(manifest.pictures)
    options.measuresCalmness = measuresFlashes
    options.onLook = { looks.append($0) }
    options.isInterrupted = isInterrupted
    let outcome = try entry.run(scenario, options)
    return (looks, outcome.pictures)
  }
}
