import SimWorld
import Testing

/// Goal: local dates are those of the calendar, whatever clocks and zones do.
struct ClockTests {
  /// Seconds of UTC at the start of a day, and an hour, minute and second into it.
  private static func seconds(_ day: Int64, _ hour: Int64, _ minute: Int64 = 0, _ second: Int64 = 0)
    -> Int64
  {
    day * 86_400 + hour * 3600 + minute * 60 + second
  }

  private static func date(_ seconds: Int64, _ zone: WorldZone) -> Int32 {
    WorldClock(wallSeconds: seconds, zone: zone).date
  }

  /// November 1, 2026 is day 20,758: clocks go back at 06:00 UTC, from -4 to -5 hours.
  @Test func daylightSavingEnds() {
    let change = Self.seconds(20_758, 6)
    let zone = WorldZone(
      offsetSeconds: -4 * 3600, changeSeconds: change, laterOffsetSeconds: -5 * 3600)
    #expect(Self.date(Self.seconds(20_758, 4, 30), zone) == 20_758)
    // A local day of 25 hours: a day later by the clock is the same date still.
    #expect(Self.date(Self.seconds(20_759, 4, 30), zone) == 20_758)
    #expect(Self.date(Self.seconds(20_759, 5), zone) == 20_759)
  }

  /// April 23, 2026 is day 20,566: clocks go forward at 22:00 UTC, from +2 to +3 hours.
  @Test func daylightSavingBegins() {
    let zone = WorldZone(
      offsetSeconds: 2 * 3600, changeSeconds: Self.seconds(20_566, 22),
      laterOffsetSeconds: 3 * 3600)
    #expect(Self.date(Self.seconds(20_566, 21, 59, 59), zone) == 20_566)
    #expect(Self.date(Self.seconds(20_566, 22), zone) == 20_567)
  }

  /// Every offset there is, around midnight and before 1970: the floor of local days.
  @Test func datesAreFloors() {
    for quarter in Int64(-48)...Int64(56) {
      let zone = WorldZone(offsetSeconds: Int32(quarter * 900))
      for day: Int64 in [-2, -1, 0, 1, 20_000] {
        let midnight = day * 86_400 - quarter * 900
        #expect(Self.date(midnight, zone) == Int32(day))
        #expect(Self.date(midnight - 1, zone) == Int32(day - 1))
        #expect(Self.date(midnight + 86_399, zone) == Int32(day))
      }
    }
  }
}
