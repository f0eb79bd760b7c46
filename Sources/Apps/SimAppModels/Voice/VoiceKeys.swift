import SimbenchKit

/// Faults that tests plant in the voice model to see them found; none is reachable from a file.
package enum VoiceBug: UInt16, CaseIterable, Sendable {
  /// Who takes back all interests gets new orders, so that what was heard comes again.
  case reshuffleOnInterests = 1
  /// A voice that is ready late is heard all the same.
  case lateStart
}

/// What can happen to the voice model.
package enum VoiceEvent: UInt8, EventKey {
  case select, trace, ask, choose, toggle
  case gate, mute
  case ready, over, pause

  /// What it is called, and what happens.
  package var descriptor: EventDescriptor {
    let request = [ArgumentDescriptor("request")]
    return switch self {
    case .select: .user("select", "The child selects letter %1.", [ArgumentDescriptor("letter")])
    case .trace: .user("trace", "The child begins to trace.")
    case .ask: .user("ask", "The child asks for an idea.")
    case .choose:
      .user("choose", "A parent chooses interests %1.", [ArgumentDescriptor("interests")])
    case .toggle:
      .user("toggle", "A parent turns sounds on: %1.", [ArgumentDescriptor("on", .truth)])
    case .gate:
      .decision("gate", "The parents' gate is open: %1.", [ArgumentDescriptor("open", .truth)])
    case .mute: .decision("mute", "The device is silent: %1.", [ArgumentDescriptor("on", .truth)])
    case .ready: .timer("ready", "The voice of request %1 is loaded.", request)
    case .over: .timer("over", "The voice of request %1 has said it.", request)
    case .pause: .timer("pause", "300 ms have passed after the name of request %1.", request)
    }
  }
}

/// What the voice model does that can be seen from outside.
package enum VoiceHappening: UInt8, HappeningKey {
  case opens, settles, hears, says, stops, drops, sorts

  /// What a voice says.
  package static var kinds: [StaticString] { ["name", "sound", "idea"] }

  /// What it is called, and what the app does.
  package var descriptor: HappeningDescriptor {
    switch self {
    case .opens: HappeningDescriptor("opens", "reads which ideas were heard")
    case .settles: HappeningDescriptor("settles", "knows that the disk keeps what it read")
    case .hears:
      HappeningDescriptor(
        "hears", "has noted idea %2 of letter %1 as heard", to: .disk,
        [ArgumentDescriptor("letter"), ArgumentDescriptor("idea")])
    case .says:
      HappeningDescriptor(
        "says", "says the %1: %2",
        to: .user, [ArgumentDescriptor("what", .choice(Self.kinds)), ArgumentDescriptor("which")])
    case .stops: HappeningDescriptor("stops", "is silent")
    case .drops: HappeningDescriptor("drops", "says nothing, since it would be late")
    case .sorts:
      HappeningDescriptor(
        "sorts", "brings interests %1 to the front", [ArgumentDescriptor("interests")])
    }
  }
}

/// What has to hold of the voice model, and what should happen now and then.
package enum VoiceProperty: UInt8, PropertyKey {
  case noRepeat, acrossOrders, heardFirst, interestsFirst
  case silentWhenOff, inTime, oneVoice, nothingTwice
  case bagTurn, audioDropped, sorted, interrupted, silenced, replaced, recovered, traceQuiet

  /// What it is called and says, and when it has to hold.
  package var descriptor: PropertyDescriptor {
    switch self {
    case .noRepeat:
      .always(
        "no-repeat", "No idea comes again before all ten of its letter were heard.",
        requirement: "SC-PROMPT")
    case .acrossOrders:
      .always(
        "across-orders", "The first idea of a new order is not the last of the one before.",
        requirement: "SC-PROMPT")
    case .heardFirst:
      .always(
        "heard-first", "An idea is noted as heard before it is said.", requirement: "SC-PROMPT")
    case .interestsFirst:
      .always(
        "interests-first", "Of the ideas not heard yet, what the child likes comes first.",
        requirement: "SC-INTEREST")
    case .silentWhenOff:
      .always(
        "silent-when-off", "Nothing is said while sounds are off or the app is not in front.",
        requirement: "SC-AUDIO")
    case .inTime:
      .always(
        "in-time", "What is said begins within 500 ms of what asked for it.",
        requirement: "SC-AUDIO")
    case .oneVoice:
      .always("one-voice", "One voice speaks at a time.", requirement: "SC-AUDIO")
    case .nothingTwice:
      .always(
        "nothing-twice", "Who traces while a letter is named hears it once.",
        requirement: "SC-AUDIO")
    case .bagTurn: .sometimes("bag-turn", "All ten ideas of a letter were heard.")
    case .audioDropped: .sometimes("audio-dropped", "A voice is not ready in time.")
    case .sorted: .sometimes("sorted", "New interests are chosen.")
    case .interrupted: .sometimes("interrupted", "A voice is interrupted.")
    case .silenced: .sometimes("silenced", "Sounds are turned off while a voice speaks.")
    case .replaced: .sometimes("replaced", "A new voice takes the place of another.")
    case .recovered: .sometimes("recovered", "An idea was noted as heard though nobody was told.")
    case .traceQuiet: .sometimes("trace-quiet", "Tracing begins while the letter is named.")
    }
  }
}

/// What goes wrong with voices.
package enum VoiceFault: UInt8, FaultKey {
  /// Loading takes two seconds.
  case slowAudio

  /// What the kind is called, and what goes wrong.
  package var descriptor: FaultDescriptor {
    FaultDescriptor("slow-audio", "A voice takes two seconds to load.")
  }
}
