import SimbenchKit

extension SampleModel {
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
