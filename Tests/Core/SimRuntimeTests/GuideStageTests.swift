import SimRaster
import SimRuntime
import Testing

/// Goal: the stage that the guide shows does what it says, runs as a stage of a frame, and is told
/// to the observer under its name.
///
/// Method: compared with the plain formula at sizes that are no multiple of anything.
@Suite struct GuideStageTests {
  /// A picture that gets darker towards its edges.
  struct VignetteStage: PixelStage {
    static var name: StaticString { "vignette" }

    /// How dark corners get, 0 to 255.
    mutating func apply(_ strength: UInt32, to frame: inout PixelFrame) {
      let (width, height) = (Int(frame.width), Int(frame.height))
      frame.edit { pixels in
        for row in 0..<height {
          for column in 0..<width {
            // The distance from the middle, squared, as a part of 256 of that of the corners.
            let (x, y) = (2 * column + 1 - width, 2 * row + 1 - height)
            let share = UInt32((x * x + y * y) * 256 / (width * width + height * height))
            let light = 255 - strength * share / 256
            let pixel = pixels[row * width + column]
            var dimmed = pixel & 0xFF00_0000
            for shift in [0, 8, 16] as [UInt32] {
              dimmed |= ((pixel >> shift & 0xFF) * light / 255) << shift
            }
            pixels[row * width + column] = dimmed
          }
        }
      }
    }
  }

  private enum Stage: UInt8 {
    case vignette
  }

  private struct Watch: PhaseObserver {
    var told: [StageKey] = []
    mutating func begin(_ phase: FramePhase) {}
    mutating func end(_ phase: FramePhase) {}
    mutating func begin(stage: StageKey) { told.append(stage) }
    mutating func end(stage: StageKey) { told.append(stage) }
  }

  @Test(arguments: [(1, 1), (7, 3), (13, 29)] as [(Int32, Int32)])
  func cornersGetDarkAndTheMiddleStays(width: Int32, height: Int32) {
    var frame = PixelFrame(capacity: width * height)
    frame.reshape(width: width, height: height)
    frame.edit { pixels in for index in pixels.indices { pixels[index] = 0xFFC8_C8C8 } }
    var (vignette, watch) = (VignetteStage(), Watch())
    frame.apply(&vignette, 128, as: StageKey(Stage.vignette), &watch)
    #expect(watch.told == [StageKey(Stage.vignette), StageKey(Stage.vignette)])
    var grays: [UInt32] = []
    frame.edit { pixels in for index in pixels.indices { grays.append(pixels[index]) } }
    for (index, gray) in grays.enumerated() {
      let (x, y) = (Int32(index) % width, Int32(index) / width)
      let (dx, dy) = (2 * x + 1 - width, 2 * y + 1 - height)
      let share = Double(dx * dx + dy * dy) / Double(width * width + height * height)
      let expected = 200 * (255 - 128 * share) / 255
      #expect(abs(Double(gray & 0xFF) - expected) <= 1.5 && gray >> 24 == 0xFF)
      #expect(gray & 0xFF == gray >> 8 & 0xFF && gray & 0xFF == gray >> 16 & 0xFF)
    }
    let middle = grays[Int(height / 2 * width + width / 2)] & 0xFF
    #expect(middle == 200)
  }
}

/// Goal: what a larger image leaves behind in the storage is not part of a smaller one.
@Suite struct PixelFrameTests {
  @Test func smallerImageHasNoRestOfTheLargerOne() {
    var frame = PixelFrame(capacity: 12)
    frame.reshape(width: 4, height: 3)
    frame.edit { pixels in for index in pixels.indices { pixels[index] = 0xFF00_00FF } }
    frame.rewrite(width: 2, height: 2) { source, target in
      #expect(source.count == 12)
      for index in target.indices { target[index] = 0xFF00_FF00 }
    }
    #expect(Array(frame.pixels) == [UInt32](repeating: 0xFF00_FF00, count: 4))
    #expect(frame.pixels.indices == 0..<4)
    frame.edit { pixels in #expect(pixels.indices == 0..<4) }
  }
}
