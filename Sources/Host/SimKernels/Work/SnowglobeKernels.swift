import SimbenchKit
import SimHarness
import SimScenes

extension RunPlan {
  /// A snow globe of 600 flakes on an iPhone 12 that is shaken, tapped, dragged and mashed.
  static func handledGlobe(_ frameCount: UInt32) -> RunPlan {
    var plan = RunPlan(
      seed: 1, frameCount: frameCount, clock: FrameClock(framesPerSecond: 60),
      canvas: SceneCanvas(
        widthPoints: CanvasSize.width, heightPoints: CanvasSize.height, scale: FrameSize.scale),
      parameters: Snowglobe.descriptor.defaultParameters)
    plan.generators = [.shake, .tap, .drag, .toddlerMash].map { InputGenerator.standard($0) }
    return plan
  }
}

/// The snow globe with 600 flakes, held upright on an iPhone 12 and swirled without a pause.
///
/// The device is moved in a circle at 3 g, the peak of a scenario's strongest shakes: the liquid
/// never comes to rest, so every flake moves in every frame.
private final class ShakenGlobe {
  var scene: Snowglobe
  private typealias Population = Snowglobe.Population
  private static let framesPerTurn: UInt32 = 90

  private var input = FrameInput()
  private var inputs: [MotionSample] = []

  init() {
    let canvas = SceneCanvas(
      widthPoints: CanvasSize.width, heightPoints: CanvasSize.height, scale: FrameSize.scale)
    scene = Snowglobe(
      SceneContext(
        seed: 1, canvas: canvas, clock: FrameClock(framesPerSecond: 60),
        parameters: Snowglobe.descriptor.defaultParameters, isMotionReduced: false))
    for frame in 0..<Self.framesPerTurn {
      let angle = 6.2831855 * Float(frame) / Float(Self.framesPerTurn)
      let (sine, cosine) = Math.sinCos(angle)
      inputs.append(
        MotionSample(acceleration: (3 * cosine, 3 * sine, 0), rotationRate: (0, 0, 0)))
    }
    // Two seconds take the liquid from rest to its full motion.
    for _ in 0..<120 { step() }
  }

  /// Advances by one frame.
  func step() {
    let frame = input.frame &+ 1
    input.begin(frame: frame, timeNanoseconds: UInt64(frame) * 1_000_000_000 / 60)
    input.motion = inputs[Int(frame % Self.framesPerTurn)]
    scene.step(input)
  }

  func digest() -> UInt64 {
    var digest = StateDigest()
    scene.visitState(&digest)
    return digest.finalize()
  }

  /// Checks during a whole turn of the device that every flake moves.
  func faults() -> [String] {
    var populations = PopulationCounts(Snowglobe.descriptor)
    for _ in 0..<Self.framesPerTurn {
      step()
      scene.count(into: &populations)
      let moving = populations[Population.moving]
      if moving < 600 || populations[Population.settled] > 0 {
        return ["only \(moving) flakes move in frame \(input.frame)"]
      }
    }
    return []
  }
}

/// Whole frames of the globe: step, draw, raster.
private final class GlobeFrameWork: KernelWork {
  private let globe = ShakenGlobe()
  private let stage = Stage(commandCapacity: Int(Snowglobe.descriptor.commandCapacity))
  private var crew: ThreadCrew

  var counts: RasterWork { stage.work }

  init(threadCount: Int) {
    guard let crew = ThreadCrew(workerCount: threadCount) else {
      fatalError("the system cannot start \(threadCount) threads")
    }
    self.crew = crew
    globe.scene.prepare(&stage.list)
    globe.scene.drawRetained(into: &stage.list)
    run()
  }

  func run() {
    globe.step()
    stage.list.removeAll()
    globe.scene.draw(into: &stage.list)
    stage.render(by: &crew)
  }

  func digest() -> UInt64 { globe.digest() &* 31 &+ stage.digest() }

  func faults() -> [String] {
    let primitives = stage.work.primitives
    return stage.differencesFromScratch()
      + (primitives < 601 ? ["a frame has only \(primitives) primitives of 601"] : [])
  }
}

/// The product's heaviest scene.
func snowglobeKernels() -> [Kernel] {
  [
    Kernel("snowglobe-step") {
      let globe = ShakenGlobe()
      return LoopWork(check: { _ in globe.faults() }) {
        globe.step()
        return 0
      }
    },
    Kernel("snowglobe-frame") { GlobeFrameWork(threadCount: 1) },
    Kernel("snowglobe-frame-2-threads") { GlobeFrameWork(threadCount: 2) },
  ]
}
