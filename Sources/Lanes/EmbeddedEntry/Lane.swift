import SimbenchKit
import SimCatalogue

/// The digests of a fixed set of runs, the same text on every target.
///
/// Each frame is a line: the scene's name with the kind of run, the seed, the frame's index, the
/// digests of the state, of the scene alone and of the pixels, `-` when none were painted. Targets agree when
/// their texts are equal; the first line that differs tells the frame and which of the digests.
package enum Lane {
  /// Runs everything in the catalogue and hands out one line of ASCII after the other.
  package static func run(_ write: ([UInt8]) -> Void) {
    withoutActuallyEscaping(write) { write in
      var visitor = LaneVisitor(write: write)
      Catalogue.visitAll(&visitor)
    }
  }
}

/// Runs the plans of each scene.
private struct LaneVisitor: SceneVisitor {
  let write: ([UInt8]) -> Void

  mutating func visit<S: Scene & ~Copyable>(_ scene: S.Type) {
    for lane in LanePlan.all(for: S.described) { run(lane, of: scene) }
    for seed in SeedCorpus.seeds { run(seed: seed, of: scene) }
  }

  private func run<S: Scene & ~Copyable>(_ lane: LanePlan, of scene: S.Type) {
    let plan = lane.plan
    var observer = SilentObserver()
    var loop = SyntheticLoop<S>(plan: plan, rendersPixels: lane.rendersPixels)
    loop.skipsDrawing = !lane.rendersPixels
    var digest = PixelDigest(
      maximumPixelCount: lane.rendersPixels ? plan.maximumPixelCount : 1,
      maximumSide: lane.rendersPixels ? plan.maximumSide : 1)
    var line = TextLine()
    for frame in 0..<plan.frameCount {
      loop.advance(&observer)
      line.begin(S.descriptor.name)
      line.qualify(lane.rendersPixels ? "pictures" : "states")
      let pixels = lane.rendersPixels ? digest.update(loop.surface, loop.rasterizer) : nil
      let (state, scene) = (loop.stateDigest().finalize(), loop.sceneDigest().finalize())
      finish(&line, plan.seed, frame, state, scene, pixels)
    }
  }

  private func run<S: Scene & ~Copyable>(seed: UInt64, of scene: S.Type) {
    var run = SeedRun<S>(seed: seed)
    var line = TextLine()
    while let frame = run.advance() {
      line.begin(S.descriptor.name)
      line.qualify("seeds")
      finish(&line, seed, frame.index, frame.state, frame.scene, frame.pixels)
    }
  }

  private func finish(
    _ line: inout TextLine, _ seed: UInt64, _ frame: UInt32, _ state: UInt64, _ scene: UInt64,
    _ pixels: UInt64?
  ) {
    line.append(decimal: seed)
    line.append(decimal: UInt64(frame))
    line.append(hexadecimal: state)
    line.append(hexadecimal: scene)
    if let pixels { line.append(hexadecimal: pixels) } else { line.appendNothing() }
    line.end()
    write(line.bytes)
  }
}
