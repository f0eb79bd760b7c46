import SimMath
import SimRuntime

/// A model in its world as a simulation, whose events occur in order of due time.
///
/// External events come from the plan, all others from the world's queue; `next` is the earlier of
/// the two.
public struct WorldSimulation<Model: WorldModel>: Simulated {
  /// The world.
  public package(set) var world: World
  /// The number of external events that have occurred.
  package private(set) var actionCount: UInt32 = 0
  private let plan: WorldPlan
  // Last: what lies behind a generic field has no fixed place, and each access would look it up.
  /// The model.
  public package(set) var model: Model

  /// Creates the world of a plan, in which the app is not running yet.
  public init(_ plan: WorldPlan) {
    self.plan = plan
    var stream = RandomStream(seed: plan.seed, name: "world.clock")
    // A time in 2026, in any zone of whole hours.
    let wallSeconds = 1_767_225_600 + Int64(stream.below(365 * 86_400))
    let offset = Int32(stream.below(25)) * 3600 - 36_000
    world = World(
      seed: plan.seed,
      clock: WorldClock(wallSeconds: wallSeconds, zone: WorldZone(offsetSeconds: offset)))
    model = Model(plan.context)
  }

  /// The next event; nil if the run has ended.
  public var next: WorldEvent? {
    let outside = nextAction
    // A suspended process receives no responses or timers.
    let due = world.process == .suspended ? nil : world.queue.first
    guard let due, due.time <= plan.end else { return outside }
    guard let outside else { return due }
    return due.isBefore(outside) ? due : outside
  }

  /// The next external event, due or not; nil if there is none.
  package var nextAction: WorldEvent? {
    plan.actions.indices.contains(Int(actionCount))
      ? plan.actions[Int(actionCount)].event : nil
  }

  /// Skips all external events except the last few.
  package mutating func skipToEnd(leaving count: Int) {
    actionCount = max(actionCount, UInt32(max(0, plan.actions.count - count)))
  }

  /// Applies the next event.
  ///
  /// - Precondition: the event is `next`.
  public mutating func apply(_ event: borrowing WorldEvent) {
    let event = copy event
    if event.channel == .outside, event.common != .disk, isNextAction(event) {
      actionCount += 1
    } else {
      precondition(world.queue.first == event, "only the next event can be applied")
      world.queue.removeFirst()
    }
    let before = world.process
    guard let told = world.apply(event) else { return }
    if before != .dead, world.process == .dead { model.loseMemory() }
    model.apply(told, in: &world)
  }

  private func isNextAction(_ event: WorldEvent) -> Bool {
    plan.actions.indices.contains(Int(actionCount))
      && plan.actions[Int(actionCount)].event == event
  }

  /// Returns a violation if the event queue has overflowed.
  public mutating func check() -> InvariantViolation? {
    world.overflow > 0 ? InvariantViolation("event-queue", value: UInt64(world.overflow)) : nil
  }

  /// Checks the model's properties after a step; to be called after every one.
  ///
  /// After the last step nothing changes until the end of the run, which ends all waiting.
  public mutating func judge(by judge: inout PropertyChecker) {
    judge.step &+= 1
    judge.nanoseconds = world.clock.now
    model.judge(world, by: &judge)
    if next == nil { judge.end(at: plan.end) }
  }

  /// Whether the model has no pending work, as it must at the end of a run.
  public var isSettled: Bool { model.isSettled(world) }

  /// Visits the world and the model; the plan is not state.
  public mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&actionCount, in: 0...UInt32(plan.actions.count), "actionCount")
    visitor.field(&world, "world")
    visitor.field(&model, "model")
    visitor.derived("plan")
  }
}
