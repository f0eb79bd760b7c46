import SimMath
import SimRuntime

/// The state of an app's process.
public enum ProcessState: UInt8, Sendable {
  /// The process does not exist.
  case dead
  /// The app is in front.
  case active
  /// The app is visible but receives no touches.
  case inactive
  /// The app runs but is not visible.
  case background
  /// The app is suspended.
  case suspended
}

/// The latency and fault rates of a network's requests.
public struct NetworkRates: Sendable {
  /// Lost requests per thousand, while this kind of fault is enabled.
  public var lostPerMille: UInt32
  /// Requests without a response per thousand, while this kind of fault is enabled.
  public var hangingPerMille: UInt32
  /// Duplicate responses per thousand, while this kind of fault is enabled.
  public var doubledPerMille: UInt32
  /// The median latency of a response in nanoseconds.
  public var median: UInt64
  /// The standard deviation of the natural logarithm of the latency.
  public var deviation: Float

  /// Creates rates.
  public init(
    lostPerMille: UInt32, hangingPerMille: UInt32, doubledPerMille: UInt32, median: UInt64,
    deviation: Float
  ) {
    self.lostPerMille = lostPerMille
    self.hangingPerMille = hangingPerMille
    self.doubledPerMille = doubledPerMille
    self.median = median
    self.deviation = deviation
  }
}

/// The environment of an app in virtual time: clocks, process, disk, network and pending events.
///
/// All random draws are keyed by the seed, a purpose and an identity, such as that of a request, so
/// that removing one event changes no other draw.
public struct World: Sendable, StateFields {
  /// The seed.
  public private(set) var seed: UInt64
  /// The clocks.
  public private(set) var clock: WorldClock
  /// The app's process.
  public private(set) var process = ProcessState.dead
  /// Whether the network is available.
  public private(set) var isOnline = true
  /// Whether the final phase of the run has begun: without faults, online, and the app in front.
  public private(set) var isQuiet = false
  /// The enabled kinds of faults.
  public private(set) var faults = FaultMask()
  /// The disk.
  public private(set) var disk = Disk()
  /// The observable effects of the app in this step.
  public private(set) var effects: [Effect] = []
  /// The number of injections per kind of fault.
  package private(set) var strikes: [UInt32] = Array(repeating: 0, count: 64)
  var queue = EventQueue()
  /// Scripted results of a power loss, for tests; nil to draw them.
  package var luck: ScriptedLuck?

  /// The minimum duration of a disk operation.
  private static var diskStep: UInt64 { Nanoseconds.millisecond }
  /// Failing disk operations per thousand, while this kind of fault is enabled.
  private static var diskErrorsPerMille: UInt32 { 40 }
  /// Slow disk operations per thousand, while this kind of fault is enabled.
  private static var slowStepsPerMille: UInt32 { 200 }

  /// Creates a world in which the app is not running.
  package init(seed: UInt64, clock: WorldClock) {
    self.seed = seed
    self.clock = clock
  }

  /// The number of events dropped because the queue was full.
  package var overflow: UInt32 { queue.overflow }

  /// Enables kinds of faults, for tests.
  package mutating func turnOn(_ kinds: FaultMask) { faults.bits |= kinds.bits }

  // MARK: - Requests of the app

  /// A random stream for a purpose and an identity, such as that of a request.
  public func draw(_ purpose: StaticString, _ identity: UInt64) -> RandomStream {
    RandomStream(
      seed: seed, nameHash: NameHash.fnv1a("world.", purpose) ^ NameHash.mix(identity))
  }

  /// Starts a timer of `nanoseconds` on the monotonic clock; it arrives as an event.
  public mutating func startTimer(
    after nanoseconds: UInt64, _ event: some EventKey, _ first: UInt64 = 0, _ second: UInt64 = 0
  ) {
    queue.insert(
      WorldEvent(
        time: clock.now &+ nanoseconds, order: .timer, channel: .timer, code: event.code,
        first: first, second: second))
  }

  /// Cancels all timers of an event.
  public mutating func cancel(_ event: some EventKey) {
    let code = event.code
    queue.removeAll { $0.code == code && $0.channel == .timer }
  }

  /// Sends a request; its response arrives as an event with the same arguments.
  ///
  /// - Parameters:
  ///   - answer: the event of a response.
  ///   - failure: the event that arrives after 50 ms if the network is unavailable.
  ///   - identity: distinguishes the request from all others.
  public mutating func send(
    _ first: UInt64, _ second: UInt64 = 0, identity: UInt64, response: some EventKey,
    failure: some EventKey, by rates: NetworkRates
  ) {
    guard isOnline else {
      let event = WorldEvent(
        time: clock.now &+ 50 * Nanoseconds.millisecond, order: .response, code: failure.code,
        first: first, second: second, identity: identity)
      return queue.insert(event)
    }
    var stream = draw("network", identity)
    let isLost = stream.chance(rates.lostPerMille, in: 1000)
    let isHanging = stream.chance(rates.hangingPerMille, in: 1000)
    let isDoubled = stream.chance(rates.doubledPerMille, in: 1000)
    if isLost, strikes(.lostRequest) { return }
    if isHanging, strikes(.hangingRequest) { return }
    let copies: UInt64 = isDoubled && strikes(.duplicateResponse) ? 2 : 1
    for _ in 0..<copies {
      let factor = Math.exp(rates.deviation * stream.normal())
      let latency = UInt64(Double(rates.median) * Double(factor))
      queue.insert(
        WorldEvent(
          time: clock.now &+ latency, order: .response, channel: .network, code: response.code,
          first: first, second: second, identity: identity))
    }
  }

  /// Delivers a response of a service of the platform after a delay, whether or not the network is
  /// available.
  ///
  /// - Parameter identity: distinguishes the response from all others.
  public mutating func respond(
    after nanoseconds: UInt64, _ event: some EventKey, _ first: UInt64 = 0, _ second: UInt64 = 0,
    identity: UInt64
  ) {
    queue.insert(
      WorldEvent(
        time: clock.now &+ nanoseconds, order: .response, channel: .service, code: event.code,
        first: first, second: second, identity: identity))
  }

  /// Starts a disk operation; its completion or failure arrives as a `WorldEvent.Code.disk` event.
  ///
  /// - Parameters:
  ///   - target: the new name of a renamed file.
  ///   - content: the words to write.
  ///   - identity: distinguishes the operation from others of the same kind and name.
  public mutating func perform(
    _ step: DiskOperation, _ name: UInt32, to target: UInt32 = 0, content: [UInt32] = [],
    identity: UInt64
  ) {
    let key = NameHash.mix(UInt64(step.rawValue) &<< 32 | UInt64(name)) ^ identity
    var stream = draw("disk", key)
    let isFailing = stream.chance(Self.diskErrorsPerMille, in: 1000)
    var time = Self.diskStep &+ UInt64(stream.below(3_000_000))
    if stream.chance(Self.slowStepsPerMille, in: 1000), strikes(.slowDisk) { time *= 1000 }
    var isDone = !(isFailing && strikes(.diskError))
    if isDone {
      switch step {
      case .write: isDone = disk.write(content, to: name)
      case .rename: isDone = disk.rename(name, to: target)
      case .remove: isDone = disk.remove(name)
      case .sync, .syncDirectory: break
      }
    }
    queue.insert(
      WorldEvent(
        time: clock.now &+ time, order: .response, channel: .disk,
        code: WorldEvent.Code.disk.rawValue,
        first: UInt64(step.rawValue) | UInt64(name) &<< 8, second: isDone ? 1 : 0,
        identity: identity))
  }

  /// Records an observable effect of the app.
  public mutating func note(
    _ effect: some EffectKey, _ first: UInt64 = 0, _ second: UInt64 = 0
  ) {
    effects.append(Effect(code: effect.rawValue, first: first, second: second))
  }

  /// Whether to inject this fault now: true while its kind is enabled; counts each injection.
  public mutating func strikes(_ fault: some FaultKey) -> Bool {
    strikes(place: WorldFault.firstOwn &+ fault.rawValue)
  }

  /// Whether to inject this fault of the world or of a service now, like that of a model.
  public mutating func strikes(_ fault: WorldFault) -> Bool { strikes(place: fault.rawValue) }

  private mutating func strikes(place: UInt8) -> Bool {
    guard faults.contains(place: place) else { return false }
    strikes[Int(place)] &+= 1
    return true
  }

  // MARK: - Events

  /// Applies an event to the world.
  ///
  /// - Returns: the event for the model; nil if the model receives none.
  mutating func apply(_ event: WorldEvent) -> WorldEvent? {
    clock.now = max(clock.now, event.time)
    effects.removeAll(keepingCapacity: true)
    if event.channel == .network, !isOnline { return nil }
    guard let code = event.common else {
      return event.channel == .outside && event.order == .user && process != .active ? nil : event
    }
    var told = event
    if let fault = code.fault { strikes[Int(fault.rawValue)] &+= 1 }
    switch code {
    case .fault:
      faults.insert(place: UInt8(truncatingIfNeeded: event.first))
      return nil
    case .launch:
      guard process == .dead else { return nil }
      process = .active
    case .active: return becomeActive() ? told : nil
    case .inactive, .background, .suspend: return recede(code) ? told : nil
    case .kill: return die() ? told : nil
    case .reboot:
      finishSyncs { _ in true }
      disk.syncAll()
      return boot(told)
    case .powerLoss:
      losePower(event.identity)
      return boot(told)
    case .clockJump: clock.jump(nanoseconds: Int64(bitPattern: event.first))
    case .zone:
      clock.zone = WorldZone(offsetSeconds: Int32(truncatingIfNeeded: event.first))
    case .offline: isOnline = false
    case .online: isOnline = true
    case .diskFull: disk.isFull = true
    case .diskFree: disk.isFull = false
    case .quiet:
      (isQuiet, isOnline, faults, disk.isFull) = (true, true, FaultMask(), false)
      told.code = (process == .dead ? WorldEvent.Code.launch : .active).rawValue
      if process == .dead { process = .active } else if !becomeActive() { return nil }
    case .disk: finish(event)
    }
    return told
  }

  private mutating func becomeActive() -> Bool {
    guard process != .dead, process != .active else { return false }
    if process == .suspended { queue.hold(until: clock.now) }
    process = .active
    return true
  }

  private mutating func recede(_ code: WorldEvent.Code) -> Bool {
    switch (code, process) {
    case (.inactive, .active): process = .inactive
    case (.background, .active), (.background, .inactive): process = .background
    case (.suspend, .background): process = .suspended
    default: return false
    }
    return true
  }

  /// Ends the process and cancels all its pending events.
  private mutating func die() -> Bool {
    guard process != .dead else { return false }
    process = .dead
    queue.removeAll { _ in true }
    return true
  }

  private mutating func boot(_ event: WorldEvent) -> WorldEvent? {
    clock.reboot()
    _ = die()
    return event
  }

  private mutating func finish(_ event: WorldEvent) {
    guard event.second == 1 else { return }
    switch DiskOperation(rawValue: UInt8(truncatingIfNeeded: event.first)) {
    case .sync: disk.sync(UInt32(truncatingIfNeeded: event.first &>> 8))
    case .syncDirectory: disk.syncDirectory()
    default: break
    }
  }

  /// Completes pending syncs that `isLucky` selects.
  private mutating func finishSyncs(_ isLucky: (WorldEvent) -> Bool) {
    var found: [WorldEvent] = []
    queue.forEach { if $0.channel == .disk, isLucky($0) { found.append($0) } }
    for event in found { finish(event) }
  }

  private mutating func losePower(_ identity: UInt64) {
    var stream = draw("power", identity)
    let word = stream.nextUInt64()
    var luck = luck
    // Each pending sync either completes or has no effect.
    finishSyncs { luck?.draw(2).map { $0 == 1 } ?? (NameHash.mix($0.identity ^ word) & 1 == 0) }
    disk.losePower { name, place, count in
      if let scripted = luck?.draw(count) { return scripted }
      let drawn = NameHash.mix(UInt64(name) &<< 32 | UInt64(place)) ^ word
      return UInt32(NameHash.mix(drawn) &>> 32) % count
    }
    self.luck = luck
  }

  // MARK: - State

  /// Visits every field; the effects of the last step follow from its event.
  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  public mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    visitor.constant(seed, "seed")
    visitor.field(&clock, "clock")
    visitor.field(&process, "process")
    visitor.field(&isOnline, "isOnline")
    visitor.field(&isQuiet, "isQuiet")
    visitor.field(&faults, "faults")
    visitor.field(&disk, "disk")
    visitor.field(&queue, "queue")
    visitor.kept(&strikes, "strikes")
    visitor.derived("luck")
    visitor.derived("effects")
  }
}
