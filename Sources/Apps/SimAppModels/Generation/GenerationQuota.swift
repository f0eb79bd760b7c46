import SimbenchKit

/// How many pictures are free: five a date, whatever clocks and zones do.
///
/// The stored date never goes back: where the clock was set back, or the traveler flew west, the
/// date that was reached counts on.
package struct GenerationQuota: Equatable, Sendable, StateFields {
  /// Free pictures of a date.
  package static var perDate: UInt32 { 5 }
  /// Charges within 24 hours of a boot, whatever the wall clock says.
  package static var perDayOfBoot: UInt32 { 10 }

  /// The date that is counted, in days since January 1, 1970.
  package var date: Int32 = .min
  /// Pictures charged to that date.
  package var used: UInt32 = 0
  /// The boot in which the last charges were.
  package var boot: UInt32 = 0
  /// When they were, in nanoseconds since then; the last ten of the ring count.
  package var times: [UInt64] = Array(repeating: 0, count: 10)
  /// Charges in that boot.
  package var chargeCount: UInt32 = 0

  /// Makes a quota of which nothing is used.
  package init() {}

  /// Goes to a date, unless a later one was reached.
  package mutating func reach(_ today: Int32) {
    guard today > date else { return }
    (date, used) = (today, 0)
  }

  /// Whether one more may be begun.
  ///
  /// - Parameter pending: those that were begun and not charged yet.
  package func allows(_ clock: WorldClock, pending: UInt32) -> Bool {
    used + pending < Self.perDate && recent(clock) + pending < Self.perDayOfBoot
  }

  /// Charges within the last 24 hours of this boot.
  package func recent(_ clock: WorldClock) -> UInt32 {
    guard boot == clock.boot else { return 0 }
    var count: UInt32 = 0
    for index in 0..<min(chargeCount, Self.perDayOfBoot)
    where clock.monotonic &- times[Int(index)] < Nanoseconds.day {
      count += 1
    }
    return count
  }

  /// Charges one to the date of its Go.
  package mutating func charge(_ goDate: Int32, _ clock: WorldClock) {
    if goDate == date { used += 1 }
    if boot != clock.boot { (boot, chargeCount) = (clock.boot, 0) }
    times[Int(chargeCount % Self.perDayOfBoot)] = clock.monotonic
    chargeCount += 1
  }

  /// Shows every field.
  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  package mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    visitor.field(&date, "date")
    visitor.field(&used, "used")
    visitor.field(&boot, "boot")
    visitor.elements(&times, "times")
    visitor.field(&chargeCount, "chargeCount")
  }
}

/// How often a picture may be asked for: five times a minute.
package struct GenerationRate: Equatable, Sendable, StateFields {
  /// Times within the span.
  package static var limit: UInt32 { 5 }
  /// The span in nanoseconds.
  package static var span: UInt64 { 60 * Nanoseconds.second }

  private var times: [UInt64] = Array(repeating: 0, count: 5)
  private var count: UInt32 = 0

  /// Makes a rate of which nothing is used.
  package init() {}

  /// Whether one more is allowed at a time of the monotonic clock.
  package func allows(at time: UInt64) -> Bool {
    // The oldest of the last five is the one that the next would replace.
    count < Self.limit || time &- times[Int(count % Self.limit)] >= Self.span
  }

  /// Notes one.
  package mutating func note(at time: UInt64) {
    times[Int(count % Self.limit)] = time
    count += 1
  }

  /// Shows every field.
  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  package mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    visitor.elements(&times, "times")
    visitor.field(&count, "count")
  }
}
