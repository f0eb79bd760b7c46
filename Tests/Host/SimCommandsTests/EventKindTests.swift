import SimCommands
import SimFormats
import SimHarness
import SimInput
import SimMath
import SimPlatform
import SimRuntime
import Testing

/// Goal: the runs of seeds/verify, which CI verifies whole on every target, have every kind of
/// event that a shipped scenario has, so that none is verified in its first quiet frames only.
///
/// Method: kinds are read from the plans of both; those of seeds/verify are also looked for in what
/// their scenes are told, frame by frame.
struct EventKindTests {
  private static let root =
    "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")

  private static func scenarios(in folder: String) throws -> [Scenario] {
    let loader = ScenarioLoader(scenes: SceneRegistry.catalog.descriptors)
    return try FileStore.list(directory: "\(root)/\(folder)").filter { $0.hasSuffix(".json") }
      .map { ScenarioDocument("\(root)/\(folder)/\($0)") }.filter { !$0.isModel }
      .flatMap { try loader.loadAll($0) }
  }

  /// The kinds of events of a plan: those that the frames of its length can have.
  private static func kinds(_ plan: RunPlan) -> Set<String> {
    let count = plan.frameCount
    var kinds = Set(
      plan.generators.filter { $0.startFrame < count }.map { $0.kind.name.description })
    let defects = plan.defects
    let rates = [
      ("dropped", defects.droppedPerMille), ("duplicated", defects.duplicatedPerMille),
      ("late", defects.latePerMille), ("coalesced", defects.coalescedPerMille),
    ]
    kinds.formUnion(rates.filter { $0.1 > 0 }.map { $0.0 })
    kinds.formUnion(
      plan.canvasChanges.filter { $0.frame < count }.map { "canvas \($0.canvas.orientation)" })
    kinds.formUnion(plan.gate.map { ["gate \($0.name)"] } ?? [])
    kinds.formUnion(
      plan.gateActions.map { "gate \($0.kind.isAnswer ? "answer" : "\($0.kind.name)")" })
    let others = [
      ("background", plan.backgroundSpans.contains { $0.end <= count }),
      ("writer", plan.writer.map { $0.startFrame < count } ?? false),
      ("no motion sensor", !plan.hasMotion), ("touches", plan.touchTrack != nil),
      ("recorded motion", plan.motionTrack != nil), ("recording", plan.recordedInput != nil),
    ]
    return kinds.union(others.filter { $0.1 }.map { $0.0 })
  }

  @Test func everyShippedKindIsVerified() throws {
    let shipped = try Self.scenarios(in: "scenarios").map { Self.kinds($0.plan) }
    let verified = try Self.scenarios(in: "seeds/verify").map { Self.kinds($0.plan) }
    let every = shipped.reduce(into: Set<String>()) { $0.formUnion($1) }
    let kinds = verified.reduce(into: Set<String>()) { $0.formUnion($1) }
    #expect(shipped.count > 30 && every.isSuperset(of: ["background", "shake", "key-press"]))
    #expect(every.subtracting(kinds).isEmpty)
    // And every generator, whether a shipped scenario has it or not.
    #expect(
      Set(InputGenerator.Kind.allCases.map { $0.name.description }).subtracting(kinds).isEmpty)
    #expect(kinds.contains("no motion sensor"))
  }

  @Test func verifiedRunsAreToldOfThem() throws {
    let scenes = SceneRegistry.catalog
    var told: Set<String> = []
    for scenario in try Self.scenarios(in: "seeds/verify") {
      let plan = scenario.plan
      let session = scenes.open(scenario, rendersPixels: false)
      while session.frame < plan.frameCount {
        let frame = session.frame
        session.advance()
        let input = session.given
        if plan.backgroundSpans.contains(where: { $0.contains(frame) }) {
          // The scene is told nothing there.
          #expect(input.touches.isEmpty && input.motion == nil && input.keyPresses.isEmpty)
          told.insert("background")
        } else if let motion = input.motion {
          let axes = [motion.accelerationX, motion.accelerationY, motion.accelerationZ]
          if axes.contains(where: { abs($0) > 0.5 }) { told.insert("shake") }
        } else if !plan.hasMotion {
          told.insert("no motion sensor")
        }
        for action in input.gateActions { told.insert("gate \(action.kind.name)") }
        if !input.keyPresses.isEmpty { told.insert("key-press") }
        for touch in input.touches { told.insert("\(touch.phase) \(touch.kind)") }
      }
    }
    let expected: Set<String> = [
      "background", "shake", "no motion sensor", "key-press", "began finger", "moved finger",
      "ended finger", "cancelled finger", "gate success", "gate lock", "gate inactive",
    ]
    #expect(expected.subtracting(told).isEmpty, "told: \(told.sorted())")
  }

  @Test func ciVerifiesThemWhole() throws {
    let script = try FileStore.read("\(Self.root)/.ci/run", limitByteCount: 1 << 20)
    let lines = String(decoding: script, as: UTF8.self).split(separator: "\n")
    let verified = lines.filter { $0.contains("verified ") && $0.contains("seeds/verify/*.json") }
    #expect(verified.count == 1 && verified.allSatisfy { !$0.contains("--frames") })
  }
}
