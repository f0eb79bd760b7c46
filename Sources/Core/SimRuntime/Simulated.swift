import SimMath

/// A system that can be run, recorded, replayed, restored, verified, explored and shrunk: a scene,
/// or a model of an app's logic.
///
/// It is defined by its plan, its sequence of events and one list of state fields. The same plan
/// and events give the same state, bit by bit, on every target.
public protocol Simulated: StateFields, ~Copyable {
  /// The configuration of a run: seed and settings as plain values.
  associatedtype Plan
  /// An external event.
  associatedtype Event

  /// Creates the state before the first event.
  init(_ plan: Plan)

  /// Applies an event.
  mutating func apply(_ event: borrowing Event)

  /// Checks the invariants after an event and returns the first violation, if any.
  ///
  /// It must not change the state; it may write to storage that is not state. It need not check for
  /// non-finite numbers: `Simulation` does.
  mutating func check() -> InvariantViolation?
}

/// A violated invariant and a number that shows the violation.
public struct InvariantViolation: Equatable, Sendable {
  /// The kebab-case name of the invariant.
  public var name: StaticString
  /// An index or an excessive count that identifies the violation.
  public var value: UInt64

  /// Creates a violation.
  public init(_ name: StaticString, value: UInt64 = 0) {
    self.name = name
    self.value = value
  }

  /// Whether name and value are equal.
  public static func == (a: InvariantViolation, b: InvariantViolation) -> Bool {
    a.value == b.value && StatePlace([a.name]) == StatePlace([b.name])
  }
}

/// A violation found in a simulation.
public enum SimulationFault: Equatable, Sendable {
  /// A number of the state is infinite or NaN.
  case nonFinite(StatePlace)
  /// An invariant is violated.
  case broken(InvariantViolation)
}
