import SimHarness
import SimPlatform
import SimScenes
import SimbenchKit

/// A snow globe of 600 flakes whose properties are looked at after every frame, beside the same
/// globe that is only stepped, a second of each in turn.
private final class ExploreWorkload: Workload {
  private static let secondFrames = 60
  private static let frameCount: UInt32 = 36_000

  private let entry: SceneRegistry.Entry
  private let plan = RunPlan.handledGlobe(ExploreWorkload.frameCount)
  private var explored: any SimHarness.Session
  private var loop: ScenarioLoop<Snowglobe>
  private var totals: (explored: UInt64, stepped: UInt64) = (0, 0)
  private var frames: UInt64 = 0
  private var faults: [String] = []

  init() {
    var scenes = SceneRegistry()
    scenes.register(Snowglobe.self)
    entry = scenes.entries[0]
    explored = entry.explore(plan, false, nil)
    loop = Self.stepped(plan)
  }

  private static func stepped(_ plan: RunPlan) -> ScenarioLoop<Snowglobe> {
    var loop = ScenarioLoop<Snowglobe>(plan: plan, rendersPixels: false)
    loop.skipsDrawing = true
    return loop
  }

  func sample(_ count: Int) -> [UInt64] {
    var observer = SilentObserver()
    var (explore, step) = (UInt64.zero, UInt64.zero)
    for _ in 0..<count {
      if loop.frame + UInt32(Self.secondFrames) > Self.frameCount {
        explored = entry.explore(plan, false, nil)
        loop = Self.stepped(plan)
      }
      let begun = MonotonicClock.threadNanoseconds()
      for _ in 0..<Self.secondFrames {
        explored.advance()
      }
      if let failure = explored.failure { faults.append("\(failure)") }
      let middle = MonotonicClock.threadNanoseconds()
      for _ in 0..<Self.secondFrames { loop.advance(&observer) }
      step += MonotonicClock.threadNanoseconds() - middle
      explore += middle - begun
    }
    totals.explored += explore
    totals.stepped += step
    frames += UInt64(count * Self.secondFrames)
    return [explore, step]
  }

  func finish() -> Outcome {
    let digest = explored.sceneDigest
    var outcome = Outcome(digest: digest)
    if digest != loop.sceneDigest().finalize() { faults.append("both are not the same run") }
    outcome.faults = Array(faults.prefix(1))
    let perFrame = Double(totals.explored) / Double(max(1, frames))
    let ratio = Double(totals.explored) / Double(max(1, totals.stepped))
    let speed = 1e9 / 60 / perFrame
    outcome.note =
      "\(ratio.rounded(to: 2)) times a step, \(speed.rounded(to: 0)) times real time"
    return outcome
  }
}

/// What it costs to look at the properties of a frame.
func exploreBenchmarks() -> [Benchmark] {
  let names = ["explore-second", "explore-second.step"]
  return [
    Benchmark(
      names.map { Figure(name: $0, goal: nil, hasMemcpyRatio: false) }
    ) { ExploreWorkload() }
  ]
}
