import SimFormats
import SimHarness
import SimInput
import SimRuntime
import SimbenchKit
import Testing

/// Goal: a failure of another property never stands for the one that is looked for, wherever in a
/// run it comes.
///
/// Method: runs and a model that fail in one way as they are and in another with an event less, the
/// other way at the end or on the way; seeds that fail in many ways.
struct OtherFailureTests {
  /// Two fingers that touch in two frames each.
  private static func recording() -> Recording {
    var header = RecordingHeader(name: Array("two".utf8))
    header.framesPerSecond = 60
    let clock = FrameClock(framesPerSecond: 60)
    var (input, recorded) = (FrameInput(), InputRecording())
    for frame in 0..<40 as Range<UInt32> {
      let time = clock.startNanoseconds(ofFrame: frame)
      input.begin(frame: frame, timeNanoseconds: time)
      for (id, first) in [(1, 3), (2, 10)] as [(UInt32, UInt32)] where frame / 2 == first / 2 {
        input.append(
          Touch(
            id: id, phase: frame % 2 == 0 ? .began : .ended, kind: .finger,
            position: Vector2(50, 50), previousPosition: Vector2(50, 50), radius: 8, pressure: 0,
            timestampNanoseconds: time))
      }
      recorded.append(input)
    }
    return Recording(header, input: recorded, stepCount: 40)
  }

  @Test(arguments: [false, true]) func shrinkerKeepsToItsProperty(atEnd: Bool) throws {
    var shrinker = try Shrinker(
      Self.recording(), open: { TwoFingerRun($0, failsTogetherAtEnd: atEnd) },
      isInterrupted: { false })
    let result = try #require(try shrinker?.shrink(findsRanges: false))
    #expect(result.failure.property == "together" && result.isMinimal, "\(result)")
    #expect(result.events.before == 4 && result.events.after == 2, "\(result.events)")
    let again = TwoFingerRun(result.input.recording, failsTogetherAtEnd: atEnd)
    try again.run(to: result.input.recording.stepCount)
    #expect(again.failure?.property == "together")
  }

  @Test func shrinkerOfHistoriesKeepsToItsProperty() throws {
    var scenes = SceneRegistry()
    scenes.register(model: PairModel.self)
    let entry = try #require(scenes.model(named: "pair"))
    var plan = WorldPlan(seed: 1, parameters: ParameterValues([]))
    plan.actions = [WorldAction(time: 0, code: WorldEvent.Code.launch.rawValue, order: .lifecycle)]
    for button in 1...3 as ClosedRange<UInt64> {
      let event = PairModel.Event.press
      plan.actions.append(
        WorldAction(
          time: button * Nanoseconds.second,
          code: WorldEvent.Code.firstOwn + UInt16(event.rawValue),
          order: event.descriptor.order, first: button, identity: button))
    }
    var shrinker = try Shrinker(plan, of: entry, isInterrupted: { false })
    let result = try #require(try shrinker?.shrink())
    #expect(result.failure.property == "apart" && result.isMinimal, "\(result.failure)")
    // The third button comes after the failure.
    #expect(result.events.before == 3 && result.events.after == 3, "\(result.events)")
    // One of the two alone fails as well, in another way.
    plan.actions.removeLast(2)
    let session = entry.explore(plan)
    try session.run()
    #expect(session.failure?.property == "settles")
  }

  /// Three failures of each property of each scenario are kept, whatever else fails before.
  @Test func explorerKeepsFailuresOfEachProperty() throws {
    var explorer = Explorer()
    explorer.keepsGoing = true
    let found = try explorer.run(
      [ManyFailures(name: "one"), ManyFailures(name: "other")], seeds: 0..<40
    ).found
    func seeds(_ subject: Int, _ property: String) -> [UInt64] {
      found.filter { $0.subject == subject && $0.failure.property == property }.map { $0.seed }
    }
    for subject in 0...1 {
      #expect(seeds(subject, "often") == [0, 1, 2] && seeds(subject, "seldom") == [7, 14, 21])
    }
    #expect(found.count == 12)
  }
}

/// A run that fails as `together` when both fingers touched, and otherwise as `alone`: one of them
/// after frame 20, the other at the end.
private final class TwoFingerRun: Session {
  let recording: Recording
  private(set) var frame: UInt32 = 0
  var judge = PropertyChecker([])
  private(set) var failure: ExploreFailure?
  var checks: [UInt64] { [] }
  var canContinue: Bool { false }
  var hasEnded: Bool { failure != nil }
  var paints = false
  var stageDigests: StageDigests {
    StageDigests(input: 0, state: 0, scene: 0, list: nil, pixels: nil)
  }
  var sceneDigest: UInt64 { 0 }
  var stateDigest: UInt64 { 0 }
  var given: FrameInput { FrameInput() }
  var picture: FramePicture? { nil }
  var pixelDigest: UInt64? { nil }
  private var seen: Set<UInt32> = []
  private let failsTogetherAtEnd: Bool

  init(_ recording: Recording, failsTogetherAtEnd: Bool) {
    self.recording = recording
    self.failsTogetherAtEnd = failsTogetherAtEnd
  }

  private func failure(atEnd: Bool) -> ExploreFailure? {
    let isTogether = seen.count == 2
    guard (isTogether == failsTogetherAtEnd) == atEnd else { return nil }
    return ExploreFailure(isTogether ? "together" : "alone", "", "", frame: frame - 1)
  }

  func advance() {
    var input = FrameInput()
    recording.input.replay(frame, at: UInt64(frame), into: &input)
    for touch in input.touches { seen.insert(touch.id) }
    frame += 1
    if frame > 20 { failure = failure(atEnd: false) }
  }

  func finish() { failure = failure(atEnd: true) }
  func save(to snapshot: inout Snapshot) {}
  func restore(_ snapshot: Snapshot) throws(SnapshotError) {}
  func saveScene(to snapshot: inout Snapshot) {}
  func restoreScene(_ snapshot: Snapshot, beforeFrame frame: UInt32) throws(SnapshotError) {}
  func differences(from other: any Session, limit: Int) -> [StateDifference] { [] }
  func inputDifferences(from other: any Session) -> [StateDifference] { [] }
}

/// Seeds of which every seventh fails in another way than the rest.
private struct ManyFailures: ExploredSubject {
  var name: String
  var subjectName: SubjectName { SubjectName(.scene, name) }
  var behaviorVersion: UInt32 { 1 }
  func size() -> (frames: UInt32, stateBytes: UInt64) { (1, 1) }
  var properties: [SweepPlan.Property] { [] }

  func outcome(of seed: UInt64, _ isInterrupted: () -> Bool) -> Explorer.Outcome {
    var outcome = Explorer.Outcome()
    let isSeldom = seed > 0 && seed % 7 == 0
    outcome.failure = ExploreFailure(isSeldom ? "seldom" : "often", "", "", frame: 0)
    return outcome
  }
}

/// A model whose buttons 1 and 2 may not both be pressed, and neither without the other.
private struct PairModel: WorldModel {
  enum Event: UInt8, EventKey {
    case press

    var descriptor: EventDescriptor {
      .user("press", "Somebody presses %1.", [ArgumentDescriptor("button")])
    }
  }

  enum Effect: UInt8, EffectKey {
    case counts

    var descriptor: EffectDescriptor { EffectDescriptor("counts", "counts a press") }
  }

  enum Property: UInt8, PropertyKey {
    case apart

    var descriptor: PropertyDescriptor { .always("apart", "One button at most is pressed.") }
  }

  typealias Fault = NoFault

  static var descriptor: ModelDescriptor {
    ModelDescriptor(name: "pair", summary: "Counts two buttons.", requirements: [])
  }

  private var pressed: UInt32 = 0

  init(_ context: ModelContext) {}

  mutating func apply(_ event: WorldEvent, in world: inout World) {
    guard event.own(Event.self) == .press, event.first == 1 || event.first == 2 else { return }
    pressed |= UInt32(event.first)
  }

  mutating func loseMemory() {}

  mutating func judge(_ world: borrowing World, by judge: inout PropertyChecker) {
    judge.always(Property.apart, pressed != 3)
  }

  func isSettled(_ world: borrowing World) -> Bool { pressed == 0 || pressed == 3 }

  static func act(_ history: inout WorkloadGenerator, _ context: ModelContext) {}

  mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&pressed, "pressed")
  }
}
