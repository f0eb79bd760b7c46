import SimMath

/// A broken promise found in a frame; it ends the run and is reported instead of ending the
/// process.
package struct Fault: Sendable {
  /// What went wrong.
  package enum Kind: UInt8, CaseIterable, Sendable {
    /// A number of the state became infinite or not a number.
    case nonFinite
    /// A population exceeded its cap.
    case capExceeded
    /// A display list was too small for its commands.
    case commandsDropped

    /// The kind's name in reports.
    package var name: StaticString {
      switch self {
      case .nonFinite: "non-finite"
      case .capExceeded: "cap-exceeded"
      case .commandsDropped: "commands-dropped"
      }
    }
  }

  /// What went wrong.
  package var kind: Kind
  /// The frame.
  package var frame: UInt32
  /// The phase that broke the promise.
  package var phase: FramePhase
  /// The field or population.
  package var field: StatePlace
  /// The entity within the field; for a population the count, for commands how many were lost.
  package var entity: UInt32

  /// Makes a fault.
  package init(
    kind: Kind, frame: UInt32, phase: FramePhase, field: StatePlace, entity: UInt32
  ) {
    self.kind = kind
    self.frame = frame
    self.phase = phase
    self.field = field
    self.entity = entity
  }

  /// Makes what a simulation says is wrong after a frame.
  package init(_ fault: SimulationFault, frame: UInt32) {
    switch fault {
    case .nonFinite(let place):
      self.init(
        kind: .nonFinite, frame: frame, phase: .step, field: place, entity: place.element)
    case .broken(let promise):
      self.init(
        kind: .capExceeded, frame: frame, phase: .step, field: StatePlace([promise.name]),
        entity: UInt32(clamping: promise.value))
    }
  }
}
