import SimFormats
import SimHarness
import SimImageAnalysis
import SimRuntime
import SimInput
import Testing

/// Goal: a run says how calm its frames were, judges budgets by it, and says when it could not.
///
/// Method: a scene whose dots step one point a frame, on its own, cut short, or without pixels.
struct CalmnessTests {
  @Test func runMeasuresItsFrames() throws {
    let result = try Scenario.planted(frames: 30).run(rendersPixels: true).result
    let calmness = try #require(result.calmness)
    #expect(calmness.comparedFrames == 29)
    #expect(calmness.meanLuminanceChange > 0 && calmness.worstMovingArea > 0)
    #expect(calmness.meanLuminanceChange <= calmness.worstLuminanceChange)
    #expect(calmness.worstLuminanceChange <= calmness.worstLocalChange)
    let again = try Scenario.planted(frames: 30).run(rendersPixels: true).result
    #expect(again.calmness == calmness)
  }

  @Test func framesInTheBackgroundAreNotCompared() throws {
    var scenario = Scenario.planted(frames: 40)
    scenario.plan.backgroundSpans = [FrameSpan(start: 10, end: 20)]
    let away = try scenario.run(rendersPixels: true).result
    let straight = try Scenario.planted(frames: 30).run(rendersPixels: true).result
    #expect(away.calmness == straight.calmness)
  }

  @Test func turnBeginsAnew() throws {
    var scenario = Scenario.planted(frames: 30)
    let canvas = scenario.plan.canvas
    scenario.plan.canvasChanges = [
      CanvasChange(
        frame: 10,
        canvas: SceneCanvas(
          widthPoints: canvas.heightPoints, heightPoints: canvas.widthPoints,
          scale: canvas.scale, orientation: .landscapeLeft))
    ]
    let result = try scenario.run(rendersPixels: true).result
    #expect(result.calmness?.comparedFrames == 28)
  }

  @Test func budgetsAreJudgedByIt() throws {
    var scenario = Scenario.planted(frames: 30)
    let measured = try scenario.run(rendersPixels: true).result
    let measures = Measure.all(populations: [], drawsInk: false).filter { $0.group == .calmness }
    #expect(measures.count == 11)
    for measure in measures {
      let value = try #require(measure.value(in: measured))
      scenario.budgets = [
        Budget(id: "X", measure: measure, bound: .atMost, limit: value),
        Budget(id: "X", measure: measure, bound: .atLeast, limit: value * 1.01 + 1e-9),
      ]
      let result = try scenario.run(rendersPixels: true).result
      #expect(result.budgets.map(\.status) == [.passed, .failed], "\(measure.path)")
      #expect(result.budgets[0].measured == value && result.exactVerdict == .failed)
    }
  }

  @Test(arguments: [(1, true), (30, false)]) func withoutFramesItIsNotMeasured(
    frames: Int, rendersPixels: Bool
  ) throws {
    var scenario = Scenario.planted(frames: UInt32(frames))
    scenario.budgets = [
      Budget(id: "X", measure: .at("calmness.localChange.worst"), bound: .atMost, limit: 1)
    ]
    let result = try scenario.run(rendersPixels: rendersPixels).result
    #expect(result.calmness == nil)
    #expect(result.budgets[0].status == .notMeasured)
    #expect(
      result.budgets[0].note
        == (rendersPixels ? "fewer than two frames of one size" : "no pixels were drawn"))
  }
}
