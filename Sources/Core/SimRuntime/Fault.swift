import SimMath

/// A violation found in a frame; it ends the run and is reported without ending the process.
package struct Fault: Sendable {
  /// The kinds of violations.
  package enum Kind: UInt8, CaseIterable, Sendable {
    /// A number of the state became infinite or NaN.
    case nonFinite
    /// A population exceeded its cap.
    case capExceeded
    /// The display list or a retained layer had no space for some commands.
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

  /// The kind of violation.
  package var kind: Kind
  /// The frame of the violation.
  package var frame: UInt32
  /// The phase that caused it.
  package var phase: FramePhase
  /// The field or population concerned.
  package var field: StatePlace
  /// The element of the field; for a population its count, for dropped commands their number.
  package var entity: UInt32

  /// Creates a violation from its members.
  package init(
    kind: Kind, frame: UInt32, phase: FramePhase, field: StatePlace, entity: UInt32
  ) {
    self.kind = kind
    self.frame = frame
    self.phase = phase
    self.field = field
    self.entity = entity
  }

  /// Creates the violation that a simulation reports after a frame.
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
