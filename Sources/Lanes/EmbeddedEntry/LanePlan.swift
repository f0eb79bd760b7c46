import SimbenchKit

/// A run that every target must reproduce bit for bit.
struct LanePlan {
  /// The plan of the run.
  var plan: RunPlan
  /// Whether its frames are rasterized.
  var rendersPixels: Bool
  /// The frames before which the state is saved; the last of these states is restored at the end.
  var savedFrames: [UInt32] = []

  /// The values of the scene's parameters within their ranges.
  enum Setting {
    case defaults
    case minima
    case maxima
  }

  /// The runs of one scene: long ones without pixels at the ends of the parameters' ranges, and
  /// short ones with pixels, since an interpreter rasterizes slowly.
  static func all(for descriptor: SceneDescriptor) -> [LanePlan] {
    [
      states(descriptor, seed: 1, rate: 60, .defaults, InputDefects()),
      states(descriptor, seed: 2, rate: 120, .maxima, worn),
      states(descriptor, seed: 3, rate: 30, .minima, worn),
      pictures(descriptor, seed: 11, rate: 60, .defaults),
      pictures(descriptor, seed: 12, rate: 30, .maxima),
    ]
  }

  /// The runs of a scene behind BabySafe's gate: a hold of 6 s that opens, a pause in the
  /// background and a lock without pixels, and the first arcs of the ring with pixels.
  static func gated(for descriptor: SceneDescriptor) -> [LanePlan] {
    var opened = states(descriptor, seed: 21, rate: 60, .defaults, InputDefects())
    opened.plan.generators = [InputGenerator(kind: .slowTilt, eventsPerMinute: 60)]
    opened.plan.canvasChanges = []
    opened.plan.backgroundSpans = [FrameSpan(start: 470, end: 480)]
    opened.plan.gateActions = [
      GateAction(frame: 410, .userFallback), GateAction(frame: 420, .success),
      GateAction(frame: 540, .lock),
    ]
    var shown = pictures(descriptor, seed: 22, rate: 60, .minima)
    shown.plan.frameCount = 48
    shown.plan.canvasChanges = []
    shown.plan.generators = []
    var lanes = [opened, shown]
    for index in lanes.indices {
      lanes[index].plan.gate = .babySafe
      var track = TouchTrack()
      track.append(
        [0.1, 6.5].map {
          TouchTrack.Point(
            timeNanoseconds: UInt64($0 * 1e9), position: Vector2(350, 40), pressure: 0)
        }, kind: .finger, radius: 8)
      lanes[index].plan.touchTrack = track
    }
    return lanes
  }

  /// A touch sensor with every defect.
  private static var worn: InputDefects {
    InputDefects(
      droppedPerMille: 60, duplicatedPerMille: 40, latePerMille: 50, lateFrames: 4,
      coalescedPerMille: 30, coalescedSampleCount: 4)
  }

  private static var portrait: SceneCanvas {
    SceneCanvas(widthPoints: 390, heightPoints: 844, scale: 1)
  }
  private static var landscape: SceneCanvas {
    SceneCanvas(widthPoints: 844, heightPoints: 390, scale: 1, orientation: .landscapeLeft)
  }

  /// 600 frames: all kinds of input, a rotation and back, and a pause in the background.
  private static func states(
    _ descriptor: SceneDescriptor, seed: UInt64, rate: UInt32, _ setting: Setting,
    _ defects: InputDefects
  ) -> LanePlan {
    var plan = RunPlan(
      seed: seed, frameCount: 600, clock: FrameClock(framesPerSecond: rate), canvas: portrait,
      parameters: parameters(descriptor, setting))
    plan.generators = InputGenerator.Kind.allCases.map {
      InputGenerator(kind: $0, eventsPerMinute: 60)
    }
    plan.defects = defects
    plan.touchSamplesPerSecond = 120
    // Large enough that the maximum is often reached and that case is compared as well.
    plan.touchContacts = 5
    plan.canvasChanges = [
      CanvasChange(frame: 200, canvas: landscape), CanvasChange(frame: 400, canvas: portrait),
    ]
    plan.backgroundSpans = [FrameSpan(start: 300, end: 310)]
    if descriptor.letters != nil {
      plan.writer = Writer(skill: .restarts, startFrame: 20, isRepeating: true, pace: 2)
    }
    return LanePlan(plan: plan, rendersPixels: false, savedFrames: [150, 350, 560])
  }

  /// 20 frames with pixels: hard shakes, tilts, taps and mashing from the start, and a rotation.
  private static func pictures(
    _ descriptor: SceneDescriptor, seed: UInt64, rate: UInt32, _ setting: Setting
  ) -> LanePlan {
    var plan = RunPlan(
      seed: seed, frameCount: 20, clock: FrameClock(framesPerSecond: rate), canvas: portrait,
      parameters: parameters(descriptor, setting))
    plan.generators = [
      InputGenerator(kind: .shake, eventsPerMinute: 600, strength: 2),
      InputGenerator(kind: .slowTilt, eventsPerMinute: 300),
      InputGenerator(kind: .tap, eventsPerMinute: 600),
      InputGenerator(kind: .toddlerMash, eventsPerMinute: 300),
    ]
    plan.canvasChanges = [CanvasChange(frame: 14, canvas: landscape)]
    // Fast enough that the letter is completed and starts to fade.
    if descriptor.letters != nil { plan.writer = Writer(skill: .adult, pace: 8) }
    return LanePlan(plan: plan, rendersPixels: true)
  }

  private static func parameters(
    _ descriptor: SceneDescriptor, _ setting: Setting
  ) -> ParameterValues {
    ParameterValues(of: descriptor.parameters) {
      switch setting {
      case .defaults: $0.defaultValue
      case .minima: $0.minimum
      case .maxima: $0.maximum
      }
    }
  }
}
