import SimAppModels
import SimbenchKit
import SimCatalogue
import SimScenes

/// The digests of a fixed set of runs, as text that must be the same on every target.
///
/// Each frame has a line: the scene's name with the kind of run, the seed, the frame's index, and
/// the digests of the state, the scene and the pixels, or `-` without pixels. In a long run some
/// frames are saved, and the last of them is restored at the end: a line has the digest and byte
/// count of the snapshot, and the lines of the following frames have the digests after restoring. A
/// frame with pixels has a second line with the counts of a GPU's work. The lines of a `FrameProbe`
/// with synthetic counts come first. Targets agree if their texts are equal; the first different
/// line gives the frame and the digest.
package enum Lane {
  /// Runs the whole catalog and calls `write` with one ASCII line after the other.
  ///
  /// - Parameter isSample: Whether to run only one of five seeds of the corpus.
  package static func run(isSample: Bool = false, _ write: ([UInt8]) -> Void) {
    writeProbe(write)
    withoutActuallyEscaping(write) { write in
      var visitor = LaneVisitor(
        seeds: isSample ? SeedCorpus.sample : SeedCorpus.seeds, write: write)
      Catalogue.visitAll(&visitor)
      visitor.visitGated(GatedScene<Snowglobe>.self)
      var models = ModelLaneVisitor(write: write)
      Catalogue.visitModels(&models)
    }
  }
}

extension Lane {
  /// Frames without a scene: few enough that some are dropped, some with GPU times.
  private static func writeProbe(_ write: ([UInt8]) -> Void) {
    var probe = FrameProbe(
      device: [0x22, 0x5C, 0x0A, 0xC3, 0xA9], renderer: "lane", frameRate: 60, refreshRate: 120,
      capacity: 24)
    var stream = RandomStream(seed: 1, name: "lane.probe")
    for frame in 0..<UInt64(32) {
      probe.begin(
        scene: "made-up", count: UInt32(frame / 4), canvasPixels: 1 << frame,
        isHeldOut: frame % 8 == 1)
      var work = DisplayWork()
      for unit in DisplayWork.Unit.allCases { work[unit] = stream.nextUInt64() >> (2 * frame) }
      let row = probe.record(
        work, atNanoseconds: 1_000 + frame * 16_666_667, processorNanoseconds: frame * frame,
        isLate: frame % 5 == 4)
      if let row, frame % 3 > 0 {
        probe.setGraphics(nanoseconds: stream.nextUInt64() >> 40, ofRow: row)
      }
    }
    probe.forEachLine(write)
  }
}

/// Runs the plans of each scene.
private struct LaneVisitor: SceneVisitor {
  let seeds: [UInt64]
  let write: ([UInt8]) -> Void

  mutating func visit<S: SimScene & ~Copyable>(_ scene: S.Type) {
    for lane in LanePlan.all(for: S.descriptor) { run(lane, of: scene) }
    for seed in seeds { run(seed: seed, of: scene) }
  }

  /// Runs a scene behind BabySafe's gate.
  func visitGated<S: SimScene & ~Copyable>(_ scene: S.Type) {
    for lane in LanePlan.gated(for: S.descriptor) { run(lane, of: scene) }
  }

  private func run<S: SimScene & ~Copyable>(_ lane: LanePlan, of scene: S.Type) {
    let plan = lane.plan
    var observer = NoOpObserver()
    var loop = SyntheticLoop<S>(plan: plan, rendersPixels: lane.rendersPixels)
    loop.skipsDrawing = !lane.rendersPixels
    var digest = PixelDigest(
      maximumPixelCount: lane.rendersPixels ? plan.maximumPixelCount : 1,
      maximumSide: lane.rendersPixels ? plan.maximumSide : 1)
    var line = TextLine()
    var snapshot = Snapshot()
    var meter = DisplayWorkMeter()
    for frame in 0..<plan.frameCount {
      if lane.savedFrames.contains(frame) {
        loop.save(to: &snapshot)
        write(snapshot, plan.seed, frame, of: scene)
      }
      loop.advance(&observer)
      line.begin(S.descriptor.name)
      line.qualify(lane.rendersPixels ? "pictures" : "states")
      let pixels = lane.rendersPixels ? digest.update(loop.surface, loop.rasterizer) : nil
      let (state, scene) = (loop.stateDigest().finalize(), loop.sceneDigest().finalize())
      finish(&line, plan.seed, frame, state, scene, pixels)
      if lane.rendersPixels { write(loop.displayWork(&meter), plan.seed, frame, of: S.self) }
    }
    guard !lane.savedFrames.isEmpty, (try? loop.restore(snapshot)) != nil else { return }
    while loop.frame < plan.frameCount {
      let frame = loop.frame
      loop.advance(&observer)
      line.begin(S.descriptor.name)
      line.qualify("restored")
      let (state, scene) = (loop.stateDigest().finalize(), loop.sceneDigest().finalize())
      finish(&line, plan.seed, frame, state, scene, nil)
    }
  }

  private func write<S: SimScene & ~Copyable>(
    _ snapshot: borrowing Snapshot, _ seed: UInt64, _ frame: UInt32, of scene: S.Type
  ) {
    var line = TextLine()
    line.begin(S.descriptor.name)
    line.qualify("snapshots")
    line.append(decimal: seed)
    line.append(decimal: UInt64(frame))
    line.append(hexadecimal: snapshot.digest)
    line.append(decimal: UInt64(snapshot.byteCount))
    line.append(decimal: UInt64(snapshot.logByteCount))
    line.end()
    write(line.bytes)
  }

  private func write<S: SimScene & ~Copyable>(
    _ work: DisplayWork, _ seed: UInt64, _ frame: UInt32, of scene: S.Type
  ) {
    var line = TextLine()
    line.begin(S.descriptor.name)
    line.qualify("display")
    line.append(decimal: seed)
    line.append(decimal: UInt64(frame))
    for unit in DisplayWork.Unit.allCases { line.append(decimal: work[unit]) }
    line.end()
    write(line.bytes)
  }

  private func run<S: SimScene & ~Copyable>(seed: UInt64, of scene: S.Type) {
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
