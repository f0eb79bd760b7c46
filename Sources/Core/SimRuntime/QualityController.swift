import SimMath

/// Adapts the number of members shown to the frame times: falls fast, rises slowly, never
/// oscillates.
///
/// The count falls if more than 5 % of the recent frames exceed `downPercent`, or at once if two
/// consecutive frames exceed `panicPercent`. It falls by the same ratio by which the frames were
/// too long, at most by half. It rises one level at a time, only after `calmFrames` calm frames and
/// 5 s after the last change. A level that failed is blocked, for twice as long each time. After a
/// reversal from up to down, the count does not rise for 60 s, so at most two reversals fall into
/// any minute. Frame times between the thresholds for falling and rising change nothing; that band
/// is wider than any step, so a steady load never makes the level oscillate.
///
/// CPU and GPU work on different frames at once, so the slower one alone determines the frame rate,
/// and only its time is judged.
///
/// Integers only: the same frame times give the same levels on every target. Time is the sum of the
/// frame times, at least one refresh interval each. `init` allocates all storage.
public struct QualityController: Sendable {
  /// The change of the level in a frame.
  public enum Change: UInt8, Sendable, CaseIterable {
    /// No change.
    case none
    /// The level fell.
    case lowered
    /// The level rose.
    case raised
  }

  /// The counts to choose from.
  package let ladder: QualityLadder
  /// The thresholds and times.
  package let rules: QualityRules
  /// The current level; 0 is the lowest.
  package private(set) var level: UInt32
  /// The time observed so far, in nanoseconds.
  package private(set) var timeNanoseconds: UInt64 = 0
  /// The number of reversals of direction.
  package private(set) var turnCount: UInt32 = 0

  private var window: [UInt32]
  private var windowCount: UInt32 = 0
  private var windowNext: UInt32 = 0
  private var lateCount: UInt32 = 0
  private var calmCount: UInt32 = 0
  private var lastPanic: UInt32 = 0
  private var changedAt: UInt64 = 0
  private var turnedAt: UInt64 = 0
  private var direction = Change.none
  private var blockedUntil: [UInt64]
  private var blockLength: [UInt64]

  /// Creates a controller at the highest level.
  public init(ladder: QualityLadder, rules: QualityRules) {
    precondition(rules.windowFrames > 0, "a window has frames")
    self.ladder = ladder
    self.rules = rules
    level = ladder.levelCount - 1
    window = [UInt32](repeating: 0, count: Int(rules.windowFrames))
    blockedUntil = [UInt64](repeating: 0, count: Int(ladder.levelCount))
    // A separate array: shared storage would be copied at the first change.
    blockLength = [UInt64](repeating: 0, count: Int(ladder.levelCount))
  }

  /// The current count.
  public var count: UInt32 { ladder.count(at: level) }

  /// Whether a recent reversal keeps the level from rising.
  public var isLocked: Bool {
    direction == .lowered && turnCount > 0
      && timeNanoseconds - turnedAt < rules.turnNanoseconds
  }

  /// Observes a frame's times in nanoseconds and returns the change of the level.
  ///
  /// - Parameters:
  ///   - processorNanoseconds: the frame's CPU time.
  ///   - graphicsNanoseconds: a frame's GPU time; 0 if unknown, then only the CPU time is judged.
  /// - Complexity: O(1); O(window) in a frame that lowers the level.
  public mutating func observe(
    processorNanoseconds: UInt32, graphicsNanoseconds: UInt32
  ) -> Change {
    let frameNanoseconds = max(processorNanoseconds, graphicsNanoseconds)
    timeNanoseconds += max(rules.intervalNanoseconds, UInt64(frameNanoseconds))
    // Members that still fade out belong to the old level.
    guard direction == .none || timeNanoseconds - changedAt >= rules.fadeNanoseconds else {
      return .none
    }
    if share(frameNanoseconds, exceeds: rules.panicPercent) {
      let smaller = min(lastPanic, frameNanoseconds)
      guard lastPanic == 0 else { return lower(by: smaller) }
      lastPanic = frameNanoseconds
    } else {
      lastPanic = 0
    }
    remember(frameNanoseconds)
    calmCount = share(frameNanoseconds, exceeds: rules.upPercent) ? 0 : calmCount &+ 1
    if windowCount >= rules.minimumFrames, lateCount > windowCount / 20 {
      return lower(by: highFrame())
    }
    return mayRise ? raise() : .none
  }

  // MARK: - The window

  private func share(_ nanoseconds: UInt32, exceeds percent: UInt64) -> Bool {
    UInt64(nanoseconds) * 100 > rules.targetNanoseconds * percent
  }

  private mutating func remember(_ nanoseconds: UInt32) {
    let slot = Int(windowNext)
    if windowCount == rules.windowFrames {
      if share(window[slot], exceeds: rules.downPercent) { lateCount -= 1 }
    } else {
      windowCount += 1
    }
    window[slot] = nanoseconds
    if share(nanoseconds, exceeds: rules.downPercent) { lateCount += 1 }
    windowNext = windowNext + 1 == rules.windowFrames ? 0 : windowNext + 1
  }

  private mutating func forget() {
    // The old frame times are not state; cleared, they do not affect the digest.
    for slot in window.indices { window[slot] = 0 }
    (windowCount, windowNext, lateCount, calmCount, lastPanic) = (0, 0, 0, 0, 0)
  }

  /// The window's 95th percentile by nearest rank.
  private func highFrame() -> UInt32 {
    let above = windowCount / 20
    var bound = UInt32.max
    var seen: UInt32 = 0
    // Descends from the longest time, one value at a time: at most 5 % of the window in total.
    while true {
      var next: UInt32 = 0
      var equal: UInt32 = 0
      for slot in 0..<Int(windowCount) where window[slot] < bound || bound == UInt32.max {
        if window[slot] > next { (next, equal) = (window[slot], 0) }
        if window[slot] == next { equal += 1 }
      }
      seen += equal
      if seen > above || next == 0 { return next }
      bound = next
    }
  }

  // MARK: - Changes

  private mutating func lower(by frame: UInt32) -> Change {
    guard level > 0 else {
      forget()
      return .none
    }
    // Reduces the count by the ratio of target to frame time, to at least half of the current
    // count.
    let wanted = UInt64(count) * rules.targetNanoseconds / UInt64(max(frame, 1))
    let kept = max(UInt32(truncatingIfNeeded: min(wanted, UInt64(count))), count / 2)
    close(level)
    level = min(ladder.level(for: kept), level - 1)
    turn(.lowered)
    return .lowered
  }

  private var mayRise: Bool {
    level + 1 < ladder.levelCount && calmCount >= rules.calmFrames
      && timeNanoseconds - changedAt >= rules.dwellNanoseconds
      && timeNanoseconds >= blockedUntil[Int(level) + 1] && !isLocked
  }

  private mutating func raise() -> Change {
    level += 1
    turn(.raised)
    return .raised
  }

  private mutating func turn(_ next: Change) {
    if direction != .none && direction != next {
      turnCount &+= 1
      turnedAt = timeNanoseconds
    }
    direction = next
    changedAt = timeNanoseconds
    forget()
  }

  /// Blocks a failed level; the first block, and one long after the last, has the shortest length.
  private mutating func close(_ level: UInt32) {
    let slot = Int(level)
    let isRecent =
      blockLength[slot] > 0
      && timeNanoseconds < blockedUntil[slot] + 2 * rules.lastBlockNanoseconds
    let length = isRecent ? blockLength[slot] * 2 : rules.firstBlockNanoseconds
    blockLength[slot] = min(length, rules.lastBlockNanoseconds)
    blockedUntil[slot] = timeNanoseconds + blockLength[slot]
  }
}

extension QualityController: StateFields {
  /// Visits every stored field.
  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  public mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    visitor.constant(ladder, "ladder")
    visitor.constant(rules, "rules")
    visitor.field(&level, in: 0...max(ladder.levelCount, 1) - 1, "level")
    visitor.field(&timeNanoseconds, "timeNanoseconds")
    visitor.field(&turnCount, "turnCount")
    visitor.field(&window, "window")
    visitor.word {
      $0.field(&windowCount, in: 0...rules.windowFrames, "windowCount")
      $0.field(&windowNext, in: 0...max(rules.windowFrames, 1) - 1, "windowNext")
    }
    visitor.word {
      $0.field(&lateCount, "lateCount")
      $0.field(&calmCount, "calmCount")
    }
    visitor.field(&lastPanic, "lastPanic")
    visitor.field(&changedAt, "changedAt")
    visitor.field(&turnedAt, "turnedAt")
    visitor.field(&direction, "direction")
    visitor.elements(&blockedUntil, "blockedUntil")
    visitor.elements(&blockLength, "blockLength")
  }
}
