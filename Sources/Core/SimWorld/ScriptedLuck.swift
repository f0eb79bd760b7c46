/// What luck is, one answer after the other, so that a test can go through every combination.
///
/// It counts as an odometer does: the last answer goes on first, and what was asked decides how
/// many answers there are.
package struct ScriptedLuck: Sendable {
  private var answers: [UInt32] = []
  private var limits: [UInt32] = []
  private var place = 0

  /// Begins with the first of all answers.
  package init() {}

  /// The next answer: a number below a limit.
  package mutating func draw(_ limit: UInt32) -> UInt32? {
    if place == answers.count {
      answers.append(0)
      limits.append(limit)
    }
    defer { place += 1 }
    return answers[place]
  }

  /// Goes on to the next combination; false after the last.
  package mutating func advance() -> Bool {
    place = 0
    while let last = answers.popLast(), let limit = limits.popLast() {
      guard last + 1 < limit else { continue }
      answers.append(last + 1)
      limits.append(limit)
      return true
    }
    return false
  }
}
