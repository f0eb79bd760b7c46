import SimMath
import SimRuntime

/// What becomes of an app's process.
public enum ProcessState: UInt8, Sendable {
  /// There is none.
  case dead
  /// It is in front.
  case active
  /// It can be seen, and has no touches.
  case inactive
  /// It cannot be seen, and runs.
  case background
  /// It stands still.
  case suspended
}

/// How a network treats requests.
public struct NetworkRates: Sendable {
  /// Lost requests, of a thousand, while that kind of fault is on.
  public var lostPerMille: UInt32
  /// Requests that are never answered, of a thousand, while that kind of fault is on.
  public var hangingPerMille: UInt32
  /// Answers that come twice, of a thousand, while that kind of fault is on.
  public var doubledPerMille: UInt32
  /// The median of the time to the answer, in nanoseconds.
  public var median: UInt64
  /// The standard deviation of its logarithm.
  public var deviation: Float

  /// Describes a network.
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

/// The world around an app, in virtual time: clocks, a process, a disk, a network, and everything
/// that is due.
///
/// Everything that is drawn is keyed by the seed, a purpose and the identity of what it is drawn
/// for, so that leaving out one event shifts no other draw.
public struct World: Sendable, StateFields {
  /// The seed.
  public private(set) var seed: UInt64
  /// The clocks.
  public private(set) var clock: WorldClock
  /// The app's process.
  public private(set) var process = ProcessState.dead
  /// Whether there is a network.
  public private(set) var isOnline = true
  /// Whether the history is about to end: without faults, online, the app in front.
  public private(set) var isQuiet = false
  /// Kinds of faults that are on.
  public private(set) var faults = FaultMask()
  /// The disk.
  public private(set) var disk = Disk()
  /// What the app did in this step that can be seen from outside.
  public private(set) var happenings: [Happening] = []
  /// How often each kind of fault has struck, by its place.
  package private(set) var strikes: [UInt32] = Array(repeating: 0, count: 64)
  var queue = EventQueue()
  /// What luck is when the power fails, where a test says it; drawn otherwise.
  package var luck: ScriptedLuck?

  /// How long a step on the disk takes at least.
  private static var diskStep: UInt64 { Nanoseconds.millisecond }
  /// Steps on the disk that fail, of a thousand, while that kind of fault is on.
  private static var diskErrorsPerMille: UInt32 { 40 }
  /// Steps on the disk that are slow, of a thousand, while that kind of fault is on.
  private static var slowStepsPerMille: UInt32 { 200 }

  /// Makes a world in which no app is running.
  package init(seed: UInt64, clock: WorldClock) {
    self.seed = seed
    self.clock = clock
  }

  /// Events that found no space among those that are due.
  package var overflow: UInt32 { queue.overflow }

  /// Turns kinds of faults on, for tests.
  package mutating func turnOn(_ kinds: FaultMask) { faults.bits |= kinds.bits }

  // MARK: - What an app asks for

  /// Random numbers for a purpose and one thing of that kind.
  public func draw(_ purpose: StaticString, _ identity: UInt64) -> RandomStream {
    RandomStream(
      seed: seed, nameHash: NameHash.fnv1a("world.", purpose) ^ NameHash.mix(identity))
  }

  /// Reminds the app so many nanoseconds from now, by the monotonic clock.
  public mutating func remind(
    after nanoseconds: UInt64, _ event: some EventKey, _ first: UInt64 = 0, _ second: UInt64 = 0
  ) {
    queue.insert(
      WorldEvent(
        time: clock.now &+ nanoseconds, order: .timer, channel: .timer, code: event.code,
        first: first, second: second))
  }

  /// Takes back all reminders of a kind.
  public mutating func cancel(_ event: some EventKey) {
    let code = event.code
    queue.removeAll { $0.code == code && $0.channel == .timer }
  }

  /// Sends a request; its answer is told as an event, with the same numbers.
  ///
  /// - Parameters:
  ///   - answer: the event that comes with an answer.
  ///   - failure: the event that comes when there is no network.
  ///   - identity: tells the request from all others.
  public mutating func send(
    _ first: UInt64, _ second: UInt64 = 0, identity: UInt64, answer: some EventKey,
    failure: some EventKey, by rates: NetworkRates
  ) {
    guard isOnline else {
      let event = WorldEvent(
        time: clock.now &+ 50 * Nanoseconds.millisecond, order: .answer, code: failure.code,
        first: first, second: second, identity: identity)
      return queue.insert(event)
    }
    var stream = draw("network", identity)
    let isLost = stream.chance(rates.lostPerMille, in: 1000)
    let isHanging = stream.chance(rates.hangingPerMille, in: 1000)
    let isDoubled = stream.chance(rates.doubledPerMille, in: 1000)
    if isLost, strikes(.lostRequest) { return }
    if isHanging, strikes(.hangingRequest) { return }
    let copies: UInt64 = isDoubled && strikes(.doubledAnswer) ? 2 : 1
    for _ in 0..<copies {
      let factor = Math.exp(rates.deviation * stream.normal())
      let latency = UInt64(Double(rates.median) * Double(factor))
      queue.insert(
        WorldEvent(
          time: clock.now &+ latency, order: .answer, channel: .network, code: answer.code,
          first: first, second: second, identity: identity))
    }
  }

  /// Has the disk do a step; that it is done, or failed, is told as an event of `WorldCode.disk`.
  ///
  /// - Parameters:
  ///   - target: the name that a file gets.
  ///   - content: what is written.
  ///   - identity: tells the step from all others of that kind and name.
  public mutating func perform(
    _ step: DiskStep, _ name: UInt32, to target: UInt32 = 0, content: [UInt32] = [],
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
        time: clock.now &+ time, order: .answer, channel: .disk, code: WorldCode.disk.rawValue,
        first: UInt64(step.rawValue) | UInt64(name) &<< 8, second: isDone ? 1 : 0,
        identity: identity))
  }

  /// Says what the app does that can be seen from outside.
  public mutating func note(
    _ happening: some HappeningKey, _ first: UInt64 = 0, _ second: UInt64 = 0
  ) {
    happenings.append(Happening(code: happening.rawValue, first: first, second: second))
  }

  /// Whether a kind of fault that was drawn strikes: it does while it is on, and is counted.
  public mutating func strikes(_ fault: some FaultKey) -> Bool {
    strikes(place: WorldFault.firstOwn &+ fault.rawValue)
  }

  private mutating func strikes(_ fault: WorldFault) -> Bool { strikes(place: fault.rawValue) }

  private mutating func strikes(place: UInt8) -> Bool {
    guard faults.contains(place: place) else { return false }
    strikes[Int(place)] &+= 1
    return true
  }

  // MARK: - What happens

  /// Lets an event happen to the world.
  ///
  /// - Returns: what the model is told; nil when that is nothing.
  mutating func apply(_ event: WorldEvent) -> WorldEvent? {
    clock.now = max(clock.now, event.time)
    happenings.removeAll(keepingCapacity: true)
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
      told.code = (process == .dead ? WorldCode.launch : .active).rawValue
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

  private mutating func recede(_ code: WorldCode) -> Bool {
    switch (code, process) {
    case (.inactive, .active): process = .inactive
    case (.background, .active), (.background, .inactive): process = .background
    case (.suspend, .background): process = .suspended
    default: return false
    }
    return true
  }

  /// Ends the process, with everything that it waited for.
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
    switch DiskStep(rawValue: UInt8(truncatingIfNeeded: event.first)) {
    case .sync: disk.sync(UInt32(truncatingIfNeeded: event.first &>> 8))
    case .syncDirectory: disk.syncDirectory()
    default: break
    }
  }

  /// Lets what is on its way to the disk get there, where luck has it.
  private mutating func finishSyncs(_ isLucky: (WorldEvent) -> Bool) {
    var found: [WorldEvent] = []
    queue.forEach { if $0.channel == .disk, isLucky($0) { found.append($0) } }
    for event in found { finish(event) }
  }

  private mutating func losePower(_ identity: UInt64) {
    var stream = draw("power", identity)
    let word = stream.nextUInt64()
    var luck = luck
    // What is on its way is there or not.
    finishSyncs { luck?.draw(2).map { $0 == 1 } ?? (NameHash.mix($0.identity ^ word) & 1 == 0) }
    disk.losePower { name, place, count in
      if let scripted = luck?.draw(count) { return scripted }
      let drawn = NameHash.mix(UInt64(name) &<< 32 | UInt64(place)) ^ word
      return UInt32(NameHash.mix(drawn) &>> 32) % count
    }
    self.luck = luck
  }

  // MARK: - State

  /// Shows every field; what happened in the last step follows from the event.
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
    visitor.derived("happenings")
  }
}
