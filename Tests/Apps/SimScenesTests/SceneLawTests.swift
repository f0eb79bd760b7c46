import SimMath
import SimRaster
import SimRuntime
import SimScenes
import SimInput
import TestTier
import Testing

/// Goal: what every scene of the catalog owes holds for each of them, and for the next one.
///
/// Method: the same checks run with each type: storms of input with every frame checked, equal
/// runs, pauses, any number of fingers, many canvases, rest, and every bit of the state in the
/// digest. Scenes with planted faults must fail the same checks.
struct SceneLawTests {
  @Test func exceptionsAreScenesOfTheCatalogue() {
    let exceptions = SceneKind.flowing.union(SceneKind.breathing).union(SceneKind.measuring)
    #expect(exceptions.subtracting(SceneKind.all.map { $0.name }) == [])
  }

  // MARK: - Storms

  @Test(arguments: SceneKind.all)
  func capsHoldInEveryFrameOfAStorm(kind: SceneKind) {
    func check<S: SimScene>(_ type: S.Type) {
      let frames: UInt32 = Tier.isDebug ? 14 : 1400
      var plan = SceneRuns.stormyPlan(type, seed: 3, frames: frames)
      plan.parameters = ParameterValues(S.descriptor.parameters.map { $0.maximum })
      plan.generators.append(InputGenerator(kind: .multiTap, eventsPerMinute: 600))
      let problems = SceneLaws.problems(type, plan)
      #expect(problems.isEmpty, "\(problems.prefix(3))")
    }
    check(kind.type)
  }

  @Test(arguments: SceneKind.all)
  func sameSeedGivesSameDigestsAndAPauseInsertsNothing(kind: SceneKind) {
    func check<S: SimScene>(_ type: S.Type) {
      let frames: UInt32 = Tier.isDebug ? 14 : 400
      let plan = SceneRuns.stormyPlan(type, seed: 5, frames: frames)
      let digests = SceneRuns.digests(type, plan)
      #expect(digests == SceneRuns.digests(type, plan))
      #expect(Set(digests).count == digests.count)
      var straight = plan
      straight.canvasChanges = []
      var paused = straight
      paused.frameCount += 34
      paused.backgroundSpans = [FrameSpan(start: 5, end: 35), FrameSpan(start: 38, end: 42)]
      let found = SceneRuns.digests(type, paused)
      #expect(Set(found[4..<35]).count == 1 && Set(found[37..<42]).count == 1)
      let active = Array(found[..<5] + found[35..<38] + found[42...])
      #expect(active == SceneRuns.digests(type, straight))
    }
    check(kind.type)
  }

  @Test(arguments: SceneKind.all, [0, 1, 2, 5, 10])
  func anyNumberOfFingersIsTaken(kind: SceneKind, fingers: Int) {
    func check<S: SimScene>(_ type: S.Type) {
      var scene = SceneRuns.scene(type)
      let phases: [TouchPhase] = [.began, .moved, .stationary, .ended, .cancelled]
      for frame in 0..<40 {
        let touches = (0..<fingers).map { index in
          Globes.touch(
            phases[(frame + index) % 5],
            at: Vector2(Float(frame * 97 % 400), Float((frame + index) * 211 % 850)),
            from: Vector2(Float(index * 39), Float(index * 84)), id: UInt32(index + 1))
        }
        SceneRuns.step(&scene, touches, motion: frame % 3 == 0 ? Globes.shaking(frame) : nil)
        let problem = SceneLaws.problem(of: scene)
        #expect(problem == nil, "frame \(frame)")
      }
    }
    check(kind.type)
  }

  static let canvases: [(Float, Float, Float)] = [
    (320, 568, 1), (1366, 1024, 1), (390, 844, 3), (1024, 1366, 2), (568, 320, 2), (120, 100, 1),
    (320, 320, 1),
  ]

  @Test(arguments: SceneKind.all)
  func everyCanvasIsTakenInTheMiddleOfARun(kind: SceneKind) {
    func check<S: SimScene>(_ type: S.Type) {
      var scene = SceneRuns.scene(type)
      for (width, height, scale) in Self.canvases {
        scene.resize(to: SceneCanvas(widthPoints: width, heightPoints: height, scale: scale))
        for frame in 0..<20 {
          let touch = Globes.touch(.moved, at: Vector2(width / 2, 0), from: Vector2(0, height))
          SceneRuns.step(&scene, [touch], motion: Globes.shaking(frame))
          #expect(SceneLaws.problem(of: scene) == nil, "\(width) by \(height), frame \(frame)")
        }
      }
    }
    check(kind.type)
  }

  // MARK: - Rest

  /// A scene that comes to rest shows the same pixels; one that flows changes them slowly.
  @Test(arguments: SceneKind.all)
  func withoutInputItComesToRestOrFlowsSlowly(kind: SceneKind) {
    func check<S: SimScene>(_ type: S.Type) {
      let isBreathing = SceneKind.breathing.contains(kind.name)
      // Light that breathes needs no minute to come to rest, and its scene has many members.
      let change = SceneLaws.changeAfterRest(
        type, seconds: isBreathing && Tier.isDebug ? 10 : 60,
        most: isBreathing ? 600 : Globes.longRunFlakes)
      if SceneKind.flowing.contains(kind.name) {
        #expect(change > 0.1 && change < 8, "\(change)")
      } else if isBreathing {
        #expect(change > 0.1 && change < 2, "\(change)")
      } else {
        #expect(change < 0.05, "\(change)")
      }
    }
    check(kind.type)
  }

  // MARK: - Planted faults

  @Test func plantedFaultsAreFound() {
    let plan = SceneRuns.stormyPlan(Planted.self, seed: 1, frames: 30)
    Planted.fault = .none
    #expect(SceneLaws.problems(Planted.self, plan).isEmpty)
    for fault in [Planted.Fault.cap, .number, .commands] {
      Planted.fault = fault
      #expect(!SceneLaws.problems(Planted.self, plan).isEmpty, "\(fault)")
    }
  }

  /// A scene that breaks one law at a time.
  private struct Planted: SimScene {
    enum Fault { case none, cap, number, commands }
    /// Written by the one test that runs it.
    nonisolated(unsafe) static var fault = Fault.none
    var count: UInt32 = 0

    enum Population: UInt8, PopulationKey {
      case things

      var descriptor: PopulationDescriptor {
        .members("things", "Things.", cap: 8, requirement: "NONE")
      }
    }

    static var descriptor: SceneDescriptor {
      SceneDescriptor(
        name: "planted", summary: "Faults.", requirements: [],
        populations: Population.descriptors, commandCapacity: 2)
    }

    init(_ context: SceneContext) {}
    mutating func step(_ input: borrowing FrameInput) { count += 1 }
    func draw(into list: inout DisplayList) {
      for _ in 0..<(Self.fault == .commands ? 3 : 1) { list.fill(StraightColor(hex: 0)) }
    }
    mutating func visitState(_ visitor: inout some StateVisitor) {
      visitor.constant(Self.fault == .number ? Float.nan : 0, "number")
    }
    func count(into populations: inout PopulationCounts) {
      populations[Population.things] = Self.fault == .cap ? count : 8
    }
  }
}
