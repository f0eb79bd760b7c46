import SimbenchKit

/// Any scene behind a parents' gate.
///
/// The gate sees every contact. The scene sees them too, those in the gate's corners included, but
/// none while the gate is open: a contact that began before is canceled for it. BabySafe's ring is
/// drawn over the scene. The plan of the run names the gate.
package struct GatedScene<Inner: SimScene & ~Copyable>: SimScene, ~Copyable {
  /// The storage of the inner scene's pixel stages.
  package typealias PixelWork = Inner.PixelWork

  /// The scene behind the gate.
  package private(set) var inner: Inner
  /// The gate.
  package private(set) var gate: FrameGate
  /// The input that the scene receives if it differs from the frame's.
  private var told = FrameInput()

  /// The inner scene's description with what the gate adds.
  package static var descriptor: SceneDescriptor { Inner.descriptor.gated }

  /// Creates the scene of a plan behind the plan's gate.
  package init(_ context: SceneContext) {
    self.init(
      context, gate: FrameGate(context.plan.gate ?? .babySafe, on: context.plan.canvas))
  }

  /// Creates the scene of a plan behind a gate.
  package init(_ context: SceneContext, gate: FrameGate) {
    inner = Inner(context)
    self.gate = gate
  }

  /// Prepares the inner scene.
  package mutating func prepare(_ list: inout DisplayList) { inner.prepare(&list) }

  /// Changes the canvas; a hold ends.
  package mutating func resize(to canvas: SceneCanvas) {
    inner.resize(to: canvas)
    gate.resize(to: canvas)
  }

  /// Advances the gate, then the inner scene with the contacts that it may see.
  package mutating func step(_ input: borrowing FrameInput) {
    gate.step(input)
    guard !gate.showsAll else { return inner.step(input) }
    told.begin(frame: input.frame, timeNanoseconds: input.timeNanoseconds)
    told.motion = input.motion
    told.keyPresses = input.keyPresses
    told.storedFrameNanoseconds = input.storedFrameNanoseconds
    told.storedGraphicsNanoseconds = input.storedGraphicsNanoseconds
    for touch in input.touches {
      switch gate.fate(of: touch.id) {
      case .hidden: continue
      case .cancelled:
        // A scene that can discard ink does so now, as Scribbly does; `trace` keeps all ink.
        var touch = touch
        touch.phase = .cancelled
        told.append(touch)
      case .shown:
        told.append(touch)
        for sample in input.samples(of: touch) { told.append(sample) }
      }
    }
    inner.step(told)
  }

  /// Fills the inner scene's layers.
  package borrowing func drawRetained(into list: inout DisplayList) {
    inner.drawRetained(into: &list)
  }

  /// Draws the inner scene and the ring.
  package borrowing func draw(into list: inout DisplayList) {
    inner.draw(into: &list)
    if let arcs = gate.ringArcs {
      GateRing.draw(arcs, center: gate.canvas.center(of: .topRight), into: &list)
    }
  }

  /// Counts the inner scene's populations and the gate's.
  package borrowing func count(into populations: inout PopulationCounts) {
    inner.count(into: &populations)
    let first = populations.values.count - GateGauge.allCases.count
    for gauge in GateGauge.allCases {
      populations.values[first + Int(gauge.rawValue)] = gauge.value(of: gate)
    }
  }

  /// The inner scene's ink; none for a contact that it does not see.
  package borrowing func inkRadius(of touch: Touch, pressure: Float) -> Float? {
    gate.fate(of: touch.id) == .shown ? inner.inkRadius(of: touch, pressure: pressure) : nil
  }

  /// The contacts of the inner scene's writer.
  package static func touchTrack(for plan: RunPlan) -> TouchTrack { Inner.touchTrack(for: plan) }

  /// The inner scene's progress of tracing.
  package borrowing func tracing() -> TracingState? { inner.tracing() }

  /// Allocates the storage of the inner scene's pixel stages.
  package static func pixelWork(for plan: RunPlan) -> Inner.PixelWork {
    Inner.pixelWork(for: plan)
  }

  /// Runs the inner scene's pixel stages.
  package borrowing func renderPixels<Observer: PhaseObserver & ~Copyable>(
    with work: inout Inner.PixelWork, into list: inout DisplayList, _ observer: inout Observer
  ) -> RasterWork {
    inner.renderPixels(with: &work, into: &list, &observer)
  }

  /// The inner scene's photo.
  package borrowing func takenPhoto() -> PixelFrame? { inner.takenPhoto() }

  /// Checks the inner scene's properties and the gate's.
  package borrowing func judge(
    _ input: borrowing FrameInput, by judge: inout PropertyChecker
  ) {
    let downCount: Int
    if gate.showsAll {
      inner.judge(input, by: &judge)
      downCount = input.downCount
    } else {
      inner.judge(told, by: &judge)
      downCount = told.downCount
    }
    for property in GatedProperty.allCases {
      property.judge(gate, told: downCount, by: &judge)
    }
  }

  /// The inner scene's stray member.
  package borrowing func strayMember(on canvas: SceneCanvas) -> StrayMember? {
    inner.strayMember(on: canvas)
  }

  /// Visits the inner scene's fields, then the gate.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    inner.visitState(&visitor)
    visitor.field(&gate, "gate")
    visitor.derived("told")
  }
}

extension GatedScene: Copyable where Inner: Copyable {}

extension GateGauge {
  fileprivate func value(of gate: borrowing FrameGate) -> UInt32 {
    switch self {
    case .open: gate.isOpen ? 1 : 0
    case .ring: gate.ringArcs ?? 0
    case .prompts: gate.promptCount
    case .openings: gate.openingCount
    }
  }
}

extension GatedProperty {
  /// Checks the property.
  ///
  /// - Parameter told: the number of contacts on the glass that the scene knows of.
  fileprivate func judge(
    _ gate: borrowing FrameGate, told: Int, by judge: inout PropertyChecker
  ) {
    let name = descriptor.name
    switch self {
    case .hidesContacts: judge.always(name, !gate.isOpen || told == 0)
    case .ring:
      let held = gate.now &- gate.babySafe.held.time
      let isDue = gate.kind == .babySafe && gate.isHolding && held >= 500_000_000
      judge.always(name, (gate.ringArcs != nil) == isDue)
    case .holds: judge.sometimes(name, gate.isHolding)
    case .opens: judge.sometimes(name, gate.isOpen)
    }
  }
}
