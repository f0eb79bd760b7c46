import SimFormats
import SimHarness
import SimInput
import SimMath
import SimRuntime
import SimbenchKit
import Testing

/// Goal: what has to hold of two runs that differ in one thing holds for sound scenes, and the
/// faults that it is there for are found.
///
/// Method: a small scene with members that draw from one stream each; the same scene with a counter
/// beside its state, and with one stream for all members, whose second numbers follow all first.
@Suite(.serialized) struct PairLawTests {
  private func outcome<S: SimScene & ~Copyable>(
    _ scene: S.Type, _ law: PairLaw, frames: UInt32 = 100
  ) throws -> PairLaw.Outcome {
    var scenes = SceneRegistry()
    scenes.register(scene)
    let entry = try #require(scenes.entry(named: "crowd"))
    var plan = RunPlan(
      seed: 8, frameCount: frames, clock: FrameClock(framesPerSecond: 60),
      canvas: SceneCanvas(widthPoints: 100, heightPoints: 200, scale: 1),
      parameters: ParameterValues([4]))
    plan.generators = [.standard(.tap), .standard(.shake)]
    return entry.law(law, plan)
  }

  @Test(arguments: [PairLaw.pause, .unusedStream, .oneMoreMember])
  func soundSceneHolds(law: PairLaw) throws {
    let found = try outcome(CrowdScene<CrowdChoices.Sound>.self, law)
    #expect(found.isChecked && found.failure == nil, "\(found)")
  }

  @Test(arguments: [PairLaw.pause, .unusedStream])
  func whatIsKeptBesideTheStateIsFound(law: PairLaw) throws {
    let found = try outcome(CrowdScene<CrowdChoices.KeptOutside>.self, law)
    let failure = try #require(found.failure)
    #expect(found.isChecked && failure.property == law.name && failure.summary == law.summary)
    #expect(failure.field == "spin[0]", "\(failure)")
  }

  @Test func membersThatShareAStreamAreFound() throws {
    let found = try outcome(CrowdScene<CrowdChoices.OneStream>.self, .oneMoreMember)
    let failure = try #require(found.failure)
    #expect(failure.property == "law-one-more-member" && failure.field == "y[0]", "\(failure)")
  }

  @Test func whatCannotBeComparedIsNotChecked() throws {
    let found = try outcome(CrowdScene<CrowdChoices.Sound>.self, .pause, frames: 2)
    #expect(!found.isChecked && found.failure == nil)
  }
}

/// How a crowd draws.
enum CrowdDraw {
  case sound, keptOutside, oneStream
}

/// Which way a scene draws: no parameter, since parameters are drawn.
protocol CrowdChoice {
  static var draw: CrowdDraw { get }
}

/// The choices.
enum CrowdChoices {
  enum Sound: CrowdChoice { static var draw: CrowdDraw { .sound } }
  enum KeptOutside: CrowdChoice { static var draw: CrowdDraw { .keptOutside } }
  enum OneStream: CrowdChoice { static var draw: CrowdDraw { .oneStream } }
}

/// What a crowd's scenario may choose.
enum CrowdParameter: UInt8, ParameterKey {
  case people

  var descriptor: ParameterDescriptor {
    .whole("people", "People.", 1...9, default: 4)
  }
}

/// What is counted.
enum CrowdPopulation: UInt8, PopulationKey {
  case people

  var descriptor: PopulationDescriptor {
    .members("people", "People.", cap: 9, requirement: "X-CAP")
  }
}

/// Steps of all scenes of the process: what no scene may have.
nonisolated(unsafe) private var stepsOfAll: Float = 0

/// People who stand somewhere.
private struct CrowdScene<Choice: CrowdChoice>: SimScene {
  static var descriptor: SceneDescriptor {
    SceneDescriptor(
      name: "crowd", summary: "People who stand somewhere.", requirements: [],
      parameters: CrowdParameter.descriptors, populations: CrowdPopulation.descriptors,
      commandCapacity: 4)
  }

  private var x: [Float] = []
  private var y: [Float] = []
  private var spin: Float = 0

  init(_ context: SceneContext) {
    let count = UInt32(context.parameters[CrowdParameter.people])
    if Choice.draw == .oneStream {
      var stream = RandomStream(seed: context.seed, name: "crowd")
      for _ in 0..<count { x.append(stream.range(0, 100)) }
      for _ in 0..<count { y.append(stream.range(0, 200)) }
    } else {
      for index in 0..<count {
        var stream = RandomStream(seed: context.seed, name: "crowd", index: index)
        x.append(stream.range(0, 100))
        y.append(stream.range(0, 200))
      }
    }
  }

  mutating func step(_ input: borrowing FrameInput) {
    spin += input.downCount > 0 ? 1 : 0.5
    guard Choice.draw == .keptOutside else { return }
    stepsOfAll += 1
    spin = stepsOfAll
  }

  borrowing func draw(into list: inout DisplayList) {}

  borrowing func count(into populations: inout PopulationCounts) {
    populations[CrowdPopulation.people] = UInt32(x.count)
  }

  mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&x, "x")
    visitor.field(&y, "y")
    visitor.field(&spin, "spin")
  }
}
