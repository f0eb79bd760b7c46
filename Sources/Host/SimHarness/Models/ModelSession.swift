import SimFormats
import SimPlatform
import SimbenchKit

/// A history of a model, step by step, whatever model it is of.
package protocol ModelSession: AnyObject {
  /// Steps so far.
  var steps: UInt64 { get }
  /// What of that which comes from outside has come.
  var actionCount: Int { get }
  /// The time of the last step, in nanoseconds since the history began.
  var time: UInt64 { get }
  /// What was found of the model's properties.
  var judge: PropertyJudge { get }
  /// What the app did in the last step that can be seen from outside.
  var happenings: [Happening] { get }
  /// How often each kind of fault has struck.
  var strikes: [UInt32] { get }
  /// Kinds of faults that were on, a bit each.
  var faults: UInt64 { get }
  /// What the app has come to count.
  var shares: [ShareCount] { get }
  /// Whether every state is digested, and held against its snapshot now and then.
  var digests: Bool { get set }
  /// A digest over those of all steps.
  var chain: UInt64 { get }

  /// Number of allocations in all digested steps; nil if not counted.
  var allocations: UInt64? { get }

  /// How often each of `ModelProperty` was looked at.
  var checks: [UInt64] { get }

  /// Does what is due next.
  ///
  /// - Returns: that; nil when the history has ended.
  func advance() -> WorldEvent?
  /// What does not hold after the last step; at the end, what is still under way.
  var failure: ExploreFailure? { get }
  /// The digest of the state.
  func stateDigest() -> UInt64
}

/// The properties that every history of a model has without the model saying so.
package enum ModelProperty: UInt8, CaseIterable, Sendable {
  /// Everything that is due finds space.
  case queue
  /// A saved state that is put back leads to the same step.
  case snapshot
  /// A minute after the last fault nothing is under way.
  case settles
  /// A history comes to its end.
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

  /// What it says, in a sentence.
  package var summary: String {
    switch self {
    case .queue: "What is due finds space: a model waits for few things at a time."
    case .snapshot: "A saved state that is put back leads to the same step."
    case .settles: "A minute after the last fault nothing is under way any more."
    case .ends: "A history has fewer than \(Self.stepLimit) steps."
    }
  }

  /// Steps of a history at most.
  package static var stepLimit: UInt64 { 20_000_000 }
}

/// A history of one model.
final class ModelHistory<Model: WorldModel>: ModelSession {
  private var simulation: WorldSimulation<Model>
  private let plan: WorldPlan
  private let descriptor: ModelDescriptor
  private(set) var steps: UInt64 = 0
  private(set) var judge: PropertyJudge
  private(set) var chain: UInt64 = 0
  private(set) var faults: UInt64 = 0
  private(set) var failure: ExploreFailure?
  private(set) var allocations = AllocationProbe.thread().map { _ in UInt64(0) }
  private var snapshot = Snapshot()
  private(set) var checks: [UInt64] = Array(repeating: 0, count: ModelProperty.allCases.count)
  var digests = true

  /// Steps from one snapshot that is tried to the next.
  private static var snapshotInterval: UInt64 { 97 }

  init(_ plan: WorldPlan) {
    self.plan = plan
    simulation = WorldSimulation<Model>(plan)
    descriptor = Model.described
    judge = PropertyJudge(descriptor.properties)
  }

  var actionCount: Int { Int(simulation.actionCount) }
  var time: UInt64 { simulation.world.clock.now }
  var happenings: [Happening] { simulation.world.happenings }
  var strikes: [UInt32] { simulation.world.strikes }
  var shares: [ShareCount] { descriptor.shares.indices.map { simulation.model.share(at: $0) } }

  func stateDigest() -> UInt64 {
    var digest = StateDigest()
    simulation.visitState(&digest)
    return digest.finalize()
  }

  func advance() -> WorldEvent? {
    guard failure == nil else { return nil }
    guard let event = simulation.next else {
      count(.settles)
      count(.ends)
      if !simulation.isSettled { fail(.settles) }
      return nil
    }
    let tried = digests && steps % Self.snapshotInterval == Self.snapshotInterval - 1
    var expected: UInt64?
    if tried {
      count(.snapshot)
      do {
        expected = try afterRestoring(event)
      } catch {
        fail(.snapshot, value: Self.words(of: error))
      }
    }
    // Explored runs are neither digested nor counted.
    let before = digests ? AllocationProbe.thread() : nil
    simulation.apply(event)
    if let before, let after = AllocationProbe.thread() {
      allocations? += after.since(before).allocations
    }
    steps += 1
    faults |= simulation.world.faults.bits
    judge.step = UInt32(truncatingIfNeeded: steps)
    simulation.judge(by: &judge)
    if digests {
      let digest = stateDigest()
      chain = Recording.chained(chain, digest)
      if let expected, expected != digest { fail(.snapshot, value: "another step") }
    }
    count(.queue)
    if let broken = simulation.check() {
      fail(.queue, value: "\(broken.value) without space")
    }
    if steps >= ModelProperty.stepLimit { fail(.ends) }
    if failure == nil, let found = judge.failure { failure = describe(found) }
    return event
  }

  private static func words(of error: SnapshotError) -> String {
    guard case .doesNotFit(let place) = error else { return "\(error)" }
    return "\(place.text) does not fit"
  }

  /// What a step comes to from a state that was saved, put into a new world.
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
    failure = ExploreFailure(
      property.name, "", property.summary, frame: UInt32(clamping: steps), value: value)
  }

  private func describe(_ found: PropertyJudge.Failure) -> ExploreFailure {
    let property = descriptor.properties[found.property]
    return ExploreFailure(
      "\(property.name)", "\(property.requirement)", "\(property.summary)",
      frame: UInt32(clamping: steps), value: found.value.map { "\($0)" },
      limit: found.limit.map { "\($0)" })
  }
}
