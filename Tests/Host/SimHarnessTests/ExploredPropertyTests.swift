import SimFormats
import SimHarness
import SimInput
import SimMath
import SimRaster
import SimRuntime
import SimTracing
import SimbenchKit
import Testing

/// Goal: what is looked at without a scene saying so is found where it does not hold, and only
/// there: members beyond the canvas, letters that cannot be completed, pictures that flash, change
/// too fast or show ink late; and the laws of the mirror and of sampling.
///
/// Method: small scenes, each sound or with one fault.
@Suite(.serialized) struct ExploredPropertyTests {
  private static func scenario(
    _ scene: String, frames: UInt32 = 240, parameters: ParameterValues = ParameterValues([])
  ) throws -> Scenario {
    let device = try #require(BuiltInDevices.all.first { $0.name == "iphone-12" })
    var plan = RunPlan(
      seed: 8, frameCount: frames, clock: FrameClock(framesPerSecond: 60),
      canvas: SceneCanvas(widthPoints: 100, heightPoints: 160, scale: 1), parameters: parameters)
    var drag = InputGenerator.standard(.drag)
    drag.eventsPerMinute = 60
    plan.generators = [.standard(.toddlerMash), drag, .standard(.slowTilt)]
    return Scenario(name: scene, scene: scene, device: device, plan: plan)
  }

  private static func entry<S: SimScene & ~Copyable>(_ scene: S.Type) throws -> SceneRegistry.Entry
  {
    var scenes = SceneRegistry()
    scenes.register(scene)
    return try #require(scenes.entries.first)
  }

  private static func outcome<S: SimScene & ~Copyable>(
    _ scene: S.Type, _ scenario: Scenario, seesPixels: Bool = false
  ) throws -> Explorer.Outcome {
    let watched = seesPixels ? scenario : nil
    let session = try entry(scene).explore(scenario.plan, false, watched)
    try session.run(to: scenario.plan.frameCount)
    return Explorer.Outcome(
      session, BuiltInProperty.properties(of: S.descriptor, watching: watched).map { $0.name })
  }

  // MARK: - Members

  @Test func memberThatLeavesTheCanvasIsFound() throws {
    let scenario = try Self.scenario("walk")
    #expect(try Self.outcome(WalkScene<WalkChoices.Sound>.self, scenario).failure == nil)
    let failure = try #require(
      try Self.outcome(WalkScene<WalkChoices.WalksOff>.self, scenario).failure)
    #expect(failure.property == "on-canvas" && failure.requirement == "BV-ROTATE")
    #expect(failure.field == "walkers[2]" && failure.limit == "100 × 160 points", "\(failure)")
  }

  @Test(arguments: [Float(0), 5]) func strayIsBeyondTheAllowance(allowance: Float) {
    let canvas = SceneCanvas(widthPoints: 10, heightPoints: 20, scale: 1)
    func stray(_ x: Float, _ y: Float) -> UInt32? {
      StrayMember("them", x: [5, x], y: [5, y], on: canvas, allowance: allowance)?.index
    }
    for (x, y) in [(-allowance, 0), (10 + allowance, 20 + allowance), (3, -allowance)] {
      #expect(stray(x, y) == nil)
    }
    for (x, y) in [(-allowance - 0.1, 0), (10.1 + allowance, 3), (3, 20.1 + allowance)] {
      #expect(stray(x, y) == 1)
    }
    #expect(stray(.nan, 3) == 1 && stray(3, .infinity) == 1)
  }

  // MARK: - Laws

  @Test func mirrorFindsASceneThatLeans() throws {
    let plan = try Self.scenario("walk").plan
    let sound = try Self.entry(WalkScene<WalkChoices.Sound>.self).law(.mirror, plan)
    #expect(sound.isChecked && sound.failure == nil, "\(sound)")
    let leaning = try Self.entry(WalkScene<WalkChoices.LeansRight>.self).law(.mirror, plan)
    let failure = try #require(leaning.failure)
    #expect(failure.property == "law-mirror" && failure.field == "x[0]", "\(failure)")
  }

  @Test func mirrorFindsFieldsThatAreInUseOnOneSide() throws {
    let plan = try Self.scenario("walk").plan
    let hiding = try Self.entry(WalkScene<WalkChoices.HidesLeft>.self).law(.mirror, plan)
    let failure = try #require(hiding.failure)
    #expect(failure.value == "a state with other fields in use", "\(failure)")
  }

  @Test func randomStepHasNoMirrorImage() throws {
    let plan = try Self.scenario("walk").plan
    let drawing = try Self.entry(WalkScene<WalkChoices.Draws>.self).law(.mirror, plan)
    #expect(!drawing.isChecked && drawing.failure == nil, "\(drawing)")
  }

  @Test func samplingFindsInkThatCountsSamples() throws {
    var scenario = try Self.scenario(
      "trace", frames: 600, parameters: LetterTracing.descriptor.defaultParameters)
    scenario.plan.canvas = SceneCanvas(widthPoints: 390, heightPoints: 844, scale: 1)
    scenario.plan.writer = Writer(skill: .sixYearOld)
    let sound = try Self.entry(LetterTracing.self).law(.sampling, scenario.plan)
    #expect(sound.isChecked && sound.failure == nil, "\(sound)")
    let found = try Self.entry(FaultyTrace<FaultChoices.CountsSamples>.self)
      .law(.sampling, scenario.plan)
    let failure = try #require(found.failure)
    #expect(failure.property == "law-sampling" && failure.field == "covered", "\(failure)")
    scenario.plan.writer = nil
    #expect(try !Self.entry(LetterTracing.self).law(.sampling, scenario.plan).isChecked)
  }

  @Test func tracesAtTwoRatesMayBeATwentiethApart() throws {
    var scenario = try Self.scenario(
      "trace", frames: 60, parameters: LetterTracing.descriptor.defaultParameters)
    scenario.plan.canvas = SceneCanvas(widthPoints: 390, heightPoints: 844, scale: 1)
    scenario.plan.writer = Writer(skill: .sixYearOld)
    let near = try Self.entry(FaultyTrace<FaultChoices.Near>.self).law(.sampling, scenario.plan)
    #expect(near.isChecked && near.failure == nil, "\(near)")
    let apart = try Self.entry(FaultyTrace<FaultChoices.Apart>.self).law(.sampling, scenario.plan)
    #expect(apart.failure?.field == "covered", "\(apart)")
  }

  // MARK: - Letters

  @Test func letterThatCannotBeCompletedIsFound() throws {
    var scenario = try Self.scenario(
      "trace", frames: 30, parameters: LetterTracing.descriptor.defaultParameters)
    scenario.plan.canvas = SceneCanvas(widthPoints: 390, heightPoints: 844, scale: 1)
    let sound = try Self.outcome(LetterTracing.self, scenario)
    let properties = BuiltInProperty.properties(of: LetterTracing.descriptor, watching: nil)
    let place = try #require(properties.firstIndex(of: .completionReachable))
    #expect(sound.failure == nil && sound.checked[place] == 1)
    let found = try Self.outcome(FaultyTrace<FaultChoices.NeverDone>.self, scenario)
    let failure = try #require(found.failure)
    #expect(failure.property == "completion-reachable" && failure.frame == 29, "\(failure)")
    #expect(failure.field == "covered" && failure.limit == "complete within 60 seconds")
  }

  // MARK: - Pictures

  @Test func flashIsFound() throws {
    let scenario = try Self.scenario("walk", frames: 90)
    let sound = try Self.outcome(
      WalkScene<WalkChoices.Sound>.self, scenario, seesPixels: true)
    #expect(sound.failure == nil)
    let flashing = try Self.outcome(
      WalkScene<WalkChoices.Flashes>.self, scenario, seesPixels: true)
    let failure = try #require(flashing.failure)
    #expect(failure.property == "flash" && failure.requirement == "BV-FLASH", "\(failure)")
    // Nobody looks at pictures that are not painted.
    #expect(try Self.outcome(WalkScene<WalkChoices.Flashes>.self, scenario).failure == nil)
  }

  @Test func changeBeyondTheScenariosLimitIsFound() throws {
    var scenario = try Self.scenario("walk", frames: 60)
    let budget = Budget(
      id: "X", measure: .at("calmness.localChange.worst"), bound: .atMost, limit: 0.02)
    scenario.budgets = [budget]
    let found = try Self.outcome(
      WalkScene<WalkChoices.Flashes>.self, scenario, seesPixels: true)
    #expect(found.failure?.property == "calm", "\(found)")
    #expect(found.failure?.limit == "0.02")
    let sound = try Self.outcome(WalkScene<WalkChoices.Sound>.self, scenario, seesPixels: true)
    #expect(sound.failure == nil)
  }

  @Test func lateInkIsFound() throws {
    var scenario = try Self.scenario(
      "trace", frames: 90, parameters: LetterTracing.descriptor.defaultParameters)
    scenario.plan.canvas = SceneCanvas(widthPoints: 200, heightPoints: 400, scale: 1)
    scenario.plan.generators = []
    scenario.plan.writer = Writer(skill: .adult)
    #expect(try Self.outcome(LetterTracing.self, scenario, seesPixels: true).failure == nil)
    let late = try Self.outcome(
      FaultyTrace<FaultChoices.LateInk>.self, scenario, seesPixels: true)
    #expect(late.failure?.property == "stroke-latency", "\(late)")
    #expect(late.failure?.requirement == "SC-INK")
  }
}

/// What a walker's scene does.
enum WalkFault {
  case sound, walksOff, leansRight, hidesLeft, draws, flashes
}

/// Which one a scene has: no parameter, since parameters are drawn.
protocol WalkChoice {
  static var fault: WalkFault { get }
}

/// The choices.
enum WalkChoices {
  enum Sound: WalkChoice { static var fault: WalkFault { .sound } }
  enum WalksOff: WalkChoice { static var fault: WalkFault { .walksOff } }
  enum LeansRight: WalkChoice { static var fault: WalkFault { .leansRight } }
  enum HidesLeft: WalkChoice { static var fault: WalkFault { .hidesLeft } }
  enum Draws: WalkChoice { static var fault: WalkFault { .draws } }
  enum Flashes: WalkChoice { static var fault: WalkFault { .flashes } }
}

/// Three who walk where fingers are.
private struct WalkScene<Choice: WalkChoice>: SimScene {
  static var descriptor: SceneDescriptor {
    SceneDescriptor(
      name: "walk", summary: "Three who walk where fingers are.", requirements: [],
      commandCapacity: 4, hasPlaces: true, hasMirror: true)
  }

  private var x: [Float]
  private var y: [Float]
  private var tilt: Float = 0
  private var steps: UInt32 = 0
  private var isRight = false
  private let seed: UInt64

  init(_ context: SceneContext) {
    seed = context.seed
    x = [20, 50, 90]
    y = [30, 60, 90]
  }

  mutating func step(_ input: borrowing FrameInput) {
    steps &+= 1
    if let touch = input.touches.first { isRight = touch.position.x > 50 }
    tilt = 0.9 * tilt + (input.motion?.rotationRateY ?? 0) * 0.1
    for index in x.indices {
      var stream = RandomStream(seed: seed, name: "walk", index: steps)
      for touch in input.touches {
        let way = touch.position - Vector2(x[index], y[index])
        x[index] += way.x * 0.1
        y[index] += way.y * 0.1
      }
      x[index] = min(max(x[index] + tilt, 0), 100)
      switch Choice.fault {
      case .walksOff where index == 2: x[index] += Float(steps)
      case .leansRight: x[index] += 0.05
      case .draws: x[index] += stream.range(-0.1, 0.1)
      default: break
      }
    }
  }

  borrowing func draw(into list: inout DisplayList) {
    let isBright = Choice.fault == .flashes && steps & 4 != 0
    list.fill(StraightColor(hex: isBright ? 0xFF_FFFF : 0x20_2020))
  }

  func strayMember(on canvas: SceneCanvas) -> StrayMember? {
    StrayMember("walkers", x: x, y: y, on: canvas, allowance: 20)
  }

  mutating func mirror(across width: Float) -> UInt32? {
    for index in x.indices { x[index] = width - x[index] }
    tilt = -tilt
    return Choice.fault == .draws ? steps : 0
  }

  mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.constant(seed, "seed")
    visitor.field(&isRight, "isRight")
    visitor.when(Choice.fault != .hidesLeft || isRight) { $0.field(&tilt, "tilt") }
    visitor.field(&x, "x")
    visitor.field(&y, "y")
    visitor.field(&steps, "steps")
  }
}

/// What is wrong with a letter to trace.
enum TraceFault: Equatable {
  case countsSamples, neverDone, lateInk
  /// Frames of several samples cover so much more.
  case coversMore(Float)
}

/// Which one a scene has.
protocol TraceFaultChoice {
  static var fault: TraceFault { get }
}

/// The choices.
enum FaultChoices {
  enum CountsSamples: TraceFaultChoice { static var fault: TraceFault { .countsSamples } }
  enum NeverDone: TraceFaultChoice { static var fault: TraceFault { .neverDone } }
  enum LateInk: TraceFaultChoice { static var fault: TraceFault { .lateInk } }
  enum Near: TraceFaultChoice { static var fault: TraceFault { .coversMore(0.0495) } }
  enum Apart: TraceFaultChoice { static var fault: TraceFault { .coversMore(0.0505) } }
}

/// A letter to trace with one fault.
private struct FaultyTrace<Choice: TraceFaultChoice>: SimScene {
  static var descriptor: SceneDescriptor { LetterTracing.descriptor }
  static func touchTrack(for plan: RunPlan) -> TouchTrack { LetterTracing.touchTrack(for: plan) }

  private var scene: LetterTracing
  private var shown: LetterTracing
  private var samples: UInt32 = 0
  private var mostSamples: UInt32 = 0

  init(_ context: SceneContext) {
    scene = LetterTracing(context)
    shown = scene
  }

  mutating func prepare(_ list: inout DisplayList) {
    scene.prepare(&list)
    shown = scene
  }

  mutating func resize(to canvas: SceneCanvas) { scene.resize(to: canvas) }

  mutating func step(_ input: borrowing FrameInput) {
    if Choice.fault == .lateInk { shown = scene }
    samples &+= UInt32(input.samples.count)
    mostSamples = max(mostSamples, UInt32(input.samples.count))
    scene.step(input)
  }

  func tracing() -> TracingState? {
    var state = scene.tracing()
    switch Choice.fault {
    case .countsSamples: state?.covered = min(1, Float(samples) / 2_000)
    case .neverDone: state?.isComplete = false
    case .coversMore(let share): state?.covered = 0.5 + (mostSamples > 1 ? share : 0)
    case .lateInk: break
    }
    return state
  }

  func inkRadius(of touch: Touch, pressure: Float) -> Float? {
    scene.inkRadius(of: touch, pressure: pressure)
  }

  func drawRetained(into list: inout DisplayList) { scene.drawRetained(into: &list) }

  func draw(into list: inout DisplayList) {
    if Choice.fault == .lateInk { shown.draw(into: &list) } else { scene.draw(into: &list) }
  }

  func count(into populations: inout PopulationCounts) { scene.count(into: &populations) }

  mutating func visitState(_ visitor: inout some StateVisitor) {
    scene.visitState(&visitor)
    visitor.field(&samples, "samples")
    visitor.field(&mostSamples, "mostSamples")
  }
}
