import Catalogue
import DeterministicMath
import Raster
import Runtime

/// The digests of a fixed set of runs, the same text on every target.
///
/// Each frame is a line: the scene's name, the seed, the frame's index, the digest of the state
/// and that of the pixels, `-` when none were painted. Targets agree when their texts are equal;
/// the first line that differs tells the frame and which of the two digests.
public enum Lane {
  /// Runs everything in the catalogue and hands out one line of ASCII after the other.
  public static func run(_ write: ([UInt8]) -> Void) {
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
    for lane in LanePlan.all(for: S.descriptor) { run(lane, of: scene) }
  }

  private func run<S: Scene & ~Copyable>(_ lane: LanePlan, of scene: S.Type) {
    let plan = lane.plan
    let name = S.descriptor.name
    var observer = SilentObserver()
    var loop = FrameLoop<S>(plan: plan, rendersPixels: lane.rendersPixels)
    var digest = PixelDigest(
      maximumPixelCount: lane.rendersPixels ? plan.maximumPixelCount : 1,
      maximumSide: lane.rendersPixels ? plan.maximumSide : 1)
    var line = LaneLine()
    for frame in 0..<plan.frameCount {
      loop.advance(&observer)
      line.begin(name)
      line.append(decimal: plan.seed)
      line.append(decimal: UInt64(frame))
      line.append(hexadecimal: loop.stateDigest().finalize())
      if lane.rendersPixels {
        line.append(hexadecimal: digest.update(loop.surface, loop.rasterizer))
      } else {
        line.appendNothing()
      }
      line.end()
      write(line.bytes)
    }
  }
}
