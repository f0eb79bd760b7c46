import SimMath
import SimRuntime

/// An external event of a run, in explicit order.
public struct WorldAction: Equatable, Sendable {
  /// The time in nanoseconds since the run began.
  package var time: UInt64
  /// The code: one of `WorldEvent.Code`, or the model's.
  package var code: UInt16
  /// The priority among events due at the same time.
  package var order: EventOrder
  /// The first argument.
  package var first: UInt64
  /// The second argument.
  package var second: UInt64
  /// Distinguishes the event from all others, even if events are removed.
  package var identity: UInt64

  /// Creates an event.
  package init(
    time: UInt64, code: UInt16, order: EventOrder, first: UInt64 = 0, second: UInt64 = 0,
    identity: UInt64 = 0
  ) {
    self.time = time
    self.code = code
    self.order = order
    self.first = first
    self.second = second
    self.identity = identity
  }

  var event: WorldEvent {
    WorldEvent(
      time: time, order: order, code: code, first: first, second: second, identity: identity)
  }
}

/// A run of a model as plain values, from which every target produces the same run.
public struct WorldPlan: Sendable {
  /// The seed.
  public var seed: UInt64
  /// The values of the model's parameters.
  public var parameters: ParameterValues
  /// The external events in ascending order of time.
  package var actions: [WorldAction] = []
  /// The bug that a test plants, which `ModelContext.plantedBug` gives the model; 0 for none.
  ///
  /// No file or option can select one.
  public var plantedBug: UInt16 = 0

  /// The time that a run continues after its last external event.
  package static var restNanoseconds: UInt64 { 60 * Nanoseconds.second }

  /// Creates a plan without events.
  public init(seed: UInt64, parameters: ParameterValues) {
    self.seed = seed
    self.parameters = parameters
  }

  /// Adds a user's action or another external event of the model, after those due before.
  ///
  /// - Parameters:
  ///   - event: an event described as `user` or `decision`.
  ///   - first: the first argument.
  ///   - second: the second argument.
  ///   - nanoseconds: the time since the run began.
  public mutating func add(
    _ event: some EventKey, _ first: UInt64 = 0, _ second: UInt64 = 0, at nanoseconds: UInt64
  ) {
    precondition(event.descriptor.isFromOutside, "the app causes this event, no plan can")
    add(
      WorldAction(
        time: nanoseconds, code: event.code, order: event.descriptor.order, first: first,
        second: second, identity: UInt64(actions.count)))
  }

  /// Adds an event of the world, such as `launch` or `offline`, after those due before.
  ///
  /// - Parameters:
  ///   - event: any but `disk`, which only the app's operations cause.
  ///   - first: the argument: the raw value of a `WorldFault` for `fault`, nanoseconds for
  ///     `clockJump`, seconds for `zone`.
  ///   - nanoseconds: the time since the run began.
  public mutating func add(
    _ event: WorldEvent.Code, _ first: UInt64 = 0, at nanoseconds: UInt64
  ) {
    precondition(event != .disk, "the app causes this event, no plan can")
    add(
      WorldAction(
        time: nanoseconds, code: event.rawValue, order: .lifecycle, first: first,
        identity: UInt64(actions.count)))
  }

  private mutating func add(_ action: WorldAction) {
    var place = actions.count
    while place > 0, action.isBefore(actions[place - 1]) { place -= 1 }
    actions.insert(action, at: place)
  }

  /// The configuration of the model.
  var context: ModelContext {
    ModelContext(seed: seed, parameters: parameters, plantedBug: plantedBug)
  }

  /// The time at which the run ends.
  package var end: UInt64 { (actions.last?.time ?? 0) &+ Self.restNanoseconds }
}

/// The kinds of faults that a run may inject.
public struct FaultChoice: Equatable, Sendable {
  /// The allowed kinds, one bit each.
  package var allowed: UInt64 = .max
  /// Whether all allowed kinds are enabled; otherwise each is, with probability one half.
  package var isCertain = false

  /// Allows all kinds, each enabled with probability one half.
  public init() {}
}

/// Generates the users' actions of a run.
public struct WorkloadGenerator {
  /// The random stream of the users' actions.
  public var stream: RandomStream
  /// The time of the next action, in nanoseconds since the run began.
  public private(set) var time: UInt64
  /// The time at which user actions end.
  public let end: UInt64
  private(set) var actions: [WorldAction] = []

  init(seed: UInt64, end: UInt64) {
    stream = RandomStream(seed: seed, name: "world.user")
    time = 0
    self.end = end
  }

  /// Whether there is time for more actions.
  public var hasTime: Bool { time < end }

  /// Advances the time.
  public mutating func wait(_ nanoseconds: UInt64) { time &+= nanoseconds }

  /// Advances the time by an exponentially distributed duration of the given mean.
  public mutating func wait(about nanoseconds: UInt64) {
    wait(UInt64(Double(nanoseconds) * Double(stream.exponential())))
  }

  /// Adds an action at the current time.
  public mutating func add(_ event: some EventKey, _ first: UInt64 = 0, _ second: UInt64 = 0) {
    guard hasTime else { return }
    actions.append(
      WorldAction(
        time: time, code: event.code, order: event.descriptor.order, first: first, second: second,
        identity: UInt64(actions.count)))
  }
}

extension WorldPlan {
  /// Generates the plan of a run from a seed: user actions and injected faults.
  ///
  /// - Parameters:
  ///   - activeNanoseconds: the duration of user actions and faults.
  ///   - faults: the kinds of faults to inject; by default all are allowed.
  public static func drawn<Model: WorldModel>(
    _ model: Model.Type, seed: UInt64, parameters: ParameterValues, activeNanoseconds: UInt64,
    faults: FaultChoice = FaultChoice()
  ) -> WorldPlan {
    var plan = WorldPlan(seed: seed, parameters: parameters)
    var writer = WorkloadGenerator(seed: seed, end: activeNanoseconds)
    Model.act(&writer, plan.context)
    var drawer = FaultDrawer(seed: seed, end: activeNanoseconds)
    drawer.draw(
      Model.descriptor.worldFaults, ownCount: Model.Fault.allCases.count, faults)
    plan.actions = merged(writer.actions, drawer.actions)
    plan.actions.append(
      WorldAction(
        time: activeNanoseconds, code: WorldEvent.Code.quiet.rawValue, order: .lifecycle,
        identity: 1 &<< 40))
    return plan
  }

  /// Sorts both lists by time, then by order; faults precede user actions.
  private static func merged(
    _ users: [WorldAction], _ faults: [WorldAction]
  ) -> [WorldAction] {
    var all = faults
    all.append(contentsOf: users)
    // A stable insertion sort: the lists are nearly sorted.
    for index in all.indices.dropFirst() {
      var place = index
      while place > 0, all[place].isBefore(all[place - 1]) {
        all.swapAt(place, place - 1)
        place -= 1
      }
    }
    return all
  }
}

extension WorldAction {
  fileprivate func isBefore(_ other: WorldAction) -> Bool {
    time != other.time ? time < other.time : order.rawValue < other.order.rawValue
  }
}

/// Generates the injected faults.
private struct FaultDrawer {
  let seed: UInt64
  let end: UInt64
  var actions: [WorldAction] = []

  mutating func draw(_ faults: [WorldFault], ownCount: Int, _ choice: FaultChoice) {
    add(0, .launch, identity: 2 &<< 40)
    for fault in faults where isOn(fault.rawValue, choice) { draw(fault) }
    for index in 0..<UInt8(truncatingIfNeeded: ownCount)
    where isOn(WorldFault.firstOwn + index, choice) {
      turnOn(WorldFault.firstOwn + index)
    }
  }

  private func isOn(_ place: UInt8, _ choice: FaultChoice) -> Bool {
    guard choice.allowed & 1 &<< UInt64(place) != 0 else { return false }
    var stream = RandomStream(seed: seed, name: "world.swarm", index: UInt32(place))
    return choice.isCertain || stream.chance(1, in: 2)
  }

  private mutating func turnOn(_ place: UInt8) {
    add(0, .fault, UInt64(place), identity: UInt64(place))
  }

  private mutating func add(
    _ time: UInt64, _ code: WorldEvent.Code, _ first: UInt64 = 0, identity: UInt64
  ) {
    guard time < end else { return }
    actions.append(
      WorldAction(
        time: time, code: code.rawValue, order: .lifecycle, first: first, identity: identity))
  }

  /// Draws the number and times of a kind of fault; kinds that the world draws are only enabled.
  private mutating func draw(_ fault: WorldFault) {
    guard Self.isTimed(fault) else { return turnOn(fault.rawValue) }
    var stream = RandomStream(seed: seed, name: "world.fault", index: UInt32(fault.rawValue))
    let count = 1 + stream.poisson(mean: 2)
    for index in 0..<UInt64(count) {
      let identity = (UInt64(fault.rawValue) + 1) &<< 32 | index &<< 8
      let time = UInt64(Double(end) * stream.uniformDouble())
      let span = UInt64(Double(Nanoseconds.second) * 20 * Double(stream.exponential()))
      switch fault {
      case .diskFull: pair(time, span, .diskFull, .diskFree, identity)
      case .offline: pair(time, span, .offline, .online, identity)
      case .interruption: pair(time, span / 4, .inactive, .active, identity)
      case .suspension:
        add(time, .inactive, identity: identity)
        add(time &+ 300 * Nanoseconds.millisecond, .background, identity: identity | 1)
        pair(time &+ 5 * Nanoseconds.second, span, .suspend, .active, identity | 2)
      case .kill: pair(time, span / 10, .kill, .launch, identity)
      case .reboot: pair(time, span, .reboot, .launch, identity)
      case .powerLoss: pair(time, span, .powerLoss, .launch, identity)
      case .clockJump: add(time, .clockJump, Self.jump(&stream), identity: identity)
      case .zoneChange: add(time, .zone, Self.offset(&stream), identity: identity)
      default: break
      }
    }
  }

  /// Whether the plan says when the fault occurs; the world and services draw all others.
  private static func isTimed(_ fault: WorldFault) -> Bool {
    switch fault {
    case .diskFull, .offline, .interruption, .suspension, .kill, .reboot, .powerLoss, .clockJump,
      .zoneChange:
      true
    default: false
    }
  }

  private mutating func pair(
    _ time: UInt64, _ span: UInt64, _ begin: WorldEvent.Code, _ end: WorldEvent.Code,
    _ identity: UInt64
  ) {
    add(time, begin, identity: identity)
    add(time &+ span, end, identity: identity | 16)
  }

  /// 20 s, 40 s, 1 h, 13 h or (twice as likely) 24 h, backwards with probability 1/3.
  private static func jump(_ stream: inout RandomStream) -> UInt64 {
    let spans: [UInt64] = [
      20 * Nanoseconds.second, 40 * Nanoseconds.second, Nanoseconds.hour, 13 * Nanoseconds.hour,
      Nanoseconds.day, Nanoseconds.day,
    ]
    let span = Int64(spans[Int(stream.below(UInt32(spans.count)))])
    return UInt64(bitPattern: stream.chance(1, in: 3) ? -span : span)
  }

  /// A whole hour from 10 behind UTC to 14 ahead.
  private static func offset(_ stream: inout RandomStream) -> UInt64 {
    UInt64(bitPattern: Int64(stream.below(25)) * 3600 - 36_000)
  }
}
