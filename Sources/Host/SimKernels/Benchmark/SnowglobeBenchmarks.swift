import SimbenchKit
import SimHarness
import SimPlatform
import SimScenes

extension RunPlan {
  /// A snow globe of 600 flakes on an iPhone 12 that is shaken, tapped, dragged and mashed.
  static func handledGlobe(_ frameCount: UInt32) -> RunPlan {
    var plan = RunPlan(
      seed: 1, frameCount: frameCount, clock: FrameClock(framesPerSecond: 60),
      canvas: Canvas(
        widthPoints: CanvasSize.width, heightPoints: CanvasSize.height, scale: FrameSize.scale),
      parameters: Snowglobe.descriptor.defaultParameters)
    plan.generators = [.shake, .tap, .drag, .toddlerMash].map { InputGenerator.standard($0) }
    return plan
  }
}

/// The snow globe with 600 flakes, held upright on an iPhone 12 and swirled without a pause.
///
/// The device is moved in a circle at 3 g, the peak of a scenario's strongest shakes: the liquid
/// never comes to rest, so every flake moves in every frame. That is checked.
final class ShakenGlobe {
  var scene: Snowglobe
  private typealias Population = Snowglobe.Population
  private static let framesPerTurn: UInt32 = 90

  private var input = FrameInput()
  private var inputs: [MotionSample] = []
  private var populations: PopulationCounts
  private var counts: (frames: UInt64, moving: UInt64) = (0, 0)
  private(set) var fewestMoving = UInt32.max
  private(set) var mostSettled: UInt32 = 0

  init() {
    let canvas = Canvas(
      widthPoints: CanvasSize.width, heightPoints: CanvasSize.height, scale: FrameSize.scale)
    scene = Snowglobe(
      SceneContext(
        seed: 1, canvas: canvas, clock: FrameClock(framesPerSecond: 60),
        parameters: Snowglobe.descriptor.defaultParameters, isMotionReduced: false))
    populations = PopulationCounts(count: Snowglobe.descriptor.populations.count)
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

  /// Counts the flakes that move now.
  func observe() {
    scene.count(into: &populations)
    let moving = populations[Population.moving]
    fewestMoving = min(fewestMoving, moving)
    mostSettled = max(mostSettled, populations[Population.settled])
    counts.frames += 1
    counts.moving += UInt64(moving)
  }

  /// The digest of the state and what was observed.
  func outcome() -> Outcome {
    var digest = StateDigest()
    scene.visitState(&digest)
    var outcome = Outcome(digest: digest.finalize())
    let mean = Double(counts.moving) / Double(max(1, counts.frames))
    outcome.note =
      "moving \(mean.rounded(to: 1)) of \(populations[Population.flakes]) on average, at least "
      + "\(fewestMoving), \(mostSettled) settled"
    if mostSettled > 0 { outcome.faults.append("\(mostSettled) flakes lay still") }
    if fewestMoving < 600 { outcome.faults.append("only \(fewestMoving) flakes moved") }
    return outcome
  }
}

/// Steps the globe and does nothing else.
final class GlobeStepWorkload: Workload {
  private let globe = ShakenGlobe()

  func sample(_ count: Int) -> [UInt64] {
    let start = MonotonicClock.threadNanoseconds()
    for _ in 0..<count { globe.step() }
    let end = MonotonicClock.threadNanoseconds()
    globe.observe()
    return [end - start]
  }

  func finish() -> Outcome { globe.outcome() }
}

/// Whole frames of the globe: step, draw, raster, each timed on its own as well.
///
/// The time of several threads is that on the wall: on a busy machine it means little.
final class GlobeFrameWorkload: Workload {
  private let globe = ShakenGlobe()
  private let stage = Stage(commandCapacity: Int(Snowglobe.descriptor.commandCapacity))
  private var fewestPrimitives = UInt32.max
  private var work = RasterWork()
  private var frameCount = 0.0
  private var crew: ThreadCrew

  init(threadCount: Int = 1) {
    guard let crew = ThreadCrew(workerCount: threadCount) else {
      fatalError("the system cannot start \(threadCount) threads")
    }
    self.crew = crew
    globe.scene.prepare(&stage.list)
    globe.scene.drawRetained(into: &stage.list)
    stage.list.removeAll()
    globe.scene.draw(into: &stage.list)
    stage.render(by: &self.crew)
  }

  private func now() -> UInt64 {
    crew.workerCount > 1 ? MonotonicClock.nanoseconds() : MonotonicClock.threadNanoseconds()
  }

  func sample(_ count: Int) -> [UInt64] {
    var (step, draw, raster): (UInt64, UInt64, UInt64) = (0, 0, 0)
    for _ in 0..<count {
      let start = now()
      globe.step()
      let stepped = now()
      stage.list.removeAll()
      globe.scene.draw(into: &stage.list)
      let drawn = now()
      stage.render(by: &crew)
      let end = now()
      (step, draw, raster) = (step + stepped - start, draw + drawn - stepped, raster + end - drawn)
      globe.observe()
      fewestPrimitives = min(fewestPrimitives, stage.work.primitives)
      work.add(stage.work)
      frameCount += 1
    }
    return [step + draw + raster, step, draw, raster]
  }

  func finish() -> Outcome {
    var outcome = globe.outcome()
    outcome.digest = outcome.digest &* 31 &+ stage.digest()
    let cells = (Double(work.cellsRepainted) / frameCount).rounded(to: 0)
    outcome.note += "; last frame \(stage.workNote()); \(cells) cells on average"
    if fewestPrimitives < 601 {
      outcome.faults.append("a frame painted only \(fewestPrimitives) commands of 601")
    }
    let repainted = stage.digest()
    stage.invalidate()
    stage.render()
    if stage.digest() != repainted {
      outcome.faults.append("the repainted frame differs from the same frame drawn from scratch")
    }
    return outcome
  }
}

/// The product's heaviest scene.
func snowglobeBenchmarks() -> [Benchmark] {
  [
    Benchmark(Figure(name: "snowglobe-step", goal: .atLeastPerSecond(60_000))) {
      GlobeStepWorkload()
    },
    Benchmark([
      Figure(name: "snowglobe-frame", goal: .belowMemcpy), Figure(name: "snowglobe-frame.step"),
      Figure(name: "snowglobe-frame.draw"), Figure(name: "snowglobe-frame.raster"),
    ]) { GlobeFrameWorkload() },
    Benchmark([
      Figure(name: "snowglobe-frame-2-threads", goal: .belowMemcpy),
      Figure(name: "snowglobe-frame-2-threads.step"),
      Figure(name: "snowglobe-frame-2-threads.draw"),
      Figure(name: "snowglobe-frame-2-threads.raster"),
    ]) { GlobeFrameWorkload(threadCount: 2) },
  ]
}
