import SimbenchKit

/// SketchMagic's logic: a child draws, picks a style, presses Go and waits for a picture, which is
/// kept in a gallery, with a quota for those who do not own Pro.
///
/// What the app has in memory is lost with its process. The sketch and its style stand in a journal
/// that is not; so do Pro and the parents' gate, which others decide.
package struct SketchModel: WorldModel {
  /// What can happen to it.
  package typealias Event = SketchEvent
  /// What it does that can be seen from outside.
  package typealias Happening = SketchHappening
  /// What has to hold of it.
  package typealias Property = SketchProperty
  /// What goes wrong with its service.
  package typealias Fault = ServiceFault

  /// What a scenario may set.
  package enum Parameter: UInt8, ParameterKey {
    /// How often things go wrong.
    case faultScale
    /// Whether Pro is owned from the start.
    case pro
    /// How people use the app.
    case user

    /// What it is called, does and may be.
    package var descriptor: ParameterDescriptor {
      switch self {
      case .faultScale:
        ParameterDescriptor(
          name: "fault-scale", summary: "How many times as often as usual the service fails.",
          minimum: 1, maximum: 10, defaultValue: 1, isWhole: true)
      case .pro:
        ParameterDescriptor(
          name: "pro", summary: "Whether Pro is owned from the start.", choices: ["no", "yes"])
      case .user:
        ParameterDescriptor(
          name: "user",
          summary: "How people use the app: all of it, or Go after Go without a cancel.",
          choices: ["curious", "patient"])
      }
    }
  }

  /// What the model says about itself.
  package static var descriptor: ModelDescriptor {
    ModelDescriptor(
      name: "sketch-magic",
      summary: "A sketch becomes a picture over the network, kept in a gallery, with a quota.",
      requirements: [
        "SM-FLOW", "SM-API", "SM-ERROR", "SM-RATE", "SM-QUOTA", "SM-GALLERY",
      ],
      parameters: Parameter.descriptors)
  }

  /// What the app has in memory.
  package var app: SketchApp
  /// What outlives the process without the gallery: the sketch, and what others decide.
  package var journal: SketchJournal
  /// What stands beside and judges.
  package var witness = SketchWitness()
  private let plantedBug: SketchBug?
  private let faultScale: UInt32

  /// Makes the model before its history.
  package init(_ context: ModelContext) {
    plantedBug = context.plantedBug(SketchBug.self)
    faultScale = UInt32(context.parameters[Parameter.faultScale])
    app = SketchApp(plantedBug: plantedBug, faultScale: faultScale)
    journal = SketchJournal(ownsPro: context.parameters[Parameter.pro] > 0)
  }

  /// Forgets what was in memory.
  package mutating func loseMemory() {
    witness.processEnds(app)
    app = SketchApp(plantedBug: plantedBug, faultScale: faultScale)
  }

  /// Is told what happens.
  package mutating func apply(_ event: WorldEvent, in world: inout World) {
    witness.begin(event, app, world)
    app.apply(event, &journal, in: &world)
    witness.note(event, app, journal, world)
  }

  /// Says what holds.
  package mutating func judge(_ world: borrowing World, by judge: inout PropertyJudge) {
    witness.judge(app, journal, world, by: &judge)
  }

  /// Whether no picture is awaited and no file is written.
  package func isSettled(_ world: borrowing World) -> Bool {
    app.screen != .generating && app.gallery.isIdle
  }

  /// How often Go brings a picture.
  package static var shares: [ShareDescriptor] {
    [
      ShareDescriptor(
        "success", "Go that brought a picture, of those that were neither canceled nor refused.",
        requirement: "SM-RATE")
    ]
  }

  /// What became of every Go that has ended.
  package func share(at place: Int) -> ShareCount {
    ShareCount(
      UInt64(witness.tally.shown), of: UInt64(witness.tally.shown) + UInt64(witness.tally.failed))
  }

  /// Shows memory, journal and witness; the rest is part of the plan.
  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  package mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    visitor.field(&app, "app")
    visitor.field(&journal, "journal")
    visitor.field(&witness, "witness")
    visitor.derived("plantedBug")
    visitor.derived("faultScale")
  }
}

/// What outlives SketchMagic's process beside its gallery.
package struct SketchJournal: Equatable, Sendable, StateFields {
  /// The sketch; 0 for a blank page.
  package var sketch: UInt32 = 0
  /// The style that was picked, 1 to 10; 0 for none.
  package var style: UInt32 = 0
  /// Whether the child was done with the sketch.
  package var isPicking = false
  /// Whether Pro is owned.
  package var ownsPro: Bool
  /// Whether the parents' gate is open.
  package var isGateOpen = false

  init(ownsPro: Bool) { self.ownsPro = ownsPro }

  /// Shows every field.
  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  package mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    visitor.field(&sketch, "sketch")
    visitor.field(&style, in: 0...10, "style")
    visitor.field(&isPicking, "isPicking")
    visitor.field(&ownsPro, "ownsPro")
    visitor.field(&isGateOpen, "isGateOpen")
  }
}
