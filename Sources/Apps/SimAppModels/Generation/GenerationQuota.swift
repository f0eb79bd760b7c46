import SimbenchKit

/// The number of free pictures: five per date, regardless of clock and time zone changes.
///
/// The stored date never moves back: after the clock was set back, or the user traveled west,
/// charges still count for the latest date.
package struct GenerationQuota: Equatable, Sendable, StateFields {
  /// Free pictures per date.
  package static var perDate: UInt32 { 5 }
  /// The maximum number of charges within any 24 hours of monotonic time since boot.
  package static var perDayOfBoot: UInt32 { 10 }

  /// The latest date, in days since January 1, 1970.
  package var date: Int32 = .min
  /// The number of pictures charged to that date.
  package var used: UInt32 = 0
  /// The boot of the most recent charges.
  package var boot: UInt32 = 0
  /// A ring of the times of the last ten charges, in nanoseconds since boot.
  package var times: [UInt64] = Array(repeating: 0, count: 10)
  /// The number of charges since that boot.
  package var chargeCount: UInt32 = 0

  /// Makes an unused quota.
  package init() {}

  /// Advances to a date unless a later one was reached.
  package mutating func reach(_ today: Int32) {
    guard today > date else { return }
    (date, used) = (today, 0)
  }

  /// Whether one more picture is allowed.
  ///
  /// - Parameter pending: The number of pictures that were started but not yet charged.
  package func allows(_ clock: WorldClock, pending: UInt32) -> Bool {
    used + pending < Self.perDate && recent(clock) + pending < Self.perDayOfBoot
  }

  /// The number of charges within the last 24 hours since boot.
  package func recent(_ clock: WorldClock) -> UInt32 {
    guard boot == clock.boot else { return 0 }
    var count: UInt32 = 0
    for index in 0..<min(chargeCount, Self.perDayOfBoot)
    where clock.monotonic &- times[Int(index)] < Nanoseconds.day {
      count += 1
    }
    return count
  }

  /// Charges one picture to the date of its Go.
  package mutating func charge(_ goDate: Int32, _ clock: WorldClock) {
    if goDate == date { used += 1 }
    if boot != clock.boot { (boot, chargeCount) = (clock.boot, 0) }
    times[Int(chargeCount % Self.perDayOfBoot)] = clock.monotonic
    chargeCount += 1
  }

  /// Visits every field.
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

/// The rate limit of requests: five per minute.
package struct GenerationRate: Equatable, Sendable, StateFields {
  /// The maximum number of requests per span.
  package static var limit: UInt32 { 5 }
  /// The span in nanoseconds.
  package static var span: UInt64 { 60 * Nanoseconds.second }

  private var times: [UInt64] = Array(repeating: 0, count: 5)
  private var count: UInt32 = 0

  /// Makes an unused rate limit.
  package init() {}

  /// Whether one more request is allowed at a monotonic time.
  package func allows(at time: UInt64) -> Bool {
    // The next request replaces the oldest of the last five.
    count < Self.limit || time &- times[Int(count % Self.limit)] >= Self.span
  }

  /// Records a request.
  package mutating func note(at time: UInt64) {
    times[Int(count % Self.limit)] = time
    count += 1
  }

  /// Visits every field.
  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  package mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    visitor.elements(&times, "times")
    visitor.field(&count, "count")
  }
}
