import SimCatalogue
import SimFormats
import SimHarness
import SimRaster
import SimRuntime
import SimScenes
import SimInput
import TestTier
import Testing

/// Goal: a cap holds, one step above it does not, and the same question gets the same answer.
///
/// Method: a device class whose only costs are known, so that the caps follow on paper; the scenes'
/// own work by the costs of the reference machine.
struct CapSolverTests {
  /// Frames of each trial run; the work of every frame is the same.
  private static let frameCount: UInt32 = Tier.isDebug ? 2 : 6

  private static var scenes: SceneRegistry {
    var scenes = SceneRegistry()
    scenes.register(DiscScene.self)
    scenes.register(Snowglobe.self)
    scenes.register(CalmStatic.self)
    return scenes
  }

  /// A class that pays for primitives only; a frame may take 15 ms.
  private static func device(nanosecondsPerPrimitive cost: Double) -> Device {
    var costs = RendererCosts(name: "canvas", isMeasured: true, source: "made up")
    costs.processor[.primitives] = CostInterval(cost, cost, cost)
    return Device(
      name: "made-up", title: "Made up", widthPoints: 400, heightPoints: 400, scale: 1,
      pixelsPerInch: 100, refreshRate: 60, touchSamplesPerSecond: 60, pencilSamplesPerSecond: 0,
      pipelineDepth: 2, renderers: [costs])
  }

  private static func plan(_ scene: SceneDescriptor, frameRate: UInt32 = 60) -> RunPlan {
    RunPlan(
      seed: 1, frameCount: frameCount, clock: FrameClock(framesPerSecond: frameRate),
      canvas: SceneCanvas(widthPoints: 400, heightPoints: 400, scale: 1),
      parameters: scene.defaultParameters)
  }

  private static func solve(
    _ device: Device, scene: String = "discs", frameRate: UInt32 = 60
  ) throws -> CapResult {
    let entry = try #require(scenes.entry(named: scene))
    var solver = CapSolver(scenes, options: CapSolver.Options())
    return try solver.solve(
      Scenario(
        name: scene, scene: scene, device: device,
        plan: plan(entry.descriptor, frameRate: frameRate)))
  }

  @Test func capsFollowFromTheCosts() throws {
    // 15 ms are 1/60 s less 10 %; the background is a primitive, too: at 49.8 µs each 300 discs and
    // it fit, at 51 µs 293.
    for (cost, cap) in [(49_800.0, UInt32(300)), (51_000, 290), (20_000, 600), (1000, 600)] {
      let result = try Self.solve(Self.device(nanosecondsPerPrimitive: cost))
      #expect(result.outcome == .found(cap), "\(cost) ns")
      let time = try #require(result.nanoseconds(at: cap))
      #expect(time <= result.budgetNanoseconds)
      if cap < 600 {
        let above = try #require(result.nanoseconds(at: cap + 10))
        #expect(above > result.budgetNanoseconds)
      } else {
        #expect(result.points.allSatisfy { $0.count <= 600 })
      }
      let knee = try #require(result.knee)
      #expect(abs(knee - 15e6 / cost) < 2)
    }
  }

  /// What a frame may take is when it is due: whole refreshes, by the scenario's frame rate.
  @Test func framesMayTakeUntilTheyAreDue() throws {
    var device = Self.device(nanosecondsPerPrimitive: 99_000)
    #expect(try Self.solve(device).outcome == .found(150))
    #expect(try Self.solve(device, frameRate: 30).outcome == .found(300))
    device.refreshRate = 120
    #expect(try Self.solve(device).outcome == .found(150))
    #expect(try Self.solve(device, frameRate: 120).outcome == .found(70))
  }

  /// By costs of its own where the reference machine has some, else by those of all other scenes.
  @Test(arguments: [("snowglobe", true), ("discs", false)])
  func aScenesOwnWorkFollowsFromTheReference(scene: String, isCalibrated: Bool) throws {
    var device = Self.device(nanosecondsPerPrimitive: 0)
    device.costs = DeviceCosts(speed: 2, source: "made up", uncertainty: 0.5)
    let result = try Self.solve(device, scene: scene)
    #expect(result.isCalibrated == isCalibrated && !result.isMeasured)
    let entry = try #require(Self.scenes.entry(named: scene))
    let input = try #require(CapSolver.inputs.first { $0.name == result.worstInput })
    var plan = Self.plan(entry.descriptor)
    plan.generators = input.generators ?? plan.generators
    let trial = try #require(entry.trial(plan, false, { false }))
    let known = ReferenceCosts.scenes.filter { !isCalibrated || $0.name == scene }
    func time(_ work: FrameWork, _ costs: [Double?]) -> Double {
      zip(ReferenceCosts.units, costs).reduce(0) { sum, one in
        sum + Double(one.0.amount(in: work)) * (one.1 ?? 0) / 2
      }
    }
    let times = trial.works[trial.measuredFrames].map { work in
      known.map { time(work, $0.nanoseconds) }.sorted()
    }
    func p99(_ time: ([Double]) -> Double) -> Double { CapSolver.decidingTime(times.map(time)) }
    let point = try #require(result.point(at: result.productCap))
    #expect(abs(point.optimistic.processor - p99 { $0[0] } / 1.5) < 1e-3)
    #expect(abs(point.nominal.processor - p99 { $0[$0.count / 2] }) < 1e-3)
    #expect(abs(point.pessimistic.processor - p99 { $0[$0.count - 1] } * 1.5) < 1e-3)
  }

  @Test func whatCannotBeIsSaid() throws {
    var device = Self.device(nanosecondsPerPrimitive: 3_000_000)
    let reason = "10 discs already take 220 % of what a frame may take"
    #expect(try Self.solve(device).outcome == .impossible(reason))
    device.renderers = []
    #expect(
      try Self.solve(device).outcome
        == .impossible("the device class has no costs of the renderer canvas"))
  }

  @Test func sceneWithoutACountIsJudgedAsItIs() throws {
    let device = Self.device(nanosecondsPerPrimitive: 1)
    let result = try Self.solve(device, scene: "calm-static")
    #expect(result.outcome == .found(0) && result.quantum == 0)
  }

  @Test func trialsCountWhatTheyDoEveryTimeAlike() throws {
    let entry = try #require(Self.scenes.entry(named: "snowglobe"))
    var plan = Self.plan(entry.descriptor)
    plan.frameCount = 8
    plan.parameters[Snowglobe.Parameter.flakes] = 30
    let first = try #require(entry.trial(plan, true, { false }))
    let second = try #require(entry.trial(plan, true, { false }))
    #expect(first.works.count == 8 && first.works == second.works)
    #expect(first.works.allSatisfy { $0.particleSteps == 30 && $0.hasPixels })
    #expect(entry.trial(plan, true, { true }) == nil)
  }
}
