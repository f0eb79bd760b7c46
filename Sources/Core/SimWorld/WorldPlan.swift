import SimMath
import SimRuntime

/// Something that comes to a world from outside: explicit, and in order.
public struct WorldAction: Equatable, Sendable {
  /// When it happens, in nanoseconds since the history began.
  package var time: UInt64
  /// What happens: one of `WorldCode`, or the model's own.
  package var code: UInt16
  /// Its place among what happens at the same time.
  package var order: EventOrder
  /// What belongs to it.
  package var first: UInt64
  /// What else belongs to it.
  package var second: UInt64
  /// Tells it from all others, whatever else is left out.
  package var identity: UInt64

  /// Describes what happens.
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

/// A history of a model as plain values: what every target needs to have the same.
public struct WorldPlan: Sendable {
  /// The seed.
  public var seed: UInt64
  /// Values of the model's parameters.
  public var parameters: ParameterValues
  /// What comes from outside, by ascending time.
  package var actions: [WorldAction] = []
  /// A bug that tests plant; 0 for none.
  package var plantedBug: UInt16 = 0

  /// How long a history goes on after the last that comes from outside.
  package static var restNanoseconds: UInt64 { 60 * Nanoseconds.second }

  /// Makes a plan.
  package init(seed: UInt64, parameters: ParameterValues) {
    self.seed = seed
    self.parameters = parameters
  }

  /// What the model is made from.
  var context: ModelContext {
    ModelContext(seed: seed, parameters: parameters, plantedBug: plantedBug)
  }

  /// When the history ends.
  package var end: UInt64 { (actions.last?.time ?? 0) &+ Self.restNanoseconds }
}

/// Which kinds of faults a history may have.
public struct FaultChoice: Equatable, Sendable {
  /// A bit for each kind that may be on.
  package var allowed: UInt64 = .max
  /// Whether all that are allowed are on; each is with one half otherwise.
  package var isCertain = false

  /// Makes a choice of all kinds, each on with one half.
  public init() {}
}

/// Draws what comes to a world from outside: what people do, and what goes wrong.
public struct HistoryWriter {
  /// Random numbers for what people do.
  public var stream: RandomStream
  /// When the next thing happens, in nanoseconds since the history began.
  public private(set) var time: UInt64
  /// When people stop.
  public let end: UInt64
  private(set) var actions: [WorldAction] = []

  init(seed: UInt64, end: UInt64) {
    stream = RandomStream(seed: seed, name: "world.user")
    time = 0
    self.end = end
  }

  /// Whether there is time for more.
  public var hasTime: Bool { time < end }

  /// Lets time pass.
  public mutating func wait(_ nanoseconds: UInt64) { time &+= nanoseconds }

  /// Lets a time pass that has an exponential distribution.
  public mutating func wait(about nanoseconds: UInt64) {
    wait(UInt64(Double(nanoseconds) * Double(stream.exponential())))
  }

  /// Has something happen now.
  public mutating func add(_ event: some EventKey, _ first: UInt64 = 0, _ second: UInt64 = 0) {
    guard hasTime else { return }
    actions.append(
      WorldAction(
        time: time, code: event.code, order: event.descriptor.order, first: first, second: second,
        identity: UInt64(actions.count)))
  }
}

extension WorldPlan {
  /// The plan of a history that a seed draws.
  ///
  /// - Parameters:
  ///   - activeNanoseconds: how long people use the app, and faults go on.
  ///   - faults: what may go wrong; everything unless told.
  public static func drawn<Model: WorldModel>(
    _ model: Model.Type, seed: UInt64, parameters: ParameterValues, activeNanoseconds: UInt64,
    faults: FaultChoice = FaultChoice()
  ) -> WorldPlan {
    var plan = WorldPlan(seed: seed, parameters: parameters)
    var writer = HistoryWriter(seed: seed, end: activeNanoseconds)
    Model.act(&writer, plan.context)
    var drawer = FaultDrawer(seed: seed, end: activeNanoseconds)
    drawer.draw(ownCount: Model.Fault.allCases.count, faults)
    plan.actions = merged(writer.actions, drawer.actions)
    plan.actions.append(
      WorldAction(
        time: activeNanoseconds, code: WorldCode.quiet.rawValue, order: .lifecycle,
        identity: 1 &<< 40))
    return plan
  }

  /// Both by time, then by order; faults before users.
  private static func merged(
    _ users: [WorldAction], _ faults: [WorldAction]
  ) -> [WorldAction] {
    var all = faults
    all.append(contentsOf: users)
    // Insertion, which keeps the order of equals: both lists are nearly sorted.
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

/// Draws what goes wrong.
private struct FaultDrawer {
  let seed: UInt64
  let end: UInt64
  var actions: [WorldAction] = []

  mutating func draw(ownCount: Int, _ choice: FaultChoice) {
    add(0, .launch, identity: 2 &<< 40)
    for fault in WorldFault.allCases where isOn(fault.rawValue, choice) { draw(fault) }
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
    _ time: UInt64, _ code: WorldCode, _ first: UInt64 = 0, identity: UInt64
  ) {
    guard time < end else { return }
    actions.append(
      WorldAction(
        time: time, code: code.rawValue, order: .lifecycle, first: first, identity: identity))
  }

  /// Draws how often and when a kind of fault happens; those that the world draws are only on.
  private mutating func draw(_ fault: WorldFault) {
    switch fault {
    case .lostRequest, .hangingRequest, .doubledAnswer, .diskError, .slowDisk:
      return turnOn(fault.rawValue)
    default: break
    }
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
      case .lostRequest, .hangingRequest, .doubledAnswer, .diskError, .slowDisk: break
      }
    }
  }

  private mutating func pair(
    _ time: UInt64, _ span: UInt64, _ begin: WorldCode, _ end: WorldCode, _ identity: UInt64
  ) {
    add(time, begin, identity: identity)
    add(time &+ span, end, identity: identity | 16)
  }

  /// Seconds, hours or a day, forth or back.
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
