import SimbenchKit

/// An independent judgment of SketchMagic's gate: a count of wrong answers, the end of the lock and
/// the pass, from what was typed and shown alone.
struct MathOracle: Equatable, Sendable, StateFields {
  /// Wrong answers in a row that were judged.
  private var streak: UInt32 = 0
  /// The count that a right answer is to replace on the disk; 0 for none.
  private var oldStreak: UInt32 = 0
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

  /// Whether the gate is locked.
  func isLocked(at now: UInt64) -> Bool { now < lockedUntil }

  /// What a launched app has read: the count that was judged, the one that was being stored, or
  /// the one that was being replaced.
  ///
  /// - Returns: whether the count may be what it is.
  mutating func launch(_ count: UInt32, at now: UInt64) -> Bool {
    let isKnown =
      count == streak || (wrongTime != nil && count == streak + 1)
      || (oldStreak > 0 && count == oldStreak)
    (streak, oldStreak, wrongTime) = (count, 0, nil)
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
    isShown = true
    return !isLocked(at: now) && 12...19 ~= a && 6...9 ~= b
  }

  /// The problem is removed.
  mutating func withdraw() { isShown = false }

  /// A wrong answer is judged; returns whether the count is right.
  mutating func wrong(_ count: UInt64) -> Bool {
    guard let time = wrongTime else { return false }
    streak += 1
    (wrongTime, oldStreak) = (nil, 0)
    if lock(at: time) { isShown = false }
    return count == UInt64(streak)
  }

  /// A pass is given; returns whether a right answer was, which errs by nothing.
  mutating func pass(_ error: UInt64?, at now: UInt64) -> Bool {
    let isRight = isShown && wrongTime == nil && error == 0
    if streak > 0 { oldStreak = streak }
    (isShown, passTime, streak) = (false, now, 0)
    return isRight
  }

  /// The count of no wrong answers is on the disk.
  mutating func clear() { oldStreak = 0 }

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
