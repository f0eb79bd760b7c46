import SimMath

/// What comes first at one instant.
public enum EventOrder: UInt8, Sendable {
  /// What becomes of the process and the device.
  case lifecycle
  /// What was asked for: of the network, the disk, the system.
  case answer
  /// What somebody does.
  case user
  /// What the app wanted to be reminded of.
  case timer
}

/// Where an event comes from.
public enum EventChannel: UInt8, Sendable {
  /// From outside: a user, the system or a fault.
  case outside
  /// From the network.
  case network
  /// From the disk.
  case disk
  /// From the app, as a reminder.
  case timer
}

/// Something that happens in a simulated world.
public struct WorldEvent: Equatable, Sendable, StateFields {
  /// When it is due, in nanoseconds since the history began.
  public internal(set) var time: UInt64
  /// Its place among what is due at the same time.
  public internal(set) var order: EventOrder
  /// Its place among what is of the same order at the same time: the order of scheduling.
  var number: UInt32
  /// Where it comes from.
  public internal(set) var channel: EventChannel
  /// What happens: one of `WorldCode`, or the model's own from `WorldCode.firstOwn` on.
  package internal(set) var code: UInt16
  /// When it came about: less than `time` where the process was suspended meanwhile.
  public internal(set) var arrival: UInt64
  /// What belongs to it.
  public internal(set) var first: UInt64
  /// What else belongs to it.
  public internal(set) var second: UInt64
  /// Tells it from all others of its kind, whatever else is left out of the history.
  public internal(set) var identity: UInt64

  /// Describes what happens.
  package init(
    time: UInt64, order: EventOrder, channel: EventChannel = .outside, code: UInt16,
    first: UInt64 = 0, second: UInt64 = 0, identity: UInt64 = 0
  ) {
    self.time = time
    self.order = order
    self.channel = channel
    number = 0
    self.code = code
    arrival = time
    self.first = first
    self.second = second
    self.identity = identity
  }

  /// What happens, where every world can have it happen.
  public var common: WorldCode? { WorldCode(rawValue: code) }

  /// What happens, where it is the model's own.
  public func own<Key: EventKey>(_ keys: Key.Type) -> Key? {
    guard code >= WorldCode.firstOwn, code < WorldCode.firstOwn + 256 else { return nil }
    return Key(rawValue: UInt8(code - WorldCode.firstOwn))
  }

  /// Whether it is due before another.
  func isBefore(_ other: WorldEvent) -> Bool {
    if time != other.time { return time < other.time }
    if order != other.order { return order.rawValue < other.order.rawValue }
    if arrival != other.arrival { return arrival < other.arrival }
    return number < other.number
  }

  /// Shows every field.
  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  public mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    visitor.field(&time, "time")
    visitor.field(&arrival, "arrival")
    visitor.field(&first, "first")
    visitor.field(&second, "second")
    visitor.field(&identity, "identity")
    visitor.word { visitor in
      visitor.field(&number, "number")
      visitor.field(&code, "code")
      visitor.field(&order, "order")
      visitor.field(&channel, "channel")
    }
  }
}

/// What every world can have happen; models count their own from `firstOwn` on.
public enum WorldCode: UInt16, CaseIterable, Sendable {
  /// A kind of fault happens now and then from here on.
  case fault
  /// The app is started.
  case launch
  /// The app is in front and has all touches.
  case active
  /// Something lies over the app.
  case inactive
  /// The app cannot be seen.
  case background
  /// The app stands still.
  case suspend
  /// The process ends, unannounced.
  case kill
  /// The device is booted anew; what was written is on the disk.
  case reboot
  /// The power fails, and the device is booted anew.
  case powerLoss
  /// The wall clock jumps.
  case clockJump
  /// The time zone is another.
  case zone
  /// The network is gone.
  case offline
  /// The network is there.
  case online
  /// Nothing more fits on the disk.
  case diskFull
  /// The disk has space again.
  case diskFree
  /// No more faults, online, and the app in front; a minute later the history ends.
  case quiet
  /// The disk has done what it was asked to, or failed.
  case disk

  /// The kind of fault that it is; nil where it is none, or ends one.
  var fault: WorldFault? {
    switch self {
    case .inactive: .interruption
    case .suspend: .suspension
    case .kill: .kill
    case .reboot: .reboot
    case .powerLoss: .powerLoss
    case .clockJump: .clockJump
    case .zone: .zoneChange
    case .offline: .offline
    case .diskFull: .diskFull
    case .fault, .launch, .active, .background, .online, .diskFree, .quiet, .disk: nil
    }
  }

  /// The first code of a model's own.
  package static var firstOwn: UInt16 { 64 }
}

/// Events that are due, in the order in which they happen.
struct EventQueue: Equatable, Sendable, StateFields {
  /// Events that fit.
  static var capacity: Int { 96 }

  /// The last of those in use is due first.
  private var events: [WorldEvent]
  private(set) var count: UInt32 = 0
  private var nextNumber: UInt32 = 1
  /// Events that found no space.
  private(set) var overflow: UInt32 = 0

  init() {
    events = Array(
      repeating: WorldEvent(time: 0, order: .timer, code: 0), count: Self.capacity)
  }

  /// The event that is due first; nil when there is none.
  var first: WorldEvent? { count > 0 ? events[Int(count) - 1] : nil }

  /// Adds an event.
  ///
  /// - Complexity: O(n): a world has few events at a time, mostly due soon.
  mutating func insert(_ event: WorldEvent) {
    guard count < UInt32(Self.capacity) else {
      overflow &+= 1
      return
    }
    var event = event
    event.number = nextNumber
    nextNumber &+= 1
    place(event)
  }

  private mutating func place(_ event: WorldEvent) {
    var index = Int(count)
    while index > 0, events[index - 1].isBefore(event) {
      events[index] = events[index - 1]
      index -= 1
    }
    events[index] = event
    count += 1
  }

  /// Takes the event that is due first away.
  mutating func removeFirst() { if count > 0 { count -= 1 } }

  /// Takes events away.
  mutating func removeAll(where isUnwanted: (WorldEvent) -> Bool) {
    var kept = 0
    for index in 0..<Int(count) where !isUnwanted(events[index]) {
      events[kept] = events[index]
      kept += 1
    }
    count = UInt32(kept)
  }

  /// Makes what was due before a time due then, in the order of that time.
  mutating func hold(until time: UInt64) {
    let held = Array(events[0..<Int(count)])
    count = 0
    for var event in held.reversed() {
      event.time = max(event.time, time)
      place(event)
    }
  }

  /// Calls for every event, the one that is due first first.
  func forEach(_ body: (WorldEvent) -> Void) {
    for index in (0..<Int(count)).reversed() { body(events[index]) }
  }

  /// Two queues are equal when the same is due.
  static func == (a: EventQueue, b: EventQueue) -> Bool {
    guard a.count == b.count, a.nextNumber == b.nextNumber, a.overflow == b.overflow else {
      return false
    }
    for index in 0..<Int(a.count) where a.events[index] != b.events[index] { return false }
    return true
  }

  /// Shows what is due, and how many were scheduled.
  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    visitor.field(&count, in: 0...UInt32(Self.capacity), "count")
    visitor.field(&nextNumber, "nextNumber")
    visitor.field(&overflow, "overflow")
    let used = Int(count)
    visitor.each(&events, "events") { visitor, event, index in
      visitor.when(index < used) { event.visitState(&$0) }
    }
  }
}
