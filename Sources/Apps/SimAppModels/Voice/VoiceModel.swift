import SimbenchKit

/// Scribbly's voice: letters are named when they are selected and traced, and ideas what to draw
/// come on request, none twice before all were heard, what the child likes first.
///
/// Which ideas were heard stands in one file, which is replaced before an idea is said.
package struct VoiceModel: WorldModel {
  /// What can happen to it.
  package typealias Event = VoiceEvent
  /// What it does that can be seen from outside.
  package typealias Happening = VoiceHappening
  /// What has to hold of it.
  package typealias Property = VoiceProperty
  /// What goes wrong with voices.
  package typealias Fault = VoiceFault

  /// What the model says about itself.
  package static var descriptor: ModelDescriptor {
    ModelDescriptor(
      name: "letter-voice",
      summary: "Letters are named and ideas told, none twice, in time or not at all.",
      requirements: ["SC-PROMPT", "SC-INTEREST", "SC-AUDIO"])
  }

  /// What the app has in memory.
  package var app: VoiceApp
  /// What others decide: it outlives the process.
  package var switches = VoiceSwitches()
  /// What stands beside and judges.
  package var witness = VoiceWitness()
  private let plantedBug: VoiceBug?

  /// Makes the model before its history.
  package init(_ context: ModelContext) {
    plantedBug = context.plantedBug(VoiceBug.self)
    app = VoiceApp(plantedBug: plantedBug)
  }

  /// Forgets what was in memory.
  package mutating func loseMemory() {
    witness.processEnds(app)
    app = VoiceApp(plantedBug: plantedBug)
  }

  /// Is told what happens.
  package mutating func apply(_ event: WorldEvent, in world: inout World) {
    witness.begin(event, app, world)
    app.apply(event, &switches, in: &world)
    witness.note(event, app, switches, world)
  }

  /// Says what holds.
  package mutating func judge(_ world: borrowing World, by judge: inout PropertyJudge) {
    witness.judge(app, switches, world, by: &judge)
  }

  /// Whether nothing is said and nothing is written.
  package func isSettled(_ world: borrowing World) -> Bool { app.isIdle }

  /// Draws what a child and its parents do.
  package static func act(_ history: inout HistoryWriter, _ context: ModelContext) {
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

  private static func ask(_ history: inout HistoryWriter) {
    history.add(VoiceEvent.ask)
    history.wait(about: 1200 * Nanoseconds.millisecond)
  }

  /// What a parent does behind the gate.
  private static func settings(_ history: inout HistoryWriter) {
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

  /// Shows memory, switches and witness; the bug is part of the plan.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&app, "app")
    visitor.field(&switches, "switches")
    visitor.field(&witness, "witness")
    visitor.derived("plantedBug")
  }
}

/// What others decide about Scribbly's voice.
package struct VoiceSwitches: Equatable, Sendable, StateFields {
  /// Whether the parents' gate is open.
  package var isGateOpen = false
  /// Whether the device is silent.
  package var isMuted = false
  /// Whether sounds are on behind the gate.
  package var isOn = true

  init() {}

  /// Whether anything may be heard.
  package var isAudible: Bool { isOn && !isMuted }

  /// Shows every field.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&isGateOpen, "isGateOpen")
    visitor.field(&isMuted, "isMuted")
    visitor.field(&isOn, "isOn")
  }
}
