import SimMath

/// The counts among which a quality controller may choose: evenly spaced, the minimum first.
public struct QualityLadder: Equatable, Sendable {
  /// The count at level 0.
  package let minimum: UInt32
  /// The difference between neighboring levels.
  package let quantum: UInt32
  /// How many levels there are.
  package let levelCount: UInt32

  /// Makes a ladder.
  ///
  /// - Precondition: at least one level, and no step changes a count by less than 2 %: less is not
  ///   worth a change that might be seen.
  public init(minimum: UInt32, maximum: UInt32, quantum: UInt32) {
    precondition(minimum > 0 && maximum >= minimum && quantum > 0, "a ladder goes up from above 0")
    precondition(UInt64(quantum) * 50 >= UInt64(maximum), "a step changes counts by at least 2 %")
    self.minimum = minimum
    self.quantum = quantum
    levelCount = (maximum - minimum) / quantum + 1
  }

  /// The count at a level.
  package func count(at level: UInt32) -> UInt32 { minimum + level * quantum }

  /// The highest level with at most a count; 0 when even that has more.
  package func level(for count: UInt32) -> UInt32 {
    count <= minimum ? 0 : min((count - minimum) / quantum, levelCount - 1)
  }
}

/// When a quality controller acts; times are in nanoseconds, shares in percent of the target.
public struct QualityRules: Equatable, Sendable {
  /// The time from one refresh to the next.
  package var intervalNanoseconds: UInt64
  /// What a frame should take: the interval less the headroom.
  package var targetNanoseconds: UInt64
  /// How many frames are looked back at.
  package var windowFrames: UInt32 = 120
  /// How many of them are needed for a judgement.
  package var minimumFrames: UInt32 = 30
  /// The 95th percentile above which quality goes down.
  package var downPercent: UInt64 = 105
  /// Two frames in a row above this send it down at once.
  package var panicPercent: UInt64 = 150
  /// Below this in every frame, quality may go up.
  package var upPercent: UInt64 = 75
  /// For how many frames in a row.
  package var calmFrames: UInt32 = 180
  /// The minimum time between a change and the next step up.
  package var dwellNanoseconds: UInt64 = 5_000_000_000
  /// How long a change takes to have its effect, because what is seen of it fades; what is
  /// measured meanwhile says nothing about the new level.
  package var fadeNanoseconds: UInt64 = 1_000_000_000
  /// How long a level that failed is closed at first; twice as long every time it fails again.
  package var firstBlockNanoseconds: UInt64 = 5_000_000_000
  /// The longest it is closed.
  package var lastBlockNanoseconds: UInt64 = 80_000_000_000
  /// Within this time the direction turns at most twice: after a turn, none upwards.
  package var turnNanoseconds: UInt64 = 60_000_000_000

  /// Makes the default rules for a display.
  ///
  /// - Parameters:
  ///   - refreshRate: Refreshes per second.
  ///   - headroomPercent: Share of the interval that stays free.
  public init(refreshRate: UInt32, headroomPercent: UInt64 = 10) {
    precondition(refreshRate > 0 && headroomPercent < 100, "a frame needs time")
    intervalNanoseconds = 1_000_000_000 / UInt64(refreshRate)
    targetNanoseconds = intervalNanoseconds * (100 - headroomPercent) / 100
  }
}

extension QualityLadder: StateFields {
  /// Shows every field.
  public mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.word {
      $0.constant(minimum, "minimum")
      $0.constant(quantum, "quantum")
    }
    visitor.constant(levelCount, "levelCount")
  }
}

extension QualityRules: StateFields {
  /// Shows every field.
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
