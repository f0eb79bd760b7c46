import SimCatalogue
import SimImageAnalysis
import SimRaster
import SimRuntime
import SimInput
import TestTier
import Testing

/// Goal: under one active input the calm picture is the calmest of all scenes, and Reduce Motion
/// calms every scene, by every number of the calmness meter.
///
/// Method: every scene of the catalog with one seed, device and input of shakes, tilts, taps and
/// drags, with and without Reduce Motion, measured on its rendered frames.
@Suite struct CalmnessTests {
  /// The meter's numbers by name.
  static func numbers(_ calmness: Calmness) -> [(name: String, value: Float)] {
    [
      ("luminanceChange.mean", calmness.meanLuminanceChange),
      ("luminanceChange.worst", calmness.worstLuminanceChange),
      ("localChange.worst", calmness.worstLocalChange),
      ("movingArea.mean", calmness.meanMovingArea),
      ("movingArea.worst", calmness.worstMovingArea),
      ("speed.p50", calmness.speed?.p50 ?? .nan), ("speed.p95", calmness.speed?.p95 ?? .nan),
      ("speed.max", calmness.speed?.maximum ?? .nan),
      ("jerk.p50", calmness.jerk?.p50 ?? .nan), ("jerk.p95", calmness.jerk?.p95 ?? .nan),
      ("jerk.max", calmness.jerk?.maximum ?? .nan),
    ]
  }

  /// What of a scene is not less than of another although that is not 0.
  static func notCalmer(_ calm: Calmness, than other: Calmness) -> [String] {
    zip(numbers(calm), numbers(other)).compactMap { calm, other in
      let holds = other.value == 0 ? calm.value == 0 : calm.value < other.value
      return holds ? nil : "\(calm.name) \(calm.value), not below \(other.value)"
    }
  }

  /// What Reduce Motion does not lower although it is not 0.
  static func notLowered(_ reduced: Calmness, from normal: Calmness) -> [String] {
    zip(numbers(reduced), numbers(normal)).compactMap { reduced, normal in
      guard normal.value != 0, !(reduced.value < normal.value) else { return nil }
      return "\(normal.name) \(normal.value), reduced \(reduced.value)"
    }
  }

  /// In optimized builds only: it takes hundreds of frames of every scene.
  @Test(.disabled(if: Tier.isDebug))
  func calmPictureIsTheCalmestAndReducedMotionIsCalmer() throws {
    var visitor = CalmnessVisitor(frames: 600)
    Catalogue.visitAll(&visitor)
    let calm = try #require(visitor.measured.first { $0.name == "calm-static" })
    #expect(visitor.measured.count == SceneKind.all.count - CalmnessVisitor.handLed.count)
    for scene in visitor.measured {
      #expect(scene.normal.meanLuminanceChange > 0, "\(scene.name)")
      #expect(Self.notLowered(scene.reduced, from: scene.normal) == [], "\(scene.name)")
      guard scene.name != calm.name else { continue }
      #expect(Self.notCalmer(calm.normal, than: scene.normal) == [], "\(scene.name)")
    }
  }

  @Test func livelierPictureIsNamed() {
    var (calm, lively) = (Calmness(comparedFrames: 9), Calmness(comparedFrames: 9))
    #expect(Self.notCalmer(calm, than: lively) == [] && Self.notLowered(calm, from: lively) == [])
    lively.speed = QuantileSpread(p50: 0, p95: 3, maximum: 4)
    #expect(Self.notCalmer(calm, than: lively) == [])
    #expect(Self.notCalmer(lively, than: calm).count == 2)
    #expect(Self.notLowered(lively, from: lively).count == 2)
    calm.jerk = nil
    #expect(Self.notCalmer(calm, than: lively).count == 3)
  }
}

/// Measures every scene that shows its own motion, with and without Reduce Motion.
private struct CalmnessVisitor: SceneVisitor {
  /// A letter lies still until a hand draws on it, and a mirror shows whoever holds it: only they
  /// decide how calm it is.
  static let handLed = ["trace", "ring-light"]

  let frames: UInt32
  var measured: [(name: String, normal: Calmness, reduced: Calmness)] = []

  init(frames: UInt32) {
    self.frames = frames
  }

  mutating func visit<S: SimScene & ~Copyable>(_ scene: S.Type) {
    let name = S.descriptor.name.description
    guard !Self.handLed.contains(name) else { return }
    measured.append(
      (
        name, Self.measure(scene, frames, isReduced: false),
        Self.measure(scene, frames, isReduced: true)
      ))
  }

  private static func measure<S: SimScene & ~Copyable>(
    _ scene: S.Type, _ frames: UInt32, isReduced: Bool
  ) -> Calmness {
    let canvas = SceneCanvas(widthPoints: 390, heightPoints: 844, scale: 1)
    var plan = RunPlan(
      seed: 1, frameCount: frames, clock: FrameClock(framesPerSecond: 60), canvas: canvas,
      parameters: S.descriptor.defaultParameters)
    plan.isMotionReduced = isReduced
    plan.generators = [
      InputGenerator(kind: .shake, eventsPerMinute: 20, strength: 1.3),
      InputGenerator(kind: .slowTilt, eventsPerMinute: 20),
      InputGenerator(kind: .tap, eventsPerMinute: 60),
      InputGenerator(kind: .drag, eventsPerMinute: 40),
    ]
    var loop = SyntheticLoop<S>(plan: plan, rendersPixels: true)
    var meter = CalmnessMeter(
      maximumPixelCount: plan.maximumPixelCount, maximumSide: plan.maximumSide, minimumScale: 1,
      framesPerSecond: 60)
    var observer = NoOpObserver()
    for _ in 0..<frames {
      loop.advance(&observer)
      meter.observe(loop.surface, scale: 1, damagedBy: loop.rasterizer)
    }
    return meter.result ?? Calmness(comparedFrames: 0)
  }
}
