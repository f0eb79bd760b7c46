import SimInput
import SimMath
import SimRaster
import SimRuntime
import SimScenes
import TestTier
import Testing

/// Goal: every scene whose population a parameter sizes shows fewer members where frames take too
/// long, without popping or swinging, and pays nothing for those it does not show.
///
/// Method: members alone under made-up loads of many minutes; whole scenes with frame times as an
/// app hands them in, whose counts and drawing commands are compared; every bit of the state.
struct AdaptiveMembersTests {
  @Test func everySceneOfASizedPopulationAdaptsOrSaysWhyNot() {
    let sized = SceneKind.all.filter { kind in
      let scene = kind.type.descriptor
      return scene.parameters.contains { parameter in
        parameter.isWhole && parameter.choices.isEmpty
          && scene.populations.contains {
            $0.cap > 0 && $0.name.description == parameter.name.description
          }
      }
    }
    let adaptive = SceneKind.all.filter {
      $0.type.descriptor.parameters.last?.name.description == "adaptive"
    }
    #expect(Set(adaptive.map(\.name)) == Set(AdaptiveKind.all.map(\.testDescription)))
    // Rings answer touches, two blobs make a mixture, and orbs cost next to nothing.
    let fixed: Set = ["water-ripples", "color-mixer", "aurora-orbs"]
    #expect(Set(sized.map(\.name)) == fixed.union(adaptive.map(\.name)))
    for kind in adaptive {
      let choices = kind.type.descriptor.parameters.last?.choices.map { $0.description }
      let loads = LoadTrace.Kind.allCases.map { $0.name.description }
      #expect(choices == ["off", "measured"] + loads)
    }
  }

  @Test(arguments: AdaptiveKind.all) func offIsAsIfThereWereNone(kind: AdaptiveKind) throws {
    func check<S: AdaptiveScene>(_ type: S.Type) throws {
      var plan = SceneRuns.stormyPlan(type, seed: 3, frames: 20)
      plan.parameters.values[0] = Float(S.someCount)
      let fixed = SceneRuns.digests(type, plan)
      plan.parameters = try S.parameters("off", count: S.someCount)
      #expect(SceneRuns.digests(type, plan) == fixed)
      plan.parameters = try S.parameters("step", count: S.someCount)
      #expect(SceneRuns.digests(type, plan) != fixed)
    }
    try check(kind.type)
  }

  // MARK: - Levels

  @Test(arguments: AdaptiveKind.all) func stepInLoadTakesMembersAway(kind: AdaptiveKind) throws {
    func check<S: AdaptiveScene>(_ type: S.Type) throws {
      let members = try #require(try S.scene("step", count: S.maximumCount).adaptive)
      let run = AdaptiveRun(members, .step, S.rules, frames: 7200, jumps: [0, 1200])
      #expect(run.visible[..<1200].allSatisfy { $0 == S.maximumCount })
      let settled = run.visible[1200 + 300]
      #expect((S.rules.minimumCount..<S.maximumCount).contains(settled))
      // Now and then it tries one level more.
      let levels = [settled, settled + S.rules.quantum]
      #expect(run.visible[1500...].allSatisfy { (levels[0]...levels[1]).contains($0) })
      #expect(run.mostTurnsPerMinute <= 2 && run.lateFrames <= 6000 / 50, "\(run.lateFrames)")
      #expect(run.largestChange <= members.fadeStep * 1.001 && run.largestChange > 0)
    }
    try check(kind.type)
  }

  @Test(arguments: AdaptiveKind.all) func recoveryBringsAllBack(kind: AdaptiveKind) throws {
    func check<S: AdaptiveScene>(_ type: S.Type) throws {
      let members = try #require(try S.scene("recovery", count: S.maximumCount).adaptive)
      let run = AdaptiveRun(members, .recovery, S.rules, frames: 18_000)
      let least = run.visible[3599]
      #expect(least < S.maximumCount / 2 && least >= S.rules.minimumCount, "\(least)")
      #expect(run.visible.last == S.maximumCount)
      let risen = zip(run.visible[3600...], run.visible[3601...]).map { Int($1) - Int($0) }
      #expect(risen.allSatisfy { (0...Int(S.rules.quantum)).contains($0) })
      #expect(run.mostTurnsPerMinute <= 2 && run.lateFrames <= 17_400 / 50, "\(run.lateFrames)")
      #expect(run.largestChange <= members.fadeStep * 1.001)
    }
    try check(kind.type)
  }

  @Test(arguments: AdaptiveKind.all) func noLoadMakesMembersSwing(kind: AdaptiveKind) throws {
    func check<S: AdaptiveScene>(_ type: S.Type) throws {
      let kinds = Tier.isDebug ? [.sawTooth, .onOff] : LoadTrace.Kind.allCases
      for load in kinds {
        let members = try #require(try S.scene("\(load.name)", count: S.maximumCount).adaptive)
        let run = AdaptiveRun(members, load, S.rules, frames: Tier.isDebug ? 7200 : 36_000)
        #expect(run.mostTurnsPerMinute <= 2, "\(load.name)")
        #expect(run.largestChange <= members.fadeStep * 1.001, "\(load.name)")
        #expect(run.visible.allSatisfy { $0 >= S.rules.minimumCount }, "\(load.name)")
      }
    }
    try check(kind.type)
  }

  /// The device of every scene is bounded by the part that its tuning says.
  @Test func slowerPartOfTheDeviceIsTheOneThatIsMeant() {
    func isGraphics(_ rules: AdaptiveMembers.Rules, _ count: UInt32) -> Bool {
      func time(_ part: SimulatedDevice.Part) -> UInt32 {
        part.nanoseconds(members: count, load: 1000, intervalNanoseconds: 16_666_666)
      }
      return time(rules.device.graphics) > time(rules.device.processor)
    }
    for count in stride(from: UInt32(200), through: 600, by: 20) {
      #expect(!isGraphics(Snowglobe.rules, count) && isGraphics(MagneticParticles.rules, count))
    }
    #expect(isGraphics(Bubbles.rules, 30) && !isGraphics(Bubbles.rules, 10))
  }

  // MARK: - Scenes

  /// The commands of a frame, or those that it would have if all members were shown.
  private static func commandCount<S: AdaptiveScene>(_ scene: S, isAdaptive: Bool) -> Int {
    var scene = scene
    if !isAdaptive { scene.adaptive = nil }
    var list = DisplayList(
      pixelWidth: 1170, pixelHeight: 2532, scale: 3, capacity: Int(S.descriptor.commandCapacity))
    scene.prepare(&list)
    scene.draw(into: &list)
    return list.count
  }

  /// Frame times of an app, of either part: members fade to the minimum, and what cannot be seen is
  /// neither counted nor drawn.
  @Test(arguments: AdaptiveKind.all, [true, false])
  func hiddenMembersAreNotDrawn(kind: AdaptiveKind, isGraphics: Bool) throws {
    func check<S: AdaptiveScene>(_ type: S.Type) throws {
      let plan = try S.plan("measured", count: S.someCount, frames: 200)
      var loop = FrameLoop<S, LiveInput>(plan: plan, source: LiveInput(), rendersPixels: false)
      var observer = NoOpObserver()
      for _ in 0..<40 { loop.advance(&observer) }
      #expect(SceneRuns.counts(loop.scene)[0] == S.someCount)
      #expect(loop.list.count == Self.commandCount(loop.scene, isAdaptive: false))
      loop.skipsDrawing = true
      let (slow, quick) = (UInt32(40_000_000), UInt32(1_000_000))
      for frame in 0..<100 {
        loop.source.frameTook(
          processorNanoseconds: isGraphics ? quick : slow,
          graphicsNanoseconds: isGraphics ? slow : quick)
        loop.skipsDrawing = frame < 99
        loop.advance(&observer)
      }
      let hidden = Int(S.someCount - S.rules.minimumCount)
      let counts = SceneRuns.counts(loop.scene)
      #expect(counts[0] == S.rules.minimumCount)
      let saved = Self.commandCount(loop.scene, isAdaptive: false) - loop.list.count
      let most = hidden * S.commandsPerMember
      // Bubbles rise out of the canvas, and what lies outside of it is no command.
      let least = type == Bubbles.self ? most / 2 : most
      #expect((least...most).contains(saved), "\(saved) of \(most)")
    }
    try check(kind.type)
  }

  @Test(arguments: AdaptiveKind.all) func oneSlowFrameChangesNothing(kind: AdaptiveKind) throws {
    func check<S: AdaptiveScene>(_ type: S.Type) throws {
      let plan = try S.plan("measured", count: S.someCount, frames: 200)
      var loop = FrameLoop<S, LiveInput>(plan: plan, source: LiveInput(), rendersPixels: false)
      loop.skipsDrawing = true
      var observer = NoOpObserver()
      loop.source.frameTook(processorNanoseconds: 0, graphicsNanoseconds: 40_000_000)
      // Without times of its own a frame says nothing.
      for _ in 0..<10 { loop.advance(&observer) }
      #expect(loop.scene.adaptive?.controller.count == S.someCount)
      loop.source.frameTook(processorNanoseconds: 40_000_000)
      loop.advance(&observer)
      #expect(loop.scene.adaptive?.controller.count == S.rules.minimumCount)
    }
    try check(kind.type)
  }

  // MARK: - State

  @Test(arguments: AdaptiveKind.all) func everyFieldOfAnAdaptiveScene(kind: AdaptiveKind) throws {
    func check<S: AdaptiveScene>(_ type: S.Type) throws {
      let plan = try S.plan("noise", count: 7, frames: 20)
      var loop = SyntheticLoop<S>(plan: plan, rendersPixels: false)
      var observer = NoOpObserver()
      for _ in 0..<20 { loop.advance(&observer) }
      let sample: (Int) -> [Int] = { $0 > 9 ? [0, 1, $0 - 1] : Array(0..<$0) }
      let outcome = StateCoverage(sample: sample).check(loop.scene)
      #expect(outcome.failures.isEmpty, "\(outcome.failures.prefix(10))")
      #expect(
        outcome.names.isSuperset(of: ["adaptive.visibility", "adaptive.controller.window"]))
    }
    try check(kind.type)
  }

  @Test(arguments: AdaptiveKind.all)
  func restoringWhileMembersFadeIsGoingOn(kind: AdaptiveKind) throws {
    func check<S: AdaptiveScene>(_ type: S.Type) throws {
      let plan = try S.plan("hopeless", count: S.someCount, frames: 60)
      var loop = SyntheticLoop<S>(plan: plan, rendersPixels: false)
      var observer = NoOpObserver()
      loop.skipsDrawing = true
      for _ in 0..<20 { loop.advance(&observer) }
      var saved = Snapshot()
      loop.save(to: &saved)
      var digests: [UInt64] = []
      for _ in 20..<60 {
        loop.advance(&observer)
        digests.append(loop.stateDigest().finalize())
      }
      let share = loop.scene.adaptive?.visibility.last ?? 0
      #expect(share > 0 && share < 1)
      var other = SyntheticLoop<S>(plan: plan, rendersPixels: false)
      other.skipsDrawing = true
      try other.restore(saved)
      for digest in digests {
        other.advance(&observer)
        let found = other.stateDigest().finalize()
        #expect(found == digest, "frame \(other.frame)")
      }
    }
    try check(kind.type)
  }
}
