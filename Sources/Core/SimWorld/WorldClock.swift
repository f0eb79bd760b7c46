import SimMath

/// Durations in virtual time, in nanoseconds.
public enum Nanoseconds {
  /// A thousandth of a second.
  public static var millisecond: UInt64 { 1_000_000 }
  /// A second.
  public static var second: UInt64 { 1_000_000_000 }
  /// A minute.
  public static var minute: UInt64 { 60 * second }
  /// An hour.
  public static var hour: UInt64 { 60 * minute }
  /// A day of 24 hours.
  public static var day: UInt64 { 24 * hour }
}

/// A time zone: the offset of local time from UTC, and its next change, if any.
public struct WorldZone: Equatable, Sendable, StateFields {
  /// Seconds ahead of UTC.
  public var offsetSeconds: Int32
  /// The time of the change in seconds of UTC; `.max` for none.
  public var changeSeconds: Int64
  /// Seconds ahead of UTC after the change.
  public var laterOffsetSeconds: Int32

  /// Creates a zone.
  public init(
    offsetSeconds: Int32, changeSeconds: Int64 = .max, laterOffsetSeconds: Int32 = 0
  ) {
    self.offsetSeconds = offsetSeconds
    self.changeSeconds = changeSeconds
    self.laterOffsetSeconds = laterOffsetSeconds
  }

  /// The offset at a time in seconds of UTC.
  public func offset(atSeconds seconds: Int64) -> Int32 {
    seconds >= changeSeconds ? laterOffsetSeconds : offsetSeconds
  }

  /// Visits every field.
  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  public mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    visitor.field(&offsetSeconds, "offsetSeconds")
    visitor.field(&changeSeconds, "changeSeconds")
    visitor.field(&laterOffsetSeconds, "laterOffsetSeconds")
  }
}

/// The clocks of a device in virtual time.
///
/// The monotonic clock runs while the device is suspended and restarts at 0 when it boots; the wall
/// clock may jump, and its zone may change.
public struct WorldClock: Equatable, Sendable, StateFields {
  /// Virtual nanoseconds, which never jump and order all events.
  public internal(set) var now: UInt64 = 0
  /// The number of boots.
  public internal(set) var boot: UInt32 = 1
  var bootTime: UInt64 = 0
  /// The wall clock at `now` = 0, in nanoseconds of UTC, adjusted by its jumps.
  var wallStart: Int64
  /// The current zone.
  public internal(set) var zone: WorldZone

  /// Sets the clocks.
  ///
  /// - Parameter wallSeconds: wall-clock time in seconds of UTC.
  public init(wallSeconds: Int64, zone: WorldZone) {
    wallStart = wallSeconds &* 1_000_000_000
    self.zone = zone
  }

  /// Sets the clocks of a device that has run before.
  package init(wallSeconds: Int64, zone: WorldZone, monotonic: UInt64, boot: UInt32) {
    self.init(wallSeconds: wallSeconds, zone: zone)
    now = monotonic
    wallStart = wallStart &- Int64(truncatingIfNeeded: monotonic)
    self.boot = boot
  }

  /// Nanoseconds since the last boot.
  public var monotonic: UInt64 { now &- bootTime }

  /// The wall clock's time in nanoseconds of UTC.
  public var wall: Int64 { wallStart &+ Int64(truncatingIfNeeded: now) }

  /// The local date: days since January 1, 1970.
  public var date: Int32 { Self.date(wall: wall, zone: zone) }

  /// The local date of a time: floor((seconds + offset) / 86,400).
  public static func date(wall: Int64, zone: WorldZone) -> Int32 {
    let seconds = floored(wall, by: 1_000_000_000)
    let local = seconds &+ Int64(zone.offset(atSeconds: seconds))
    return Int32(truncatingIfNeeded: floored(local, by: 86_400))
  }

  private static func floored(_ value: Int64, by divisor: Int64) -> Int64 {
    let quotient = value / divisor
    return value % divisor < 0 ? quotient - 1 : quotient
  }

  /// Moves the wall clock.
  mutating func jump(nanoseconds: Int64) { wallStart = wallStart &+ nanoseconds }

  /// Reboots the device.
  mutating func reboot() {
    boot &+= 1
    bootTime = now
  }

  /// Visits every field.
  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  public mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    visitor.field(&now, "now")
    visitor.field(&boot, "boot")
    visitor.field(&bootTime, "bootTime")
    visitor.field(&wallStart, "wallStart")
    visitor.field(&zone, "zone")
  }
}
