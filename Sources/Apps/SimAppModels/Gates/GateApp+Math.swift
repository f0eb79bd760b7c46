import SimbenchKit

/// The file with the count of wrong answers, and the answer whose count is being stored.
struct MathStore: Equatable, Sendable, StateFields {
  /// The file.
  var file = FileReplacement(of: GateApp.file)
  /// Whether a failed replacement waits for its repetition.
  var isWaiting = false
  /// The count to store.
  var count: UInt32 = 0
  /// Whether the count is that of a wrong answer.
  var isWrong = false
  /// When the answer was given.
  var time: UInt64 = 0
  /// The identity of the answer.
  var identity: UInt64 = 0

  /// Whether nothing is being stored.
  var isIdle: Bool { file.step == .idle && !isWaiting }

  mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&file, "file")
    visitor.field(&isWaiting, "isWaiting")
    visitor.field(&count, "count")
    visitor.field(&isWrong, "isWrong")
    visitor.field(&time, "time")
    visitor.field(&identity, "identity")
  }
}

/// SketchMagic's gate and the file with its count.
extension GateApp {
  /// The name of the file with the count.
  package static var file: UInt32 { 1 }
  private static var retryDelay: UInt64 { Nanoseconds.second / 2 }

  /// The words of the file for a count.
  package static func words(_ count: UInt32) -> [UInt32] {
    let words: [UInt32] = [0x4741_5445, count]
    return words + [CRC32.of(words[...])]
  }

  mutating func openMath(_ identity: UInt64, in world: inout World) {
    let words = world.disk.read(Self.file) ?? []
    if words.count == 3, words == Self.words(words[1]) {
      math.restore(
        words[1], at: world.clock.now,
        isLocking: plantedBug != .relaunchUnlocks || words[1] == MathGate.answerLimit)
    }
    store.file.settle(identity: identity, in: &world)
  }

  mutating func applyMath(_ own: GateEvent, _ event: WorldEvent, in world: inout World) {
    switch own {
    case .buy: buy(event, in: &world)
    case .answer: answer(event, in: &world)
    case .close: closeProblem(in: &world)
    case .unanswered:
      if math.isAsking, event.first == UInt64(math.number) { closeProblem(in: &world) }
    case .retry: if store.isWaiting { write(event.first, in: &world) }
    default: break
    }
  }

  mutating func closeProblem(in world: inout World) {
    guard math.isAsking else { return }
    math.close()
    world.cancel(GateEvent.unanswered)
    world.note(GateEffect.withdraws)
  }

  private mutating func buy(_ event: WorldEvent, in world: inout World) {
    let now = world.clock.now
    let passTime = math.passTime
    if math.usePass(at: now) {
      if plantedBug == .passStays, let passTime { math.pass(at: passTime) }
      return world.note(GateEffect.purchases)
    }
    guard !math.isAsking, store.isIdle else { return }
    guard !math.isLocked(at: now) else { return world.note(GateEffect.refuses) }
    pose(event.identity, in: &world)
  }

  private mutating func pose(_ identity: UInt64, in world: inout World) {
    var stream = world.draw("math", identity)
    guard math.ask(&stream, at: world.clock.now) else { return }
    world.cancel(GateEvent.unanswered)
    world.startTimer(after: MathGate.patience, GateEvent.unanswered, UInt64(math.number))
    world.note(GateEffect.poses, UInt64(math.a), UInt64(math.b))
  }

  private mutating func answer(_ event: WorldEvent, in world: inout World) {
    guard math.isAsking, store.isIdle else { return }
    (store.time, store.identity) = (world.clock.now, event.identity)
    guard math.isRight(UInt64(math.a) * UInt64(math.b) &+ event.first) else {
      (store.count, store.isWrong) = (math.wrongCount &+ 1, true)
      if plantedBug == .judgedFirst { judgeWrong(in: &world) }
      return write(event.identity, in: &world)
    }
    let hadWrong = math.wrongCount > 0
    world.cancel(GateEvent.unanswered)
    math.pass(at: world.clock.now)
    world.note(GateEffect.passes)
    guard hadWrong else { return }
    (store.count, store.isWrong) = (0, false)
    write(event.identity, in: &world)
  }

  /// Judges a wrong answer, whose count is stored: a lock or a new problem follows.
  private mutating func judgeWrong(in world: inout World) {
    let wasAsking = math.isAsking
    let isLocking = math.countWrong(at: store.time)
    world.note(GateEffect.wrong, UInt64(math.wrongCount))
    if isLocking {
      world.cancel(GateEvent.unanswered)
      world.note(GateEffect.bars, MathGate.lock(after: math.wrongCount))
    } else if wasAsking {
      pose(store.identity, in: &world)
    }
  }

  // MARK: - The file

  private mutating func write(_ identity: UInt64, in world: inout World) {
    store.isWaiting = false
    store.file.replace(with: Self.words(store.count), identity: identity, in: &world)
  }

  /// Goes on after a step on the disk; a failed replacement is repeated until it succeeds.
  mutating func finish(_ event: WorldEvent, in world: inout World) {
    switch store.file.finish(event, in: &world) {
    case .settled, .unfinished: break
    case .failed:
      store.isWaiting = true
      world.startTimer(after: Self.retryDelay, GateEvent.retry, NameHash.mix(event.identity))
    case .replaced:
      if !store.isWrong { return world.note(GateEffect.clears) }
      if plantedBug != .judgedFirst { judgeWrong(in: &world) }
    }
  }
}
