import SimMath

/// The priority of events due at the same time, highest first.
public enum EventOrder: UInt8, Sendable {
  /// Changes of the process and the device.
  case lifecycle
  /// Responses of the network, the disk or the system.
  case response
  /// Actions of a user.
  case user
  /// Timers of the app.
  case timer
}

/// The origin of an event.
public enum EventChannel: UInt8, Sendable {
  /// External: a user, the system or a fault.
  case outside
  /// The network.
  case network
  /// The disk.
  case disk
  /// A timer of the app.
  case timer
  /// A service of the platform.
  case service
}

/// An event in a simulated world.
public struct WorldEvent: Equatable, Sendable, StateFields {
  /// The due time in nanoseconds since the run began.
  public internal(set) var time: UInt64
  /// The priority among events due at the same time.
  public internal(set) var order: EventOrder
  /// The sequence number of scheduling, which orders events of equal time, order and arrival.
  var number: UInt32
  /// The origin of the event.
  public internal(set) var channel: EventChannel
  /// The code: one of `WorldEvent.Code`, or the model's from `WorldEvent.Code.firstOwn` on.
  package internal(set) var code: UInt16
  /// The original due time; earlier than `time` if the process was suspended then.
  public internal(set) var arrival: UInt64
  /// The first argument.
  public internal(set) var first: UInt64
  /// The second argument.
  public internal(set) var second: UInt64
  /// Distinguishes the event from others of its kind, even if events are removed from the run.
  public internal(set) var identity: UInt64

  /// Creates an event.
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

  /// The code, if it is common to all worlds; otherwise nil.
  public var common: WorldEvent.Code? { WorldEvent.Code(rawValue: code) }

  /// The key, if the event is the model's; otherwise nil.
  public func own<Key: EventKey>(_ keys: Key.Type) -> Key? {
    guard code >= WorldEvent.Code.firstOwn, code < WorldEvent.Code.firstOwn + 256 else {
      return nil
    }
    return Key(rawValue: UInt8(code - WorldEvent.Code.firstOwn))
  }

  /// Whether it is due before another event.
  func isBefore(_ other: WorldEvent) -> Bool {
    if time != other.time { return time < other.time }
    if order != other.order { return order.rawValue < other.order.rawValue }
    if arrival != other.arrival { return arrival < other.arrival }
    return number < other.number
  }

  /// Visits every field.
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

extension WorldEvent {
  /// The events of every world; those of models start at `firstOwn`.
  public enum Code: UInt16, CaseIterable, Sendable {
    /// A kind of fault is enabled.
    case fault
    /// The app is launched.
    case launch
    /// The app is in front and receives all touches.
    case active
    /// A system alert or call makes the app inactive.
    case inactive
    /// The app goes to the background.
    case background
    /// The app is suspended.
    case suspend
    /// The process is killed without notice.
    case kill
    /// The device reboots after writing all data to the disk.
    case reboot
    /// The device loses power and reboots.
    case powerLoss
    /// The wall clock jumps.
    case clockJump
    /// The time zone changes.
    case zone
    /// The network becomes unavailable.
    case offline
    /// The network becomes available.
    case online
    /// The disk becomes full.
    case diskFull
    /// The disk has free space again.
    case diskFree
    /// Fault injection ends, the network is available and the app in front; the run ends 60 s on.
    case quiet
    /// A disk operation has completed or failed.
    case disk

    /// The kind of fault that the event injects; nil if it injects none or ends one.
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

    /// The first code of a model's events.
    package static var firstOwn: UInt16 { 64 }
  }
}

/// Pending events in the order in which they are due.
struct EventQueue: Equatable, Sendable, StateFields {
  /// The maximum number of pending events.
  static var capacity: Int { 96 }

  /// Sorted by due time, the next event last.
  private var events: [WorldEvent]
  private(set) var count: UInt32 = 0
  private var nextNumber: UInt32 = 1
  /// The number of events dropped because the queue was full.
  private(set) var overflow: UInt32 = 0

  init() {
    events = Array(
      repeating: WorldEvent(time: 0, order: .timer, code: 0), count: Self.capacity)
  }

  /// The next due event; nil if there is none.
  var first: WorldEvent? { count > 0 ? events[Int(count) - 1] : nil }

  /// Adds an event.
  ///
  /// - Complexity: O(n): a world has few pending events, most of them due soon.
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

  /// Removes the next due event.
  mutating func removeFirst() { if count > 0 { count -= 1 } }

  /// Removes events.
  mutating func removeAll(where isUnwanted: (WorldEvent) -> Bool) {
    var kept = 0
    for index in 0..<Int(count) where !isUnwanted(events[index]) {
      events[kept] = events[index]
      kept += 1
    }
    count = UInt32(kept)
  }

  /// Postpones events due before a time to that time, in their previous order.
  mutating func hold(until time: UInt64) {
    let held = Array(events[0..<Int(count)])
    count = 0
    for var event in held.reversed() {
      event.time = max(event.time, time)
      place(event)
    }
  }

  /// Passes every event to a closure, the next due one first.
  func forEach(_ body: (WorldEvent) -> Void) {
    for index in (0..<Int(count)).reversed() { body(events[index]) }
  }

  /// Compares the pending events, ignoring unused storage.
  static func == (a: EventQueue, b: EventQueue) -> Bool {
    guard a.count == b.count, a.nextNumber == b.nextNumber, a.overflow == b.overflow else {
      return false
    }
    for index in 0..<Int(a.count) where a.events[index] != b.events[index] { return false }
    return true
  }

  /// Visits the pending events and the counters of the queue.
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
