import SimFormats
import SimHarness
import SimReport
import SimRuntime
import SimInput
import Testing

/// Goal: a calibration believes what its errors allow, scene by scene, and nothing else.
///
/// Method: results with made-up fits and errors on either side of each limit; one short real
/// calibration, whose figures are rough but whose shape must hold.
struct CalibrationTests {
  private static func fit(
    _ scene: String, determination: Double = 1, error: Double = 0, cost: Double = 1
  ) throws -> CalibrationResult.SceneFit {
    var costs = CostTable()
    costs[try #require(WorkUnit(named: "step.frame"))] = cost
    return CalibrationResult.SceneFit(
      scene: scene, costs: costs, sizeCount: 8, determination: determination,
      worstSizeError: error)
  }

  private static func result(
    _ fits: [CalibrationResult.SceneFit], sceneError: Double?
  ) throws -> CalibrationResult {
    let check = CalibrationResult.Check(
      scene: "a", size: "1", measured: 100, predicted: sceneError.map { 100 * (1 + $0) },
      unknownUnits: sceneError == nil ? ["step.particle"] : [])
    return CalibrationResult(
      fits: fits, general: try fit("any").costs, spread: 0.01, machine: "m", heldOutSizes: [],
      heldOutScenes: [check])
  }

  @Test func scenesAreBelievedOneByOne() throws {
    let fits = [
      try Self.fit("good", determination: 0.9991, error: 0.049),
      try Self.fit("vague", determination: 0.9989), try Self.fit("far", error: 0.051),
    ]
    let result = try Self.result(fits, sceneError: 0.2)
    #expect(result.table.scenes.map { $0.name } == ["good"])
    let refusal = try #require(CalibrationReport.refusal(result))
    #expect(refusal.contains("vague: R² is 0.9989,") && refusal.contains("far: sizes that"))
    #expect(!refusal.contains("good"))
    guard case .array(let rows) = CalibrationReport.output.object([result])["calibrations"] else {
      Issue.record("no rows")
      return
    }
    let costs = rows[0]["costs"]
    #expect(costs?["scenes"]?["good"] != nil && costs?["scenes"]?["far"] == nil)
    #expect(costs?["uncertainty"] == .number(0.049))
    #expect(CalibrationReport.refusal(try Self.result([fits[0]], sceneError: 0.2)) == nil)
  }

  @Test func otherScenesNeedAllScenesToBePredicted() throws {
    let fits = [try Self.fit("good")]
    let unit = try #require(WorkUnit(named: "step.frame"))
    let near = try Self.result(fits, sceneError: 0.149)
    #expect(near.predictsOtherScenes && near.table.costs(ofScene: "new")[unit] == 1)
    #expect(CalibrationReport.otherScenesRefusal(near) == nil)
    for error in [0.151, -0.151, nil] {
      let far = try Self.result(fits, sceneError: error)
      #expect(!far.predictsOtherScenes && far.table.costs(ofScene: "new").isEmpty)
      #expect(CalibrationReport.otherScenesRefusal(far) != nil)
      #expect(CalibrationReport.text(far).contains("any other scene     refused: "))
    }
  }

  @Test func aSceneFallsBackOnTheTableForWhatItNeverDid() throws {
    let units = try ["step.frame", "step.particle", "draw.frame"].map {
      try #require(WorkUnit(named: $0))
    }
    var (table, own) = (CostTable(), CostTable())
    (table[units[0]], table[units[1]], own[units[0]]) = (1, 2, 8)
    table.set(own, ofScene: "own")
    let costs = table.divided(by: 2).costs(ofScene: "own")
    #expect(units.map { costs[$0] } == [4, 1, nil])
    #expect(table.costs(ofScene: "other")[units[0]] == 1)
  }

  @Test func everySceneIsMeasuredAtSizesThatTheFitHasNotSeen() throws {
    var scenes = SceneRegistry()
    scenes.register(PlantScene.self)
    var options = Calibration.Options()
    (options.frameCount, options.repetitions) = (2, 1)
    let result = try Calibration.run(scenes, options: options)
    #expect(result.fits.map { $0.scene } == ["plant"] && result.fits[0].sizeCount == 8)
    #expect(result.heldOutSizes.count == 3 && result.heldOutScenes.count == 11)
    // There is no other scene to predict it from.
    #expect(!result.predictsOtherScenes)
    #expect(Set(result.heldOutScenes.map { $0.size }).count == 11)
    options.isInterrupted = { true }
    #expect(throws: Calibration.Failure.interrupted) {
      try Calibration.run(scenes, options: options)
    }
  }
}
