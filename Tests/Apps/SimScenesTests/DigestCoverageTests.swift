import SimMath
import Foundation
import SimRuntime
import SimScenes
import SimInput
import Testing

/// Goal: the state digest covers every stored field, whatever is added to the state later.
///
/// Method: the compiler's description of the types yields the fields; every bit of each is changed
/// in turn, and the digest must change, or name the field and entity when the number is no longer
/// finite. Planted digests with gaps must be found out by the same check.
struct DigestCoverageTests {
  /// All elements in an optimized build; the first, second and last ones in a debug build.
  private static func sample(_ count: Int) -> [Int] {
    guard Globes.isDebug, count > 3 else { return Array(0..<count) }
    return [0, 1, count - 1]
  }

  @Test func everyBitOfTheSnowglobe() {
    var scene = Globes.scene(flakes: Globes.isDebug ? 9 : 600)
    scene.run(20) { Globes.shaking($0) }
    let coverage = DigestCoverage(
      derived: ["RandomStream.group", "Snowglobe.tint"], sample: Self.sample)
    let outcome = coverage.check(scene) { $0.digest(into: &$1) }
    #expect(outcome.failures.isEmpty, "\(outcome.failures.prefix(10))")
    #expect(outcome.names.count >= 35)
    #expect(outcome.names.isSuperset(of: ["seed", "flakes.x", "globe.maxY", "resources.sky"]))
    #expect(outcome.changes > (Globes.isDebug ? 2000 : 200_000))
    #expect(outcome.nonFiniteChanges > 0)
  }

  // MARK: - The frame loop

  /// A loop with contacts on the glass, contacts to come, and the device in motion.
  private static func busyState() throws -> LoopState {
    var plan = Globes.plan(seed: 4, frames: 2000, flakes: 1)
    plan.generators = InputGenerator.Kind.allCases.map {
      InputGenerator(kind: $0, eventsPerMinute: 60, region: .whole)
    }
    plan.defects = InputDefects(latePerMille: 300, coalescedPerMille: 300)
    plan.touchContacts = 5
    var track = TouchTrack()
    track.append(
      [TouchTrack.Point(timeNanoseconds: 1, position: Vector2(3, 4))], kind: .finger, radius: 8)
    var state = LoopState(plan, track: track)
    var input = FrameInput()
    for frame in 0..<UInt32(2000) {
      state.synthesizer.fill(&input, frame: frame)
      state.activeFrame += 1
      let idle = try Idle(state)
      if idle.contactCount > 2, idle.ignoredCount > 0, idle.isWaiting.contains(true) {
        return state
      }
    }
    Issue.record("no frame with contacts on the glass and contacts to come")
    return state
  }

  /// Which of the synthesizer's storage is in use, read without its help.
  private struct Idle {
    var contactCount: Int
    var ignoredCount: Int
    var usedQueues: UInt16
    var isWaiting: [Bool]

    init(_ state: LoopState) throws {
      let mirror = Mirror(reflecting: state.synthesizer)
      contactCount = try #require(mirror.descendant("contactCount") as? Int)
      ignoredCount = try #require(mirror.descendant("ignoredCount") as? Int)
      usedQueues = try #require(mirror.descendant("usedQueues") as? UInt16)
      let plans = Mirror(reflecting: try #require(mirror.descendant("plans")))
      isWaiting = try plans.children.map {
        try #require(Mirror(reflecting: $0.value).descendant("isWaiting") as? Bool)
      }
    }

    func isState(_ field: StoredField) -> Bool {
      let name = field.name
      if name.hasPrefix("synthesizer.contacts.") { return field.entity < contactCount }
      if name.hasPrefix("synthesizer.ignoredUntil") { return field.entity < ignoredCount }
      if name.hasPrefix("synthesizer.queues.") { return usedQueues >> (field.entity / 64) & 1 == 1 }
      if name.hasPrefix("synthesizer.plans."), !name.hasSuffix(".isWaiting") {
        return isWaiting[field.entity]
      }
      return true
    }
  }

  /// The digest names the input's fields by what they are, not by where they are kept.
  private static func inputFaultName(_ field: StoredField) -> String {
    var name = field.name
    for (place, kind) in [
      ("synthesizer.states.generator.", "input.generator."),
      ("synthesizer.contacts.plan.", "input.plan."), ("synthesizer.plans.", "input.plan."),
      ("synthesizer.contacts.arrived.", "input.sample."), ("synthesizer.queues.", "input.sample."),
      ("synthesizer.contacts.", "input.contact."), ("synthesizer.motionEvents.", "input.motion."),
      ("synthesizer.canvas.", "input.canvas."),
    ] where name.hasPrefix(place) {
      name = kind + name.dropFirst(place.count)
    }
    for part in [".x", ".y", ".width", ".height"] where name.hasSuffix(part) {
      name = String(name.dropLast(part.count))
    }
    return name
  }

  @Test func everyBitOfTheLoopAndItsInput() throws {
    let state = try Self.busyState()
    let idle = try Idle(state)
    // What a track says is in its hash; a tally decides nothing.
    let coverage = DigestCoverage(
      derived: [
        "RandomStream.group", "TouchTrack.contacts", "TouchTrack.points",
        "TouchTrack.periodNanoseconds", "InputSynthesizer.tally",
      ],
      sample: { count in
        Array(stride(from: 0, to: count, by: Globes.isDebug && count > 100 ? 41 : 1))
      },
      isState: idle.isState, faultName: Self.inputFaultName)
    let outcome = coverage.check(state) { $0.digest(into: &$1) }
    #expect(outcome.failures.isEmpty, "\(outcome.failures.prefix(10))")
    #expect(outcome.idleChanges > 0 && outcome.nonFiniteChanges > 0)
    #expect(
      outcome.names.isSuperset(of: [
        "activeFrame", "canvas.scale", "canvas.orientation", "changeCount",
        "synthesizer.states.stream.position", "synthesizer.states.defectStream.position",
        "synthesizer.states.stream.seed", "synthesizer.nextTouchID", "synthesizer.queues.frame",
      ]))
  }

  @Test func loopsDigestIsThatOfItsStateAndItsScene() {
    let plan = Globes.stormyPlan(seed: 1, frames: 30, flakes: 5)
    Globes.run(plan) { loop, _ in
      var digest = StateDigest()
      loop.state.digest(into: &digest)
      loop.scene.digest(into: &digest)
      #expect(loop.stateDigest().finalize() == digest.finalize())
    }
  }

  /// A type that cannot be copied has no description at run time: its source is read instead.
  @Test func loopStoresNothingElseThatDecidesLaterFrames() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources/Core/SimRuntime/FrameLoop.swift")
    let text = try String(contentsOf: file, encoding: .utf8)
    let body = try #require(text.components(separatedBy: "public struct FrameLoop<").last)
    let pattern = /^ {2}(?:(?:public|package|private)(?:\(set\))? )*(?:let|var) (\w+)[^{]*$/
    let stored = body.split(separator: "\n").compactMap { $0.firstMatch(of: pattern)?.output.1 }
    let digested: Set<Substring> = ["state", "scene"]
    // Constants of the run, the position in the plan, and what each frame writes anew.
    let others: Set<Substring> = [
      "plan", "rendersPixels", "skipsDrawing", "frame", "wasInBackground", "input", "list",
      "surface", "rasterizer", "work", "retainedDroppedCount", "pixelWork",
    ]
    #expect(Set(stored) == digested.union(others))
  }

  // MARK: - Planted gaps

  struct Planted {
    enum Mode: UInt8, CaseIterable { case calm, wild }
    var speeds: [Float] = [2, 1]
    var counts: [UInt32] = [3]
    var stream = RandomStream(seed: 1, name: "planted")
    var isOpen = false
    var mode = Mode.calm
    private var hidden: UInt16 = 9

    enum Gap: CaseIterable { case nothing, counts, stream, truth, mode, hidden, sign, name, entity }

    func digest(into digest: inout StateDigest, without gap: Gap) {
      for (index, speed) in speeds.enumerated() {
        digest.combine(
          gap == .sign ? abs(speed) : speed, field: gap == .name ? "velocities" : "speeds",
          entity: gap == .entity ? 0 : UInt32(index))
      }
      if gap != .counts { digest.combine(counts.span) }
      if gap == .stream { digest.combine(stream.seed) } else { digest.combine(stream) }
      if gap != .truth { digest.combine(isOpen) }
      if gap != .mode { digest.combine(UInt32(mode.rawValue)) }
      if gap != .hidden { digest.combine(UInt32(hidden)) }
    }
  }

  @Test(arguments: Planted.Gap.allCases)
  func plantedGapIsFound(_ gap: Planted.Gap) {
    let failures = DigestCoverage().check(Planted()) { $0.digest(into: &$1, without: gap) }
      .failures
    let expected: (count: Int, example: String) =
      switch gap {
      case .nothing: (0, "")
      case .counts: (32, "counts[0], change 31 changes nothing")
      case .stream: (128, "stream.position[0], change 0 changes nothing")
      case .truth: (1, "isOpen[0], change 0 changes nothing")
      case .mode: (1, "mode[0], change 0 changes nothing")
      case .hidden: (16, "hidden[0], change 15 changes nothing")
      case .sign: (2, "speeds[1], change 31 changes nothing")
      // The number 1 turns infinite with the highest bit of its exponent; 2 does not.
      case .name: (1, "speeds[1], change 30 is not reported as speeds")
      case .entity: (1, "speeds[1], change 30 is not reported as speeds")
      }
    #expect(failures.count == expected.count, "\(failures)")
    #expect(gap == .nothing || failures.contains(expected.example))
  }

  private struct Unseen {
    var value: UInt32 = 1
    var either = Result<UInt32, Never>.success(2)
  }

  @Test func fieldOfATypeThatCannotBeSearchedIsAFailure() {
    let failures = DigestCoverage().check(Unseen()) { $1.combine($0.value) }.failures
    #expect(failures == ["cannot look into either: Result<UInt32, Never>"])
  }
}
