import SimbenchKit

/// Decides when a tracing finger feels a vibration.
///
/// A pulse indicates that the finger left the path: it comes when the deviation has exceeded the
/// tolerance for `dwell`. The next one requires that the finger was a millimeter inside the
/// tolerance for as long, or was lifted, so nothing buzzes on the boundary. Pulses start at least
/// `gap` apart; a deviation pulse waits while the finger is still off the path and is dropped if it
/// returns. A completion pulse also waits but is never dropped.
///
/// If the app's switch or the system's setting is off, there are no pulses, but all other
/// processing continues, so they can be switched on at any time. The digest includes the log of
/// pulses.
///
/// - Complexity: O(1) per call; allocates nothing after `init`.
package struct Haptics: Sendable {
  /// The time for which the deviation must stay beyond a limit, in nanoseconds.
  package static var dwell: UInt64 { 30_000_000 }
  /// The minimum time between the starts of two pulses, in nanoseconds.
  package static var gap: UInt64 { 80_000_000 }
  /// The distance inside the tolerance at which the finger counts as back on the path, in
  /// millimeters.
  package static var bandMillimeters: Float { 1 }
  /// The number of most recent pulses that are kept.
  package static var keptCount: Int { 64 }

  /// The app's switch for vibrations.
  package var isEnabled: Bool {
    didSet { forgetIfSilent() }
  }
  /// The system's setting for vibrations.
  package var isAllowedBySystem: Bool {
    didSet { forgetIfSilent() }
  }
  /// Whether the finger counts as off the path.
  package private(set) var isOff = false
  /// The number of pulses so far; wraps around.
  package private(set) var pulseCount: UInt32 = 0

  private let leaveAbove: Float
  private let returnAtMost: Float
  /// The time since which the deviation has been beyond the current limit; nil if it is not.
  private var beyondSince: UInt64?
  private var position = Vector2.zero
  private var deviationIsDue = false
  private var completionIsDue = false
  private var lastPulse: UInt64?
  private var kept: [HapticPulse]
  /// A digest of all pulses, including those no longer kept.
  private var logDigest: UInt64 = 0

  /// Makes the initial state, without a finger.
  package init(
    tolerance: TraceTolerance = .sixMillimeters, isEnabled: Bool = true,
    isAllowedBySystem: Bool = true
  ) {
    self.isEnabled = isEnabled
    self.isAllowedBySystem = isAllowedBySystem
    leaveAbove = tolerance.millimeters
    returnAtMost = tolerance.millimeters - Self.bandMillimeters
    let none = HapticPulse(role: .deviation, time: 0, milliseconds: 0, position: .zero)
    kept = [HapticPulse](repeating: none, count: Self.keptCount)
  }

  /// Processes a sample of the tracing finger.
  ///
  /// - Parameters:
  ///   - deviation: The distance from the path, in millimeters.
  ///   - position: The finger's position, in points.
  ///   - time: Nanoseconds since the start of the run; never decreases between calls.
  /// - Returns: The pulse that starts now, if any.
  package mutating func add(
    deviationMillimeters deviation: Float, at position: Vector2, time: UInt64
  ) -> HapticPulse? {
    self.position = position
    let isBeyond = isOff ? deviation <= returnAtMost : deviation > leaveAbove
    if !isBeyond {
      beyondSince = nil
    } else if let since = beyondSince {
      if time &- since >= Self.dwell {
        isOff.toggle()
        deviationIsDue = isOff
        beyondSince = nil
      }
    } else {
      beyondSince = time
    }
    return advance(to: time)
  }

  /// Handles the lifting of the finger: the next stroke starts as if on the path.
  package mutating func lift() {
    isOff = false
    beyondSince = nil
    deviationIsDue = false
  }

  /// Handles the completion of the letter.
  ///
  /// - Returns: The pulse that starts now; if nil, `advance` returns it later.
  package mutating func complete(time: UInt64) -> HapticPulse? {
    completionIsDue = isAudible
    deviationIsDue = false
    return advance(to: time)
  }

  /// Advances the time.
  ///
  /// - Returns: The waiting pulse that starts now, if any.
  package mutating func advance(to time: UInt64) -> HapticPulse? {
    guard isAudible else {
      deviationIsDue = false
      return nil
    }
    guard deviationIsDue || completionIsDue else { return nil }
    if let lastPulse, time &- lastPulse < Self.gap { return nil }
    let role: HapticPulse.Role = completionIsDue ? .completion : .deviation
    if completionIsDue { completionIsDue = false } else { deviationIsDue = false }
    let pulse = HapticPulse(
      role: role, time: time, milliseconds: role == .completion ? 40 : 20, position: position)
    lastPulse = time
    kept[Int(pulseCount) % Self.keptCount] = pulse
    pulseCount &+= 1
    log(pulse)
    return pulse
  }

  /// Whether a pulse is waiting for `advance`.
  package var isWaiting: Bool { deviationIsDue || completionIsDue }

  /// One of the most recent pulses; 0 is the last one.
  ///
  /// - Precondition: The index is below `keptCount` and below the number of pulses.
  package func pulse(before last: UInt32) -> HapticPulse {
    precondition(last < pulseCount && last < UInt32(Self.keptCount), "no such pulse")
    return kept[Int(pulseCount - 1 - last) % Self.keptCount]
  }

  private var isAudible: Bool { isEnabled && isAllowedBySystem }

  private mutating func forgetIfSilent() {
    guard !isAudible else { return }
    deviationIsDue = false
    completionIsDue = false
  }

  private mutating func log(_ pulse: HapticPulse) {
    var digest = StateDigest(seed: logDigest)
    digest.combine(pulse.role.rawValue)
    digest.combine(pulse.time)
    digest.combine(pulse.milliseconds)
    digest.combine(pulse.position)
    logDigest = digest.finalize()
  }
}

extension Haptics: StateFields {
  /// Visits every field that affects later pulses, and the digest of all pulses so far.
  ///
  /// The kept pulses are for tests and tools; nothing that is felt, counted or drawn depends on
  /// them, and restoring a state leaves them unchanged.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&isEnabled, "isEnabled")
    visitor.field(&isAllowedBySystem, "isAllowedBySystem")
    visitor.derived("leaveAbove")
    visitor.derived("returnAtMost")
    visitor.field(&isOff, "isOff")
    visitor.field(&deviationIsDue, "deviationIsDue")
    visitor.field(&completionIsDue, "completionIsDue")
    visitor.field(&beyondSince, "beyondSince")
    visitor.field(&lastPulse, "lastPulse")
    visitor.field(&position, "position")
    visitor.field(&pulseCount, "pulseCount")
    visitor.field(&logDigest, "logDigest")
    visitor.derived("kept")
  }
}
