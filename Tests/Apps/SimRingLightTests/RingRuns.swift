import SimMath
import SimRaster
import SimRingLight
import SimRuntime
import SimInput

/// Runs of the preview for tests.
enum RingRuns {
  typealias Parameter = RingPreview.Parameter

  /// A run on a small phone of one pixel per point.
  static func plan(
    frames: UInt32 = 120, rate: UInt32 = 60, width: Float = 96, height: Float = 200,
    scale: Float = 1, orientation: Orientation = .portrait,
    _ change: (inout ParameterValues) -> Void = { _ in }
  ) -> RunPlan {
    var parameters = RingPreview.descriptor.defaultParameters
    change(&parameters)
    return RunPlan(
      seed: 1, frameCount: frames, clock: FrameClock(framesPerSecond: rate),
      canvas: SceneCanvas(
        widthPoints: width, heightPoints: height, scale: scale, orientation: orientation),
      parameters: parameters)
  }

  /// A preview before its first frame.
  static func scene(_ plan: RunPlan) -> RingPreview {
    RingPreview(SceneContext(plan))
  }

  /// Advances by a frame with some contacts.
  static func step(_ scene: inout RingPreview, _ touches: [Touch] = []) {
    var input = FrameInput()
    for touch in touches { input.append(touch) }
    scene.step(input)
  }

  /// A contact that begins, or goes on.
  static func touch(
    _ phase: TouchPhase, at place: Vector2, id: UInt32 = 1
  ) -> Touch {
    Touch(
      id: id, phase: phase, kind: .finger, position: place, previousPosition: place, radius: 8,
      pressure: 0, timestampNanoseconds: 0)
  }

  /// A picture of so many columns and rows, by a formula.
  static func frame(
    _ width: Int32, _ height: Int32, _ color: (Int32, Int32) -> (UInt32, UInt32, UInt32)
  ) -> PixelFrame {
    var frame = PixelFrame(capacity: width * height)
    frame.reshape(width: width, height: height)
    for row in 0..<height {
      for column in 0..<width {
        let (red, green, blue) = color(column, row)
        frame.storage[Int(row * width + column)] = red | green << 8 | blue << 16 | 0xFF00_0000
      }
    }
    return frame
  }

  /// A picture in which no two neighbors are alike.
  static func busyFrame(_ width: Int32, _ height: Int32) -> PixelFrame {
    frame(width, height) { column, row in
      let (x, y) = (UInt32(column), UInt32(row))
      return ((x * 7 + y * 3) & 255, (x * 5 + y * 11) & 255, (x * 13 + y * 2) & 255)
    }
  }

  /// The pixels of a picture.
  static func pixels(_ frame: PixelFrame) -> [UInt32] { Array(frame.pixels[..<frame.count]) }

  /// The brightness of a pixel, 0 to 255.
  static func luma(_ pixel: UInt32) -> Double {
    0.299 * Double(pixel & 255) + 0.587 * Double(pixel >> 8 & 255)
      + 0.114 * Double(pixel >> 16 & 255)
  }
}
