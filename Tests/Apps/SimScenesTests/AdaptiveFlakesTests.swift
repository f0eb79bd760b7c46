import SimMath
import SimRaster
import SimRuntime
import SimScenes
import SimInput
import TestTier
import Testing

/// Goal: the snow globe shows 200 to 600 flakes as frame times allow, and no flake ever pops.
///
/// Method: made-up loads in virtual time, and measured times as an app would hand them in.
struct AdaptiveFlakesTests {
  /// The number of a load among the parameter's choices.
  private static func choice(_ name: String) throws -> Float {
    let choices = Snowglobe.Parameter.adaptive.descriptor.choices
    return Float(try #require(choices.firstIndex { $0.description == name }))
  }

  private static func plan(_ load: String, flakes: Int = 600, frames: UInt32) throws -> RunPlan {
    var plan = Globes.plan(frames: frames, flakes: flakes)
    plan.parameters[Snowglobe.Parameter.adaptive] = try choice(load)
    return plan
  }

  @Test func offIsAsIfThereWereNone() throws {
    let fixed = Globes.plan(frames: 20, flakes: 100)
    #expect(Globes.digests(try Self.plan("off", flakes: 100, frames: 20)) == Globes.digests(fixed))
    #expect(Globes.digests(try Self.plan("step", flakes: 100, frames: 20)) != Globes.digests(fixed))
  }

  @Test func jumpInLoadTakesFlakesAwayWithinSeconds() throws {
    let frames: UInt32 = Tier.isDebug ? 1600 : 4000
    var counts: [UInt32] = []
    try Globes.run(Self.plan("step", frames: frames), draws: false) { loop, _ in
      var populations = PopulationCounts(count: 4)
      loop.scene.count(into: &populations)
      counts.append(populations[Snowglobe.Population.flakes])
    }
    #expect(counts[1199] == 600)
    let settled = counts[1200 + 300]
    #expect((200..<600).contains(settled), "\(settled)")
    #expect(counts.allSatisfy { (200...600).contains($0) })
    // Now and then it tries one level more.
    let tried = settled + SnowglobeTuning.adaptive.quantum
    #expect(counts[1500...].allSatisfy { $0 == settled || $0 == tried })
  }

  /// A flake's color changes by no more than a quick fade asks for, and never from all to nothing.
  @Test func flakesFadeAndNeverPop() throws {
    var alphas: [UInt8] = []
    var largest = 0
    var faded = 0
    let plan = try Self.plan("recovery", flakes: 300, frames: Tier.isDebug ? 120 : 5000)
    Globes.run(plan, draws: false) { loop, frame in
      let seen = loop.scene.adaptive.seen
      let now = (0..<300).map { UInt8(255 * seen.presence(of: $0)) }
      if frame > 0 {
        for index in 0..<300 {
          let change = abs(Int(now[index]) - Int(alphas[index]))
          largest = max(largest, change)
          if change > 0 { faded += 1 }
        }
      }
      alphas = now
    }
    #expect(faded > 1000)
    #expect((1...8).contains(largest), "\(largest) of 255 in a frame")
  }

  @Test func measuredTimesDecideAndMissingOnesDoNot() throws {
    var scene = Snowglobe(
      SceneContext(
        seed: 1, canvas: Globes.phone, clock: Globes.clock,
        parameters: Globes.parameters(flakes: 400, adaptive: try Self.choice("measured")),
        isMotionReduced: false))
    var input = FrameInput()
    for _ in 0..<100 { scene.step(input) }
    #expect(scene.adaptive?.controller.count == 400)
    input.previousFrameNanoseconds = 40_000_000
    for _ in 0..<100 { scene.step(input) }
    #expect(scene.adaptive?.controller.count == 200)
    #expect(scene.adaptive?.visibleCount == 200)
    // Never below 200, however long frames take.
    for _ in 0..<100 { scene.step(input) }
    #expect(scene.adaptive?.controller.count == 200)
  }

  @Test func fewFlakesAreNeverTakenAway() throws {
    for flakes in [1, 7, 199, 200, 213, 590] {
      var scene = Snowglobe(
        SceneContext(
          seed: 1, canvas: Globes.phone, clock: Globes.clock,
          parameters: Globes.parameters(flakes: flakes, adaptive: try Self.choice("hopeless")),
          isMotionReduced: false))
      #expect(scene.adaptive?.controller.count == UInt32(flakes))
      for frame in 0..<UInt32(300) {
        var input = FrameInput()
        input.begin(frame: frame, timeNanoseconds: UInt64(frame) * 16_666_666)
        scene.step(input)
      }
      let least = try #require(scene.adaptive?.controller.count)
      #expect(least >= UInt32(min(flakes, 200)) && least < 220, "\(flakes): \(least)")
    }
  }

  @Test func everyBitOfTheAdaptiveState() throws {
    var scene = Snowglobe(
      SceneContext(
        seed: 1, canvas: Globes.phone, clock: Globes.clock,
        parameters: Globes.parameters(flakes: 9, adaptive: try Self.choice("noise")),
        isMotionReduced: false))
    scene.run(20) { Globes.shaking($0) }
    let adaptive = try #require(scene.adaptive)
    let outcome = StateCoverage(sample: { [0, $0 - 1] }).check(adaptive)
    #expect(outcome.failures.isEmpty, "\(outcome.failures.prefix(10))")
    #expect(outcome.names.contains("controller.window"))
  }
}
