import SimMath
import SimRuntime

/// A model in its world as something simulated: an event is what is due next.
///
/// It knows what comes from outside, which the plan lists, and what the world has due; `next` is
/// whichever comes first.
public struct WorldSimulation<Model: WorldModel>: Simulated {
  /// The world.
  public package(set) var world: World
  /// The model.
  public package(set) var model: Model
  /// How much of what comes from outside has come.
  package private(set) var actionCount: UInt32 = 0

  private let plan: WorldPlan

  /// Makes the world of a plan, in which the app is not running yet.
  public init(_ plan: WorldPlan) {
    self.plan = plan
    var stream = RandomStream(seed: plan.seed, name: "world.clock")
    // A time of 2026, in any zone of whole hours.
    let wallSeconds = 1_767_225_600 + Int64(stream.below(365 * 86_400))
    let offset = Int32(stream.below(25)) * 3600 - 36_000
    world = World(
      seed: plan.seed,
      clock: WorldClock(wallSeconds: wallSeconds, zone: WorldZone(offsetSeconds: offset)))
    model = Model(plan.context)
  }

  /// What happens next; nil when the history has ended.
  public var next: WorldEvent? {
    let outside =
      plan.actions.indices.contains(Int(actionCount))
      ? plan.actions[Int(actionCount)].event : nil
    // What a process waits for has to wait while it stands still.
    let due = world.process == .suspended ? nil : world.queue.first
    guard let due, due.time <= plan.end else { return outside }
    guard let outside else { return due }
    return due.isBefore(outside) ? due : outside
  }

  /// The next of what comes from outside, due or not; nil when there is none.
  package var nextAction: WorldEvent? {
    plan.actions.indices.contains(Int(actionCount))
      ? plan.actions[Int(actionCount)].event : nil
  }

  /// Leaves out what comes from outside, but for the last few.
  package mutating func skipToEnd(leaving count: Int) {
    actionCount = max(actionCount, UInt32(max(0, plan.actions.count - count)))
  }

  /// Lets happen what is due.
  public mutating func apply(_ event: borrowing WorldEvent) {
    let event = copy event
    if event.channel == .outside, event.common != .disk, isNextAction(event) {
      actionCount += 1
    } else {
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

  /// Whether everything found space among what is due.
  public mutating func check() -> BrokenPromise? {
    world.overflow > 0 ? BrokenPromise("event-queue", value: UInt64(world.overflow)) : nil
  }

  /// Tells a judge what holds after the step.
  package mutating func judge(by judge: inout PropertyJudge) {
    model.judge(world, by: &judge)
  }

  /// Whether nothing is under way any more.
  package var isSettled: Bool { model.isSettled(world) }

  /// Shows the world and the model; the plan is none of it.
  public mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&actionCount, in: 0...UInt32(plan.actions.count), "actionCount")
    visitor.field(&world, "world")
    visitor.field(&model, "model")
    visitor.derived("plan")
  }
}
