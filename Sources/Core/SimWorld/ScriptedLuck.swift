/// Scripted results in place of random draws, so that a test can enumerate all combinations.
///
/// It counts like an odometer: the last result advances first. The limits passed to `draw`
/// determine the number of combinations.
package struct ScriptedLuck: Sendable {
  private var answers: [UInt32] = []
  private var limits: [UInt32] = []
  private var place = 0

  /// Creates the first combination.
  package init() {}

  /// The next result: a number below the limit.
  package mutating func draw(_ limit: UInt32) -> UInt32? {
    if place == answers.count {
      answers.append(0)
      limits.append(limit)
    }
    defer { place += 1 }
    return answers[place]
  }

  /// Advances to the next combination; returns false after the last.
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
