import SimbenchKit

/// Notes that are sent to a server in order, without losing or skipping one.
///
/// Every note has a number. The app sends the next note until the server confirms it; after five
/// seconds without an answer it sends the note again. Since an answer may come late or twice, the
/// app checks which note it confirms.
public struct SampleModel: WorldModel {
  // The app: its notes are in a file, which survives the end of the process.
  var written: UInt32 = 0
  var sent: UInt32 = 0
  var isUnderWay = false
  var requests: UInt64 = 0
  // The oracle: the last note that the server has confirmed, and what the last event showed.
  var received: UInt32 = 0
  var isSkipped = false
  var isLate = false
  var isAgain = false
  private let takesAnyAnswer: Bool

  /// Name and parameters of the model.
  public static var descriptor: ModelDescriptor {
    ModelDescriptor(
      name: "sample-model", summary: "Notes are sent in order, without losing or skipping one.",
      requirements: [], parameters: Parameter.descriptors)
  }

  /// Creates the model before its first event; the app is not running.
  public init(_ context: ModelContext) {
    takesAnyAnswer = context.parameters[Parameter.takesAnyAnswer] > 0
  }

  /// Handles one event.
  public mutating func apply(_ event: WorldEvent, in world: inout World) {
    (isSkipped, isLate, isAgain) = (false, false, false)
    if event.common == .launch { send(in: &world) }
    switch event.own(Event.self) {
    case .write:
      written += 1
      send(in: &world)
    case .response: take(UInt32(event.first), in: &world)
    case .again:
      (isUnderWay, isAgain) = (false, true)
      send(in: &world)
    // A note that found no network is sent again after five seconds.
    case .noNetwork, nil: break
    }
  }

  private mutating func send(in world: inout World) {
    guard !isUnderWay, sent < written else { return }
    isUnderWay = true
    requests += 1
    let note = UInt64(sent + 1)
    world.note(Effect.sends, note)
    world.send(
      note, identity: requests, response: Event.response, failure: Event.noNetwork,
      by: NetworkRates(
        lostPerMille: 100, hangingPerMille: 50, doubledPerMille: 100,
        median: 800 * Nanoseconds.millisecond, deviation: 1))
    world.startTimer(after: 5 * Nanoseconds.second, Event.again)
  }

  private mutating func take(_ note: UInt32, in world: inout World) {
    isSkipped = note > received + 1
    isLate = note <= sent
    received = max(received, note)
    // The seeded bug, for explore to find: an answer about another note is accepted.
    guard isUnderWay, takesAnyAnswer || note == sent + 1 else { return }
    sent += 1
    isUnderWay = false
    world.cancel(Event.again)
    world.note(Effect.shows, UInt64(sent))
    send(in: &world)
  }

  /// Resets the state that was in memory, since the process has ended.
  public mutating func loseMemory() { isUnderWay = false }

  /// Reports after every step which properties hold.
  public mutating func judge(_ world: borrowing World, by judge: inout PropertyChecker) {
    judge.always(Property.sentIsReceived, sent <= received)
    judge.always(Property.noneSkipped, !isSkipped)
    judge.sometimes(Property.late, isLate)
    judge.sometimes(Property.again, isAgain)
  }

  /// Whether all notes are sent, as required a minute after the last fault.
  public func isSettled(_ world: borrowing World) -> Bool { sent == written }

  /// Generates the user's actions at random.
  public static func act(_ history: inout WorkloadGenerator, _ context: ModelContext) {
    history.wait(Nanoseconds.second)
    while history.hasTime {
      history.add(Event.write)
      history.wait(about: 8 * Nanoseconds.second)
    }
  }

  /// Lists every stored field.
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
