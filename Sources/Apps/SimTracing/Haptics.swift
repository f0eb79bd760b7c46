import SimbenchKit

/// Decides when a tracing finger feels a vibration.
///
/// One pulse says that the finger left the path. It comes when the deviation exceeds the tolerance
/// and stays above it for `dwell`, and not again before the finger has been a millimeter inside
/// the tolerance for as long or was lifted: nothing buzzes on the boundary. Pulses are at least
/// `gap` apart; a deviation pulse waits for that while the finger is still off the path, and is
/// forgotten if it returns. The pulse of completion waits as well, but is never forgotten.
///
/// Without the app's switch or the system's setting there are no pulses, but everything else goes
/// on, so that switching them on needs no new start. The log of pulses is part of the digest.
///
/// - Complexity: O(1) a call; nothing is allocated after `init`.
package struct Haptics: Sendable {
  /// How long the deviation must stay beyond a limit, in nanoseconds.
  package static var dwell: UInt64 { 30_000_000 }
  /// From the start of a pulse to the start of the next, in nanoseconds.
  package static var gap: UInt64 { 80_000_000 }
  /// How far inside the tolerance the finger is back on the path, in millimeters.
  package static var bandMillimeters: Float { 1 }
  /// How many of the latest pulses are kept.
  package static var keptCount: Int { 64 }

  /// The app's own switch.
  package var isEnabled: Bool {
    didSet { forgetIfSilent() }
  }
  /// The system's setting for vibrations.
  package var isAllowedBySystem: Bool {
    didSet { forgetIfSilent() }
  }
  /// True while the finger counts as off the path.
  package private(set) var isOff = false
  /// Pulses so far; it wraps around.
  package private(set) var pulseCount: UInt32 = 0

  private let leaveAbove: Float
  private let returnAtMost: Float
  /// Since when the deviation has been beyond the limit that matters; nil while it is not.
  private var beyondSince: UInt64?
  private var position = Vector2.zero
  private var deviationIsDue = false
  private var completionIsDue = false
  private var lastPulse: UInt64?
  private var kept: [HapticPulse]
  /// Digest of all pulses, those that are no longer kept included.
  private var logDigest: UInt64 = 0

  /// Makes a silent state for a finger that has not come yet.
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

  /// Takes a sample of the tracing finger.
  ///
  /// - Parameters:
  ///   - deviation: how far it is from the path, in millimeters.
  ///   - position: where it is, in points.
  ///   - time: nanoseconds of the run; never before an earlier call.
  /// - Returns: the pulse that starts now, if one does.
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

  /// Lifts the finger: the next stroke starts as if on the path.
  package mutating func lift() {
    isOff = false
    beyondSince = nil
    deviationIsDue = false
  }

  /// Says that the letter is traced.
  ///
  /// - Returns: the pulse that starts now; if none does, `advance` will return it.
  package mutating func complete(time: UInt64) -> HapticPulse? {
    completionIsDue = isAudible
    deviationIsDue = false
    return advance(to: time)
  }

  /// Lets time pass.
  ///
  /// - Returns: the pulse that starts now, if one was waiting and may start.
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

  /// Whether the next `advance` may return a pulse.
  package var isWaiting: Bool { deviationIsDue || completionIsDue }

  /// One of the latest pulses; 0 is the last.
  ///
  /// - Precondition: fewer than `keptCount`, and than there were pulses.
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
  /// Shows every field that decides later pulses, and the digest of all so far.
  ///
  /// The pulses that are kept are for tests and tools; nothing that is felt, counted or drawn
  /// depends on them, and those of before stay where a state is restored.
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
