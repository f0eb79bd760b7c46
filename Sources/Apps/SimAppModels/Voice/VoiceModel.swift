import SimbenchKit

/// Scribbly's voice: it names letters when they are selected or traced, and suggests ideas of what
/// to draw, without repeats until all were heard, and the child's interests first.
///
/// One file records the ideas heard; it is replaced before an idea is played.
package struct VoiceModel: WorldModel {
  /// Events of the model.
  package typealias Event = VoiceEvent
  /// Observable effects of the model.
  package typealias Effect = VoiceEffect
  /// Properties of the model.
  package typealias Property = VoiceProperty
  /// Failures of voices.
  package typealias Fault = VoiceFault

  /// The model's description.
  package static var descriptor: ModelDescriptor {
    ModelDescriptor(
      name: "letter-voice",
      summary: "Names letters and suggests ideas, without repeats, in time or not at all.",
      requirements: ["SC-PROMPT", "SC-INTEREST", "SC-AUDIO"])
  }

  /// The in-memory state of the app.
  package var app: VoiceApp
  /// External decisions, which survive the process.
  package var switches = VoiceSwitches()
  /// The oracle that checks the app.
  package var oracle = VoiceOracle()
  private let plantedBug: VoiceBug?

  /// Makes the model before its run.
  package init(_ context: ModelContext) {
    plantedBug = context.plantedBug(VoiceBug.self)
    app = VoiceApp(plantedBug: plantedBug)
  }

  /// Discards the in-memory state.
  package mutating func loseMemory() {
    oracle.processEnds(app)
    app = VoiceApp(plantedBug: plantedBug)
  }

  /// Applies an event.
  package mutating func apply(_ event: WorldEvent, in world: inout World) {
    oracle.begin(event, app, world)
    app.apply(event, &switches, in: &world)
    oracle.note(event, app, switches, world)
  }

  /// Reports to the checker which properties hold.
  package mutating func judge(_ world: borrowing World, by judge: inout PropertyChecker) {
    oracle.judge(app, switches, world, by: &judge)
  }

  /// Whether the voice is silent and no file is being written.
  package func isSettled(_ world: borrowing World) -> Bool { app.isIdle }

  /// Generates the actions of a child and its parents.
  package static func act(_ history: inout WorkloadGenerator, _ context: ModelContext) {
    history.wait(Nanoseconds.second)
    while history.hasTime {
      switch history.stream.below(16) {
      case 0, 1, 2: history.add(VoiceEvent.select, UInt64(history.stream.below(4)))
      case 3, 4: history.add(VoiceEvent.trace)
      case 5: history.add(VoiceEvent.mute, UInt64(history.stream.below(2)))
      case 6: settings(&history)
      default: for _ in 0..<1 + history.stream.below(4) { ask(&history) }
      }
      history.wait(
        about: history.stream.chance(1, in: 3) ? Nanoseconds.second / 5 : 2 * Nanoseconds.second)
    }
  }

  private static func ask(_ history: inout WorkloadGenerator) {
    history.add(VoiceEvent.ask)
    history.wait(about: 1200 * Nanoseconds.millisecond)
  }

  /// A parent's actions behind the gate.
  private static func settings(_ history: inout WorkloadGenerator) {
    history.add(VoiceEvent.gate, 1)
    history.wait(about: Nanoseconds.second)
    if history.stream.chance(2, in: 3) {
      history.add(VoiceEvent.choose, UInt64(history.stream.below(64)))
    } else {
      history.add(VoiceEvent.toggle, history.stream.chance(1, in: 3) ? 0 : 1)
    }
    history.wait(about: Nanoseconds.second)
    history.add(VoiceEvent.gate, 0)
  }

  /// Visits memory, switches and oracle; the bug is part of the plan.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&app, "app")
    visitor.field(&switches, "switches")
    visitor.field(&oracle, "oracle")
    visitor.derived("plantedBug")
  }
}

/// External decisions about Scribbly's voice.
package struct VoiceSwitches: Equatable, Sendable, StateFields {
  /// Whether the parents' gate is open.
  package var isGateOpen = false
  /// Whether the device is silent.
  package var isMuted = false
  /// Whether sounds are enabled in the settings behind the parents' gate.
  package var isOn = true

  init() {}

  /// Whether audio may be played.
  package var isAudible: Bool { isOn && !isMuted }

  /// Visits every field.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&isGateOpen, "isGateOpen")
    visitor.field(&isMuted, "isMuted")
    visitor.field(&isOn, "isOn")
  }
}
