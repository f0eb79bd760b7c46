import SimFormats
import SimHarness
import SimInput
import SimMath
import SimRaster
import SimRuntime
import Testing

/// Goal: caps follow from a renderer's costs on both parts of a device, and say what bounds them.
///
/// Method: a scene of so many discs of a hundred pixels each, and devices that pay for little, so
/// that times follow on paper.
struct RendererCapTests {
  private static var scenes: SceneRegistry {
    var scenes = SceneRegistry()
    scenes.register(DiscScene.self)
    return scenes
  }

  /// A class without costs; a frame may take 15 ms.
  private static func device(
    _ name: String = "made-up", _ renderers: [RendererCosts] = [], side: Float = 400
  ) -> Device {
    Device(
      name: name, title: "Made up", widthPoints: side, heightPoints: side, scale: 1,
      pixelsPerInch: 100, refreshRate: 60, touchSamplesPerSecond: 60, pencilSamplesPerSecond: 0,
      pipelineDepth: 2, renderers: renderers)
  }

  private static func costs(
    _ name: String = "canvas", primitive: CostInterval = .none, blended: CostInterval = .none,
    processorFrame: Double = 0
  ) -> RendererCosts {
    var costs = RendererCosts(name: name, isMeasured: false, source: "made up")
    costs.processor[.primitives] = primitive
    costs.processor.frame = CostInterval(processorFrame, processorFrame, processorFrame)
    costs.graphics[.pixelsBlended] = blended
    return costs
  }

  private static func exactly(_ cost: Double) -> CostInterval { CostInterval(cost, cost, cost) }

  private static func solve(
    _ device: Device, renderer: String? = nil, frameRate: UInt32 = 60, seconds: Double = 0
  ) throws -> CapResult {
    var options = CapSolver.Options()
    options.renderer = renderer
    var solver = CapSolver(scenes, options: options)
    let plan = RunPlan(
      seed: 1, frameCount: 2, clock: FrameClock(framesPerSecond: frameRate),
      canvas: SceneCanvas(
        widthPoints: device.widthPoints, heightPoints: device.heightPoints, scale: 1),
      parameters: DiscScene.descriptor.defaultParameters)
    return try solver.solve(
      Scenario(name: "discs", scene: "discs", device: device, plan: plan), afterSeconds: seconds)
  }

  @Test func theProcessorBoundsWhatItRecords() throws {
    // The background is a primitive, too: 300 discs and it are 15 ms at 49.8 us each.
    let result = try Self.solve(Self.device("a", [Self.costs(primitive: Self.exactly(49_800))]))
    #expect(result.outcome == .found(300) && result.bound == .cpu)
    #expect(result.renderer == "canvas" && !result.isMeasured)
    let point = try #require(result.point(at: 300))
    #expect(abs(point.nominal.processor - 301 * 49_800) < 1 && point.nominal.graphics == 0)
    #expect(point.nominal.latency == point.nominal.processor)
  }

  @Test func theGraphicsProcessorBoundsWhatItPaints() throws {
    // A disc is 100 pixels: 300 of them are 30,000, and 15 ms at 499 ns each.
    let result = try Self.solve(Self.device("a", [Self.costs(blended: Self.exactly(499))]))
    #expect(result.outcome == .found(300) && result.bound == .gpu)
    let point = try #require(result.point(at: 310))
    #expect(abs(point.nominal.graphics - 31_000 * 499) < 1)
  }

  @Test func bothTogetherAreLatencyAndBoundShortPipelines() throws {
    var costs = Self.costs(primitive: Self.exactly(24_900), blended: Self.exactly(249))
    costs.processor[.primitives] = Self.exactly(24_900)
    var device = Self.device("a", [costs])
    #expect(try Self.solve(device).outcome == .found(600), "7.5 ms each, side by side")
    device.pipelineDepth = 1
    let result = try Self.solve(device)
    #expect(result.outcome == .found(300) && result.bound == .latency)
  }

  @Test func capsAreIntervalsAsCostsAre() throws {
    let primitive = CostInterval(24_900, 49_800, 99_500)
    let result = try Self.solve(Self.device("a", [Self.costs(primitive: primitive)]))
    #expect(result.outcome == .found(140) && result.nominalCap == 300)
    #expect(result.optimisticCap == 600)
    let headroom = try #require(result.headroom)
    // 141 times 99.5 us of 16.67 ms.
    #expect(abs(headroom - (1 - 141 * 99_500 / 16_666_666.67)) < 1e-6)
  }

  @Test func theProductBoundsWhatIsCheap() throws {
    let result = try Self.solve(Self.device("a", [Self.costs(primitive: Self.exactly(1))]))
    #expect(result.outcome == .found(600) && result.bound == .product)
  }

  @Test func anotherRendererHasOtherCosts() throws {
    let device = Self.device(
      "a",
      [
        Self.costs("canvas", primitive: Self.exactly(49_800)),
        Self.costs("mine", primitive: Self.exactly(149_000)),
      ])
    #expect(try Self.solve(device, renderer: "mine").outcome == .found(90))
    #expect(try Self.solve(device).outcome == .found(300), "the scene's own is canvas")
    let unknown = try Self.solve(device, renderer: "yours")
    #expect(unknown.outcome == .impossible("the device class has no costs of the renderer yours"))
  }

  @Test func partsLoseSpeedByTheirOwnLoad() throws {
    var costs = Self.costs(primitive: Self.exactly(49_800))
    let heat = RendererCosts.Heat(afterSeconds: 600, speed: CostInterval(0.5, 0.5, 0.5))
    costs.graphics.sustained = [heat]
    costs.sustainedSource = "made up"
    // Only the GPU gets hot, and it does nothing.
    #expect(try Self.solve(Self.device("a", [costs]), seconds: 600).outcome == .found(300))
    costs.processor.sustained = [heat]
    let hot = try Self.solve(Self.device("a", [costs]), seconds: 600)
    // 207 primitives are 10.3 ms, 62 % of 16.67 ms; at 69 % of the speed they take 15 ms.
    #expect(hot.outcome == .found(200))
    // A light frame hardly heats: 11 primitives are 3 % of the time and lose 1.6 % of the speed.
    let light = try #require(hot.points.first { $0.count == 120 })
    let (cool, load) = (121 * 49_800.0, 121 * 49_800.0 / 16_666_666.67)
    #expect(abs(light.nominal.processor - cool / (1 - 0.5 * load)) < 1)
  }

  @Test func aMeasuredCapIsTaken() throws {
    var costs = Self.costs(primitive: Self.exactly(49_800))
    costs.measuredCaps = [
      RendererCosts.MeasuredCap(
        scene: "discs", frameRate: 60, count: CostInterval(520, 507, 499))
    ]
    let device = Self.device("a", [costs])
    let result = try Self.solve(device)
    #expect(result.outcome == .found(490) && result.nominalCap == 500)
    #expect(result.optimisticCap == 520 && result.isMeasured)
    // At another rate, or hot, costs decide.
    #expect(try Self.solve(device, seconds: 1).outcome == .found(300))
    #expect(try Self.solve(device, frameRate: 30).outcome == .found(600))
  }

  // MARK: - Order

  @Test func aStrongerClassWithFewerSaysWhy() throws {
    let weak = Self.costs(primitive: Self.exactly(20_000), blended: Self.exactly(100))
    var strong = Self.costs(primitive: Self.exactly(10_000), blended: Self.exactly(499))
    func flags(_ strongSide: Float) throws -> [String] {
      var caps = [
        try Self.solve(Self.device("weak", [weak])),
        try Self.solve(Self.device("strong", [strong], side: strongSide)),
      ]
      CapOrder.flag(&caps)
      #expect(caps[0].flags.isEmpty && caps[1].cap < caps[0].cap)
      return caps[1].flags
    }
    let first = "fewer than weak (600), which has the slower processor: "
    #expect(try flags(400) == [first + "a GPU that fills fewer pixels per second"])
    #expect(
      try flags(800) == [first + "4.0 times the pixels, a GPU that fills fewer pixels per second"])
    // A detector has to find the fault that nothing explains.
    strong = Self.costs(primitive: Self.exactly(10_000), blended: Self.exactly(90))
    strong.graphics.frame = Self.exactly(13e6)
    #expect(try flags(400) == [first + CapOrder.unexplained])
    // Equal caps are no matter.
    var same = [
      try Self.solve(Self.device("weak", [weak])), try Self.solve(Self.device("other", [weak])),
    ]
    CapOrder.flag(&same)
    #expect(same.allSatisfy { $0.flags.isEmpty })
  }

  @Test func levelsGoFromHotToCool() throws {
    var costs = Self.costs(primitive: CostInterval(24_900, 49_800, 49_800))
    costs.processor.sustained = [
      RendererCosts.Heat(afterSeconds: 600, speed: CostInterval(0.5, 0.5, 0.5))
    ]
    let device = Self.device("a", [costs])
    let (cool, hot) = (try Self.solve(device), try Self.solve(device, seconds: 600))
    let levels = try #require(CapLevels(cool: cool, hot: hot))
    #expect(levels.minimum == 200 && levels.start == 300 && levels.maximum == 600)
    #expect(levels.quantum == 20, "a step is at least a fiftieth of the most")
  }
}

/// Discs of a hundred pixels each on a plain background.
struct DiscScene: SimScene {
  enum Parameter: UInt8, ParameterKey {
    case discs

    var descriptor: ParameterDescriptor {
      .whole("discs", "Discs.", 1...600, default: 600)
    }
  }

  enum Population: UInt8, PopulationKey {
    case discs

    var descriptor: PopulationDescriptor {
      .members("discs", "Discs.", cap: 600, requirement: "X-TEST")
    }
  }

  static var descriptor: SceneDescriptor {
    SceneDescriptor(
      name: "discs", summary: "Discs.", requirements: ["X-TEST"],
      parameters: Parameter.descriptors, populations: Population.descriptors,
      commandCapacity: 700)
  }

  private let count: UInt32

  init(_ context: SceneContext) { count = UInt32(context.parameters[Parameter.discs]) }
  mutating func step(_ input: borrowing FrameInput) {}
  func draw(into list: inout DisplayList) {
    list.fill(StraightColor(hex: 0x203040))
    for index in 0..<count {
      let (column, row) = (Float(index % 30), Float(index / 30))
      list.disc(
        center: Vector2(column * 12 + 8, row * 12 + 8), radius: 4,
        color: StraightColor(hex: 0xFFFFFF))
    }
  }
  mutating func visitState(_ visitor: inout some StateVisitor) {}
  func count(into populations: inout PopulationCounts) {
    populations[Population.discs] = count
  }
}
