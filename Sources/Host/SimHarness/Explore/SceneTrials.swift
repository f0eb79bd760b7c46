import SimFormats
import SimInput
import SimMath
import SimRuntime

/// Runs recordings of scenes for a shrinker.
///
/// A candidate starts from the last saved state before its first difference from the smallest case.
package struct SceneTrials: ShrinkTrials {
  /// Maximum number of runs.
  package static var executionLimit: Int { 4000 }

  private let open: (Recording) -> (any Session)?
  private let isInterrupted: () -> Bool
  private var keyframes: [Keyframe] = []
  private var lastKeyframes: [Keyframe] = []

  private struct Keyframe {
    var frame: UInt32
    var snapshot: Snapshot
    var judge: PropertyChecker
  }

  /// Frames between saved states.
  private static var keyframeInterval: UInt32 { 64 }

  /// Makes trials.
  ///
  /// - Parameter open: opens a run of a recording; nil if the scene has no such run.
  fileprivate init(
    _ open: @escaping (Recording) -> (any Session)?, _ isInterrupted: @escaping () -> Bool
  ) {
    (self.open, self.isInterrupted) = (open, isInterrupted)
  }

  /// Number of outside events.
  package static func eventCount(_ input: ShrinkCase) -> Int { input.eventCount }

  /// Whether touches and frames fit together.
  package static func isSound(_ input: ShrinkCase) -> Bool { input.isSound }

  /// Keeps the states of the last run.
  package mutating func keep() { keyframes = lastKeyframes }

  /// Runs a candidate until a property fails.
  package mutating func run(
    _ candidate: ShrinkCase, best: ShrinkCase
  ) throws(RunError) -> (failure: ExploreFailure, input: ShrinkCase)? {
    guard let run = open(candidate.recording) else { return nil }
    let shared = candidate.firstDifference(from: best)
    var kept = run.canContinue ? keyframes.filter { $0.frame <= shared } : []
    while let last = kept.last {
      do {
        try run.restoreScene(last.snapshot, beforeFrame: last.frame)
        run.judge = last.judge
        break
      } catch {
        kept.removeLast()
      }
    }
    while !run.hasEnded, run.frame < candidate.frameCount {
      if run.frame & 63 == 0, isInterrupted() { throw .interrupted }
      if run.canContinue, run.frame % Self.keyframeInterval == 0, run.frame > kept.last?.frame ?? 0
      {
        var keyframe = Keyframe(frame: run.frame, snapshot: Snapshot(), judge: run.judge)
        run.saveScene(to: &keyframe.snapshot)
        kept.append(keyframe)
      }
      run.advance()
    }
    if run.failure == nil { run.finish() }
    lastKeyframes = kept
    return run.failure.map { ($0, candidate) }
  }

  /// Tries each removal and each simplification once.
  package static func simplify(_ shrinker: inout Shrinker<Self>) throws(RunError) {
    try shrinker.cut()
    try shrinker.dropWholes()
    try shrinker.thinContacts()
    try shrinker.removeIdleTime()
    try shrinker.simplifySettings()
    try shrinker.simplifyNumbers()
  }

  /// Ranges of numbers for which the property still fails, one line each.
  package static func ranges(_ shrinker: inout Shrinker<Self>) throws(RunError) -> [String] {
    try shrinker.findRanges()
  }
}

extension Shrinker<SceneTrials> {
  /// Makes a shrinker of a recording whose run fails.
  ///
  /// - Parameters:
  ///   - open: opens a run of a recording; nil when the scene has no such run.
  ///   - hasTime: called before each run; false ends shrinking.
  /// - Returns: nil when the recording's run does not fail.
  package init?(
    _ recording: Recording, open: @escaping (Recording) -> (any Session)?,
    isInterrupted: @escaping () -> Bool, hasTime: @escaping () -> Bool = { true }
  ) throws(RunError) {
    guard let session = open(recording) else { return nil }
    try session.run(to: recording.stepCount, isInterrupted)
    guard let failure = session.failure else { return nil }
    self.init(
      ShrinkCase(recording), failure, SceneTrials(open, isInterrupted), hasTime: hasTime)
  }

  // MARK: - Passes

  fileprivate mutating func cut() throws(RunError) {
    var candidate = best
    candidate.cut(to: failure.frame + 1)
    if candidate != best { _ = try accept(candidate) }
  }

  fileprivate mutating func dropWholes() throws(RunError) {
    try delete({ $0.backgroundSpans.count }, { $0.removing(\.backgroundSpans, $1) })
    try delete({ $0.canvasChanges.count }, { $0.removing(\.canvasChanges, $1) })
    try delete({ $0.gateActions.count }, { $0.removing(\.gateActions, $1) })
    try delete({ $0.readings.count }, { $0.removing(\.readings, $1) })
    try delete({ $0.contacts.count }, { $0.removing(\.contacts, $1) })
    try delete({ $0.presses.count }, { $0.removing(\.presses, $1) })
    try deletePairs(upTo: Self.pairLimit, { $0.contacts.count }, { $0.removing(\.contacts, $1) })
  }

  /// Maximum number of contacts of which all pairs are tried.
  private static var pairLimit: Int { 16 }

  /// Removes the middle of each contact, then its points in blocks.
  fileprivate mutating func thinContacts() throws(RunError) {
    for index in best.contacts.indices.reversed() where best.contacts[index].points.count > 2 {
      if try accept(
        best.removingPoints(ofContact: index, 1..<best.contacts[index].points.count - 1))
      {
        continue
      }
      // A contact needs its first point.
      try delete(
        { $0.contacts[index].points.count - 1 },
        { $0.removingPoints(ofContact: index, $1.lowerBound + 1..<$1.upperBound + 1) })
    }
    for index in best.contacts.indices.reversed() where best.contacts[index].points.count == 2 {
      _ = try accept(best.removingPoints(ofContact: index, 1..<2))
    }
  }

  /// Removes frames without events, the longest possible part of each gap.
  fileprivate mutating func removeIdleTime() throws(RunError) {
    guard best.backgroundSpans.isEmpty else { return }
    var start: UInt32 = 0
    while let next = best.nextEvent(after: start), hasBudget {
      var span = next - start
      while span > 0 {
        if try accept(best.removingFrames(start..<start + span)) { break }
        span /= 2
      }
      start = best.nextEvent(after: start) ?? best.frameCount
    }
    // Then the frames between the last event and the failure.
    try cut()
    var rest = best.frameCount - min(best.frameCount, start + 1)
    while rest > 0, hasBudget {
      var candidate = best
      candidate.cut(to: best.frameCount - min(rest, best.frameCount - 1))
      if candidate == best { break }
      if try !accept(candidate) { rest /= 2 }
      rest = min(rest, best.frameCount - min(best.frameCount, start + 1))
    }
  }

  fileprivate mutating func simplifySettings() throws(RunError) {
    if best.header.isMotionReduced {
      var candidate = best
      candidate.header.isMotionReduced = false
      _ = try accept(candidate)
    }
    for change in [ShrinkCase.renumbered, ShrinkCase.withPlainTouches] {
      let candidate = change(best)()
      if candidate != best { _ = try accept(candidate) }
    }
    for index in best.header.parameters.indices.reversed() {
      var candidate = best
      candidate.header.parameters.remove(at: index)
      if try !accept(candidate) { try lessen(index) }
    }
    try simplifyCanvas()
  }

  /// Reduces a parameter; values outside its range do not open a run.
  private mutating func lessen(_ index: Int) throws(RunError) {
    let value = best.header.parameters[index].value
    let smaller: [Float] = [0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].filter { $0 < value }
    try acceptFirst(
      of: smaller.lazy.map { [best] in
        var candidate = best
        candidate.header.parameters[index].value = $0
        return candidate
      })
  }

  /// Tries one pixel per point, then smaller canvases with all positions scaled.
  private mutating func simplifyCanvas() throws(RunError) {
    let plain = best.withDensity(1)
    if plain != best { _ = try accept(plain) }
    guard best.canvasChanges.isEmpty else { return }
    let canvas = best.header.canvas
    let smaller = Self.smallCanvases.filter { width, height in
      width * height < canvas.widthPoints * canvas.heightPoints
    }
    try acceptFirst(of: smaller.lazy.map { [best] in best.resized(toWidth: $0, height: $1) })
  }

  /// Small canvases in points, the smallest first.
  private static var smallCanvases: [(width: Float, height: Float)] {
    [(100, 100), (200, 200), (200, 400), (400, 200), (300, 600), (600, 300)]
  }

  fileprivate mutating func simplifyNumbers() throws(RunError) {
    for number in best.numbers {
      try acceptFirst(
        of: Self.simpler(than: best[number]).lazy.map { [best] in
          var candidate = best
          candidate[number] = $0
          return candidate
        })
    }
  }

  /// Rounder numbers, the roundest first.
  private static func simpler(than value: Float) -> [Float] {
    var found: [Float] = []
    for unit in [Float.infinity, 100, 10, 1, 0.1] {
      let round = unit.isInfinite ? 0 : (value / unit).rounded() * unit
      if round != value, round.isFinite, !found.contains(round),
        "\(round)".utf8.count < "\(value)".utf8.count
      {
        found.append(round)
      }
    }
    return found
  }

  // MARK: - Ranges

  /// Range of each number in which the property still fails.
  fileprivate mutating func findRanges() throws(RunError) -> [String] {
    var lines: [String] = []
    for number in best.numbers.prefix(60) where hasBudget {
      let limits = best.limits(of: number)
      let value = best[number]
      let low = try bound(number, value, limits.lowerBound)
      let high = try bound(number, value, limits.upperBound)
      let name = best.name(of: number)
      if low == limits.lowerBound, high == limits.upperBound {
        lines.append("any \(name) fails")
      } else if low == value, high == value {
        lines.append("\(name) has to be \(value)")
      } else {
        lines.append("any \(name) between \(low) and \(high) fails")
      }
    }
    return lines
  }

  /// The value closest to a limit at which the property still fails, by bisection.
  private mutating func bound(
    _ number: ShrinkCase.Number, _ value: Float, _ limit: Float
  ) throws(RunError) -> Float {
    func fails(_ shrinker: inout Self, _ tried: Float) throws(RunError) -> Bool {
      var candidate = shrinker.best
      candidate[number] = tried
      return try shrinker.attempt(candidate) != nil
    }
    if try fails(&self, limit) { return limit }
    var (good, bad) = (value, limit)
    for _ in 0..<7 where hasBudget {
      let middle = ((good + bad) / 2).rounded()
      guard middle != good, middle != bad else { break }
      if try fails(&self, middle) { good = middle } else { bad = middle }
    }
    return good
  }
}
