import SimHarness
import SimScenes
import SimbenchKit

/// A second of a snow globe of 600 flakes whose properties are checked after every frame.
private final class ExploreWork: KernelWork {
  private let entry: SceneRegistry.Entry
  private var explored: any Session
  private var seconds: UInt32 = 0

  init() {
    var scenes = SceneRegistry()
    scenes.register(Snowglobe.self)
    entry = scenes.entries[0]
    explored = entry.explore(SteppedGlobe.plan, false, nil)
  }

  func run() {
    if seconds == SteppedGlobe.maximumSeconds {
      explored = entry.explore(SteppedGlobe.plan, false, nil)
      seconds = 0
    }
    for _ in 0..<60 { explored.advance() }
    seconds += 1
  }

  func digest() -> UInt64 { explored.sceneDigest }

  func faults() -> [String] {
    let globe = SteppedGlobe()
    for _ in 0..<seconds { globe.advanceSecond() }
    let failures = explored.failure.map { ["\($0)"] } ?? []
    return failures + (digest() == globe.digest() ? [] : ["exploring changes the run"])
  }
}

/// The same globe, only stepped.
private final class SteppedGlobe {
  static let maximumSeconds: UInt32 = 600
  static let plan = RunPlan.handledGlobe(60 * maximumSeconds)

  private var loop = SteppedGlobe.makeLoop()

  private static func makeLoop() -> ScenarioLoop<Snowglobe> {
    var loop = ScenarioLoop<Snowglobe>(plan: plan, rendersPixels: false)
    loop.skipsDrawing = true
    return loop
  }

  func advanceSecond() {
    if loop.frame == 60 * Self.maximumSeconds { loop = Self.makeLoop() }
    var observer = NoOpObserver()
    for _ in 0..<60 { loop.advance(&observer) }
  }

  func digest() -> UInt64 { loop.sceneDigest().finalize() }
}

/// The cost of checking a scene's properties, and of the steps alone.
func exploreKernels() -> [Kernel] {
  [
    Kernel("explore-second") { ExploreWork() },
    Kernel("step-second") {
      let globe = SteppedGlobe()
      return LoopWork {
        globe.advanceSecond()
        return 0
      }
    },
  ]
}
