import SimMath

/// The counts that a quality controller can choose: evenly spaced from the minimum on.
public struct QualityLadder: Equatable, Sendable {
  /// The count at level 0.
  package let minimum: UInt32
  /// The difference between adjacent levels.
  package let quantum: UInt32
  /// The number of levels.
  package let levelCount: UInt32

  /// Creates a ladder.
  ///
  /// - Precondition: 0 < `minimum` ≤ `maximum`, and `quantum` is at least 2 % of `maximum`: a
  ///   smaller gain is not worth a change that might be visible.
  public init(minimum: UInt32, maximum: UInt32, quantum: UInt32) {
    precondition(
      minimum > 0 && maximum >= minimum && quantum > 0, "0 < minimum ≤ maximum and 0 < quantum")
    precondition(UInt64(quantum) * 50 >= UInt64(maximum), "a step changes counts by at least 2 %")
    self.minimum = minimum
    self.quantum = quantum
    levelCount = (maximum - minimum) / quantum + 1
  }

  /// The count at a level.
  package func count(at level: UInt32) -> UInt32 { minimum + level * quantum }

  /// The highest level whose count is at most `count`; 0 if there is none.
  package func level(for count: UInt32) -> UInt32 {
    count <= minimum ? 0 : min((count - minimum) / quantum, levelCount - 1)
  }
}

/// The thresholds of a quality controller: times in nanoseconds, percentages of the target.
public struct QualityRules: Equatable, Sendable {
  /// The time between refreshes.
  package var intervalNanoseconds: UInt64
  /// The target frame time: the interval minus the headroom.
  package var targetNanoseconds: UInt64
  /// The number of recent frames that are judged.
  package var windowFrames: UInt32 = 120
  /// The minimum number of frames for a judgment.
  package var minimumFrames: UInt32 = 30
  /// The level falls if the 95th percentile of the frame times exceeds this.
  package var downPercent: UInt64 = 105
  /// The level falls at once if two consecutive frames exceed this.
  package var panicPercent: UInt64 = 150
  /// A frame is calm if it does not exceed this.
  package var upPercent: UInt64 = 75
  /// The number of consecutive calm frames before the level rises.
  package var calmFrames: UInt32 = 180
  /// The minimum time between a change and the next rise.
  package var dwellNanoseconds: UInt64 = 5_000_000_000
  /// The duration of a change, while members fade; frame times measured meanwhile are ignored,
  /// because they do not reflect the new level.
  package var fadeNanoseconds: UInt64 = 1_000_000_000
  /// The time for which a failed level is blocked at first; it doubles with each failure.
  package var firstBlockNanoseconds: UInt64 = 5_000_000_000
  /// The maximum time for which a level is blocked.
  package var lastBlockNanoseconds: UInt64 = 80_000_000_000
  /// The time after a reversal from up to down in which the level does not rise; it contains at
  /// most two reversals.
  package var turnNanoseconds: UInt64 = 60_000_000_000

  /// Creates the default rules for a display.
  ///
  /// - Parameters:
  ///   - refreshRate: refreshes per second.
  ///   - headroomPercent: percentage of the interval that stays free.
  public init(refreshRate: UInt32, headroomPercent: UInt64 = 10) {
    precondition(refreshRate > 0 && headroomPercent < 100, "a headroom is below 100 %")
    intervalNanoseconds = 1_000_000_000 / UInt64(refreshRate)
    targetNanoseconds = intervalNanoseconds * (100 - headroomPercent) / 100
  }
}

extension QualityLadder: StateFields {
  /// Visits every field.
  public mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.word {
      $0.constant(minimum, "minimum")
      $0.constant(quantum, "quantum")
    }
    visitor.constant(levelCount, "levelCount")
  }
}

extension QualityRules: StateFields {
  /// Visits every field.
  public mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&intervalNanoseconds, "intervalNanoseconds")
    visitor.field(&targetNanoseconds, "targetNanoseconds")
    visitor.word {
      $0.field(&windowFrames, "windowFrames")
      $0.field(&minimumFrames, "minimumFrames")
    }
    visitor.field(&downPercent, "downPercent")
    visitor.field(&panicPercent, "panicPercent")
    visitor.field(&upPercent, "upPercent")
    visitor.field(&calmFrames, "calmFrames")
    visitor.field(&dwellNanoseconds, "dwellNanoseconds")
    visitor.field(&fadeNanoseconds, "fadeNanoseconds")
    visitor.field(&firstBlockNanoseconds, "firstBlockNanoseconds")
    visitor.field(&lastBlockNanoseconds, "lastBlockNanoseconds")
    visitor.field(&turnNanoseconds, "turnNanoseconds")
  }
}
