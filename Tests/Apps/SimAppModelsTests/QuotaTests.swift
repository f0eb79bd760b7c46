import SimAppModels
import SimWorld
import Testing

/// Goal: five pictures a date and ten in 24 hours are free, whatever clocks and zones do.
struct QuotaTests {
  /// A quota with clocks that can be turned.
  private struct Device {
    var wall: Int64
    var zone: WorldZone
    var monotonic: UInt64 = 1
    var boot: UInt32 = 1
    var quota = GenerationQuota()
    /// Dates of charges.
    var dates: [Int32] = []

    init(wall: Int64, zone: WorldZone = WorldZone(offsetSeconds: 0)) {
      self.wall = wall
      self.zone = zone
    }

    var clock: WorldClock {
      WorldClock(wallSeconds: wall, zone: zone, monotonic: monotonic, boot: boot)
    }

    /// Whether a Go is allowed; then a picture is charged, if it works.
    mutating func go(works: Bool = true) -> Bool {
      quota.reach(clock.date)
      guard quota.allows(clock, pending: 0) else { return false }
      guard works else { return true }
      dates.append(quota.date)
      quota.charge(quota.date, clock)
      return true
    }

    /// Lets time pass on all clocks.
    mutating func pass(seconds: Int64) {
      wall += seconds
      monotonic += UInt64(seconds) * 1_000_000_000
    }
  }

  /// Expects what a Go says; the macro cannot call what changes a value.
  private static func check(
    _ holds: Bool, _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(holds, sourceLocation: location)
  }

  private static func seconds(_ day: Int64, _ hour: Int64, _ minute: Int64 = 0) -> Int64 {
    day * 86_400 + hour * 3600 + minute * 60
  }

  @Test func fiveADateWhereClocksGoBack() {
    var device = Device(
      wall: Self.seconds(20_758, 4, 30),
      zone: WorldZone(
        offsetSeconds: -4 * 3600, changeSeconds: Self.seconds(20_758, 6),
        laterOffsetSeconds: -5 * 3600))
    for _ in 0..<5 { Self.check(device.go()) }
    Self.check(!device.go())
    device.pass(seconds: 86_400)
    Self.check(!device.go())
    device.pass(seconds: 1800)
    Self.check(device.go())
    #expect(device.quota.used == 1)
  }

  @Test func fiveADateWhereClocksGoForward() {
    var device = Device(
      wall: Self.seconds(20_566, 22) - 1,
      zone: WorldZone(
        offsetSeconds: 2 * 3600, changeSeconds: Self.seconds(20_566, 22),
        laterOffsetSeconds: 3 * 3600))
    for _ in 0..<5 { Self.check(device.go()) }
    Self.check(!device.go())
    #expect(device.quota.date == 20_566)
    device.pass(seconds: 1)
    Self.check(device.go())
    #expect(device.quota.date == 20_567)
  }

  /// Who flies west keeps the date that was reached; the next one is the one after it.
  @Test func fiveADateAcrossZones() {
    var device = Device(
      wall: Self.seconds(20_759, 3), zone: WorldZone(offsetSeconds: 9 * 3600))
    for _ in 0..<5 { Self.check(device.go()) }
    #expect(device.quota.date == 20_759)
    device.zone = WorldZone(offsetSeconds: -10 * 3600)
    #expect(device.clock.date == 20_758)
    Self.check(!device.go())
    device.pass(seconds: 86_400)
    #expect(device.clock.date == 20_759)
    Self.check(!device.go())
    device.pass(seconds: 86_400)
    Self.check(device.go())
    #expect(device.quota.date == 20_760)
  }

  /// A clock that is turned on a day at a time gives ten pictures and no more.
  @Test func tenADayOfBoot() {
    var device = Device(wall: Self.seconds(20_700, 12))
    for _ in 0..<2 {
      for _ in 0..<5 { Self.check(device.go()) }
      Self.check(!device.go())
      device.wall += 86_400
      device.pass(seconds: 600)
    }
    Self.check(!device.go())
    // 24 hours after the first they come back one by one.
    device.pass(seconds: 86_400 - 1200 - 1)
    Self.check(!device.go())
    device.pass(seconds: 1)
    Self.check(device.go())
  }

  /// Every history of six things that can happen, 117,649 of them: dates ascend, none has more than
  /// five, no boot more than ten in 24 hours, and a charge is what a Go that works makes.
  @Test func everyHistoryOfSix() {
    var count = 0
    for code in 0..<117_649 {
      var device = Device(wall: Self.seconds(20_700, 11))
      // Near the limits, where six more things matter.
      for _ in 0..<4 { _ = device.go() }
      var rest = code
      for _ in 0..<6 {
        switch rest % 7 {
        case 0: _ = device.go()
        case 1: _ = device.go(works: false)
        case 2: device.wall += 86_400
        case 3: device.wall -= 86_400
        case 4: device.wall += 13 * 3600
        case 5: device.wall -= 13 * 3600
        default:
          device.boot += 1
          device.monotonic = 1
        }
        rest /= 7
        device.pass(seconds: 20)
      }
      count += 1
      var isSound = device.quota.used <= 5
      for (earlier, later) in zip(device.dates, device.dates.dropFirst()) where later < earlier {
        isSound = false
      }
      for date in Set(device.dates) where device.dates.count(where: { $0 == date }) > 5 {
        isSound = false
      }
      let onLast = device.dates.count { $0 == device.quota.date }
      if UInt32(onLast) != device.quota.used { isSound = false }
      guard isSound else {
        Issue.record("history \(code): \(device.dates), \(device.quota.used) used")
        return
      }
    }
    #expect(count == 117_649)
  }

  /// Go at 0, 10, 20, 30 and 40 s: the sixth is refused until the first is a minute old.
  @Test func fiveAMinute() {
    var rate = GenerationRate()
    for time: UInt64 in [0, 10, 20, 30, 40] {
      #expect(rate.allows(at: time * 1_000_000_000))
      rate.note(at: time * 1_000_000_000)
    }
    #expect(!rate.allows(at: 59_999_000_000))
    #expect(!rate.allows(at: 59_999_999_999))
    #expect(rate.allows(at: 60_000_000_000))
    rate.note(at: 60_000_000_000)
    #expect(!rate.allows(at: 69_999_999_999))
    #expect(rate.allows(at: 70_000_000_000))
  }
}
