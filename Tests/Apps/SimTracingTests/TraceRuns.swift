import SimMath
import SimRaster
import SimRuntime
import SimInput
import SimTracing

/// Runs of the scene for tests.
enum TraceRuns {
  static let letters = LetterTracing.Parameter.letter.descriptor.choices.map { $0.description }

  /// A run of a letter with a writer, on a phone of one pixel per point.
  static func plan(
    _ letter: String, _ writer: Writer?, seed: UInt64 = 1, frames: UInt32 = 900,
    scale: Float = 1
  ) -> RunPlan {
    var parameters = LetterTracing.descriptor.defaultParameters
    parameters[LetterTracing.Parameter.letter] = Float(letters.firstIndex(of: letter) ?? 0)
    var plan = RunPlan(
      seed: seed, frameCount: frames, clock: FrameClock(framesPerSecond: 60),
      canvas: SceneCanvas(widthPoints: 390, heightPoints: 844, scale: scale), parameters: parameters
    )
    plan.touchSamplesPerSecond = 120
    plan.writer = writer
    return plan
  }

  /// The same on a canvas small enough to be painted often.
  static func smallPlan(_ letter: String, _ writer: Writer?, frames: UInt32) -> RunPlan {
    var plan = plan(letter, writer, frames: frames)
    plan.canvas = SceneCanvas(
      widthPoints: Float(smallWidth), heightPoints: Float(smallHeight), scale: 1)
    return plan
  }

  static let smallWidth = 160
  static let smallHeight = 180

  /// Runs a plan and shows every frame's loop.
  static func run(
    _ plan: RunPlan, rendersPixels: Bool = false,
    _ look: (inout SyntheticLoop<LetterTracing>, UInt32) -> Void
  ) {
    var loop = SyntheticLoop<LetterTracing>(plan: plan, rendersPixels: rendersPixels)
    var observer = NoOpObserver()
    for frame in 0..<plan.frameCount {
      loop.advance(&observer)
      look(&loop, frame)
    }
  }

  /// The scene at the end of a run.
  static func end(_ plan: RunPlan) -> LetterTracing {
    var last: LetterTracing?
    run(plan) { loop, frame in if frame + 1 == plan.frameCount { last = loop.scene } }
    return last ?? scene()
  }

  /// A scene nobody has touched.
  static func scene(_ letter: String = "O") -> LetterTracing {
    let plan = plan(letter, nil)
    return LetterTracing(
      SceneContext(
        seed: 1, canvas: plan.canvas, clock: plan.clock, parameters: plan.parameters,
        isMotionReduced: false))
  }

  /// A contact with one sample.
  static func touch(
    _ phase: TouchPhase, at position: Vector2, id: UInt32 = 1, radius: Float = 8,
    time: UInt64 = 0
  ) -> Touch {
    Touch(
      id: id, phase: phase, kind: .finger, position: position, previousPosition: position,
      radius: radius, pressure: 0, timestampNanoseconds: time)
  }
}

extension LetterTracing {
  /// Advances by a frame with the given contacts.
  mutating func advance(_ touches: [Touch] = [], frame: UInt32 = 0) {
    var input = FrameInput()
    input.begin(frame: frame, timeNanoseconds: UInt64(frame) * 16_666_667)
    for touch in touches { input.append(touch) }
    step(input)
  }

  /// Traces every stroke of the path exactly, a few points a frame, and lifts the last finger in a
  /// given way.
  mutating func traceAll(lifting phase: TouchPhase = .ended, frame first: UInt32 = 0) {
    var frame = first
    for stroke in 0..<path.strokeCount {
      let id = UInt32(stroke + 1)
      let length = path.length(ofStroke: stroke)
      var arc: Float = 0
      while arc < length {
        let place = path.point(ofStroke: stroke, at: arc)
        advance([TraceRuns.touch(arc == 0 ? .began : .moved, at: place, id: id)], frame: frame)
        frame += 1
        arc += 6
      }
      let end = path.point(ofStroke: stroke, at: length)
      let isLast = stroke + 1 == path.strokeCount
      advance([TraceRuns.touch(isLast ? phase : .ended, at: end, id: id)], frame: frame)
      frame += 1
    }
  }
}
