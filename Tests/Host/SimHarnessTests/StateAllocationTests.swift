import SimCatalogue
import SimInput
import SimMath
import SimPlatform
import SimRaster
import SimRuntime
import Testing

/// Goal: digest, save and restore of a run allocate nothing once their storage was in use.
///
/// Method: every scene of the catalog with each source of input, looked at between frames; only
/// where allocations are counted, which is in release builds. A scene that allocates when it is
/// visited shows that each of the three is looked at.
@Suite(.enabled(if: AllocationProbe.source.isMeasured))
struct StateAllocationTests {
  /// Allocations of each way to visit a state, at all looks together.
  private struct Counts: Equatable {
    var digest: UInt64 = 0
    var save: UInt64 = 0
    var restore: UInt64 = 0
    /// The digests, by which it is seen that the run went on.
    var states: Set<UInt64> = []

    var all: [UInt64] { [digest, save, restore] }

    /// Visits the state of a run after every seventh frame and hands it input before each.
    init<S: SimScene & ~Copyable, Source: InputSource>(
      _ loop: inout FrameLoop<S, Source>,
      _ giveInput: (inout Source, UInt32) -> Void = { _, _ in }
    ) throws {
      var observer = NoOpObserver()
      var snapshot = Snapshot()
      loop.skipsDrawing = true
      for _ in 0..<12 {
        for _ in 0..<7 {
          giveInput(&loop.source, loop.frame)
          loop.advance(&observer)
        }
        // The first use takes the storage; a run may have more to keep than it had before.
        states.insert(loop.stateDigest().finalize())
        loop.save(to: &snapshot)
        try loop.restore(snapshot)
        // Unwrapped afterwards, as that allocates.
        let start = AllocationProbe.thread()
        let state = loop.stateDigest().finalize()
        let digested = AllocationProbe.thread()
        loop.save(to: &snapshot)
        let saved = AllocationProbe.thread()
        try loop.restore(snapshot)
        let restored = AllocationProbe.thread()
        states.insert(state)
        digest += try #require(digested).since(#require(start)).allocations
        save += try #require(saved).since(#require(digested)).allocations
        restore += try #require(restored).since(#require(saved)).allocations
      }
    }
  }

  private static func plan<S: SimScene & ~Copyable>(_ type: S.Type) -> RunPlan {
    var plan = RunPlan(
      seed: 3, frameCount: 100, clock: FrameClock(framesPerSecond: 60),
      canvas: SceneCanvas(widthPoints: 390, heightPoints: 844, scale: 1),
      parameters: S.descriptor.defaultParameters)
    plan.generators = [.shake, .tap, .drag, .toddlerMash].map {
      InputGenerator(kind: $0, eventsPerMinute: 120)
    }
    plan.writer = Writer(skill: .restarts, isRepeating: true, pace: 6)
    return plan
  }

  private struct Every: SceneVisitor {
    var counts: [String: [UInt64]] = [:]
    var errors: [String] = []

    mutating func visit<S: SimScene & ~Copyable>(_ type: S.Type) {
      do { try look(type) } catch { errors.append("\(S.descriptor.name): \(error)") }
    }

    private mutating func look<S: SimScene & ~Copyable>(_ type: S.Type) throws {
      let plan = StateAllocationTests.plan(type)
      let synthetic = SyntheticInput(plan, track: S.touchTrack(for: plan))
      var recorder = FrameLoop<S, CapturingInput<SyntheticInput>>(
        plan: plan, source: CapturingInput(synthetic), rendersPixels: false)
      keep(try Counts(&recorder), S.descriptor, "recording")
      var loop = FrameLoop<S, SyntheticInput>(
        plan: plan, source: synthetic, rendersPixels: false)
      keep(try Counts(&loop), S.descriptor, "synthetic")
      var recorded = FrameLoop<S, ReplayInput>(
        plan: plan, source: ReplayInput(recorder.source.recording), rendersPixels: false)
      keep(try Counts(&recorded), S.descriptor, "recorded")
      var live = FrameLoop<S, LiveInput>(plan: plan, source: LiveInput(), rendersPixels: false)
      let counts = try Counts(&live) { source, frame in
        let phase: TouchPhase = frame % 20 == 2 ? .began : frame % 20 == 15 ? .ended : .moved
        source.touch(
          5, phase, at: Vector2(60 + 3 * Float(frame), 200),
          timeNanoseconds: UInt64(frame) * 16_000_000)
      }
      keep(counts, S.descriptor, "live")
    }

    private mutating func keep(_ found: Counts, _ scene: SceneDescriptor, _ source: String) {
      counts["\(scene.name), \(source)"] = found.all
      // Scenes go on from look to look, and a visit changes nothing.
      if found.states.count != 12 { errors.append("\(scene.name): \(found.states.count) states") }
    }
  }

  /// A scene that takes memory whenever it is visited.
  private struct Greedy: SimScene {
    static var descriptor: SceneDescriptor {
      SceneDescriptor(name: "greedy", summary: "Allocates.", requirements: [], commandCapacity: 1)
    }
    var steps: UInt32 = 0
    var taken: [UInt32] = []

    init(_ context: SceneContext) {}
    mutating func step(_ input: borrowing FrameInput) { steps += 1 &+ UInt32(taken.count & 1) }
    func draw(into list: inout DisplayList) {}
    mutating func visitState(_ visitor: inout some StateVisitor) {
      taken = [UInt32](repeating: steps, count: 100)
      visitor.field(&steps, "steps")
      visitor.derived("taken")
    }
  }

  @Test func visitsOfEverySceneAllocateNothingElse() {
    var every = Every()
    Catalogue.visitAll(&every)
    let sceneCount = every.counts.count / 4
    every.visit(Greedy.self)
    #expect(every.errors.isEmpty, "\(every.errors)")
    #expect(sceneCount > 0 && every.counts.count == 4 * (sceneCount + 1))
    // To restore the greedy scene is to visit it twice, since what was there is kept.
    let greedy: [UInt64] = [12, 12, 2 * 12]
    for (name, found) in every.counts {
      let scene = String(name.prefix { $0 != "," })
      #expect(found == (scene == "greedy" ? greedy : [0, 0, 0]), "\(name): digest, save, restore")
    }
  }
}
