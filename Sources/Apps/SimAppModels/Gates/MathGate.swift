import SimbenchKit

/// SketchMagic's gate before a purchase: a product to compute.
///
/// A right answer is a pass for one purchase within 120 s. Three wrong answers
/// lock the gate for 60 s, then 300 s, then 900 s each.
///
/// Times are nanoseconds of one clock.
package struct MathGate: Equatable, Sendable, StateFields {
  /// The number of wrong answers that lock the gate.
  package static var answerLimit: UInt32 { 3 }
  /// The time in which a problem must be answered.
  package static var patience: UInt64 { 60 * Nanoseconds.second }
  /// The time for which a pass is valid.
  package static var passDuration: UInt64 { 120 * Nanoseconds.second }

  /// The first factor of the problem, 12 to 19; 0 while there is none.
  package private(set) var a: UInt32 = 0
  /// The second factor, 6 to 9; 0 while there is no problem.
  package private(set) var b: UInt32 = 0
  /// The number of the current or last problem.
  package private(set) var number: UInt32 = 0
  /// Wrong answers since the last right one.
  package private(set) var wrongCount: UInt32 = 0
  /// When the lock ends; 0 if the gate was never locked.
  package private(set) var lockedUntil: UInt64 = 0
  /// When the pass was given; nil without one.
  package private(set) var passTime: UInt64?

  /// Creates a gate without wrong answers.
  package init() {}

  /// Whether a problem is shown.
  package var isAsking: Bool { a != 0 }

  /// Whether the gate is locked.
  package func isLocked(at now: UInt64) -> Bool { now < lockedUntil }

  /// The duration of the lock after so many wrong answers; 0 if they do not lock the gate.
  package static func lock(after wrongCount: UInt32) -> UInt64 {
    guard wrongCount > 0, wrongCount % answerLimit == 0 else { return 0 }
    let seconds: UInt64 =
      switch wrongCount / answerLimit {
      case 1: 60
      case 2: 300
      default: 900
      }
    return seconds * Nanoseconds.second
  }

  /// Shows a problem drawn from a stream; returns false while the gate is locked.
  package mutating func ask(_ stream: inout RandomStream, at now: UInt64) -> Bool {
    guard !isLocked(at: now) else { return false }
    a = 12 + stream.below(8)
    b = 6 + stream.below(4)
    number &+= 1
    return true
  }

  /// Whether an answer is right.
  package func isRight(_ answer: UInt64) -> Bool { isAsking && answer == UInt64(a) * UInt64(b) }

  /// Counts a wrong answer given at a time, once the count is on the disk.
  ///
  /// - Returns: whether the gate is locked.
  package mutating func countWrong(at time: UInt64) -> Bool {
    wrongCount &+= 1
    let duration = Self.lock(after: wrongCount)
    guard duration > 0 else { return false }
    lockedUntil = time &+ duration
    close()
    return true
  }

  /// Gives a pass for a right answer and forgets the wrong ones.
  package mutating func pass(at now: UInt64) {
    close()
    wrongCount = 0
    passTime = now
  }

  /// Uses up the pass; returns false if there is none or it has expired.
  package mutating func usePass(at now: UInt64) -> Bool {
    guard let time = passTime else { return false }
    passTime = nil
    return now &- time <= Self.passDuration
  }

  /// Removes the problem: canceled, unanswered or in the background.
  package mutating func close() { (a, b) = (0, 0) }

  /// Restores the count from the disk at a launch; a lock starts again.
  package mutating func restore(_ wrongCount: UInt32, at now: UInt64, isLocking: Bool = true) {
    self.wrongCount = wrongCount
    let duration = Self.lock(after: wrongCount)
    if duration > 0, isLocking { lockedUntil = now &+ duration }
  }

  /// Visits every field.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&a, "a")
    visitor.field(&b, "b")
    visitor.field(&number, "number")
    visitor.field(&wrongCount, "wrongCount")
    visitor.field(&lockedUntil, "lockedUntil")
    visitor.field(&passTime, "passTime")
  }
}
