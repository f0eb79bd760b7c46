import SimFormats
import SimRuntime
import SimInput
import Testing

/// Goal: what the device and the command line decide ends up in the plan.
@Suite struct ScenarioLoweringTests {
  private func plan(
    _ members: String, _ change: (inout ScenarioOverrides) -> Void
  ) throws -> RunPlan {
    var overrides = ScenarioOverrides()
    change(&overrides)
    return try ScenarioFixture.scenario(members, overrides: overrides).plan
  }

  @Test func seedFramesAndReducedMotionAreOverridden() throws {
    let result = try plan("\"seed\": 4, \"frames\": 9") {
      $0.seed = 7
      $0.frameCount = 11
      $0.isMotionReduced = true
    }
    #expect(result.seed == 7)
    #expect(result.frameCount == 11)
    #expect(result.isMotionReduced)
    #expect(try plan("\"reduceMotion\": true") { $0.seed = 1 }.isMotionReduced)
  }

  @Test func durationExtendsGeneratorsThatRanToTheEnd() throws {
    let members = """
      "frames": 100, "frameRate": 50, "input": {"generators": [
      {"kind": "tap", "to": 100}, {"kind": "tap", "to": 99}, {"kind": "tap"}]}
      """
    let longer = try plan(members) { $0.milliseconds = 60_000 }
    #expect(longer.frameCount == 3000)
    #expect(longer.generators.map { $0.endFrame } == [.max, 99, .max])
    let framed = try plan(members) { $0.frameCount = 3000 }
    #expect(framed.generators.map { $0.endFrame } == [100, 99, .max])
  }

  @Test func lengthsOutOfRangeAreRefused() throws {
    let file = try ScenarioFixture.read("")
    var overrides = ScenarioOverrides()
    overrides.frameCount = 0
    var error = #expect(throws: FormatError.self) {
      try file.scenario(device: ScenarioFixture.phone, motion: nil, overrides: overrides)
    }
    #expect(error?.message == "a/quiet.json: --frames: found 0, allowed 1 to 2160000 frames")
    overrides.milliseconds = 36_000_001
    error = #expect(throws: FormatError.self) {
      try file.scenario(device: ScenarioFixture.phone, motion: nil, overrides: overrides)
    }
    let found = "found 36000001 ms, allowed 1 to 2160000 frames"
    #expect(error?.message == "a/quiet.json: --duration: \(found)")
  }

  @Test(arguments: [
    ("portrait", Orientation.portrait, false), ("landscape-left", .landscapeLeft, true),
    ("portrait-upside-down", .portraitUpsideDown, false),
    ("landscape-right", .landscapeRight, true),
  ])
  func orientationTurnsTheSize(name: String, orientation: Orientation, isTurned: Bool) throws {
    let canvas = try ScenarioFixture.scenario("\"orientation\": \"\(name)\"").plan.canvas
    #expect(
      canvas
        == SceneCanvas(
          widthPoints: isTurned ? 800 : 400, heightPoints: isTurned ? 400 : 800, scale: 3,
          orientation: orientation))
  }

  @Test func canvasSizeReplacesTheDevices() throws {
    let small = try ScenarioFixture.scenario("\"canvasSize\": {\"width\": 64, \"height\": 48}")
    #expect(small.plan.canvas == SceneCanvas(widthPoints: 64, heightPoints: 48, scale: 1))
    let sharp = try ScenarioFixture.scenario(
      "\"canvasSize\": {\"width\": 64.5, \"height\": 48, \"scale\": 2}")
    #expect(sharp.plan.canvas == SceneCanvas(widthPoints: 64.5, heightPoints: 48, scale: 2))
  }

  @Test func changesBuildOnTheOnesBefore() throws {
    let members = """
      "canvas": [{"frame": 0, "orientation": "landscape-left"},
      {"frame": 5, "size": {"width": 300, "height": 500}},
      {"frame": 6, "size": {"width": 200, "height": 100, "scale": 2}, "orientation": "portrait"},
      {"frame": 9, "orientation": "landscape-right"}]
      """
    let changes = try ScenarioFixture.scenario(members).plan.canvasChanges
    #expect(changes.map { $0.frame } == [0, 5, 6, 9])
    #expect(
      changes.map { $0.canvas } == [
        SceneCanvas(widthPoints: 800, heightPoints: 400, scale: 3, orientation: .landscapeLeft),
        SceneCanvas(widthPoints: 500, heightPoints: 300, scale: 3, orientation: .landscapeLeft),
        SceneCanvas(widthPoints: 200, heightPoints: 100, scale: 2, orientation: .portrait),
        SceneCanvas(widthPoints: 100, heightPoints: 200, scale: 2, orientation: .landscapeRight),
      ])
  }

  @Test func sizeTooLargeAtTheDevicesScaleIsRefused() throws {
    let file = try ScenarioFixture.read(
      "\"canvas\": [{\"frame\": 1, \"size\": {\"width\": 4000, \"height\": 4000}}]")
    let error = #expect(throws: FormatError.self) {
      try file.scenario(device: ScenarioFixture.phone, motion: nil)
    }
    #expect(
      error?.message == "a/quiet.json:2:33: canvas[0].size: "
        + "found 12000 × 12000 pixels, allowed 33554432 pixels in all")
  }

  @Test(arguments: [("120", 1), ("60", 2), ("30", 4), ("24", 5), ("50", 2)])
  func frameIntervalIsWhenFramesAreDue(frameRate: String, refreshes: Double) throws {
    let members = """
      "frameRate": \(frameRate),
      "budgets": [{"id": "BV-FPS", "metric": "timing.frame.p99", "atMost": "frame-interval"}]
      """
    let budgets = try ScenarioFixture.scenario(members).budgets
    var expected = Budget(
      id: "BV-FPS", measure: .at("timing.frame.p99"), bound: .atMost,
      limit: 1000.0 * refreshes / 120)
    expected.line = 3
    #expect(budgets == [expected])
  }

  @Test func recordedMotionIsTaken() throws {
    let track = MotionTrack(timesNanoseconds: [0], samples: [.still])
    let scenario = try ScenarioFixture.read("").scenario(
      device: ScenarioFixture.phone, motion: track)
    #expect(scenario.plan.motionTrack != nil)
  }
}
