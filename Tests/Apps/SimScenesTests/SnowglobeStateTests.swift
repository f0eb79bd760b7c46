import SimMath
import SimRuntime
import SimScenes
import SimInput
import Testing

/// Goal: the seed and the input decide the globe and the digest sees what matters.
///
/// Method: other seeds, counts and rates compared; `SceneLawTests` runs everything twice, and
/// `DigestCoverageTests` looks at every stored field.
struct SnowglobeStateTests {
  @Test func everySeedGivesAnotherGlobe() {
    let seeds: [UInt64] = [0, 1, 2, 1 << 32, 1 << 63, .max]
    let digests = seeds.flatMap { Globes.digests(Globes.plan(seed: $0, frames: 3, flakes: 20)) }
    #expect(Set(digests).count == digests.count)
  }

  @Test(arguments: Globes.seeds)
  func moreFlakesLeaveTheFirstOnesAsTheyWere(seed: UInt64) {
    let full = Globes.scene(seed: seed, flakes: 600).flakes
    for count in [1, 2, 3, 17, 200, 599] {
      let flakes = Globes.scene(seed: seed, flakes: count).flakes
      for (part, whole) in [
        (flakes.x, full.x), (flakes.y, full.y), (flakes.radius, full.radius),
        (flakes.fall, full.fall), (flakes.swayPhase, full.swayPhase),
        (flakes.swayRate, full.swayRate), (flakes.liftThreshold, full.liftThreshold),
      ] {
        #expect(part == Array(whole.prefix(count)), "\(count) flakes")
      }
    }
  }

  // MARK: - The digest

  private static func digest(_ scene: Snowglobe) -> UInt64 {
    return scene.digested().finalize()
  }

  @Test func plantedNotANumberIsFoundWithItsFlake() {
    var scene = Globes.scene(flakes: 9)
    scene.flakes.velocityY[4] = .nan
    let digest = scene.digested()
    #expect(!digest.isFinite)
    let place = StatePlace.ofNonFinite(in: &scene)
    #expect(place == StatePlace(["flakes", "velocityY"], element: 4))
  }

  @Test func reduceMotionAndFrameRateAreInTheDigest() {
    let context = SceneContext(
      seed: 1, canvas: Globes.phone, clock: Globes.clock,
      parameters: Globes.parameters(flakes: 3), isMotionReduced: false)
    var reduced = context
    reduced.plan.isMotionReduced = true
    var quick = context
    quick.plan.clock = FrameClock(framesPerSecond: 120)
    let digests = [context, reduced, quick].map { Self.digest(Snowglobe($0)) }
    #expect(Set(digests).count == 3)
  }
}
