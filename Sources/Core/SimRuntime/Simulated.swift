import SimMath

/// Anything that can be run, recorded, replayed, restored, verified, explored and shrunk: a scene,
/// or a model of an app's logic.
///
/// The whole of it is its plan, the events it is given one after the other, and one list of state
/// fields. The same plan and the same events give the same state, bit by bit, on every target.
public protocol Simulated: StateFields, ~Copyable {
  /// What a run is made from: seed and settings as plain values.
  associatedtype Plan
  /// What happens to it from outside, one after the other.
  associatedtype Event

  /// Makes the state before the first event.
  init(_ plan: Plan)

  /// Lets an event happen.
  mutating func apply(_ event: borrowing Event)

  /// What must hold after every event: the first promise that is broken, if any is.
  ///
  /// Changes no state; it may count in storage that is none. Numbers that are not finite need not
  /// be looked for: `Simulation` finds them by itself.
  mutating func check() -> BrokenPromise?
}

/// A promise that does not hold, and the numbers that show it.
public struct BrokenPromise: Equatable, Sendable {
  /// The promise, a kebab-case name.
  public var name: StaticString
  /// What belongs to it: an index, or a count that is too large.
  public var value: UInt64

  /// Makes a broken promise.
  public init(_ name: StaticString, value: UInt64 = 0) {
    self.name = name
    self.value = value
  }

  /// Whether both are the same promise, broken by the same number.
  public static func == (a: BrokenPromise, b: BrokenPromise) -> Bool {
    a.value == b.value && StatePlace([a.name]) == StatePlace([b.name])
  }
}

/// What went wrong in a simulation.
public enum SimulationFault: Equatable, Sendable {
  /// A number of the state is infinite or NaN.
  case nonFinite(StatePlace)
  /// A promise does not hold.
  case broken(BrokenPromise)
}
