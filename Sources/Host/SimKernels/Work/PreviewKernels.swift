import SimRingLight
import SimbenchKit

/// Whole frames of the selfie camera's preview with every stage on.
private final class PreviewWork: KernelWork {
  private var loop: SyntheticLoop<RingPreview>

  var counts: RasterWork { loop.work }

  init() {
    var parameters = RingPreview.descriptor.defaultParameters
    parameters[RingPreview.Parameter.zoom] = 1.3
    parameters[RingPreview.Parameter.exposure] = 0.5
    let plan = RunPlan(
      seed: 1, frameCount: .max, clock: FrameClock(framesPerSecond: 30),
      canvas: SceneCanvas(
        widthPoints: CanvasSize.width, heightPoints: CanvasSize.height, scale: FrameSize.scale),
      parameters: parameters)
    loop = SyntheticLoop<RingPreview>(plan: plan, rendersPixels: true)
    for _ in 0..<10 { run() }
  }

  func run() {
    var observer = NoOpObserver()
    loop.advance(&observer)
  }

  func digest() -> UInt64 { loop.stateDigest().finalize() }

  func faults() -> [String] {
    let filled = loop.work.pixelsFilled
    return filled < UInt32(FrameSize.pixelCount) ? ["a frame fills only \(filled) pixels"] : []
  }
}

/// Width in pixels, from the display's edge, of a ring of 60 points with a soft edge of 26 points.
private let ringReach = Int((60 + 26 / 2) * FrameSize.scale)

/// The preview, and a memset of its ring's pixels where they lie, with corners taken as square.
func previewKernels() -> [Kernel] {
  [
    Kernel("camera-preview") { PreviewWork() },
    Kernel("memset-ring") {
      let frame = FrameBytes()
      let (reach, row) = (ringReach * 4, FrameSize.width * 4)
      let below = FrameSize.height - ringReach
      var value: UInt8 = 0
      return LoopWork {
        value &+= 1
        frame.set(value, at: 0, count: ringReach * row)
        for y in ringReach..<below {
          frame.set(value, at: y * row, count: reach)
          frame.set(value, at: (y + 1) * row - reach, count: reach)
        }
        frame.set(value, at: below * row, count: ringReach * row)
        return frame.sample
      }
    },
  ]
}
