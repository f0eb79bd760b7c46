import SimMath
import SimRaster
import SimRuntime
import SimInput

/// A scene that writes down everything the loop tells it, and can be asked to break a promise.
///
/// Parameters: which promise (`Fault`), in which step, and a plain number that is part of the
/// state.
struct DiaryScene: SimScene {
  /// What the scene breaks, by the value of its first parameter.
  enum Fault: Float {
    case none = 0
    case notANumber = 1
    case cap = 2
    case frameCommands = 3
    case layerCommands = 4
  }

  static let cap: UInt32 = 5

  static var descriptor: SceneDescriptor {
    SceneDescriptor(
      name: "diary", summary: "Writes down what it is told.", requirements: ["X-TEST"],
      parameters: Parameter.descriptors, populations: Population.descriptors,
      commandCapacity: 4)
  }

  enum Parameter: UInt8, ParameterKey {
    case fault, step

    var descriptor: ParameterDescriptor {
      switch self {
      case .fault:
        .whole("fault", "What to break.", 0...4, default: 0)
      case .step:
        .whole("step", "When to break it.", 0...1000, default: 0)
      }
    }
  }

  enum Population: UInt8, PopulationKey {
    case pages

    var descriptor: PopulationDescriptor {
      .members("pages", "Pages.", cap: cap, requirement: "X-TEST")
    }
  }

  let context: SceneContext
  var canvas: SceneCanvas
  var layer = LayerHandle.none
  var prepareCount = 0
  var resizes: [SceneCanvas] = []
  var frames: [UInt32] = []
  var times: [UInt64] = []
  var motions: [MotionSample?] = []
  var touchCounts: [Int] = []
  var values: [Float] = [1, 2, 3]

  private var fault: Fault { Fault(rawValue: context.parameters[Parameter.fault]) ?? .none }
  private var isDue: Bool { Float(frames.count) > context.parameters[Parameter.step] }

  init(_ context: SceneContext) {
    self.context = context
    canvas = context.canvas
  }

  mutating func prepare(_ list: inout DisplayList) {
    prepareCount += 1
    layer = list.addLayer(capacity: 3)
  }

  mutating func resize(to canvas: SceneCanvas) {
    self.canvas = canvas
    resizes.append(canvas)
  }

  mutating func step(_ input: borrowing FrameInput) {
    frames.append(input.frame)
    times.append(input.timeNanoseconds)
    motions.append(input.motion)
    touchCounts.append(input.touches.count)
    if fault == .notANumber, isDue { values[2] = .nan }
  }

  func drawRetained(into list: inout DisplayList) {
    list.beginLayer(layer)
    let excess = fault == .layerCommands && !resizes.isEmpty ? 4 : 0
    for _ in 0..<1 + excess { list.fill(StraightColor(hex: 0x204060)) }
    list.endLayer()
  }

  func draw(into list: inout DisplayList) {
    list.layer(layer)
    let excess = fault == .frameCommands && isDue ? 6 : 0
    for index in 0..<1 + excess {
      list.disc(
        center: Vector2(Float(frames.count + index), canvas.heightPoints / 2), radius: 4,
        color: StraightColor(hex: 0xF0E0D0))
    }
  }

  mutating func visitState(_ visitor: inout some StateVisitor) {
    // What was written down is read by tests and decides nothing: its size stands for it.
    visitor.constant(UInt64(frames.count), "frames")
    visitor.constant(UInt64(touchCounts.reduce(0, +)), "touchCounts")
    visitor.constant(UInt64(resizes.count), "resizes")
    visitor.field(&values, "values")
    for case let motion? in motions.suffix(1) {
      visitor.constant(motion.accelerationX, "motion")
      visitor.constant(motion.rotationRateY, "motion")
    }
  }

  func count(into populations: inout PopulationCounts) {
    populations[Population.pages] = fault == .cap && isDue ? Self.cap + 1 : Self.cap
  }
}

extension RunPlan {
  /// A small run at 60 frames per second.
  static func diary(
    _ frames: UInt32 = 40, fault: DiaryScene.Fault = .none, atStep step: Float = 0
  ) -> RunPlan {
    RunPlan(
      seed: 7, frameCount: frames, clock: FrameClock(framesPerSecond: 60),
      canvas: SceneCanvas(widthPoints: 60, heightPoints: 40, scale: 1),
      parameters: ParameterValues([fault.rawValue, step]))
  }

  /// The same with touches and a device that moves.
  static func livelyDiary(_ frames: UInt32 = 120) -> RunPlan {
    var plan = diary(frames)
    plan.generators = [
      InputGenerator(kind: .toddlerMash, eventsPerMinute: 300),
      InputGenerator(kind: .shake, eventsPerMinute: 300),
    ]
    return plan
  }
}

extension FrameLoop where S == DiaryScene, Source == SyntheticInput {
  /// Runs a plan to its end and returns the digest after every frame and what the scene wrote.
  static func diary(
    _ plan: RunPlan, rendersPixels: Bool = false
  ) -> (digests: [UInt64], scene: DiaryScene) {
    var loop = SyntheticLoop<DiaryScene>(plan: plan, rendersPixels: rendersPixels)
    var observer = NoOpObserver()
    var digests: [UInt64] = []
    for _ in 0..<plan.frameCount {
      loop.advance(&observer)
      digests.append(loop.stateDigest().finalize())
    }
    return (digests, loop.scene)
  }
}
