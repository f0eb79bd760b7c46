import SimMath
import SimRuntime
import SimWorld

/// A small model that asks for everything a world has, and notes what it was told.
struct EchoModel: WorldModel {
  enum Event: UInt8, EventKey {
    case press, decide, response, failure, alarm

    var descriptor: EventDescriptor {
      switch self {
      case .press: .user("press", "Somebody presses %1.", [ArgumentDescriptor("button")])
      case .decide:
        .decision(
          "decide", "It is decided: %1, %2.",
          [
            ArgumentDescriptor("what", .choice(["one", "two"])),
            ArgumentDescriptor("how", .truth),
          ])
      case .response: .response("answer", "An answer comes.")
      case .failure: .response("failure", "There is no network.")
      case .alarm: .timer("alarm", "It is time.")
      }
    }
  }

  enum Effect: UInt8, EffectKey {
    case heard

    var descriptor: EffectDescriptor { EffectDescriptor("heard", "has heard %1") }
  }

  enum Property: UInt8, PropertyKey {
    case answered

    var descriptor: PropertyDescriptor { .sometimes("answered", "An answer comes.") }
  }

  enum Fault: UInt8, FaultKey {
    case echo

    var descriptor: FaultDescriptor { FaultDescriptor("echo", "An echo is heard.") }
  }

  static var descriptor: ModelDescriptor {
    ModelDescriptor(name: "echo", summary: "Notes what it is told.", requirements: [])
  }

  /// What was told: the code, the time, the time of arrival, and what belongs to it.
  var told: [[UInt64]] = []
  var memory: UInt32 = 0

  init(_ context: ModelContext) {}

  mutating func apply(_ event: WorldEvent, in world: inout World) {
    told.append([UInt64(event.code), event.time, event.arrival, event.first, event.second])
    if event.own(Event.self) == .press {
      memory += 1
      let rates = NetworkRates(
        lostPerMille: 300, hangingPerMille: 100, doubledPerMille: 300,
        median: 2 * Nanoseconds.second, deviation: 0.4)
      world.send(
        event.first, identity: event.identity, response: Event.response, failure: Event.failure,
        by: rates)
      world.startTimer(after: 3 * Nanoseconds.second, Event.alarm, event.first)
      world.note(Effect.heard, event.first)
      world.perform(.write, 5, content: [UInt32(event.first)], identity: event.identity)
    }
  }

  mutating func loseMemory() { memory = 0 }

  mutating func judge(_ world: borrowing World, by judge: inout PropertyChecker) {
    judge.sometimes(Property.answered, told.last?[0] == 66)
  }

  func isSettled(_ world: borrowing World) -> Bool { true }

  static func act(_ history: inout WorkloadGenerator, _ context: ModelContext) {
    while history.hasTime {
      history.wait(about: 4 * Nanoseconds.second)
      history.add(Event.press, UInt64(history.stream.below(100)))
      if history.stream.chance(1, in: 4) {
        history.add(
          Event.decide, UInt64(history.stream.below(2)), UInt64(history.stream.below(2)))
      }
    }
  }

  mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&memory, "memory")
    // What it was told only grows, and is looked at by tests alone.
    visitor.derived("told")
  }

  /// Runs a plan to its end.
  static func run(_ plan: WorldPlan) -> WorldSimulation<EchoModel> {
    var simulation = WorldSimulation<EchoModel>(plan)
    while let event = simulation.next { simulation.apply(event) }
    return simulation
  }

  /// What happens in a history without anything that goes wrong, but for kinds that are said.
  static func plan(
    _ seed: UInt64, kinds: [WorldFault] = [], seconds: UInt64 = 300
  ) -> WorldPlan {
    var faults = FaultChoice()
    faults.allowed = kinds.reduce(0) { $0 | 1 << UInt64($1.rawValue) }
    faults.isCertain = true
    return WorldPlan.drawn(
      EchoModel.self, seed: seed, parameters: ParameterValues([]),
      activeNanoseconds: seconds * Nanoseconds.second, faults: faults)
  }

  /// An action of the model's own.
  static func action(
    _ seconds: Double, _ event: Event, _ first: UInt64 = 0, identity: UInt64 = 0
  ) -> WorldAction {
    WorldAction(
      time: UInt64(seconds * 1e9), code: 64 + UInt16(event.rawValue),
      order: event.descriptor.order, first: first, identity: identity)
  }

  /// An action of the world.
  static func action(_ seconds: Double, _ code: WorldEvent.Code, _ first: UInt64 = 0) -> WorldAction
  {
    WorldAction(
      time: UInt64(seconds * 1e9), code: code.rawValue, order: .lifecycle, first: first)
  }

  /// A plan of actions.
  static func plan(_ actions: [WorldAction], seed: UInt64 = 1) -> WorldPlan {
    var plan = WorldPlan(seed: seed, parameters: ParameterValues([]))
    plan.actions = actions
    return plan
  }
}
