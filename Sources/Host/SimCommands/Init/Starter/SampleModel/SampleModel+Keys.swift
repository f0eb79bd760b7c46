import SimbenchKit

extension SampleModel {
  /// Parameters that a scenario can set.
  enum Parameter: UInt8, ParameterKey {
    case takesAnyAnswer

    var descriptor: ParameterDescriptor {
      .whole("takes-any-answer", "A bug: an answer confirms any note.", 0...1, default: 0)
    }
  }

  /// Events that the app receives.
  public enum Event: UInt8, EventKey {
    case write, response, noNetwork, again

    /// Name of the event, and the sentence that describes it.
    public var descriptor: EventDescriptor {
      let note = [ArgumentDescriptor("note")]
      return switch self {
      case .write: .user("write", "The user writes a note.")
      case .response: .response("answer", "The server has note %1.", note)
      case .noNetwork: .response("no-network", "There is no network for note %1.", note)
      case .again: .timer("again", "Five seconds have passed without an answer.")
      }
    }
  }

  /// Effects of the app that are visible from outside.
  public enum Effect: UInt8, EffectKey {
    case sends, shows

    /// Name of the effect, and the sentence that describes it.
    public var descriptor: EffectDescriptor {
      let note = [ArgumentDescriptor("note")]
      return switch self {
      case .sends: EffectDescriptor("sends", "sends note %1", to: .network, note)
      case .shows: EffectDescriptor("shows", "shows note %1 as sent", to: .user, note)
      }
    }
  }

  /// Invariants and coverage goals.
  public enum Property: UInt8, PropertyKey {
    case sentIsReceived, noneSkipped, late, again

    /// Name, kind and description of the property.
    public var descriptor: PropertyDescriptor {
      switch self {
      case .sentIsReceived:
        .always("sent-is-received", "Every note that is shown as sent has reached the server.")
      case .noneSkipped:
        .always("none-skipped", "The server receives no note before the previous one.")
      case .late: .sometimes("late", "An answer comes for a note that is already confirmed.")
      case .again: .sometimes("again", "A note is sent again.")
      }
    }
  }

  /// The model has no kinds of faults besides the world's.
  public typealias Fault = NoFault
}
