import SimAppModels
import SimCatalogue
import SimFormats
import SimHarness
import SimInput
import SimMath
import SimRuntime
import TestTier
import Testing

/// Goal: any scene runs behind a gate; what happens at the gate is recorded, replayed, restored and
/// shrunk like all that comes from outside; a gate that stays locked changes nothing in its scene.
@Suite struct GatedScenarioTests {
  private static let folder =
    "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/") + "/scenarios"

  private static func scenario(_ name: String) throws -> Scenario {
    let loader = ScenarioLoader(scenes: SceneRegistry.catalog.descriptors)
    var scenario = try loader.load(ScenarioDocument("\(folder)/\(name).json"))
    scenario.plan.canvas.scale = 1
    return scenario
  }

  /// A hold of 6 s from the first second on, and a success.
  private static func plan(_ descriptor: SceneDescriptor) -> RunPlan {
    var plan = RunPlan(
      seed: 3, frameCount: 720, clock: FrameClock(framesPerSecond: 60),
      canvas: SceneCanvas(widthPoints: 390, heightPoints: 844, scale: 1),
      parameters: descriptor.defaultParameters)
    plan.gate = .babySafe
    var track = TouchTrack()
    track.append(
      [1.0, 7.5].map {
        TouchTrack.Point(
          timeNanoseconds: UInt64($0 * 1e9), position: Vector2(350, 40), pressure: 0)
      }, kind: .finger, radius: 8)
    plan.touchTrack = track
    plan.gateActions = [GateAction(frame: 480, .success)]
    return plan
  }

  // In debug, the 2,400 frames of a whole snow globe, run three times, took a minute alone.
  @Test(
    arguments: Tier.isDebug
      ? [("gate-child", 0, 0), ("gate-scribbly", 0, 1)]
      : [("gate-babysafe", 3, 2), ("gate-child", 0, 0), ("gate-scribbly", 0, 1)])
  func scenariosRunAndReplay(name: String, prompts: UInt32, openings: UInt32) throws {
    let scenes = SceneRegistry.catalog
    let scenario = try Self.scenario(name)
    let entry = scenes.entry(of: scenario)
    var options = RunOptions()
    options.rendersPixels = false
    options.recording = RecordingRequest(RecordingHeader(scenario.plan, of: entry.descriptor))
    let outcome = try entry.run(scenario, options)
    func maximum(_ name: String) -> UInt32? {
      outcome.result.populations.first { $0.name == name }?.maximum
    }
    #expect(maximum("gate-prompts") == prompts && maximum("gate-openings") == openings)
    #expect(outcome.result.gate == scenario.plan.gate && outcome.result.fault == nil)
    let recording = try #require(outcome.recording)
    #expect(recording.header.gate == scenario.plan.gate)
    #expect(recording.gateActions == scenario.plan.gateActions)
    let read = try Recording(parsing: recording.text)
    #expect(read == recording)
    let replayed = RecordedRun(read, path: "x.txt", scenes: scenes)
    let replay = try replayed.entry()
    let session = replay.open(try replayed.plan(replay.descriptor), false, ThreadCrew())
    var digests: [UInt64] = []
    while session.frame < read.stepCount {
      session.advance()
      digests.append(session.sceneDigest)
    }
    #expect(digests == read.digests)
    // Without its events, the gate is another one.
    var without = read
    without.gateActions = []
    without.header.gate = .babySafe
    guard openings > 0, scenario.plan.gate == .babySafe else { return }
    let other = replay.open(try without.plan(of: replay.descriptor), false, ThreadCrew())
    while other.frame < read.stepCount { other.advance() }
    #expect(other.sceneDigest != session.sceneDigest)
  }

  /// Runs each scene with and without a gate that stays locked.
  private struct LockedCheck: SceneVisitor {
    var differing: [String] = []
    var count = 0

    mutating func visit<S: SimScene & ~Copyable>(_ scene: S.Type) {
      var plan = GatedScenarioTests.plan(S.descriptor)
      plan.frameCount = Tier.isDebug ? 40 : 480
      plan.gateActions = []
      plan.generators = InputGenerator.Kind.allCases.map { .standard($0) }
      plan.canvasChanges = []
      plan.backgroundSpans = [FrameSpan(start: 20, end: 30)]
      var plain = plan
      plain.gate = nil
      var gated = ScenarioLoop<GatedScene<S>>(plan: plan, rendersPixels: false)
      var free = ScenarioLoop<S>(plan: plain, rendersPixels: false)
      (gated.skipsDrawing, free.skipsDrawing) = (true, true)
      var observer = NoOpObserver()
      count += 1
      while gated.frame < plan.frameCount {
        gated.advance(&observer)
        free.advance(&observer)
        var (mine, theirs) = (SceneFields(), SceneFields())
        gated.visitScene(&mine)
        free.visitScene(&theirs)
        // The inner scene's fields come first.
        guard !mine.words.starts(with: theirs.words) else { continue }
        differing.append("\(S.descriptor.name): frame \(gated.frame - 1)")
        return
      }
    }
  }

  /// Every number of a state, in order.
  private struct SceneFields: StateVisitor {
    var words: [UInt64] = []

    mutating func scalar(_ bits: inout UInt64, _ kind: StateScalar, _ name: StaticString) {
      words.append(bits)
    }
    mutating func list(_ values: inout [Float], _ name: StaticString) {
      words += values.map { UInt64($0.bitPattern) }
    }
    mutating func list(_ values: inout [UInt32], _ name: StaticString) {
      words += values.map { UInt64($0) }
    }
    mutating func log(_ values: inout [Float], _ range: Range<Int>, _ name: StaticString) {
      words.append(UInt64(range.count))
    }
  }

  @Test func aLockedGateChangesNothingInItsScene() {
    var check = LockedCheck()
    Catalogue.visitAll(&check)
    #expect(check.differing.isEmpty && check.count == SceneRegistry.catalog.entries.count)
  }

  @Test func aMinuteInTheBackgroundLocks() throws {
    let entry = try #require(SceneRegistry.catalog.entry(named: "calm-static", behind: .babySafe))
    func isOpen(after background: UInt32) throws -> Bool {
      var plan = Self.plan(entry.descriptor)
      plan.backgroundSpans = [FrameSpan(start: 500, end: 500 + background)]
      plan.frameCount += background
      // An answer in the background comes too late.
      plan.gateActions.append(GateAction(frame: 501, .success))
      let scenario = Scenario(
        name: "x", scene: "calm-static", device: try #require(BuiltInDevices.all.first), plan: plan)
      var options = RunOptions()
      options.rendersPixels = false
      let outcome = try entry.run(scenario, options)
      let place = try #require(
        entry.descriptor.populations.firstIndex { "\($0.name)" == "gate-open" })
      return outcome.recorder.population(place, inFrame: Int(plan.frameCount) - 1) == 1
    }
    #expect(try isOpen(after: 3599))
    #expect(try !isOpen(after: 3600))
  }

  // MARK: - Shrinking

  @Test func actionsAreShrunkLikeOtherEvents() throws {
    let entry = try #require(SceneRegistry.catalog.entry(named: "calm-static", behind: .babySafe))
    var plan = Self.plan(entry.descriptor)
    plan.gateActions = [
      GateAction(frame: 480, .userFallback), GateAction(frame: 490, .success),
      GateAction(frame: 600, .lock),
    ]
    let session = entry.explore(plan, true, nil)
    try session.run(to: plan.frameCount)
    let recording = session.recording
    #expect(recording.gateActions == plan.gateActions)
    let whole = ShrinkCase(recording)
    #expect(whole.recording.gateActions == recording.gateActions)
    var without = whole
    without.gateActions = []
    #expect(whole.eventCount == without.eventCount + 3)
    #expect(whole != without)
    #expect(try Recording(parsing: whole.recording.text) == whole.recording)
  }
}
