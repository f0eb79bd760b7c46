import SimFormats
import SimInput
import SimMath
import SimRuntime

/// Makes what came to a failing run smaller, as long as the same property fails.
///
/// It works on what was recorded, not on what drew it: first what comes after the failure is cut,
/// then whole contacts, readings, keys, rotations and spans are left out from the end on, in blocks
/// that double as long as that works (adaptive deletion: MacIver and Donaldson, ECOOP 2020), then
/// points of contacts, idle time, parameters, the canvas's size, and digits of numbers. Nothing is
/// random: the same recording always comes to the same end. Candidates begin from the last state
/// that was saved before they differ from the smallest case so far.
package struct Shrinker {
  /// What came of it.
  package struct Result: Sendable {
    /// The smallest recording that was found.
    package var recording: Recording
    /// What fails in it.
    package var failure: ExploreFailure
    /// Things that came from outside before, and those that are left.
    package var events: (before: Int, after: Int)
    /// Runs that were tried.
    package var executions: Int
    /// Whether it was seen that no single one of them can be left out.
    package var isMinimal: Bool
    /// Which of the numbers that are left matter, a line each.
    package var ranges: [String] = []
  }

  /// Runs that are tried at most.
  package static var executionLimit: Int { 4000 }

  private let open: (Recording) -> (any ExploredRun)?
  private let isInterrupted: () -> Bool
  private let hasTime: () -> Bool
  private let property: String
  private var best: ShrinkCase
  private var failure: ExploreFailure
  private var keyframes: [Keyframe] = []
  private var executions = 0

  private struct Keyframe {
    var frame: UInt32
    var snapshot: Snapshot
    var judge: PropertyJudge
  }

  /// Frames from one saved state to the next.
  private static var keyframeInterval: UInt32 { 64 }

  /// Makes a shrinker of a recording whose run fails.
  ///
  /// - Parameters:
  ///   - open: opens a run of a recording; nil when the scene has no such run.
  ///   - hasTime: is asked before every run whether to go on.
  /// - Returns: nil when the recording's run does not fail.
  package init?(
    _ recording: Recording, open: @escaping (Recording) -> (any ExploredRun)?,
    isInterrupted: @escaping () -> Bool, hasTime: @escaping () -> Bool = { true }
  ) throws(RunError) {
    self.open = open
    self.isInterrupted = isInterrupted
    self.hasTime = hasTime
    best = ShrinkCase(recording)
    guard let run = open(recording) else { return nil }
    let outcome = try Explorer.explore(run, recording.stepCount, isInterrupted)
    guard let failure = outcome.failure else { return nil }
    self.failure = failure
    property = failure.property
  }

  /// Makes it as small as it gets.
  ///
  /// - Parameter findsRanges: whether it is looked for which numbers matter.
  package mutating func shrink(findsRanges: Bool = true) throws(RunError) -> Result {
    let before = best.eventCount
    // Taken apart and put together again it has to be the same run.
    guard try accept(best) else {
      return Result(
        recording: best.recording, failure: failure, events: (before, before),
        executions: executions, isMinimal: false)
    }
    var isMinimal = false
    while hasBudget {
      let last = best
      try cut()
      try dropWholes()
      try thinContacts()
      try removeIdleTime()
      try simplifySettings()
      try simplifyNumbers()
      if best == last {
        isMinimal = hasBudget
        break
      }
    }
    var result = Result(
      recording: best.recording, failure: failure, events: (before, best.eventCount),
      executions: executions, isMinimal: isMinimal)
    if findsRanges, isMinimal { result.ranges = try ranges() }
    result.executions = executions
    return result
  }

  // MARK: - Trying

  private var hasBudget: Bool { executions < Self.executionLimit && hasTime() }

  /// Whether a candidate still fails; then it is the best.
  private mutating func accept(_ candidate: ShrinkCase) throws(RunError) -> Bool {
    guard let (failure, keyframes) = try attempt(candidate) else { return false }
    best = candidate
    self.failure = failure
    self.keyframes = keyframes
    return true
  }

  private mutating func attempt(
    _ candidate: ShrinkCase
  ) throws(RunError) -> (ExploreFailure, [Keyframe])? {
    guard hasBudget, candidate.isSound else { return nil }
    executions += 1
    guard let run = open(candidate.recording) else { return nil }
    let shared = candidate.firstDifference(from: best)
    var kept = keyframes.filter { $0.frame <= shared }
    if !run.canContinue { kept = [] }
    while let last = kept.last {
      do {
        try run.restoreScene(last.snapshot, beforeFrame: last.frame)
        run.judge = last.judge
        break
      } catch {
        kept.removeLast()
      }
    }
    while run.frame < candidate.frameCount {
      if run.frame & 63 == 0, isInterrupted() { throw .interrupted }
      if run.canContinue, run.frame % Self.keyframeInterval == 0, run.frame > kept.last?.frame ?? 0
      {
        var keyframe = Keyframe(frame: run.frame, snapshot: Snapshot(), judge: run.judge)
        run.saveScene(to: &keyframe.snapshot)
        kept.append(keyframe)
      }
      guard let failure = run.advance() else { continue }
      return failure.property == property ? (failure, kept) : nil
    }
    guard let failure = run.finish(), failure.property == property else { return nil }
    return (failure, kept)
  }

  /// Leaves out blocks of a list from its end on; blocks double as long as that works.
  private mutating func delete(
    _ count: Int, _ removing: (ShrinkCase, Range<Int>) -> ShrinkCase
  ) throws(RunError) {
    var (end, size) = (count, 1)
    while end > 0, hasBudget {
      let start = max(0, end - size)
      if try accept(removing(best, start..<end)) {
        (end, size) = (start, size * 2)
      } else if size > 1 {
        size = max(1, size / 2)
      } else {
        end -= 1
      }
    }
  }

  // MARK: - Passes

  private mutating func cut() throws(RunError) {
    var candidate = best
    candidate.cut(to: failure.frame + 1)
    if candidate != best { _ = try accept(candidate) }
  }

  private mutating func dropWholes() throws(RunError) {
    try delete(best.backgroundSpans.count) { $0.removing(\.backgroundSpans, $1) }
    try delete(best.canvasChanges.count) { $0.removing(\.canvasChanges, $1) }
    try delete(best.readings.count) { $0.removing(\.readings, $1) }
    try delete(best.contacts.count) { $0.removing(\.contacts, $1) }
    try delete(best.presses.count) { $0.removing(\.presses, $1) }
    try dropPairs()
  }

  /// Leaves out two contacts at a time, where few are left: three fingers may hold what two and
  /// four break.
  private mutating func dropPairs() throws(RunError) {
    guard best.contacts.count <= Self.pairLimit else { return }
    for second in best.contacts.indices.reversed() {
      for first in 0..<second where second < best.contacts.count && hasBudget {
        var candidate = best
        candidate.contacts.remove(at: second)
        candidate.contacts.remove(at: first)
        if try accept(candidate) { break }
      }
    }
  }

  /// Contacts of which every two are tried.
  private static var pairLimit: Int { 16 }

  /// Takes gestures to their ends, then leaves out points one by one.
  private mutating func thinContacts() throws(RunError) {
    for index in best.contacts.indices.reversed() where best.contacts[index].points.count > 2 {
      if try accept(
        best.removingPoints(ofContact: index, 1..<best.contacts[index].points.count - 1))
      {
        continue
      }
      // The first point stays: a contact begins somewhere.
      try delete(best.contacts[index].points.count - 1) {
        $0.removingPoints(ofContact: index, $1.lowerBound + 1..<$1.upperBound + 1)
      }
    }
    for index in best.contacts.indices.reversed() where best.contacts[index].points.count == 2 {
      _ = try accept(best.removingPoints(ofContact: index, 1..<2))
    }
  }

  /// Brings what happens closer together, a gap at a time and as much of it as can be.
  private mutating func removeIdleTime() throws(RunError) {
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
    // What is left to wait for until it fails; at the end alone it may fail sooner.
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

  private mutating func simplifySettings() throws(RunError) {
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

  /// Makes a parameter that matters as small as it can be: the run of a value that there is none of
  /// does not open.
  private mutating func lessen(_ index: Int) throws(RunError) {
    let value = best.header.parameters[index].value
    for smaller: Float in [0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000] where smaller < value {
      var candidate = best
      candidate.header.parameters[index].value = smaller
      if try accept(candidate) { return }
    }
  }

  /// Takes a canvas of a pixel a point, then a small one, with everything on it where it was in
  /// proportion.
  private mutating func simplifyCanvas() throws(RunError) {
    let plain = best.withDensity(1)
    if plain != best { _ = try accept(plain) }
    guard best.canvasChanges.isEmpty else { return }
    let canvas = best.header.canvas
    for (width, height) in Self.smallCanvases
    where width * height < canvas.widthPoints * canvas.heightPoints {
      if try accept(best.resized(toWidth: width, height: height)) { return }
    }
  }

  /// Small canvases in points, the smallest first.
  private static let smallCanvases: [(width: Float, height: Float)] = [
    (100, 100), (200, 200), (200, 400), (400, 200), (300, 600), (600, 300),
  ]

  private mutating func simplifyNumbers() throws(RunError) {
    for number in best.numbers {
      let value = best[number]
      for simple in Self.simpler(than: value) where hasBudget {
        var candidate = best
        candidate[number] = simple
        if try accept(candidate) { break }
      }
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

  // MARK: - What matters

  /// Between which values each number can lie so that the property still fails.
  private mutating func ranges() throws(RunError) -> [String] {
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

  /// How far a number can go toward a limit, found by halving: between there and its value every
  /// number that was tried fails.
  private mutating func bound(
    _ number: ShrinkCase.Number, _ value: Float, _ limit: Float
  ) throws(RunError) -> Float {
    func fails(_ shrinker: inout Shrinker, _ tried: Float) throws(RunError) -> Bool {
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
