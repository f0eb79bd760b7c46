import SimCatalogue
import SimMath
import EmbeddedEntry
import SimRuntime

/// The names of the scenes, as the catalog has them.
struct SceneNames: SceneVisitor {
  var names: [String] = []

  mutating func visit<S: SimScene & ~Copyable>(_ scene: S.Type) {
    names.append(S.descriptor.name.description)
  }
}

/// What one scene's seeds come to.
struct SeedRows: SceneVisitor {
  let scene: String
  let seeds: [UInt64]
  /// Whether rows have digests of pixels, or none.
  let paintsPictures: Bool
  var rows: [SeedTable.Row] = []

  init(scene: String, seeds: [UInt64], paintsPictures: Bool) {
    self.scene = scene
    self.seeds = seeds
    self.paintsPictures = paintsPictures
  }

  mutating func visit<S: SimScene & ~Copyable>(_ scene: S.Type) {
    guard S.descriptor.name.description == self.scene else { return }
    for seed in seeds {
      if paintsPictures { paint(scene, seed) } else { step(scene, seed) }
    }
  }

  private mutating func paint<S: SimScene & ~Copyable>(_ scene: S.Type, _ seed: UInt64) {
    var run = SeedRun<S>(seed: seed)
    while let frame = run.advance() {
      guard let pixels = frame.pixels else { continue }
      append(seed, frame.index, frame.state, Self.hexadecimal(pixels))
    }
  }

  private mutating func step<S: SimScene & ~Copyable>(_ scene: S.Type, _ seed: UInt64) {
    let plan = SeedCorpus.plan(seed: seed, for: S.descriptor)
    var loop = SyntheticLoop<S>(plan: plan, rendersPixels: false)
    loop.skipsDrawing = true
    var observer = NoOpObserver()
    for frame in 0..<plan.frameCount {
      loop.advance(&observer)
      guard SeedCorpus.statedFrames.contains(frame) else { continue }
      append(seed, frame, loop.stateDigest().finalize(), "")
    }
  }

  private mutating func append(
    _ seed: UInt64, _ frame: UInt32, _ state: UInt64, _ pixels: String
  ) {
    rows.append(
      SeedTable.Row(
        seed: seed, frame: frame, state: Self.hexadecimal(state), pixels: pixels))
  }

  private static func hexadecimal(_ value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
