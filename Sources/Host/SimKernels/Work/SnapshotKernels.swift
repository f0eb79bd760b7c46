import SimScenes
import SimbenchKit

/// A snow globe of 600 flakes in a storm, with two saved frames that lie seconds apart.
private final class SavedGlobe {
  var loop: SyntheticLoop<Snowglobe>
  var snapshots = [Snapshot(), Snapshot()]
  var scratch = Snapshot()
  private var next = 0

  init() {
    loop = SyntheticLoop<Snowglobe>(plan: .handledGlobe(10_000), rendersPixels: false)
    loop.skipsDrawing = true
    var observer = NoOpObserver()
    for index in 0..<2 {
      for _ in 0..<600 { loop.advance(&observer) }
      loop.save(to: &snapshots[index])
    }
  }

  /// Restores the frames alternately; returns the frame restored.
  func restore() -> UInt64 {
    next ^= 1
    do { try loop.restore(snapshots[next]) } catch { return .max }
    return UInt64(loop.frame)
  }

  func faults() -> [String] {
    loop.saveScene(to: &scratch)
    return (scratch.byteCount > 40_960 ? ["a scene takes more than 40 KiB"] : [])
      + (Set([restore(), restore()]) == [600, 1200] ? [] : ["a snapshot is not restored"])
  }
}

/// What every run does with its state.
func snapshotKernels() -> [Kernel] {
  func kernel(_ name: String, _ body: @escaping (SavedGlobe) -> UInt64) -> Kernel {
    Kernel(name) {
      let globe = SavedGlobe()
      return LoopWork(check: { _ in globe.faults() }) { body(globe) }
    }
  }
  return [
    kernel("scene-digest") { $0.loop.sceneDigest().finalize() },
    kernel("state-visit") { $0.loop.stateDigest().finalize() },
    kernel("scene-save") { globe in
      globe.loop.saveScene(to: &globe.scratch)
      return UInt64(globe.scratch.byteCount)
    },
    kernel("loop-save") { globe in
      globe.loop.save(to: &globe.scratch)
      return UInt64(globe.scratch.byteCount)
    },
    kernel("loop-restore") { $0.restore() },
  ]
}
