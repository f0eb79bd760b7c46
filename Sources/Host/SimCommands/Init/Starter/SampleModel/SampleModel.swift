import SimbenchKit

/// Notes that are sent to a server, one after the other, none lost and none left out.
///
/// In plain words: every note has a number. The next one is sent until the server says that it
/// has it; after five seconds without an answer it is sent again. Since an answer may come late
/// or twice, the app looks which note it is about.
public struct SampleModel: WorldModel {
  // The app: it keeps its notes in a file, so that they outlive its process.
  var written: UInt32 = 0
  var sent: UInt32 = 0
  var isUnderWay = false
  var requests: UInt64 = 0
  // What stands beside it and judges: the last note that the server has told of.
  var received: UInt32 = 0
  var isSkipped = false
  var isLate = false
  var isAgain = false
  private let takesAnyAnswer: Bool

  /// What the model is called and takes.
  public static var descriptor: ModelDescriptor {
    ModelDescriptor(
      name: "sample-model", summary: "Notes are sent in order, none lost and none left out.",
      requirements: [], parameters: Parameter.descriptors)
  }

  /// Makes the model before its history; the app is not running.
  public init(_ context: ModelContext) {
    takesAnyAnswer = context.parameters[Parameter.takesAnyAnswer] > 0
  }

  /// Is told what happens.
  public mutating func apply(_ event: WorldEvent, in world: inout World) {
    (isSkipped, isLate, isAgain) = (false, false, false)
    if event.common == .launch { send(in: &world) }
    switch event.own(Event.self) {
    case .write:
      written += 1
      send(in: &world)
    case .answer: take(UInt32(event.first), in: &world)
    case .again:
      (isUnderWay, isAgain) = (false, true)
      send(in: &world)
    // What found no network is sent again when the reminder comes.
    case .noNetwork, nil: break
    }
  }

  private mutating func send(in world: inout World) {
    guard !isUnderWay, sent < written else { return }
    isUnderWay = true
    requests += 1
    let note = UInt64(sent + 1)
    world.note(Happening.sends, note)
    world.send(
      note, identity: requests, answer: Event.answer, failure: Event.noNetwork,
      by: NetworkRates(
        lostPerMille: 100, hangingPerMille: 50, doubledPerMille: 100,
        median: 800 * Nanoseconds.millisecond, deviation: 1))
    world.remind(after: 5 * Nanoseconds.second, Event.again)
  }

  private mutating func take(_ note: UInt32, in world: inout World) {
    isSkipped = note > received + 1
    isLate = note <= sent
    received = max(received, note)
    // The bug, for explore to find: that the answer is about another note is not seen.
    guard isUnderWay, takesAnyAnswer || note == sent + 1 else { return }
    sent += 1
    isUnderWay = false
    world.cancel(Event.again)
    world.note(Happening.shows, UInt64(sent))
    send(in: &world)
  }

  /// Forgets what was in memory, since the process has ended.
  public mutating func loseMemory() { isUnderWay = false }

  /// Says what holds after a step.
  public mutating func judge(_ world: borrowing World, by judge: inout PropertyJudge) {
    judge.always(Property.sentIsReceived, sent <= received)
    judge.always(Property.noneSkipped, !isSkipped)
    judge.sometimes(Property.late, isLate)
    judge.sometimes(Property.again, isAgain)
  }

  /// Whether nothing is under way any more: a minute after the last fault, all is sent.
  public func isSettled(_ world: borrowing World) -> Bool { sent == written }

  /// Draws what people do in a history.
  public static func act(_ history: inout HistoryWriter, _ context: ModelContext) {
    history.wait(Nanoseconds.second)
    while history.hasTime {
      history.add(Event.write)
      history.wait(about: 8 * Nanoseconds.second)
    }
  }

  /// Shows every field; the bug is part of the parameters.
  public mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&written, "written")
    visitor.field(&sent, "sent")
    visitor.field(&isUnderWay, "isUnderWay")
    visitor.field(&requests, "requests")
    visitor.field(&received, "received")
    visitor.field(&isSkipped, "isSkipped")
    visitor.field(&isLate, "isLate")
    visitor.field(&isAgain, "isAgain")
    visitor.constant(takesAnyAnswer, "takesAnyAnswer")
  }
}
