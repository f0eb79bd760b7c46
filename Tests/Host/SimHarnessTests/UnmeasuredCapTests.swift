import SimMath
import SimFormats
import SimHarness
import SimRaster
import SimRuntime
import SimInput
import Testing

/// Goal: a cap is only found from frames that were measured whole, and from those of its own plan.
///
/// Method: plans spent in the background, a scene with a pixel stage, and one solver asked twice.
struct UnmeasuredCapTests {
  private static var scenes: SceneRegistry {
    var scenes = SceneRegistry()
    scenes.register(PlantScene.self)
    scenes.register(StagedScene.self)
    return scenes
  }

  /// A class on which everything is free.
  private static var device: Device {
    var device = BuiltInDevices.all[0]
    device.costs = nil
    device.renderers = [RendererCosts(name: "canvas", isMeasured: false, source: "made up")]
    return device
  }

  private static func scenario(scene: String = "plant", frames: UInt32 = 6) -> Scenario {
    var scenario = Scenario.planted(frames: frames)
    scenario.scene = scene
    scenario.device = device
    if scene == "staged" {
      scenario.plan.parameters = StagedScene.descriptor.defaultParameters
    }
    return scenario
  }

  @Test func framesInTheBackgroundFindNoCap() throws {
    var solver = CapSolver(Self.scenes, options: CapSolver.Options())
    var scenario = Self.scenario()
    #expect(try solver.solve(scenario).outcome == .found(10))
    scenario.plan.backgroundSpans = [FrameSpan(start: 0, end: 6)]
    let outcome = try solver.solve(scenario).outcome
    #expect(outcome == .impossible("every frame was in the background"))
  }

  @Test func pixelStagesCostWhatTheirPixelsDo() throws {
    var solver = CapSolver(Self.scenes, options: CapSolver.Options())
    var scenario = Self.scenario(scene: "staged")
    scenario.device.renderers[0].graphics[.passes] = CostInterval(100, 200, 300)
    scenario.device.renderers[0].graphics[.pixelsMoved] = CostInterval(1, 2, 3)
    let result = try solver.solve(scenario)
    #expect(result.outcome == .found(0))
    // A pass stores what it made and reads what the last one left.
    let point = try #require(result.points.first)
    #expect(point.optimistic.graphics == 100 + 2 * StagedScene.pixels)
    #expect(point.nominal.graphics == 200 + 4 * StagedScene.pixels)
    #expect(point.pessimistic.graphics == 300 + 6 * StagedScene.pixels)
  }

  @Test func onlyEqualPlansShareTheirRuns() throws {
    var (runs, last) = (0, 0)
    func added() -> Int {
      defer { last = runs }
      return runs - last
    }
    try withoutActuallyEscaping({ runs += 1 }) { count in
      var options = CapSolver.Options()
      options.onRun = count
      var solver = CapSolver(Self.scenes, options: options)
      var scenario = Self.scenario()
      _ = try solver.solve(scenario)
      let all = added()
      #expect(all > 4)
      // Another class with the same plan.
      scenario.device.name = "another"
      _ = try solver.solve(scenario)
      #expect(added() == 0)
      // The same canvas, rates and input, and yet other frames.
      scenario.plan.seed += 1
      _ = try solver.solve(scenario)
      #expect(added() == all)
    }
  }
}

/// A scene with a pixel stage and nothing else.
struct StagedScene: SimScene {
  static var descriptor: SceneDescriptor {
    SceneDescriptor(
      name: "staged", summary: "One pixel stage.", requirements: ["X-TEST"],
      commandCapacity: 4, behaviorVersion: 1, stages: ["nothing"])
  }

  func renderPixels<Observer: PhaseObserver & ~Copyable>(
    with work: inout Void, into list: inout DisplayList, _ observer: inout Observer
  ) -> RasterWork {
    var work = RasterWork()
    work.pixelsFilled = UInt32(Self.pixels)
    return work
  }

  /// Pixels that the stage says it wrote in each frame.
  static var pixels: Double { 1000 }

  init(_ context: SceneContext) {}
  mutating func step(_ input: borrowing FrameInput) {}
  func draw(into list: inout DisplayList) { list.fill(StraightColor(hex: 0x203040)) }
  mutating func visitState(_ visitor: inout some StateVisitor) {}
}
