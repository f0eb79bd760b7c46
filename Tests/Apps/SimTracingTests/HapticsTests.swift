import SimMath
import Testing
import SimTracing

/// Goal: a pulse when the finger leaves the path, no buzzing, completion always felt.
///
/// Method: deviations written by hand, at 120 samples a second; the log by its times. Random
/// walks around the boundary check the distances between pulses.
@Suite struct HapticsTests {
  static let period: UInt64 = 8_333_333

  /// Feeds one deviation a sample.
  static func play(_ deviations: [Float], _ haptics: inout Haptics) -> [HapticPulse] {
    var pulses: [HapticPulse] = []
    for (index, deviation) in deviations.enumerated() {
      let pulse = haptics.add(
        deviationMillimeters: deviation, at: Vector2(Float(index), 0),
        time: UInt64(index) * period)
      if let pulse { pulses.append(pulse) }
    }
    return pulses
  }

  static func excursion(_ deviation: Float, _ count: Int) -> [Float] {
    [Float](repeating: deviation, count: count)
  }

  @Test func leavingIsFeltOnceAfterTheDwell() {
    var haptics = Haptics()
    let pulses = Self.play(Self.excursion(0, 12) + Self.excursion(7, 120), &haptics)
    #expect(pulses.count == 1)
    #expect(pulses.first?.role == .deviation)
    // Sample 12 is the first beyond; the dwell of 30 ms is over with the fourth after it.
    #expect(pulses.first?.time == 16 * Self.period)
    #expect(pulses.allSatisfy { $0.milliseconds < 50 })
    #expect(haptics.isOff && haptics.pulseCount == 1)
    #expect(haptics.pulse(before: 0) == pulses.first)
  }

  @Test func briefSlipsAndTheBandAreNotFelt() {
    var haptics = Haptics()
    let slips = (0..<40).flatMap { _ in [0, 0, 8, 8, 8, 0] as [Float] }
    #expect(Self.play(slips, &haptics).isEmpty)
    var waverer = Haptics()
    let band = Self.excursion(7, 12) + (0..<400).map { $0 % 20 < 10 ? Float(5.2) : 6.8 }
    #expect(Self.play(band, &waverer).count == 1, "5.2 mm is not back on the path")
    var returner = Haptics()
    let back = (0..<10).flatMap { _ in Self.excursion(4.9, 10) + Self.excursion(6.8, 10) }
    #expect(Self.play(back, &returner).count == 10)
  }

  @Test func limitsBelongToTheTolerance() {
    for (deviation, tolerance, count) in [
      (Float(6), TraceTolerance.sixMillimeters, 0), (6.01, .sixMillimeters, 1),
      (6.3, .quarterInch, 0), (6.4, .quarterInch, 1),
    ] {
      var haptics = Haptics(tolerance: tolerance)
      #expect(Self.play(Self.excursion(deviation, 20), &haptics).count == count)
    }
  }

  @Test func pulsesKeepTheirDistance() {
    var random = RandomStream(seed: 3, name: "haptics")
    var haptics = Haptics()
    var deviation: Float = 5.5
    let walk = (0..<20_000).map { _ in
      deviation = min(max(deviation + random.range(-0.7, 0.7), 0), 11)
      return deviation
    }
    let pulses = Self.play(walk, &haptics)
    #expect(pulses.count > 30)
    for index in pulses.indices.dropFirst() {
      #expect(pulses[index].time - pulses[index - 1].time >= Haptics.gap)
    }
  }

  @Test func pulseWaitsForItsDistance() {
    // In and out every 75 ms at 240 samples a second.
    var haptics = Haptics()
    var times: [UInt64] = []
    for index in 0..<480 as Range<UInt64> {
      let pulse = haptics.add(
        deviationMillimeters: index % 18 < 9 ? 7 : 4, at: .zero, time: index * 4_166_667)
      if let pulse { times.append(pulse.time) }
    }
    #expect(times.count > 8)
    for index in times.indices.dropFirst() {
      #expect(times[index] - times[index - 1] >= 80_000_000)
    }
  }

  @Test func dwellBeginsAnewWithEveryStroke() {
    var haptics = Haptics()
    #expect(Self.play(Self.excursion(7, 3), &haptics).isEmpty)
    haptics.lift()
    // 25 ms off the path before the lift do not count toward the dwell of 30 ms.
    for sample in 4..<8 as Range<UInt64> {
      let time = sample * Self.period
      #expect(haptics.add(deviationMillimeters: 7, at: .zero, time: time) == nil)
    }
    #expect(haptics.add(deviationMillimeters: 7, at: .zero, time: 8 * Self.period) != nil)
  }

  @Test func completionWaitsButIsNeverLost() {
    var haptics = Haptics()
    let off = Self.play(Self.excursion(7, 6), &haptics)
    #expect(off.count == 1)
    let start = off.first?.time ?? 0
    haptics.lift()
    #expect(haptics.complete(time: start + 10_000_000) == nil)
    #expect(haptics.isWaiting)
    #expect(haptics.advance(to: start + Haptics.gap - 1) == nil)
    #expect(haptics.advance(to: start + Haptics.gap)?.role == .completion)
    #expect(!haptics.isWaiting && haptics.advance(to: start + 1_000_000_000) == nil)
  }

  @Test func eitherSwitchSilencesEverything() {
    for (app, system) in [(false, true), (true, false), (false, false)] {
      var haptics = Haptics(isEnabled: app, isAllowedBySystem: system)
      #expect(Self.play(Self.excursion(9, 100), &haptics).isEmpty)
      #expect(haptics.complete(time: 1_000_000_000) == nil)
      #expect(haptics.isOff, "the state goes on")
      haptics.isEnabled = true
      haptics.isAllowedBySystem = true
      #expect(haptics.advance(to: 2_000_000_000) == nil, "nothing is made up for")
    }
    var pending = Haptics()
    _ = Self.play(Self.excursion(7, 6), &pending)
    _ = pending.complete(time: 6 * Self.period)
    pending.isEnabled = false
    pending.isEnabled = true
    #expect(pending.advance(to: 1_000_000_000) == nil)
  }

  @Test func digestKnowsTheWholeLog() {
    func digest(_ first: Float) -> UInt64 {
      var haptics = Haptics()
      _ = Self.play(
        [first] + (0..<200).flatMap { _ in Self.excursion(4, 10) + Self.excursion(7, 10) },
        &haptics)
      return haptics.digested().finalize()
    }
    #expect(digest(4) == digest(4))
    // One sample off the path before the others moves the first pulse; all later ones stay.
    var early = Haptics()
    var late = Haptics()
    let rest = Self.excursion(0, 60) + Self.excursion(7, 40)
    let one = Self.play(Self.excursion(7, 30) + rest, &early)
    let two = Self.play([0] + Self.excursion(7, 29) + rest, &late)
    #expect(one.count == 2 && two.count == 2 && one[1] == two[1] && one[0] != two[0])
    #expect(early.digested().finalize() != late.digested().finalize())
  }
}
