import SimFormats
import SimHarness
import SimReport
import SimRuntime
import SimCommands
import SimInput

/// The scenes that every case runs with.
enum SceneRegistryOfTests {
  static var scenes: SceneRegistry { .catalog }
}

/// What has to hold for any text that may be a scenario: it is refused in one line, or it runs.
enum ScenarioCheck {
  /// Pixels painted in a case at most: of a longer run the first frames are run, and one whose
  /// canvas alone is larger is run without pixels.
  static let pixelLimit = 2_000_000
  /// Frames run in a case at most.
  static let frameLimit: UInt32 = 60

  /// Reads the scenario, runs what it says and reads its result back.
  ///
  /// - Parameter change: Alters the result before it is read back, which tests use to see it found.
  static func check(
    _ bytes: [UInt8], changing change: (JSONOutput) -> JSONOutput = { $0 }
  ) throws(FuzzFinding) {
    guard var scenario = try read(bytes) else { return }
    var options = RunOptions()
    lower(&scenario, &options)
    guard let entry = SceneRegistryOfTests.scenes.entry(named: scenario.scene) else {
      throw FuzzFinding("scenario: accepted with an unknown scene", scenario.scene)
    }
    let outcome: RunOutcome
    do {
      outcome = try entry.run(scenario, options)
    } catch {
      throw FuzzFinding("scenario: a run stopped by itself")
    }
    guard outcome.result.fault == nil else {
      throw FuzzFinding("scenario: a run ended in a fault", outcome.result.fault?.message ?? "")
    }
    try TextRules.checkLines(TextReport.text(outcome.result), "scenario: text report")
    try checkResult(change(SceneResult.shape.object(outcome.result)))
  }

  /// The scenario; nil when it was refused as it has to be.
  private static func read(_ bytes: [UInt8]) throws(FuzzFinding) -> Scenario? {
    do throws(FormatError) {
      let file = try ScenarioFile.read(
        bytes, file: "x.json", scenes: SceneRegistryOfTests.scenes.descriptors)
      guard let device = BuiltInDevices.device(named: file.deviceName) else { return nil }
      return try file.scenario(
        device: device, motion: file.motion == nil ? nil : FormatSamples.motionTrack)
    } catch {
      try TextRules.checkMessage(error.message, "scenario")
      guard error.position != nil else {
        throw FuzzFinding("scenario: an error without a place", error.message)
      }
      return nil
    }
  }

  /// Whether a few frames at their full size are cheap; what is refused is.
  static func isCheap(_ bytes: [UInt8]) -> Bool {
    guard let scenario = try? read(bytes) else { return true }
    return pixelCount(scenario) <= pixelLimit / 4
  }

  /// Pixels of the largest canvas.
  private static func pixelCount(_ scenario: Scenario) -> Int {
    let canvases = [scenario.plan.canvas] + scenario.plan.canvasChanges.map(\.canvas)
    return canvases.map { Int($0.pixelWidth) * Int($0.pixelHeight) }.max() ?? 1
  }

  /// Makes a run cheap: fewer frames, and no pixels where a single frame has too many.
  private static func lower(_ scenario: inout Scenario, _ options: inout RunOptions) {
    let pixels = pixelCount(scenario)
    options.rendersPixels = pixels <= pixelLimit / 2
    let frames = options.rendersPixels ? UInt32(clamping: pixelLimit / max(1, pixels)) : frameLimit
    scenario.plan.frameCount = min(scenario.plan.frameCount, frameLimit, max(2, frames))
  }

  private static func checkResult(_ value: JSONOutput) throws(FuzzFinding) {
    let trip = FormatCheck.roundTrip("scenario: the result", value) {
      (bytes) throws(FormatError) in
      SceneResult.shape.object(
        try SceneResult.shape.read(JSONDocument.read(bytes, file: "result.json").root))
    }
    try trip.get()
  }
}
