import SimFormats
import Testing

/// Goal: a frame is due a whole number of refreshes after it begins, and appears at the first
/// refresh after it is done, to the nanosecond.
///
/// Method: rates with their refreshes written by hand; times on either side of every refresh, whose
/// moments are found by counting instead of dividing.
@Suite struct DueTimeTests {
  @Test(
    arguments: [
      (60, 60, 1), (30, 60, 2), (120, 60, 1), (60, 120, 2), (30, 120, 4), (120, 120, 1),
      (24, 120, 5), (240, 240, 1), (20, 60, 3),
      // The nearest whole number where the rate does not divide, halves up.
      (24, 60, 3), (25, 60, 2), (40, 60, 2), (45, 60, 1), (50, 60, 1), (50, 120, 2),
      (48, 120, 3), (90, 120, 1), (59, 60, 1), (61, 60, 1), (1000, 24, 1), (1, 240, 240),
    ] as [(UInt32, UInt32, UInt64)])
  func refreshes(frameRate: UInt32, refreshRate: UInt32, expected: UInt64) {
    let due = DueTime(frameRate: frameRate, refreshRate: refreshRate)
    #expect(due.refreshes == expected)
    #expect(due.nanoseconds == expected * 1_000_000_000 / UInt64(refreshRate))
    #expect(abs(due.milliseconds - Double(due.nanoseconds) / 1e6) < 1e-6)
  }

  @Test func deviceClassesRefreshEverySixtiethOrTwice() {
    for device in BuiltInDevices.all {
      let isFast = ["ipad-pro-12-9-m2", "iphone-15-pro"].contains(device.name)
      let rates: [(UInt32, UInt64, UInt64)] = [(24, 3, 5), (30, 2, 4), (60, 1, 2), (120, 1, 1)]
      for (rate, plain, fast) in rates {
        let due = DueTime(frameRate: rate, refreshRate: device.refreshRate)
        #expect(due.refreshes == (isFast ? fast : plain), "\(device.name) at \(rate)")
      }
    }
  }

  @Test(arguments: [(60, 60), (30, 60), (60, 120), (24, 60), (50, 120), (90, 120), (24, 75)])
  func theNextNanosecondAppearsARefreshLater(frameRate: UInt32, refreshRate: UInt32) {
    let due = DueTime(frameRate: frameRate, refreshRate: refreshRate)
    for refresh in due.refreshes..<due.refreshes + 300 {
      // The last whole nanosecond that is not after the refresh.
      let last = refresh * 1_000_000_000 / UInt64(refreshRate)
      let late = refresh - due.refreshes
      #expect(due.refreshesLate(taking: last) == late)
      #expect(due.refreshesLate(taking: last + 1) == late + 1)
      #expect(due.overrun(of: last) == last - due.nanoseconds)
      #expect(due.refreshes(taking: due.nanoseconds(ofRefreshes: refresh)) == refresh)
      #expect(due.overrun(of: last) <= due.nanoseconds(ofRefreshes: late) + 1)
    }
    #expect(due.refreshesLate(taking: 0) == 0 && due.overrun(of: 0) == 0)
    #expect(due.refreshesLate(taking: due.nanoseconds) == 0)
  }

  @Test func longTimesDoNotOverflow() {
    let due = DueTime(frameRate: 1, refreshRate: 1000)
    #expect(due.refreshes(taking: .max) == UInt64.max / 1_000_000 + 1)
    #expect(due.nanoseconds(ofRefreshes: .max) == .max)
    #expect(due.playNanoseconds(ofFrames: .max) == .max)
    #expect(due.hitchMillisecondsPerSecond(late: .max, frames: 0) == 0)
    #expect(
      DueTime(frameRate: 30, refreshRate: 60).playNanoseconds(ofFrames: 780) == 26_000_000_000)
  }
}
