import SimbenchKit

/// BabySafe's gate: a contact held in the top right corner for 6 s, then biometry, then the
/// passcode; the hold alone opens where a device has no passcode.
///
/// Contacts and changes of the app drive it; times are nanoseconds of one clock.
package struct BabySafeGate: Equatable, Sendable, StateFields {
  /// A state of the gate.
  package enum State: UInt8, Sendable {
    /// Only the scene is shown.
    case locked
    /// A contact is held in the corner.
    case holding
    /// The device's owner is asked to authenticate.
    case asking
    /// Everything behind the gate may be used.
    case open
  }

  /// What follows from the answer to an authentication.
  package enum Verdict: UInt8, Sendable {
    /// The answer does not count.
    case ignored
    /// The passcode is asked for.
    case passcode
    /// The gate opens.
    case opens
    /// The gate is locked.
    case locks
  }

  /// The duration of a hold.
  package static var hold: UInt64 { 6 * Nanoseconds.second }
  /// The part of a hold after which the ring is shown.
  package static var ringDelay: UInt64 { Nanoseconds.second / 2 }
  /// The longest gap between frames during a hold.
  package static var longestGap: UInt64 { Nanoseconds.second / 2 }
  /// The time in which an authentication must end.
  package static var patience: UInt64 { 60 * Nanoseconds.second }
  /// The time in the background after which an open gate is locked.
  package static var absence: UInt64 { 60 * Nanoseconds.second }

  /// The state.
  package private(set) var state = State.locked
  /// The number of the current or last attempt to authenticate.
  package private(set) var attempt: UInt32 = 0
  /// Whether the attempt has gone on to the passcode.
  package private(set) var isPasscodeStep = false
  /// The number of the current or last hold.
  package private(set) var holdNumber: UInt32 = 0
  /// The held contact.
  package private(set) var held = HeldContact()
  private var contactCount: UInt32 = 0
  private var ringStart: UInt64?
  private var backgroundTime: UInt64?
  /// The time that was held before, kept by a planted bug.
  private var kept: UInt64 = 0
  private var plantedBug: GateBug?

  /// Creates a locked gate.
  package init(plantedBug: GateBug? = nil) { self.plantedBug = plantedBug }

  /// The arcs of 7.5 degrees that the ring shows, 0 to 48: 48 times the part of the hold; nil
  /// while it is hidden.
  package func ring(at now: UInt64) -> UInt32? {
    guard let ringStart, now &- ringStart >= Self.ringDelay else { return nil }
    return UInt32(min(48, (now &- ringStart) &* 48 / Self.hold))
  }

  // MARK: - Touches

  /// Applies a contact's change.
  package mutating func touch(
    _ contact: GateContact, at now: UInt64, on canvas: GateCanvas, isActive: Bool
  ) {
    switch contact.phase {
    case .began:
      contactCount &+= 1
      if state == .holding {
        if plantedBug == .secondContact, now &- held.time < 30 * Nanoseconds.millisecond { return }
        return cancelHold()
      }
      guard state == .locked, contactCount == 1, isActive, !contact.isPalm,
        canvas.contains(contact.position, in: .topRight)
      else { return }
      state = .holding
      holdNumber &+= 1
      held = HeldContact(contact, in: .topRight, at: now &- kept)
      ringStart = now
    case .moved, .stationary:
      guard state == .holding, contact.id == held.id else { return }
      if plantedBug == .drift, now &- held.time > 2_970 * Nanoseconds.millisecond { return }
      if !held.isInPlace(contact.position, on: canvas) { cancelHold() }
    case .ended, .cancelled:
      if contactCount > 0 { contactCount &-= 1 }
      guard state == .holding, contact.id == held.id else { return }
      if plantedBug == .elapsedKept { kept = now &- held.time }
      let ring = ringStart
      cancelHold()
      if plantedBug == .ringStays, !isActive, now &- held.time > 5_500 * Nanoseconds.millisecond {
        ringStart = ring
      }
    }
  }

  private mutating func cancelHold() {
    guard state == .holding else { return }
    state = .locked
    ringStart = nil
  }

  /// Cancels a hold, since the canvas has changed.
  package mutating func canvasChanges() { cancelHold() }

  /// Cancels a hold if no frame was drawn for longer than half a second.
  package mutating func frameGap(_ nanoseconds: UInt64) {
    if nanoseconds > Self.longestGap { cancelHold() }
  }

  /// Ends a hold after its full duration and begins an attempt to authenticate.
  ///
  /// - Returns: false if the hold was canceled before.
  package mutating func holdEnds(_ number: UInt32) -> Bool {
    guard state == .holding, number == holdNumber else { return false }
    state = .asking
    (ringStart, kept) = (nil, 0)
    attempt &+= 1
    isPasscodeStep = false
    return true
  }

  // MARK: - Authentication

  /// Goes on to the passcode at once, where biometry is not usable.
  package mutating func skipBiometry() { isPasscodeStep = true }

  /// Judges the answer to a step of an attempt; nil is a success.
  package mutating func answer(
    _ error: AuthenticationError?, attempt: UInt32, isPasscodeStep: Bool
  ) -> Verdict {
    guard state == .asking, attempt == self.attempt, isPasscodeStep == self.isPasscodeStep else {
      guard plantedBug == .lateSuccess, state == .holding, error == nil else { return .ignored }
      state = .open
      return .opens
    }
    switch error {
    case nil, .passcodeNotSet:
      state = .open
      return .opens
    case .biometryLockout where plantedBug == .lockout && attempt % 3 == 0:
      state = .open
      return .opens
    case .userFallback, .biometryNotAvailable, .biometryNotEnrolled, .biometryLockout:
      guard !isPasscodeStep else { break }
      self.isPasscodeStep = true
      return .passcode
    default: break
    }
    state = .locked
    return .locks
  }

  /// Ends an attempt that has taken too long; returns false if it has ended before.
  package mutating func expires(_ attempt: UInt32) -> Bool {
    guard state == .asking, attempt == self.attempt else { return false }
    state = .locked
    return true
  }

  // MARK: - The app

  /// Locks an open gate.
  package mutating func lock() { if state == .open { state = .locked } }

  /// The app is no longer active.
  package mutating func resignActive() { cancelHold() }

  /// The app goes to the background.
  package mutating func enterBackground(at now: UInt64) {
    resignActive()
    if state == .asking { state = .locked }
    backgroundTime = now
  }

  /// The app is active again.
  package mutating func becomeActive(at now: UInt64) {
    if let backgroundTime, now &- backgroundTime >= Self.absence { lock() }
    backgroundTime = nil
  }

  /// Visits every field except the bug, which is part of the plan.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&state, "state")
    visitor.field(&attempt, "attempt")
    visitor.field(&isPasscodeStep, "isPasscodeStep")
    visitor.field(&holdNumber, "holdNumber")
    visitor.field(&held, "held")
    visitor.field(&contactCount, "contactCount")
    visitor.field(&ringStart, "ringStart")
    visitor.field(&backgroundTime, "backgroundTime")
    visitor.field(&kept, "kept")
    visitor.derived("plantedBug")
  }
}
