import SimbenchKit

/// An independent judgment of SketchMagic's gate: a count of wrong answers, the end of the lock and
/// the pass, from what was typed and shown alone.
struct MathOracle: Equatable, Sendable, StateFields {
  /// Wrong answers in a row that were judged.
  private var streak: UInt32 = 0
  /// The count that a power loss may bring back, until the current one is durable; nil for none.
  private var oldStreak: UInt64?
  private var lockedUntil: UInt64 = 0
  /// Whether the lock began before a relaunch.
  private(set) var isRelocked = false
  private var isShown = false
  /// When a wrong answer was given that is not judged yet.
  private var wrongTime: UInt64?
  private var passTime: UInt64?

  init() {}

  /// Forgets what an app does not keep when its process ends.
  mutating func processEnds() { (isShown, passTime) = (false, nil) }

  /// Judges the answer of an event, before the app does.
  mutating func answer(_ error: UInt64, at now: UInt64) {
    guard isShown, wrongTime == nil, error != 0 else { return }
    wrongTime = now
  }

  private func isLocked(at now: UInt64) -> Bool { now < lockedUntil }

  /// What a launched app has read: the last count that was stored or being stored, or the one that
  /// it replaces.
  ///
  /// The new one may be read and yet be lost with the power, until the app shows something, which
  /// it does not before the count is durable.
  ///
  /// - Returns: whether the count may be what it is.
  mutating func launch(_ count: UInt32, at now: UInt64) -> Bool {
    if wrongTime != nil { (streak, oldStreak) = (streak + 1, UInt64(streak)) }
    let isKnown = count == streak || UInt64(count) == oldStreak
    if count != streak { oldStreak = nil }
    (streak, wrongTime, lockedUntil) = (count, nil, 0)
    isRelocked = lock(at: now)
    return isKnown
  }

  private mutating func lock(at time: UInt64) -> Bool {
    guard streak > 0, streak % 3 == 0 else { return false }
    lockedUntil = time + (streak == 3 ? 60 : streak == 6 ? 300 : 900) * 1_000_000_000
    return true
  }

  /// A problem is shown; returns whether it may be.
  mutating func pose(_ a: UInt64, _ b: UInt64, at now: UInt64) -> Bool {
    (isShown, oldStreak) = (true, nil)
    return !isLocked(at: now) && 12...19 ~= a && 6...9 ~= b
  }

  /// A problem is refused; returns whether the gate is locked.
  mutating func refuse(at now: UInt64) -> Bool {
    oldStreak = nil
    return isLocked(at: now)
  }

  /// The problem is removed.
  mutating func withdraw() { isShown = false }

  /// A wrong answer is judged; returns whether the count is right.
  mutating func wrong(_ count: UInt64) -> Bool {
    guard let time = wrongTime else { return false }
    streak += 1
    (wrongTime, oldStreak) = (nil, nil)
    if lock(at: time) { isShown = false }
    return count == UInt64(streak)
  }

  /// A pass is given; returns whether a right answer was, which errs by nothing.
  mutating func pass(_ error: UInt64?, at now: UInt64) -> Bool {
    let isRight = isShown && wrongTime == nil && error == 0
    if streak > 0 { oldStreak = UInt64(streak) }
    (isShown, passTime, streak) = (false, now, 0)
    return isRight
  }

  /// The count of no wrong answers is on the disk.
  mutating func clear() { oldStreak = nil }

  /// A purchase begins; returns whether there is a pass for it.
  mutating func purchase(at now: UInt64) -> Bool {
    guard let time = passTime else { return false }
    passTime = nil
    return now - time <= 120_000_000_000
  }

  mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&streak, "streak")
    visitor.field(&oldStreak, "oldStreak")
    visitor.field(&lockedUntil, "lockedUntil")
    visitor.field(&isRelocked, "isRelocked")
    visitor.field(&isShown, "isShown")
    visitor.field(&wrongTime, "wrongTime")
    visitor.field(&passTime, "passTime")
  }
}
