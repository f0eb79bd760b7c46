import SimMath

/// Chooses how much to show from how long frames take: down fast, up slowly, never back and forth.
///
/// In plain words: when more than a twentieth of the recent frames took too long, or two in a row
/// took far too long, the count falls at once by as much as the frames were too long, at most by
/// half. It rises one step at a time, only after three calm seconds and five seconds after the
/// last change. A level that failed stays closed for a while, twice as long each time. After the
/// direction has turned, it does not turn upwards for a minute, so it turns at most twice in any
/// minute. Between "too long" and "calm" lies a band in which nothing happens; it is wider than
/// any step, so a steady load never makes the level swing.
///
/// A frame takes the processor a time and the graphics processor another. The two work on different
/// frames at once, so the slower one alone decides how many frames a second there are, and it alone
/// is judged.
///
/// Integers only: the same frame times give the same levels on every target. Time is what the
/// frames took, at least an interval each. All storage is taken by `init`.
public struct QualityController: Sendable {
  /// What became of the level.
  public enum Change: UInt8, Sendable, CaseIterable {
    /// Nothing.
    case none
    /// It went down.
    case lowered
    /// It went up.
    case raised
  }

  /// The counts to choose from.
  package let ladder: QualityLadder
  /// When to act.
  package let rules: QualityRules
  /// The level in force, 0 the lowest.
  package private(set) var level: UInt32
  /// Nanoseconds observed so far.
  package private(set) var timeNanoseconds: UInt64 = 0
  /// How often the direction has turned.
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

  /// Makes a controller that begins at the highest level.
  public init(ladder: QualityLadder, rules: QualityRules) {
    precondition(rules.windowFrames > 0, "a window has frames")
    self.ladder = ladder
    self.rules = rules
    level = ladder.levelCount - 1
    window = [UInt32](repeating: 0, count: Int(rules.windowFrames))
    blockedUntil = [UInt64](repeating: 0, count: Int(ladder.levelCount))
    // Of its own: a shared buffer would be copied at the first change.
    blockLength = [UInt64](repeating: 0, count: Int(ladder.levelCount))
  }

  /// The count in force.
  public var count: UInt32 { ladder.count(at: level) }

  /// Whether the direction turned so recently that the level may not go up again yet.
  public var isLocked: Bool {
    direction == .lowered && turnCount > 0
      && timeNanoseconds - turnedAt < rules.turnNanoseconds
  }

  /// Takes a frame's times in nanoseconds and says whether the level changed.
  ///
  /// - Parameters:
  ///   - processorNanoseconds: What the frame took the processor.
  ///   - graphicsNanoseconds: What a frame took the graphics processor; 0 when that is unknown, and
  ///     the processor's time alone is judged.
  /// - Complexity: O(1), and O(window) in a frame that sends the level down.
  public mutating func observe(
    processorNanoseconds: UInt32, graphicsNanoseconds: UInt32
  ) -> Change {
    let frameNanoseconds = max(processorNanoseconds, graphicsNanoseconds)
    timeNanoseconds += max(rules.intervalNanoseconds, UInt64(frameNanoseconds))
    // What still fades belongs to the old level.
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
    // The stale frames are no state; emptied, they have no say in the digest.
    for slot in window.indices { window[slot] = 0 }
    (windowCount, windowNext, lateCount, calmCount, lastPanic) = (0, 0, 0, 0, 0)
  }

  /// The window's 95th percentile by nearest rank.
  private func highFrame() -> UInt32 {
    let above = windowCount / 20
    var bound = UInt32.max
    var seen: UInt32 = 0
    // From the longest down, one value at a time: at most a twentieth of the window in all.
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
    // As many fewer as the frame was too long, and no less than half of what there is.
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

  /// Closes a level that failed; one that had held for long starts from the shortest time again.
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
  /// Shows every stored field.
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
