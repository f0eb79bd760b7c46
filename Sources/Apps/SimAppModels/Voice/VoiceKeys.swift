import SimbenchKit

/// Seeded bugs of the voice model, to test that its properties detect them; no file can enable
/// them.
package enum VoiceBug: UInt16, CaseIterable, Sendable {
  /// Clearing all interests starts new orders, so that heard ideas repeat.
  case reshuffleOnInterests = 1
  /// Audio that has loaded too late is played anyway.
  case lateStart
}

/// Events of the voice model.
package enum VoiceEvent: UInt8, EventKey {
  case select, trace, ask, choose, toggle
  case gate, mute
  case ready, over, pause

  /// The name of the event and a sentence about it.
  package var descriptor: EventDescriptor {
    let request = [ArgumentDescriptor("request")]
    return switch self {
    case .select: .user("select", "The child selects letter %1.", [ArgumentDescriptor("letter")])
    case .trace: .user("trace", "The child starts to trace.")
    case .ask: .user("ask", "The child asks for an idea.")
    case .choose:
      .user("choose", "A parent chooses interests %1.", [ArgumentDescriptor("interests")])
    case .toggle:
      .user("toggle", "A parent turns sounds on: %1.", [ArgumentDescriptor("on", .truth)])
    case .gate:
      .decision("gate", "The parents' gate is open: %1.", [ArgumentDescriptor("open", .truth)])
    case .mute: .decision("mute", "The device is silent: %1.", [ArgumentDescriptor("on", .truth)])
    case .ready: .timer("ready", "The audio of request %1 is loaded.", request)
    case .over: .timer("over", "The audio of request %1 ends.", request)
    case .pause: .timer("pause", "300 ms have passed since the name of request %1.", request)
    }
  }
}

/// Observable effects of the voice model.
package enum VoiceEffect: UInt8, EffectKey {
  case opens, settles, hears, says, stops, drops, sorts

  /// The kinds of audio.
  package static var kinds: [StaticString] { ["name", "sound", "idea"] }

  /// The name of the effect and a sentence about it.
  package var descriptor: EffectDescriptor {
    switch self {
    case .opens: EffectDescriptor("opens", "reads the record of ideas heard")
    case .settles: EffectDescriptor("settles", "has made durable what it read at launch")
    case .hears:
      EffectDescriptor(
        "hears", "has recorded idea %2 of letter %1 as heard", to: .disk,
        [ArgumentDescriptor("letter"), ArgumentDescriptor("idea")])
    case .says:
      EffectDescriptor(
        "says", "says the %1: %2",
        to: .user, [ArgumentDescriptor("what", .choice(Self.kinds)), ArgumentDescriptor("which")])
    case .stops: EffectDescriptor("stops", "stops the audio")
    case .drops: EffectDescriptor("drops", "skips the audio, since it would be late")
    case .sorts:
      EffectDescriptor(
        "sorts", "moves ideas of interests %1 to the front", [ArgumentDescriptor("interests")])
    }
  }
}

/// Properties and coverage goals of the voice model.
package enum VoiceProperty: UInt8, PropertyKey {
  case noRepeat, acrossOrders, heardFirst, interestsFirst
  case silentWhenOff, inTime, oneVoice, nothingTwice
  case bagTurn, audioDropped, sorted, interrupted, silenced, replaced, recovered, traceQuiet

  /// The property's name, sentence and kind.
  package var descriptor: PropertyDescriptor {
    switch self {
    case .noRepeat:
      .always(
        "no-repeat", "No idea repeats before all ten of its letter were heard.",
        requirement: "SC-PROMPT")
    case .acrossOrders:
      .always(
        "across-orders", "The first idea of a new order is not the last one of the previous order.",
        requirement: "SC-PROMPT")
    case .heardFirst:
      .always(
        "heard-first", "An idea is recorded as heard before it is played.", requirement: "SC-PROMPT"
      )
    case .interestsFirst:
      .always(
        "interests-first", "Of the ideas not yet heard, those of the child's interests come first.",
        requirement: "SC-INTEREST")
    case .silentWhenOff:
      .always(
        "silent-when-off",
        "No audio plays while sounds are off or the app is not in the foreground.",
        requirement: "SC-AUDIO")
    case .inTime:
      .always(
        "in-time", "Audio starts within 500 ms of its request.",
        requirement: "SC-AUDIO")
    case .oneVoice:
      .always("one-voice", "At most one voice plays at a time.", requirement: "SC-AUDIO")
    case .nothingTwice:
      .always(
        "nothing-twice", "Tracing while a letter's name plays does not repeat the name.",
        requirement: "SC-AUDIO")
    case .bagTurn: .sometimes("bag-turn", "All ten ideas of a letter were heard.")
    case .audioDropped: .sometimes("audio-dropped", "Audio is not loaded in time.")
    case .sorted: .sometimes("sorted", "New interests are chosen.")
    case .interrupted: .sometimes("interrupted", "A voice is interrupted.")
    case .silenced: .sometimes("silenced", "Sounds are turned off while a voice plays.")
    case .replaced: .sometimes("replaced", "A new voice replaces another.")
    case .recovered:
      .sometimes("recovered", "An idea is recorded, but the process ended before reporting it.")
    case .traceQuiet: .sometimes("trace-quiet", "Tracing starts while the letter's name plays.")
    }
  }
}

/// Failures of voices.
package enum VoiceFault: UInt8, FaultKey {
  /// Loading takes two seconds.
  case slowAudio

  /// The name of the kind and a sentence about it.
  package var descriptor: FaultDescriptor {
    FaultDescriptor("slow-audio", "A voice takes two seconds to load.")
  }
}
