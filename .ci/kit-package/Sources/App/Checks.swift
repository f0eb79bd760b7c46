import SimbenchKit

/// Ends the program with a text unless something holds.
func check(_ holds: Bool, _ failure: String) {
  guard holds else { fatalError(failure) }
}

/// A run of so many frames on a small canvas.
func plan<S: SimScene>(_ scene: S.Type, seed: UInt64, frameCount: UInt32 = 60) -> RunPlan {
  RunPlan(
    seed: seed, frameCount: frameCount, clock: FrameClock(framesPerSecond: 60),
    canvas: SceneCanvas(widthPoints: 90, heightPoints: 160, scale: 2),
    parameters: S.descriptor.defaultParameters)
}

/// The picture, row after row, with nothing between rows.
func pixels(of surface: borrowing Surface) -> [UInt32] {
  let (width, height, stride) = (Int(surface.width), Int(surface.height), Int(surface.stride))
  return surface.withPixels { pixels in
    (0..<width * height).map { pixels[$0 / width * stride + $0 % width] }
  }
}

/// Counts how often each pixel stage of a moonrise began and ended.
struct StageCounter: PhaseObserver {
  var began = [0, 0]
  var ended = [0, 0]

  mutating func begin(_ phase: FramePhase) {}
  mutating func end(_ phase: FramePhase) {}
  mutating func begin(stage: StageKey) { began[place(of: stage)] += 1 }
  mutating func end(stage: StageKey) { ended[place(of: stage)] += 1 }

  private func place(of stage: StageKey) -> Int {
    stage == StageKey(Moonrise.Stage.moonlight) ? 0 : 1
  }
}
