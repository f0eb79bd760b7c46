import SimPlatform
import SimScenes
import SimbenchKit

/// A snow globe of 600 flakes in a storm, with two saved frames that lie seconds apart.
private final class SavedGlobe {
  var loop: SyntheticLoop<Snowglobe>
  var snapshots = [Snapshot(), Snapshot()]
  var scratch = Snapshot()

  init() {
    loop = SyntheticLoop<Snowglobe>(plan: .handledGlobe(10_000), rendersPixels: false)
    loop.skipsDrawing = true
    var observer = SilentObserver()
    for index in 0..<2 {
      for _ in 0..<600 { loop.advance(&observer) }
      loop.save(to: &snapshots[index])
    }
  }

  /// Restores one of the two frames.
  func restore(_ index: Int) -> UInt64 {
    do { try loop.restore(snapshots[index & 1]) } catch { return .max }
    return UInt64(loop.frame)
  }
}

/// Reads and restores a state many times; says what was read and how large it is.
private final class StateWorkload: Workload {
  private let globe: SavedGlobe
  private let body: (SavedGlobe, Int) -> UInt64
  private var digest: UInt64 = 0

  init(_ globe: SavedGlobe, _ body: @escaping (SavedGlobe, Int) -> UInt64) {
    self.globe = globe
    self.body = body
  }

  func sample(_ count: Int) -> [UInt64] {
    let start = MonotonicClock.threadNanoseconds()
    for index in 0..<count { digest = digest &* 31 &+ body(globe, index) }
    return [MonotonicClock.threadNanoseconds() - start]
  }

  func finish() -> Outcome {
    var outcome = Outcome(digest: digest)
    var scene = Snapshot()
    globe.loop.saveScene(to: &scene)
    outcome.note =
      "\(scene.byteCount) bytes of clock and scene, \(globe.snapshots[1].byteCount) with input"
    if scene.byteCount > 40_960 { outcome.faults.append("more than 40 KiB") }
    if globe.restore(0) != 600 || globe.restore(1) != 1200 {
      outcome.faults.append("a snapshot is not restored")
    }
    return outcome
  }
}

/// What every run does with its state.
func snapshotBenchmarks() -> [Benchmark] {
  func benchmark(
    _ name: String, _ nanoseconds: Double?, unit: Unit = .time,
    _ body: @escaping (SavedGlobe, Int) -> UInt64
  ) -> Benchmark {
    Benchmark(
      Figure(
        name: name, goal: nanoseconds.map { .atMostNanoseconds($0) }, unit: unit,
        hasMemcpyRatio: false)
    ) { StateWorkload(SavedGlobe(), body) }
  }
  let globe = SavedGlobe()
  var digest = StateDigest()
  var scene = globe.loop.scene
  scene.visitState(&digest)
  return [
    benchmark("scene-digest", nil, unit: .bytes(8 * Double(digest.wordCount))) { globe, _ in
      globe.loop.sceneDigest().finalize()
    },
    benchmark("state-visit", nil) { globe, _ in globe.loop.stateDigest().finalize() },
    benchmark("scene-save", 10_000) { globe, _ in
      globe.loop.saveScene(to: &globe.scratch)
      return UInt64(globe.scratch.byteCount)
    },
    benchmark("loop-save", 10_000) { globe, _ in
      globe.loop.save(to: &globe.scratch)
      return UInt64(globe.scratch.byteCount)
    },
    benchmark("loop-restore", 20_000) { globe, index in globe.restore(index) },
  ]
}
