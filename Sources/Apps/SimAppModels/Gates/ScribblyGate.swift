import SimbenchKit

/// Scribbly's gate: one contact each in the top left and bottom right corners, held for 3 s.
///
/// The second lands at most a second after the first, and the 3 s begin with it. The hold opens the
/// parents' settings, and closes them likewise. Times are nanoseconds of one clock.
package struct ScribblyGate: Equatable, Sendable, StateFields {
  /// The number of corners held.
  package enum State: UInt8, Sendable {
    /// None.
    case idle
    /// One.
    case one
    /// Both.
    case both
  }

  /// The duration of a hold from the second contact on.
  package static var hold: UInt64 { 3 * Nanoseconds.second }
  /// The longest time between the two contacts.
  package static var spread: UInt64 { Nanoseconds.second }

  /// The number of corners held.
  package private(set) var state = State.idle
  /// Whether the parents' settings are open.
  package private(set) var isOpen = false
  /// The number of the current or last hold of both corners.
  package private(set) var holdNumber: UInt32 = 0
  /// The contact that landed first.
  package private(set) var first = HeldContact()
  /// The contact that landed second.
  package private(set) var second = HeldContact()
  private var contactCount: UInt32 = 0
  private var backgroundTime: UInt64?
  private var plantedBug: GateBug?

  /// Creates a closed gate.
  package init(plantedBug: GateBug? = nil) { self.plantedBug = plantedBug }

  /// When a hold of both corners ends.
  package var holdEnd: UInt64 {
    (plantedBug == .fromFirst ? first.time : second.time) &+ Self.hold
  }

  /// Applies a contact's change.
  package mutating func touch(
    _ contact: GateContact, at now: UInt64, on canvas: GateCanvas, isActive: Bool
  ) {
    switch contact.phase {
    case .began:
      contactCount &+= 1
      land(contact, at: now, on: canvas, isActive: isActive)
    case .moved, .stationary:
      let isFirst = contact.id == first.id
      guard state == .both || (state == .one && isFirst), isFirst || contact.id == second.id
      else { return }
      if !(isFirst ? first : second).isInPlace(contact.position, on: canvas) { cancel() }
    case .ended, .cancelled:
      if contactCount > 0 { contactCount &-= 1 }
      if contact.id == first.id || (state == .both && contact.id == second.id) { cancel() }
    }
  }

  private mutating func land(
    _ contact: GateContact, at now: UInt64, on canvas: GateCanvas, isActive: Bool
  ) {
    var corner: GateCorner?
    if isActive, !contact.isPalm {
      if canvas.contains(contact.position, in: .topLeft) { corner = .topLeft }
      if canvas.contains(contact.position, in: .bottomRight) { corner = .bottomRight }
    }
    switch state {
    case .idle:
      guard contactCount == 1, let corner else { return }
      first = HeldContact(contact, in: corner, at: now)
      state = .one
    case .one:
      guard let corner, corner != first.corner, now &- first.time <= Self.spread else {
        return cancel()
      }
      second = HeldContact(contact, in: corner, at: now)
      holdNumber &+= 1
      state = .both
    case .both: cancel()
    }
  }

  /// Cancels a hold: the canvas changes, or the app is no longer active.
  package mutating func cancel() { state = .idle }

  /// Cancels a hold if no frame was drawn for longer than half a second.
  package mutating func frameGap(_ nanoseconds: UInt64) {
    if nanoseconds > BabySafeGate.longestGap { cancel() }
  }

  /// Ends a hold after its full duration: opens or closes the settings.
  ///
  /// - Returns: false if the hold was canceled before.
  package mutating func holdEnds(_ number: UInt32) -> Bool {
    guard state == .both, number == holdNumber else { return false }
    state = .idle
    isOpen.toggle()
    return true
  }

  /// Closes the settings.
  package mutating func lock() { isOpen = false }

  /// The app goes to the background.
  package mutating func enterBackground(at now: UInt64) {
    cancel()
    backgroundTime = now
  }

  /// The app is active again; the settings close after a minute in the background.
  package mutating func becomeActive(at now: UInt64) {
    if let backgroundTime, now &- backgroundTime >= BabySafeGate.absence { lock() }
    backgroundTime = nil
  }

  /// Visits every field except the bug, which is part of the plan.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&state, "state")
    visitor.field(&isOpen, "isOpen")
    visitor.field(&holdNumber, "holdNumber")
    visitor.field(&first, "first")
    visitor.field(&second, "second")
    visitor.field(&contactCount, "contactCount")
    visitor.field(&backgroundTime, "backgroundTime")
    visitor.derived("plantedBug")
  }
}
