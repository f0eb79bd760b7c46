import SimbenchKit

/// The run of one seed of the corpus, frame by frame.
///
/// Only the pinned frames are drawn and rasterized: interpreters and emulators are slow, and the
/// pixels depend only on the state.
package struct SeedRun<S: SimScene & ~Copyable>: ~Copyable {
  /// The results of a frame.
  package struct Frame {
    /// The frame's index, from 0.
    package var index: UInt32
    /// The digest of the state.
    package var state: UInt64
    /// The digest of clock, canvas and scene.
    package var scene: UInt64
    /// The digest of the pixels, if the frame is pinned.
    package var pixels: UInt64?
    /// Whether every number of the state is finite, no population exceeds its cap and no command
    /// drawn was dropped.
    package var isSound: Bool
  }

  private var loop: SyntheticLoop<S>
  private let statedFrames = SeedCorpus.statedFrames

  /// Makes the run, before its first frame.
  package init(seed: UInt64) {
    loop = FrameLoop(
      plan: SeedCorpus.plan(seed: seed, for: S.descriptor), rendersPixels: true)
  }

  /// Runs the next frame; nil after the last.
  package mutating func advance() -> Frame? {
    guard loop.frame < loop.plan.frameCount else { return nil }
    let index = loop.frame
    var observer = NoOpObserver()
    let isPinned = statedFrames.contains(index)
    loop.skipsDrawing = !isPinned
    loop.advance(&observer)
    let digest = loop.stateDigest()
    let fault = loop.fault(digest, frame: index)
    var frame = Frame(
      index: index, state: digest.finalize(), scene: loop.sceneDigest().finalize(), pixels: nil,
      isSound: fault == nil)
    if isPinned { frame.pixels = PixelDigest.whole(loop.surface) }
    return frame
  }
}
