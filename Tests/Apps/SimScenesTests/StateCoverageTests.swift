import Foundation
import SimInput
import SimMath
import SimRuntime
import SimScenes
import TestTier
import Testing

/// Goal: every stored field of every scene and of every source of input is listed, whatever is
/// added later; every bit that is live has a say in the digest, and no visitor that reads changes
/// one.
///
/// Method: the compiler's description of the types yields the fields; every bit of each is changed
/// in turn. Planted lists with gaps must be found out by the same check.
struct StateCoverageTests {
  /// All elements of short arrays; of long ones a few, fewer in a debug build.
  private static func sample(_ count: Int) -> [Int] {
    guard count > 9 else { return Array(0..<count) }
    return Tier.isDebug
      ? [0, 1, count - 1] : Array(stride(from: 0, to: count, by: max(1, count / 40)))
  }

  @Test(arguments: SceneKind.all) func everyFieldOfEveryScene(kind: SceneKind) {
    func check<S: SimScene>(_ type: S.Type) {
      var plan = SceneRuns.stormyPlan(type, seed: 2, frames: 40)
      if S.descriptor.letters != nil { plan.writer = Writer(skill: .adult, pace: 8) }
      var loop = SyntheticLoop<S>(plan: plan, rendersPixels: false)
      var observer = NoOpObserver()
      for _ in 0..<40 { loop.advance(&observer) }
      let outcome = StateCoverage(sample: Self.sample).check(loop.scene)
      #expect(outcome.failures.isEmpty, "\(outcome.failures.prefix(10))")
      #expect(outcome.names.count >= 15 && outcome.changes > 400)
    }
    check(kind.type)
  }

  @Test func everyFieldOfAFullSnowglobe() {
    var scene = Globes.scene(flakes: Tier.isDebug ? 9 : 600)
    scene.run(20) { Globes.shaking($0) }
    let coverage = StateCoverage(sample: { Tier.isDebug ? Self.sample($0) : Array(0..<$0) })
    let outcome = coverage.check(scene)
    #expect(outcome.failures.isEmpty, "\(outcome.failures.prefix(10))")
    #expect(
      outcome.names.isSuperset(of: ["seed", "flakes.x", "globe.maxY", "resources.sky.index"]))
    #expect(outcome.changes > (Tier.isDebug ? 2000 : 200_000))
    #expect(outcome.nonFiniteChanges > 0)
  }

  // MARK: - Sources

  /// A source with contacts on the glass, contacts to come, and the device in motion.
  private static func busySource() throws -> SyntheticInput {
    var plan = Globes.plan(seed: 4, frames: 2000, flakes: 1)
    plan.generators = InputGenerator.Kind.allCases.map {
      InputGenerator(kind: $0, eventsPerMinute: 60, region: .whole)
    }
    plan.defects = InputDefects(latePerMille: 300, coalescedPerMille: 300)
    plan.touchContacts = 5
    var track = TouchTrack()
    track.append(
      [TouchTrack.Point(timeNanoseconds: 1, position: Vector2(3, 4))], kind: .finger, radius: 8)
    var source = SyntheticInput(plan, track: track)
    var input = FrameInput()
    for frame in 0..<UInt32(2000) {
      source.fill(
        &input, frame: frame, timeNanoseconds: plan.clock.startNanoseconds(ofFrame: frame))
      let mirror = Mirror(reflecting: source.synthesizer)
      let contacts = try #require(mirror.descendant("contactCount") as? UInt32)
      let ignored = try #require(mirror.descendant("ignoredCount") as? UInt32)
      let plans = Mirror(reflecting: try #require(mirror.descendant("plans")))
      let isWaiting = plans.children.contains {
        Mirror(reflecting: $0.value).descendant("isWaiting") as? Bool == true
      }
      if contacts > 2, ignored > 0, isWaiting { return source }
    }
    Issue.record("no frame with contacts on the glass and contacts to come")
    return source
  }

  private static func check(_ source: some InputSource) -> StateCoverage.Outcome {
    let sample: (Int) -> [Int] = { count in
      Array(stride(from: 0, to: count, by: Tier.isDebug && count > 100 ? 199 : 1))
    }
    let outcome = StateCoverage(sample: sample).check(source)
    #expect(outcome.failures.isEmpty, "\(outcome.failures.prefix(10))")
    return outcome
  }

  @Test func everyFieldOfSyntheticInput() throws {
    let outcome = Self.check(try Self.busySource())
    #expect(outcome.idleChanges > 0 && outcome.nonFiniteChanges > 0)
    #expect(
      outcome.names.isSuperset(of: [
        "synthesizer.states.stream.position", "synthesizer.states.defectStream.position",
        "synthesizer.states.stream.seed", "synthesizer.nextTouchID", "synthesizer.queues.frame",
      ]))
  }

  @Test func everyFieldOfLiveInput() {
    var source = LiveInput()
    source.touch(7, .began, at: Vector2(1, 2), timeNanoseconds: 3)
    source.touch(8, .began, at: Vector2(4, 5), timeNanoseconds: 6, radius: 30)
    source.move(.still)
    source.press(.volumeUp)
    let outcome = Self.check(source)
    #expect(outcome.idleChanges > 0 && outcome.nonFiniteChanges > 0)
    source.frameTook(processorNanoseconds: 5, graphicsNanoseconds: 6)
    #expect(Self.check(source).changes == outcome.changes + 64)
  }

  @Test func everyFieldOfRecordingAndRecordedInput() throws {
    var source = CapturingInput(try Self.busySource())
    var input = FrameInput()
    source.fill(&input, frame: 2000, timeNanoseconds: 33_333_333_333)
    #expect(Self.check(source).nonFiniteChanges > 0)
    _ = Self.check(ReplayInput(source.recording))
  }

  // MARK: - The frame loop

  /// A type that cannot be copied has no description at run time: its source is read instead.
  private static func stored(_ file: String, _ type: String) throws -> Set<String> {
    let place = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources/Core/SimRuntime/\(file).swift")
    let text = try String(contentsOf: place, encoding: .utf8)
    let body = try #require(text.components(separatedBy: "public struct \(type)<").last)
    let pattern =
      /^ {2}(?:(?:public|package|private|internal)(?:\(set\))? )*(?:let|var) (\w+)[^{]*$/
    return Set(
      body.split(separator: "\n").compactMap {
        $0.firstMatch(of: pattern).map { String($0.output.1) }
      })
  }

  @Test func loopStoresNothingElseThatDecidesLaterFrames() throws {
    let listed: Set<String> = [
      "frame", "simulation", "source", "sceneBehaviorVersion", "sceneNameHash",
    ]
    // Constants of the run, and what each frame writes anew or what only pictures need.
    let others: Set<String> = [
      "plan", "rendersPixels", "skipsDrawing", "wasInBackground", "given", "list", "surface",
      "rasterizer", "work", "stagePixels", "retainedDroppedCount", "pixelWork", "isPictureStale",
    ]
    #expect(try Self.stored("FrameLoop", "FrameLoop") == listed.union(others))
    #expect(
      try Self.stored("Simulation", "Simulation") == ["model", "eventCount", "backup"])
    #expect(
      try Self.stored("SceneSimulation", "SceneSimulation") == [
        "activeFrame", "canvas", "changeCount", "scene", "counts", "populations",
      ])
  }

  @Test func loopsDigestsAreThoseOfTheirParts() {
    let plan = Globes.stormyPlan(seed: 1, frames: 30, flakes: 5)
    Globes.run(plan) { loop, frame in
      var (whole, scene) = (StateDigest(), StateDigest())
      var canvas = loop.canvas
      let changes = UInt32(plan.canvasChanges.filter { $0.frame <= frame }.count)
      whole.combine(frame + 1)
      canvas.visitState(&whole)
      whole.combine(changes)
      loop.source.visitState(&whole)
      scene.combine(frame + 1)
      canvas.visitState(&scene)
      scene.combine(changes)
      var copy = loop.scene
      copy.visitState(&whole)
      copy.visitState(&scene)
      #expect(loop.stateDigest().finalize() == whole.finalize())
      #expect(loop.sceneDigest().finalize() == scene.finalize())
    }
  }

  // MARK: - Planted gaps

  private struct Planted: StateFields {
    enum Mode: UInt8, CaseIterable { case calm, wild }
    var speeds: [Float] = [2, 1]
    var counts: [UInt32] = [3]
    var stream = RandomStream(seed: 1, name: "planted")
    var isOpen = false
    var mode = Mode.calm
    private var hidden: UInt16 = 9

    enum Gap: CaseIterable {
      case nothing, counts, stream, truth, mode, hidden, sign, name, derived, write
    }
    /// Written by the one test that runs it.
    nonisolated(unsafe) static var gap = Gap.nothing

    mutating func visitState(_ visitor: inout some StateVisitor) {
      let gap = Self.gap
      visitor.each(&speeds, "speeds") { visitor, speed, _ in
        var shown = gap == .sign ? abs(speed) : speed
        visitor.field(&shown, gap == .name ? "velocity" : "")
      }
      if gap != .counts { visitor.field(&counts, "counts") }
      if gap == .stream {
        visitor.enter("stream")
        visitor.constant(stream.seed, "seed")
        visitor.leave()
      } else {
        visitor.field(&stream, "stream")
      }
      if gap != .truth { visitor.field(&isOpen, "isOpen") }
      if gap != .mode { visitor.field(&mode, "mode") }
      if gap != .hidden { visitor.field(&hidden, "hidden") }
      if gap == .derived { visitor.derived("sum") }
      if gap == .write { counts[0] &+= 1 }
    }
  }

  @Test func plantedGapsAreFound() {
    for gap in Planted.Gap.allCases {
      Planted.gap = gap
      let failures = StateCoverage().check(Planted()).failures
      let example =
        switch gap {
        case .nothing: ""
        case .counts: "counts is not listed"
        case .stream: "stream.position is not listed"
        case .truth: "isOpen is not listed"
        case .mode: "mode is not listed"
        case .hidden: "hidden is not listed"
        case .sign: "speeds[1], change 31 changes nothing"
        case .name: "speeds.velocity is listed and not stored"
        case .derived: "sum is said to be derived and is not stored"
        case .write: "reading changes a bit"
        }
      #expect(gap == .nothing ? failures.isEmpty : failures.contains(example), "\(failures)")
    }
  }

  private struct Unseen: StateFields {
    var value: UInt32 = 1
    var either = Result<UInt32, Never>.success(2)

    mutating func visitState(_ visitor: inout some StateVisitor) {
      visitor.field(&value, "value")
    }
  }

  @Test func fieldOfATypeThatCannotBeSearchedIsAFailure() {
    let failures = StateCoverage().check(Unseen()).failures
    #expect(failures == ["cannot look into either: Result<UInt32, Never>"])
  }
}
