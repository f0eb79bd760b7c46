import SimCatalogue
import SimFormats
import SimHarness
import SimRuntime
import SimScenes
import SimInput
import TestTier
import Testing

/// Goal: a cap holds, one step above it does not, and the same question gets the same answer.
///
/// Method: a device class whose only costs are known, so that the caps follow on paper.
struct CapSolverTests {
  /// Frames of each trial run; the work of every frame is the same.
  private static let frameCount: UInt32 = Tier.isDebug ? 2 : 6

  private static var scenes: SceneRegistry {
    var scenes = SceneRegistry()
    scenes.register(Snowglobe.self)
    scenes.register(CalmStatic.self)
    return scenes
  }

  /// A class that pays for advancing flakes only; a frame may take 15 ms.
  private static func device(nanosecondsPerFlake: Double, uncertainty: Double = 0) -> Device {
    var table = CostTable()
    for unit in WorkUnit.all { table[unit] = 0 }
    if let unit = WorkUnit(named: "step.particle") { table[unit] = nanosecondsPerFlake }
    return Device(
      name: "made-up", title: "Made up", widthPoints: 60, heightPoints: 90, scale: 1,
      pixelsPerInch: 100, refreshRate: 60, touchSamplesPerSecond: 60, pencilSamplesPerSecond: 0,
      pipelineDepth: 2,
      costs: DeviceCosts(
        origin: .measured(table), source: "made up", uncertainty: uncertainty))
  }

  private static func solve(
    _ device: Device, scene: String = "snowglobe", sustained: Double = 0, frameRate: UInt32 = 60
  ) throws -> CapResult {
    let entry = try #require(scenes.entry(named: scene))
    let plan = RunPlan(
      seed: 1, frameCount: frameCount, clock: FrameClock(framesPerSecond: frameRate),
      canvas: Canvas(widthPoints: 60, heightPoints: 90, scale: 1),
      parameters: entry.descriptor.defaultParameters)
    var solver = CapSolver(scenes, options: CapSolver.Options())
    return try solver.solve(
      Scenario(name: scene, scene: scene, device: device, plan: plan), afterSeconds: sustained)
  }

  @Test func capsFollowFromTheCosts() throws {
    // 15 ms are 1/60 s less 10 %; at 49.9 µs a flake that is 300, at 51 µs 294.
    for (cost, cap) in [(49_900.0, UInt32(300)), (51_000, 290), (20_000, 600), (1000, 600)] {
      let result = try Self.solve(Self.device(nanosecondsPerFlake: cost))
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
      #expect(abs(knee - 15e6 / cost) < 1)
    }
  }

  /// What a frame may take is when it is due: whole refreshes, by the scenario's frame rate.
  @Test func framesMayTakeUntilTheyAreDue() throws {
    var device = Self.device(nanosecondsPerFlake: 99_900)
    #expect(try Self.solve(device).outcome == .found(150))
    #expect(try Self.solve(device, frameRate: 30).outcome == .found(300))
    device.refreshRate = 120
    #expect(try Self.solve(device).outcome == .found(150))
    #expect(try Self.solve(device, frameRate: 120).outcome == .found(70))
  }

  @Test func uncertaintyAndHeatLowerCaps() throws {
    let unsure = try Self.solve(Self.device(nanosecondsPerFlake: 49_900, uncertainty: 0.5))
    #expect(unsure.outcome == .found(200))
    var device = Self.device(nanosecondsPerFlake: 49_900)
    device.costs?.sustained = [DeviceCosts.Sustained(afterSeconds: 600, speed: 0.5)]
    // Busy for a share of the time, it loses that share of the half: of 16.67 ms, 10.3 ms for 207
    // flakes are 62 %, at 69 % of the speed they take 15 ms.
    #expect(try Self.solve(device, sustained: 600).outcome == .found(200))
    #expect(try Self.solve(device).outcome == .found(300))
  }

  @Test func whatCannotBeIsSaid() throws {
    let hopeless = try Self.solve(Self.device(nanosecondsPerFlake: 3_000_000))
    let reason = "10 flakes already take 200 % of what a frame may take"
    #expect(hopeless.outcome == .impossible(reason))
    var device = Self.device(nanosecondsPerFlake: 1)
    device.costs = nil
    #expect(try Self.solve(device).outcome == .impossible("the device class has no cost table"))
    var table = CostTable()
    if let unit = WorkUnit(named: "step.particle") { table[unit] = 1 }
    device.costs = DeviceCosts(origin: .measured(table), source: "made up", uncertainty: 0)
    guard case .refused(let units) = try Self.solve(device).outcome else {
      Issue.record("costs are missing")
      return
    }
    #expect(units.contains("raster.frame"))
  }

  @Test func sceneWithoutACountIsJudgedAsItIs() throws {
    let device = Self.device(nanosecondsPerFlake: 1)
    let result = try Self.solve(device, scene: "calm-static")
    #expect(result.outcome == .found(0) && result.quantum == 0)
  }

  @Test func trialsCountWhatTheyDoEveryTimeAlike() throws {
    let entry = try #require(Self.scenes.entry(named: "snowglobe"))
    var plan = RunPlan(
      seed: 1, frameCount: 8, clock: FrameClock(framesPerSecond: 60),
      canvas: Canvas(widthPoints: 60, heightPoints: 90, scale: 1),
      parameters: entry.descriptor.defaultParameters)
    plan.parameters[Snowglobe.Parameter.flakes] = 30
    var first = try #require(entry.trial(plan, true, { false }))
    let second = try #require(entry.trial(plan, true, { false }))
    #expect(first.works.count == 8 && first.nanoseconds.count == 8)
    #expect(first.works.allSatisfy { $0.particleSteps == 30 && $0.hasPixels })
    let isSame = first.keepShorterTimes(of: second)
    #expect(isSame)
    var spoiled = second
    spoiled.works[3].particleSteps += 1
    let isStillSame = first.keepShorterTimes(of: spoiled)
    #expect(!isStillSame)
    #expect(entry.trial(plan, true, { true }) == nil)
  }
}
