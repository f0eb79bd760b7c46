import SimbenchKit

/// The events that a `PurchaseGate` handles, as cases of a model's events.
package protocol PurchaseGateEvent: EventKey, Equatable {
  /// A problem was shown for 60 s.
  static var unanswered: Self { get }
  /// A failed store of the count is due again.
  static var retry: Self { get }
}

/// The observable effects of a `PurchaseGate`, as cases of a model's effects.
package protocol PurchaseGateEffect: EffectKey, Equatable {
  /// Shows a problem.
  static var poses: Self { get }
  /// Says that an answer is wrong.
  static var wrong: Self { get }
  /// Locks the problem.
  static var bars: Self { get }
  /// Gives a pass.
  static var passes: Self { get }
  /// Removes the problem.
  static var withdraws: Self { get }
  /// Has stored that no answer is wrong.
  static var clears: Self { get }
}

extension PurchaseGateEvent {
  /// The name and the sentence of an event of the gate; nil for the model's own.
  var gateDescriptor: EventDescriptor? {
    switch self {
    case .unanswered:
      .timer("unanswered", "60 s have passed since problem %1.", [ArgumentDescriptor("problem")])
    case .retry:
      .timer("retry", "Storing the count is tried again.", [ArgumentDescriptor("identity")])
    default: nil
    }
  }
}

extension PurchaseGateEffect {
  /// The name and the sentence of an effect of the gate; nil for the model's own.
  var gateDescriptor: EffectDescriptor? {
    switch self {
    case .poses:
      EffectDescriptor(
        "poses", "asks for %1 times %2", to: .user,
        [ArgumentDescriptor("a"), ArgumentDescriptor("b")])
    case .wrong:
      EffectDescriptor(
        "wrong", "says that the answer is wrong, number %1 in a row", to: .user,
        [ArgumentDescriptor("count")])
    case .bars:
      EffectDescriptor(
        "bars", "locks the problem for %1", to: .user, [ArgumentDescriptor("duration", .span)])
    case .passes: EffectDescriptor("passes", "gives a pass for one purchase", to: .user)
    case .withdraws: EffectDescriptor("withdraws", "removes the problem", to: .user)
    case .clears: EffectDescriptor("clears", "has stored that no answer is wrong", to: .disk)
    default: nil
    }
  }
}

/// The keys of an app that asks for a product before a purchase.
package protocol PurchaseGateKeys {
  /// The events of the model.
  associatedtype Event: PurchaseGateEvent
  /// The observable effects of the model.
  associatedtype Effect: PurchaseGateEffect
  /// The name of the file with the count of wrong answers.
  static var file: UInt32 { get }
}

/// SketchMagic's gate before a purchase, with the file of its count of wrong answers.
package struct PurchaseGate<Keys: PurchaseGateKeys>: Equatable, Sendable, StateFields {
  private static var retryDelay: UInt64 { Nanoseconds.second / 2 }

  /// The gate.
  package private(set) var math = MathGate()
  private var file = FileReplacement(of: Keys.file)
  /// Whether a failed replacement waits for its repetition.
  private var isWaiting = false
  /// The count to store.
  private var count: UInt32 = 0
  /// Whether the count is that of a wrong answer.
  private var isWrong = false
  /// Whether the answer was judged before its count is stored, by a planted bug.
  private var isJudged = false
  /// The time and the identity of the answer whose count is being stored.
  private var time: UInt64 = 0
  private var identity: UInt64 = 0
  private let plantedBug: GateBug?

  init(plantedBug: GateBug?) { self.plantedBug = plantedBug }

  /// Whether nothing is being stored.
  package var isIdle: Bool { file.step == .idle && !isWaiting }

  /// The words of the file for a count.
  package static func words(_ count: UInt32) -> [UInt32] {
    let words: [UInt32] = [0x4741_5445, count]
    return words + [CRC32.of(words[...])]
  }

  // MARK: - Events

  /// Reads the count at launch and makes its file durable; a lock starts again.
  mutating func open(_ identity: UInt64, in world: inout World) {
    let words = world.disk.read(Keys.file) ?? []
    if words.count == 3, words == Self.words(words[1]) {
      math.restore(
        words[1], at: world.clock.now,
        isLocking: plantedBug != .relaunchUnlocks
          || world.clock.monotonic > 3 * Nanoseconds.second)
    }
    file.settle(identity: identity, in: &world)
  }

  /// Handles a timer.
  mutating func apply(_ own: Keys.Event, _ event: WorldEvent, in world: inout World) {
    if own == .unanswered {
      if event.first == UInt64(math.number) { close(in: &world) }
    } else if own == .retry, isWaiting {
      write(event.first, in: &world)
    }
  }

  /// Removes the problem.
  mutating func close(in world: inout World) {
    guard math.isAsking else { return }
    math.close()
    world.cancel(Keys.Event.unanswered)
    world.note(Keys.Effect.withdraws)
  }

  /// Uses up the pass for a purchase.
  ///
  /// - Returns: false if there is none or it has expired.
  mutating func usePass(in world: borrowing World) -> Bool {
    let passTime = math.passTime
    guard math.usePass(at: world.clock.now) else { return false }
    if plantedBug == .passStays, let passTime,
      world.clock.now &- passTime > 5 * Nanoseconds.second
    {
      math.pass(at: passTime)
    }
    return true
  }

  /// Shows a problem, unless one is shown or a count is being stored.
  ///
  /// - Returns: false if the problem is locked.
  mutating func ask(_ identity: UInt64, in world: inout World) -> Bool {
    guard !math.isAsking, isIdle else { return true }
    guard !math.isLocked(at: world.clock.now) else { return false }
    pose(identity, in: &world)
    return true
  }

  private mutating func pose(_ identity: UInt64, in world: inout World) {
    var stream = world.draw("math", identity)
    guard math.ask(&stream, at: world.clock.now) else { return }
    world.cancel(Keys.Event.unanswered)
    world.startTimer(after: MathGate.patience, Keys.Event.unanswered, UInt64(math.number))
    world.note(Keys.Effect.poses, UInt64(math.a), UInt64(math.b))
  }

  /// Judges an answer that differs from the product by `event.first`.
  ///
  /// - Returns: whether a pass was given.
  mutating func answer(_ event: WorldEvent, in world: inout World) -> Bool {
    guard math.isAsking, isIdle else { return false }
    let sincePrevious = world.clock.now &- time
    (time, identity) = (world.clock.now, event.identity)
    guard math.isRight(UInt64(math.a) * UInt64(math.b) &+ event.first) else {
      (count, isWrong) = (math.wrongCount &+ 1, true)
      isJudged = plantedBug == .judgedFirst && sincePrevious < 60 * Nanoseconds.millisecond
      if isJudged { judgeWrong(in: &world) }
      write(event.identity, in: &world)
      return false
    }
    let hadWrong = math.wrongCount > 0
    world.cancel(Keys.Event.unanswered)
    math.pass(at: world.clock.now)
    world.note(Keys.Effect.passes)
    if hadWrong {
      (count, isWrong) = (0, false)
      write(event.identity, in: &world)
    }
    return true
  }

  /// Judges a wrong answer, whose count is stored: a lock or a new problem follows.
  private mutating func judgeWrong(in world: inout World) {
    let wasAsking = math.isAsking
    let isLocking = math.countWrong(at: time)
    world.note(Keys.Effect.wrong, UInt64(math.wrongCount))
    if isLocking {
      world.cancel(Keys.Event.unanswered)
      world.note(Keys.Effect.bars, MathGate.lock(after: math.wrongCount))
    } else if wasAsking {
      pose(identity, in: &world)
    }
  }

  // MARK: - The file

  private mutating func write(_ identity: UInt64, in world: inout World) {
    isWaiting = false
    file.replace(with: Self.words(count), identity: identity, in: &world)
  }

  /// Goes on after a step on the disk; a failed replacement is repeated until it succeeds.
  mutating func finish(_ event: WorldEvent, in world: inout World) {
    switch file.finish(event, in: &world) {
    case .settled, .unfinished: break
    case .failed:
      isWaiting = true
      world.startTimer(after: Self.retryDelay, Keys.Event.retry, NameHash.mix(event.identity))
    case .replaced:
      if !isWrong { return world.note(Keys.Effect.clears) }
      if !isJudged { judgeWrong(in: &world) }
    }
  }

  /// Visits every field except the bug, which is part of the plan.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&math, "math")
    visitor.field(&file, "file")
    visitor.field(&isWaiting, "isWaiting")
    visitor.field(&count, "count")
    visitor.field(&isWrong, "isWrong")
    visitor.field(&isJudged, "isJudged")
    visitor.field(&time, "time")
    visitor.field(&identity, "identity")
    visitor.derived("plantedBug")
  }
}
