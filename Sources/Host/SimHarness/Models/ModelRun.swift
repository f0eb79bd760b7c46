import SimFormats
import SimInput
import SimPlatform
import SimbenchKit

/// Built-in properties of every model.
package enum ModelProperty: UInt8, CaseIterable, Sendable {
  /// Every pending event fits into the queue.
  case queue
  /// A restored state leads to the same step.
  case snapshot
  /// A minute after the last fault nothing is in progress.
  case settles
  /// A history ends.
  case ends

  /// Its name.
  package var name: String {
    switch self {
    case .queue: "event-queue"
    case .snapshot: "snapshot-round-trip"
    case .settles: "settles"
    case .ends: "ends"
    }
  }

  /// The property in a sentence.
  package var summary: String {
    switch self {
    case .queue: "The event queue never overflows: few events are pending at a time."
    case .snapshot: "A saved state that is put back leads to the same step."
    case .settles: "A minute after the last fault nothing is under way any more."
    case .ends: "A history has fewer than \(Self.stepLimit) steps."
    }
  }

  /// Maximum number of steps of a history.
  package static var stepLimit: UInt32 { 20_000_000 }
}

/// A history of one model.
final class ModelRun<Model: WorldModel>: Session {
  private(set) var frame: UInt32 = 0
  private(set) var last = WorldStep(
    WorldEvent(time: 0, order: .lifecycle, code: 0), isFromOutside: false)
  private let plan: WorldPlan
  private let descriptor: ModelDescriptor
  private let isChecked: Bool
  private(set) var failure: ExploreFailure?
  private(set) var checks: [UInt64] = Array(repeating: 0, count: ModelProperty.allCases.count)
  var judge: PropertyChecker
  private var snapshot = Snapshot()
  private var chain: UInt64 = 0
  private var digests: [UInt64] = []
  /// Kinds of faults that were on, one bit each; only of a checked run.
  private(set) var faults: UInt64 = 0
  /// Number of allocations in all steps; nil if not counted.
  private(set) var allocations = AllocationProbe.thread().map { _ in UInt64(0) }
  // The last field: its size is that of the model, and the places of all fields behind it would be
  // looked up at run time. As a part of `Position` it was a sixth slower per step.
  private var simulation: WorldSimulation<Model>

  /// Steps between two checks of a restored state.
  private static var snapshotInterval: UInt32 { 97 }

  /// Everything that the following steps depend on, and the number of steps before.
  private struct Position: StateFields {
    var frame: UInt32
    var simulation: WorldSimulation<Model>

    mutating func visitState(_ visitor: inout some StateVisitor) {
      visitor.field(&frame, "frame")
      visitor.field(&simulation, "simulation")
    }
  }

  /// Opens a history.
  ///
  /// - Parameter isChecked: whether every step is digested and its properties are checked.
  init(_ plan: WorldPlan, isChecked: Bool) {
    self.plan = plan
    self.isChecked = isChecked
    simulation = WorldSimulation(plan)
    descriptor = Model.described
    judge = PropertyChecker(descriptor.properties)
  }

  // A getter that is called through the class works on a copy of the whole world, and was 20 % of
  // the time of sketch-flow; of an inout argument it reads in place.
  private static func next(_ simulation: inout WorldSimulation<Model>) -> WorldEvent? {
    simulation.next
  }

  var hasEnded: Bool { failure != nil || Self.next(&simulation) == nil }
  var stageDigests: StageDigests { simulation.stageDigests(of: last) }
  var given: FrameInput { FrameInput() }
  var sceneDigest: UInt64 { isChecked ? chain : stateDigest }
  var picture: FramePicture? { nil }
  var pixelDigest: UInt64? { nil }
  var canContinue: Bool { false }

  var paints: Bool {
    get { false }
    set {}
  }

  var stateDigest: UInt64 {
    var digest = StateDigest()
    simulation.visitState(&digest)
    return digest.finalize()
  }

  /// Input events so far, each with the digest after it if the run is checked.
  var recording: Recording {
    var recording = Recording(RecordingHeader(plan, of: descriptor))
    for action in plan.actions.prefix(Int(simulation.actionCount)) {
      recording.append(action.recorded(of: descriptor))
    }
    recording.digests = digests
    recording.chain = recording.computedChain
    return recording
  }

  /// Number of input events so far.
  var actionCount: Int { Int(simulation.actionCount) }
  /// Time of the last step, in nanoseconds since the start.
  var time: UInt64 { simulation.world.clock.now }
  /// Outputs of the app in the last step.
  var effects: [World.Effect] { simulation.world.effects }
  /// Number of strikes of each kind of fault.
  var strikes: [UInt32] { simulation.world.strikes }
  /// The shares that the model counts.
  var shares: [RateCount] {
    descriptor.shares.indices.map { simulation.model.share(at: $0) }
  }

  func advance() {
    guard failure == nil else { return }
    CrashNote.setStep(frame)
    var expected: UInt64?
    if isChecked, frame % Self.snapshotInterval == Self.snapshotInterval - 1,
      let event = Self.next(&simulation)
    {
      count(.snapshot)
      do {
        expected = try afterRestoring(event)
      } catch {
        fail(.snapshot, value: Self.words(of: error))
      }
    }
    let before = isChecked ? AllocationProbe.thread() : nil
    guard let step = simulation.step() else { return }
    if let before, let after = AllocationProbe.thread() {
      allocations? += after.since(before).allocations
    }
    last = step
    frame += 1
    if isChecked { check(expected) }
  }

  private func check(_ expected: UInt64?) {
    faults |= simulation.world.faults.bits
    judge.step = frame &- 1
    simulation.judge(by: &judge)
    let digest = stateDigest
    chain = Recording.chained(chain, digest)
    if last.isFromOutside { digests.append(digest) }
    if let expected, expected != digest { fail(.snapshot, value: "another step") }
    count(.queue)
    if let broken = simulation.check() {
      fail(.queue, value: "\(broken.value) without space")
    }
    if frame >= ModelProperty.stepLimit { fail(.ends) }
    if failure == nil, let found = judge.failure { failure = describe(found) }
  }

  func finish() {
    guard isChecked, hasEnded, failure == nil else { return }
    count(.settles)
    count(.ends)
    if !simulation.isSettled { fail(.settles) }
  }

  private static func words(of error: SnapshotError) -> String {
    guard case .doesNotFit(let place) = error else { return "\(error)" }
    return "\(place.text) does not fit"
  }

  /// The digest after a step from the saved state, restored in a new world.
  private func afterRestoring(_ event: WorldEvent) throws(SnapshotError) -> UInt64 {
    snapshot.save(&simulation)
    var other = WorldSimulation<Model>(plan)
    var backup = Snapshot()
    try snapshot.restore(&other, savedTo: &backup)
    other.apply(event)
    var digest = StateDigest()
    other.visitState(&digest)
    return digest.finalize()
  }

  private func count(_ property: ModelProperty) { checks[Int(property.rawValue)] += 1 }

  private func fail(_ property: ModelProperty, value: String? = nil) {
    guard failure == nil else { return }
    failure = ExploreFailure(property.name, "", property.summary, frame: frame, value: value)
  }

  private func describe(_ found: PropertyChecker.Failure) -> ExploreFailure {
    let property = descriptor.properties[found.property]
    return ExploreFailure(
      "\(property.name)", "\(property.requirement)", "\(property.summary)", frame: frame,
      value: found.value.map { "\($0)" }, limit: found.limit.map { "\($0)" })
  }

  func save(to snapshot: inout Snapshot) {
    var position = Position(frame: frame, simulation: simulation)
    snapshot.save(&position)
  }

  func restore(_ snapshot: Snapshot) throws(SnapshotError) {
    var backup = Snapshot()
    var position = Position(frame: frame, simulation: simulation)
    try snapshot.restore(&position, savedTo: &backup)
    (frame, simulation) = (position.frame, position.simulation)
  }

  func saveScene(to snapshot: inout Snapshot) { snapshot.save(&simulation) }

  func restoreScene(_ snapshot: Snapshot, beforeFrame frame: UInt32) throws(SnapshotError) {
    var backup = Snapshot()
    try snapshot.restore(&simulation, savedTo: &backup)
    self.frame = frame
  }

  func differences(from other: any Session, limit: Int) -> [StateDifference] {
    guard let other = other as? ModelRun<Model> else { return [] }
    return StateDifference.between(
      &simulation, &other.simulation, limit: limit)
  }

  func inputDifferences(from other: any Session) -> [StateDifference] {
    guard let other = other as? ModelRun<Model> else { return [] }
    return StateDifference.between(&last.event, &other.last.event, limit: .max)
  }
}
