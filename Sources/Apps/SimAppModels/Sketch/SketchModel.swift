import SimbenchKit

/// SketchMagic's logic: a child draws, picks a style, presses Go and waits for a picture, which a
/// gallery stores; users without Pro have a quota.
///
/// Pro is bought from the store, behind a problem for parents. The in-memory state is lost when the
/// process ends. The journal survives: the sketch and its style.
package struct SketchModel: WorldModel {
  /// Events of the model.
  package typealias Event = SketchEvent
  /// Observable effects of the model.
  package typealias Effect = SketchEffect
  /// Properties of the model.
  package typealias Property = SketchProperty
  /// Failures of its image service.
  package typealias Fault = ServiceFault

  /// Parameters that a scenario may set.
  package enum Parameter: UInt8, ParameterKey {
    /// A factor for failure rates.
    case faultScale
    /// Whether Pro is owned at the start.
    case pro
    /// The users' behavior.
    case user

    /// The parameter's name, summary and range.
    package var descriptor: ParameterDescriptor {
      switch self {
      case .faultScale:
        .whole("fault-scale", "Factor for the service's default failure rates.", 1...10, default: 1)
      case .pro:
        .choice("pro", "Whether Pro is owned at the start.", ["no", "yes"])
      case .user:
        .choice(
          "user", "User behavior: all features, or Go repeatedly without a cancel.",
          ["curious", "patient"])
      }
    }
  }

  /// The model's description.
  package static var descriptor: ModelDescriptor {
    ModelDescriptor(
      name: "sketch-magic",
      summary: "A network service turns sketches into pictures, stored in a gallery, with a quota.",
      requirements: [
        "SM-FLOW", "SM-API", "SM-ERROR", "SM-RATE", "SM-QUOTA", "SM-GALLERY", "SM-PRO",
      ],
      parameters: Parameter.descriptors, services: [.store], behaviorVersion: 3)
  }

  /// The time between two comparisons of Pro and the store.
  static var probeInterval: UInt64 { 10 * Nanoseconds.second }

  /// The in-memory state of the app.
  package var app: SketchApp
  /// The state that survives the process, except for the gallery.
  package var journal: SketchJournal
  /// The store.
  package var store = StoreService(products: [.nonConsumable])
  /// The oracle that checks the app.
  package var oracle = SketchOracle()
  private let plantedBug: SketchBug?
  private let faultScale: UInt32

  /// Makes the model before its run.
  package init(_ context: ModelContext) {
    plantedBug = context.plantedBug(SketchBug.self)
    faultScale = UInt32(context.parameters[Parameter.faultScale])
    app = SketchApp(plantedBug: plantedBug, faultScale: faultScale)
    journal = SketchJournal()
    if context.parameters[Parameter.pro] > 0 { store.begin(owning: SketchEntitlement.product) }
  }

  /// Discards the in-memory state.
  package mutating func loseMemory() {
    oracle.processEnds(app)
    app = SketchApp(plantedBug: plantedBug, faultScale: faultScale)
  }

  /// Applies an event.
  package mutating func apply(_ event: WorldEvent, in world: inout World) {
    store.apply(event, in: &world)
    oracle.begin(event, app, world)
    let isYes = event.first == 1
    switch event.own(Event.self) {
    case .sheet: store.answerSheet(isConfirmed: isYes, in: &world)
    case .family: store.answerRequest(SketchEntitlement.product, isApproved: isYes, in: &world)
    case .refund: store.refund(SketchEntitlement.product, in: &world)
    default: break
    }
    app.apply(event, &journal, &store, in: &world)
    if event.common == .launch || event.own(Event.self) == .probe {
      world.startTimer(after: Self.probeInterval, Event.probe)
    }
    oracle.note(event, app, store, world)
  }

  /// Reports to the checker which properties hold.
  package mutating func judge(_ world: borrowing World, by judge: inout PropertyChecker) {
    oracle.judge(app, journal, world, by: &judge)
  }

  /// Whether no picture is being generated or stored and, once faults have ended, Pro is not being
  /// bought or read.
  package func isSettled(_ world: borrowing World) -> Bool {
    app.screen != .generating && app.gallery.isIdle
      && (!world.isQuiet || app.pro.isIdle(store))
  }

  /// The success rate of Go.
  package static var shares: [RateDescriptor] {
    [
      RateDescriptor(
        "success", "Go that returned a picture, of those neither canceled nor refused.",
        requirement: "SM-RATE")
    ]
  }

  /// The successful ones of all completed Go.
  package func share(at place: Int) -> RateCount {
    RateCount(
      UInt64(oracle.tally.shown), of: UInt64(oracle.tally.shown) + UInt64(oracle.tally.failed))
  }

  /// Visits memory, journal, store and oracle; the rest is part of the plan.
  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  package mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    visitor.field(&app, "app")
    visitor.field(&journal, "journal")
    visitor.field(&store, "store")
    visitor.field(&oracle, "oracle")
    visitor.derived("plantedBug")
    visitor.derived("faultScale")
  }
}

/// The state that survives SketchMagic's process, in addition to its gallery.
package struct SketchJournal: Equatable, Sendable, StateFields {
  /// The sketch; 0 for a blank page.
  package var sketch: UInt32 = 0
  /// The picked style, 1 to 10; 0 for none.
  package var style: UInt32 = 0
  /// Whether the child has finished the sketch.
  package var isPicking = false

  init() {}

  /// Visits every field.
  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  package mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    visitor.field(&sketch, "sketch")
    visitor.field(&style, in: 0...10, "style")
    visitor.field(&isPicking, "isPicking")
  }
}
