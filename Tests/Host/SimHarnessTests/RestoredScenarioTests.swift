import SimAppModels
import SimCatalogue
import SimFormats
import SimHarness
import SimInput
import SimMath
import SimPlatform
import SimRaster
import SimRuntime
import TestTier
import Testing

/// Goal: from any frame of any scenario of the repository, restoring and going on equals going on,
/// in the run itself and in one that was just made.
///
/// Method: every scenario with its own events; one run that nobody disturbs beside one that is
/// saved, goes on and is restored, at the first frame, the last one and some between. Digests of
/// every frame after it, and the pictures and snapshots at the end are compared. Then the same
/// events in fewer frames, rewound after each as `verify` does. In debug, where frames are slow, a
/// run is shorter than its scenario, its events come sooner in proportion, and few scenes are
/// painted.
struct RestoredScenarioTests {
  /// The scenarios' own folder.
  private static let folder =
    "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/") + "/scenarios"

  private static func documents() throws -> [ScenarioDocument] {
    try FileStore.list(directory: folder).filter { $0.hasSuffix(".json") }
      .map { ScenarioDocument("\(folder)/\($0)") }.filter { !$0.isModel }
  }

  private struct Descriptors: SceneVisitor {
    var all: [SceneDescriptor] = []
    mutating func visit<S: SimScene & ~Copyable>(_ scene: S.Type) { all.append(S.descriptor) }
  }

  @Test func everyScenarioGoesOnAsIfItHadNotBeenRestored() throws {
    var scenes = Descriptors()
    Catalogue.visitAll(&scenes)
    let loader = ScenarioLoader(scenes: scenes.all)
    let documents = try Self.documents()
    var check = RestoreCheck()
    let all = try documents.flatMap { try loader.loadAll($0) }
    let files = all.map { "\(Self.folder)/\($0.fileName).json" }
    #expect(Set(files) == Set(documents.map { $0.file }) && !files.isEmpty)
    let scenarios =
      Tier.isDebug
      ? scenes.all.compactMap { scene in all.first { $0.scene == scene.name.description } } : all
    for (index, scenario) in scenarios.enumerated() {
      check.choose(scenario, index: UInt32(index))
      Catalogue.visitAll(&check)
    }
    #expect(check.failures.isEmpty, "\(check.failures.prefix(5).joined(separator: "\n"))")
    // Of every file all parts were compared.
    #expect(check.runCount == scenarios.count && !scenarios.isEmpty)
    #expect(check.scenes == Set(scenes.all.map(\.name.description)))
    #expect(check.restoreCount == 2 * RestoreCheck.pauseCount * scenarios.count)
    #expect(Int(check.rewoundCount) >= 24 * scenarios.count)
    #expect(check.comparedCount > 2 * check.restoreCount && check.pictures.count >= 9)
  }
}

/// Saves and restores runs of one plan after the other.
private struct RestoreCheck: SceneVisitor {
  /// How often a run is saved and restored: at its first frame, its last one, and between.
  static let pauseCount = Tier.isDebug ? 3 : 8
  /// How many frames it goes on each time.
  private static let spanCount: UInt32 = Tier.isDebug ? 4 : 8
  /// How many frames are rewound.
  private static let rewoundCount: UInt32 = Tier.isDebug ? 24 : 240
  /// Scenes whose pictures are painted in debug as well: of the others they take too long.
  private static let light: Set = ["aurora-orbs", "calm-static", "color-mixer"]

  private var file = ""
  private var plan: RunPlan?
  private var rewoundPlan: RunPlan?
  private var scene = ""
  private var pauses: [UInt32] = []
  /// One line for every run that went on otherwise.
  private(set) var failures: [String] = []
  /// How many plans were run, and scenes of theirs.
  private(set) var runCount = 0
  private(set) var scenes: Set<String> = []
  /// How many states were restored, and frames compared after it.
  private(set) var restoreCount = 0
  private(set) var comparedCount = 0
  private(set) var rewoundCount: UInt32 = 0
  /// The pictures that were compared.
  private(set) var pictures: Set<UInt64> = []

  /// Takes a file's plan for the scene that is visited next.
  mutating func choose(_ scenario: Scenario, index: UInt32) {
    (file, scene) = (scenario.name, scenario.scene)
    let count = scenario.plan.frameCount
    rewoundPlan = Self.shortened(scenario.plan, to: min(count, Self.rewoundCount))
    var plan = Tier.isDebug ? Self.shortened(scenario.plan, to: min(count, 48)) : scenario.plan
    // Few pixels will do: what a picture is made of is the same.
    plan.canvas.scale = 1
    for index in plan.canvasChanges.indices { plan.canvasChanges[index].canvas.scale = 1 }
    self.plan = plan
    var stream = RandomStream(seed: 1, name: "test.pauses", index: index)
    let last = plan.frameCount - 1
    let width = (last - Self.spanCount) / UInt32(Self.pauseCount - 2)
    // One in each part of the run, so that spans do not meet.
    let between = (0..<UInt32(Self.pauseCount - 2)).map {
      Self.spanCount + $0 * width + stream.nextUInt32() % (width - Self.spanCount)
    }
    pauses = [0] + between + [last]
  }

  /// The plan with fewer frames; what happens in it happens sooner and more often.
  private static func shortened(_ whole: RunPlan, to count: UInt32) -> RunPlan {
    func sooner(_ frame: UInt32) -> UInt32 {
      UInt32(UInt64(frame) * UInt64(count) / UInt64(whole.frameCount))
    }
    var plan = whole
    plan.frameCount = count
    for index in plan.canvasChanges.indices {
      plan.canvasChanges[index].frame = sooner(plan.canvasChanges[index].frame)
    }
    for index in plan.gateActions.indices {
      plan.gateActions[index].frame = sooner(plan.gateActions[index].frame)
    }
    plan.backgroundSpans = plan.backgroundSpans.map {
      FrameSpan(start: sooner($0.start), end: max(sooner($0.end), sooner($0.start) + 1))
    }
    for index in plan.generators.indices {
      plan.generators[index].startFrame = sooner(plan.generators[index].startFrame)
      plan.generators[index].eventsPerMinute *= Float(whole.frameCount) / Float(count)
    }
    if let writer = plan.writer { plan.writer?.startFrame = sooner(writer.startFrame) }
    return plan
  }

  /// What is compared of the frames from one at which a run is saved.
  private struct Span: Equatable {
    /// The digest of every frame.
    var states: [UInt64] = []
    /// What the last frame shows; 0 in the background.
    var pixels: UInt64 = 0
    /// Everything that is kept after it.
    var end: UInt64 = 0
  }

  mutating func visit<S: SimScene & ~Copyable>(_ type: S.Type) {
    guard S.descriptor.name.description == scene, let plan else { return }
    if plan.gate == nil { check(type, plan) } else { check(GatedScene<S>.self, plan) }
  }

  private mutating func check<S: SimScene & ~Copyable>(_ type: S.Type, _ plan: RunPlan) {
    runCount += 1
    scenes.insert(scene)
    let paints = !Tier.isDebug || Self.light.contains(scene)
    var undisturbed = SyntheticLoop<S>(plan: plan, rendersPixels: paints)
    let expected = pauses.map { Self.goOn(&undisturbed, from: $0) }
    var loop = SyntheticLoop<S>(plan: plan, rendersPixels: paints)
    var snapshot = Snapshot()
    for (pause, expected) in zip(pauses, expected) {
      Self.goOn(&loop, to: pause)
      loop.save(to: &snapshot)
      compare(expected, Self.goOn(&loop, from: pause), "saved at \(pause)")
      var other = SyntheticLoop<S>(plan: plan, rendersPixels: paints)
      do {
        try loop.restore(snapshot)
        try other.restore(snapshot)
      } catch {
        failures.append("\(file): frame \(pause) is not restored: \(error)")
        return
      }
      restoreCount += 2
      compare(expected, Self.goOn(&loop, from: pause), "the same run restored to \(pause)")
      compare(expected, Self.goOn(&other, from: pause), "another run restored to \(pause)")
    }
    rewind(type)
  }

  /// Compares every digest of every frame with that of the frame stepped again.
  private mutating func rewind<S: SimScene & ~Copyable>(_ type: S.Type) {
    var scenes = SceneRegistry()
    scenes.register(type)
    guard let plan = rewoundPlan, let entry = scenes.entry(named: scene) else { return }
    let request = LogRequest(frameCount: plan.frameCount, paintedCount: 0)
    let logger = FrameLogger()
    do {
      let log = try logger.log(entry.open(plan, false, ThreadCrew()), request)
      let rewound = try logger.rewoundLog(entry.open(plan, false, ThreadCrew()), request)
      let comparison = LogComparison(log, rewound, comparesSource: true)
      rewoundCount += comparison.compared
      if let frame = comparison.frame, let stage = comparison.stage {
        failures.append("\(file): rewound, \(stage) differs in frame \(frame)")
      }
    } catch {
      failures.append("\(file): \(error)")
    }
  }

  /// Steps a run until a frame is the next one.
  private static func goOn<S: SimScene & ~Copyable>(
    _ loop: inout SyntheticLoop<S>, to frame: UInt32
  ) {
    var observer = NoOpObserver()
    loop.skipsDrawing = true
    while loop.frame < frame { loop.advance(&observer) }
  }

  /// Runs the frames that are compared; the last is drawn, as pictures are slow.
  private static func goOn<S: SimScene & ~Copyable>(
    _ loop: inout SyntheticLoop<S>, from frame: UInt32
  ) -> Span {
    goOn(&loop, to: frame)
    let end = min(frame + spanCount, loop.plan.frameCount)
    var observer = NoOpObserver()
    var span = Span()
    while loop.frame < end {
      loop.skipsDrawing = loop.frame + 1 < end || !loop.rendersPixels
      loop.advance(&observer)
      span.states.append(loop.stateDigest().finalize())
    }
    if !loop.skipsDrawing, !loop.wasInBackground { span.pixels = PixelDigest.whole(loop.surface) }
    var snapshot = Snapshot()
    loop.save(to: &snapshot)
    span.end = snapshot.digest
    return span
  }

  private mutating func compare(_ expected: Span, _ found: Span, _ what: String) {
    comparedCount += found.states.count
    pictures.insert(found.pixels)
    guard found != expected else { return }
    let same = zip(expected.states, found.states).prefix { $0 == $1 }.count
    let difference =
      same < expected.states.count
      ? "frame \(same) from there" : found.end != expected.end ? "what is kept" : "the picture"
    failures.append("\(file): \(what): \(difference) differs")
  }
}
