import SimbenchKit

/// A gate that keeps children out: BabySafe's hold and authentication, Scribbly's two corners, or
/// SketchMagic's product before a purchase.
///
/// The device survives the app's process: its glass, its canvas and the service that authenticates.
package struct GateModel: WorldModel {
  /// Events of the model.
  package typealias Event = GateEvent
  /// Observable effects of the model.
  package typealias Effect = GateEffect
  /// Properties of the model.
  package typealias Property = GateProperty
  /// The model has no failures of its own.
  package typealias Fault = NoFault

  /// Parameters that a scenario may set.
  package enum Parameter: UInt8, ParameterKey {
    /// The gate.
    case gate
    /// The class of device.
    case device

    /// The parameter's name, summary and range.
    package var descriptor: ParameterDescriptor {
      switch self {
      case .gate: .choice("gate", "The gate.", ["babysafe", "scribbly", "math"])
      case .device: .choice("device", "The class of device.", ["phone", "tablet"])
      }
    }
  }

  /// The model's description.
  package static var descriptor: ModelDescriptor {
    ModelDescriptor(
      name: "parent-gates",
      summary: "A hold with authentication, two corners or a product keep children out.",
      requirements: ["BV-GATE", "SC-GATE", "SM-PRO"], parameters: Parameter.descriptors,
      services: [.authentication], behaviorVersion: 3)
  }

  /// The in-memory state of the app.
  package var app: GateApp
  /// The glass.
  package var glass: TouchGlass
  /// The canvas, as the device is held.
  package var canvas: GateCanvas
  /// The service that authenticates.
  package var service = AuthenticationService()
  /// The oracle that checks the app.
  package var oracle: GateOracle
  private let kind: GateKind
  private let plantedBug: GateBug?

  /// Makes the model before its run.
  package init(_ context: ModelContext) {
    plantedBug = context.plantedBug(GateBug.self)
    kind = GateKind(rawValue: UInt8(context.parameters[Parameter.gate])) ?? .babySafe
    let isTablet = context.parameters[Parameter.device] > 0
    app = GateApp(kind, plantedBug: plantedBug)
    glass = TouchGlass(isTablet: isTablet)
    canvas = Self.canvas(isTablet: isTablet)
    oracle = GateOracle(kind)
  }

  /// The upright canvas of a class of device.
  package static func canvas(isTablet: Bool) -> GateCanvas {
    isTablet ? GateCanvas(820, 1180) : GateCanvas(390, 844)
  }

  /// Discards the in-memory state.
  package mutating func loseMemory() {
    oracle.processEnds()
    app = GateApp(kind, plantedBug: plantedBug, wasOpen: app.isOpen)
  }

  /// Applies an event.
  package mutating func apply(_ event: WorldEvent, in world: inout World) {
    service.apply(event, in: &world)
    let wasBlind = glass.isBlind
    glass.apply(event, in: &world)
    switch event.own(GateEvent.self) {
    case .turn: canvas.turn()
    case .person: service.act(event, in: &world)
    default: break
    }
    oracle.begin(event, glass, canvas, world, isBlinded: glass.isBlind && !wasBlind)
    app.apply(event, glass, canvas, &service, in: &world)
    oracle.note(event, app, world)
  }

  /// Reports to the checker which properties hold.
  package mutating func judge(_ world: borrowing World, by judge: inout PropertyChecker) {
    oracle.judge(app, world, by: &judge)
  }

  /// Whether nothing is held and no count is being stored.
  package func isSettled(_ world: borrowing World) -> Bool {
    !app.isHolding && app.purchase.isIdle
  }

  /// Visits memory, device and oracle; the rest is part of the plan.
  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  package mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    visitor.field(&app, "app")
    visitor.field(&glass, "glass")
    visitor.field(&canvas, "canvas")
    visitor.field(&service, "service")
    visitor.field(&oracle, "oracle")
    visitor.derived("kind")
    visitor.derived("plantedBug")
  }
}
