/// The two files of the model that `init --model` writes: notes that are sent to a server in order.
enum StarterModel {
  static func state(type: String, name: String) -> String {
    declaration(type: type, name: name) + logic
  }

  private static func declaration(type: String, name: String) -> String {
    """
    import SimbenchKit

    /// Notes that are sent to a server, one after the other, none lost and none left out.
    ///
    /// In plain words: every note has a number. The next one is sent until the server says that it
    /// has it; after five seconds without an answer it is sent again. Since an answer may come late
    /// or twice, the app looks which note it is about.
    public struct \(type): WorldModel {
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
          name: "\(name)", summary: "Notes are sent in order, none lost and none left out.",
          requirements: [], parameters: Parameter.descriptors)
      }

      /// Makes the model before its history; the app is not running.
      public init(_ context: ModelContext) {
        takesAnyAnswer = context.parameters[Parameter.takesAnyAnswer] > 0
      }


    """
  }

  /// What goes on with the type, hence indented.
  private static let logic = """
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

    """

  /// A scenario, with the bug or without.
  static func scenario(name: String, hasBug: Bool) -> String {
    """
    {
      "model": "\(name)",
      "parameters": { "takes-any-answer": \(hasBug ? 1 : 0) },
      "seed": 1,
      "duration": "5m"
    }

    """
  }

  static func keys(type: String) -> String {
    """
    import SimbenchKit

    extension \(type) {
      /// What a scenario may choose.
      enum Parameter: UInt8, ParameterKey {
        case takesAnyAnswer

        var descriptor: ParameterDescriptor {
          ParameterDescriptor(
            name: "takes-any-answer", summary: "A bug: an answer counts for whatever is under way.",
            minimum: 0, maximum: 1, defaultValue: 0, isWhole: true)
        }
      }

      /// What can happen to the app.
      public enum Event: UInt8, EventKey {
        case write, answer, noNetwork, again

        /// What it is called, and what happens.
        public var descriptor: EventDescriptor {
          let note = [ArgumentDescriptor("note")]
          return switch self {
          case .write: .user("write", "Somebody writes a note.")
          case .answer: .answer("answer", "The server has note %1.", note)
          case .noNetwork: .answer("no-network", "There is no network for note %1.", note)
          case .again: .timer("again", "Five seconds have passed without an answer.")
          }
        }
      }

      /// What the app does that can be seen from outside.
      public enum Happening: UInt8, HappeningKey {
        case sends, shows

        /// What it is called, and what the app does.
        public var descriptor: HappeningDescriptor {
          let note = [ArgumentDescriptor("note")]
          return switch self {
          case .sends: HappeningDescriptor("sends", "sends note %1", to: .network, note)
          case .shows: HappeningDescriptor("shows", "shows note %1 as sent", to: .user, note)
          }
        }
      }

      /// What has to hold, and what should happen now and then.
      public enum Property: UInt8, PropertyKey {
        case sentIsReceived, noneSkipped, late, again

        /// What it is called and says, and when it has to hold.
        public var descriptor: PropertyDescriptor {
          switch self {
          case .sentIsReceived:
            .always("sent-is-received", "What is shown as sent has reached the server.")
          case .noneSkipped:
            .always("none-skipped", "The server has every note before the next one.")
          case .late: .sometimes("late", "An answer comes for a note that is sent already.")
          case .again: .sometimes("again", "A note is sent once more.")
          }
        }
      }

      /// The world's own kinds of faults are enough.
      public typealias Fault = NoFault
    }

    """
  }
}
