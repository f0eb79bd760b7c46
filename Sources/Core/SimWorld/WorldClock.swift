import SimMath

/// Spans of virtual time in nanoseconds.
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

/// A time zone: how far local time is ahead of UTC, and the next change of that, if any.
public struct WorldZone: Equatable, Sendable, StateFields {
  /// Seconds ahead of UTC.
  public var offsetSeconds: Int32
  /// When another offset begins, in seconds of UTC; `.max` for never.
  public var changeSeconds: Int64
  /// Seconds ahead of UTC from then on.
  public var laterOffsetSeconds: Int32

  /// Makes a zone.
  public init(
    offsetSeconds: Int32, changeSeconds: Int64 = .max, laterOffsetSeconds: Int32 = 0
  ) {
    self.offsetSeconds = offsetSeconds
    self.changeSeconds = changeSeconds
    self.laterOffsetSeconds = laterOffsetSeconds
  }

  /// The offset at a time of UTC.
  public func offset(atSeconds seconds: Int64) -> Int32 {
    seconds >= changeSeconds ? laterOffsetSeconds : offsetSeconds
  }

  /// Shows every field.
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
/// The monotonic clock runs while the device is suspended and starts anew when it boots; the wall
/// clock may jump, and its zone may change.
public struct WorldClock: Equatable, Sendable, StateFields {
  /// Nanoseconds since the history began; the order of everything.
  public internal(set) var now: UInt64 = 0
  /// How often the device was booted.
  public internal(set) var boot: UInt32 = 1
  var bootTime: UInt64 = 0
  /// What the wall clock would have shown when the history began, in nanoseconds of UTC.
  var wallStart: Int64
  /// The zone in force.
  public internal(set) var zone: WorldZone

  /// Sets the clocks.
  ///
  /// - Parameter wallSeconds: seconds of UTC.
  public init(wallSeconds: Int64, zone: WorldZone) {
    wallStart = wallSeconds &* 1_000_000_000
    self.zone = zone
  }

  /// Sets the clocks of a device that was booted before.
  package init(wallSeconds: Int64, zone: WorldZone, monotonic: UInt64, boot: UInt32) {
    self.init(wallSeconds: wallSeconds, zone: zone)
    now = monotonic
    wallStart = wallStart &- Int64(truncatingIfNeeded: monotonic)
    self.boot = boot
  }

  /// Nanoseconds since the device was booted.
  public var monotonic: UInt64 { now &- bootTime }

  /// What the wall clock shows, in nanoseconds of UTC.
  public var wall: Int64 { wallStart &+ Int64(truncatingIfNeeded: now) }

  /// The local date: days since January 1, 1970.
  public var date: Int32 { Self.date(wall: wall, zone: zone) }

  /// The local date of a time: floor of seconds plus offset, by 86,400.
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

  /// Boots the device.
  mutating func reboot() {
    boot &+= 1
    bootTime = now
  }

  /// Shows every field.
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
