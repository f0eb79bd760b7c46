import SimMath
import SimRingLight
import TestTier
import Testing

/// Goal: whatever is toggled, dragged or chosen, the ring makes at most two transitions in any
/// second, over black and over white, and still comes where it is wanted.
///
/// Method: every toggle period from 1 to 60 frames, random toggles, colors and brightnesses, starts
/// at every level, at several frame rates, judged by a count made here. A driver with a
/// limit of speed alone must fail the same count.
struct DriverTests {
  /// Transitions in the worst second, found anew from a whole course of luminances.
  private static func worst(_ course: [Float], rate: UInt32) -> Int {
    var (low, high) = (course[0], course[0])
    var direction = 0
    var from: Float = 0
    var isOpen = false
    var times: [Int] = []
    for (time, value) in course.enumerated() {
      if direction == 0 {
        (low, high) = (min(low, value), max(high, value))
        if value - low >= 0.1 { (direction, from, isOpen) = (1, low, true) }
        if high - value >= 0.1 { (direction, from, isOpen) = (-1, high, true) }
        (low, high) = direction == 0 ? (low, high) : (value, value)
      } else if direction == 1 {
        high = max(high, value)
        if high - value >= 0.1 { (direction, from, low, isOpen) = (-1, high, value, true) }
      } else {
        low = min(low, value)
        if value - low >= 0.1 { (direction, from, high, isOpen) = (1, low, value, true) }
      }
      if isOpen, direction != 0, abs(value - from) >= 0.1, min(value, from) < 0.8 {
        times.append(time)
        isOpen = false
      }
    }
    return times.indices.map { last in
      times.filter { $0 <= times[last] && times[last] - $0 < Int(rate) }.count
    }.max() ?? 0
  }

  private static func ring(_ brightness: Float, _ preset: RingPreset = .pureWhite) -> Overlay {
    let share = PerceptualBrightness.light(brightness)
    return Overlay(light: preset.color(kelvin: 3_000).scaled(by: share), coverage: share)
  }

  /// The worst second over black and over white, by the count here and by the scene's.
  private static func check(
    _ start: Overlay, rate: UInt32, frames: Int, _ target: (Int) -> Overlay
  ) -> Int {
    var driver = OverlayDriver(start, framesPerSecond: rate)
    var courses: [[Float]] = [[], []]
    var counters = (0..<2).map {
      TransitionCounter(luminance: start.luminance(over: Float($0)), framesPerSecond: rate)
    }
    for frame in 0..<frames {
      driver.advance(to: target(frame))
      for below in 0..<2 {
        courses[below].append(driver.overlay.luminance(over: Float(below)))
        counters[below].add(driver.overlay.luminance(over: Float(below)))
      }
    }
    let found = courses.map { worst($0, rate: rate) }.max() ?? 0
    let counted = counters.map { $0.maximumPerSecond }.max() ?? 0
    #expect(Int(counted) <= 2)
    return found
  }

  @Test(arguments: [UInt32(30), 60, 120])
  func everyTogglePeriodIsCalm(rate: UInt32) {
    for preset in [RingPreset.pureWhite, .coolLavender, .warmAmber] {
      let (on, low) = (Self.ring(1, preset), Self.ring(0.1, preset))
      for period in stride(from: 1, through: 60, by: Tier.isDebug ? 7 : 1) {
        let found = Self.check(.none, rate: rate, frames: Int(rate) * 6) {
          $0 / period % 2 == 0 ? on : .none
        }
        #expect(found <= 2, "period \(period)")
        let dimmed = Self.check(on, rate: rate, frames: Int(rate) * 6) {
          $0 / period % 2 == 0 ? low : on
        }
        #expect(dimmed <= 2, "period \(period)")
      }
    }
  }

  @Test func startsAtEveryLevelAreCalm() {
    for level in 0...20 {
      for period in stride(from: 1, through: 60, by: Tier.isDebug ? 7 : 1) {
        let start = Self.ring(Float(level) / 20)
        let found = Self.check(start, rate: 60, frames: 240) {
          $0 / period % 2 == 0 ? .none : Self.ring(1, .warmCream)
        }
        #expect(found <= 2, "level \(level), period \(period)")
      }
    }
  }

  @Test func randomChoicesAreCalm() {
    for seed in 0..<UInt64(Tier.isDebug ? 40 : 2_000) {
      var stream = RandomStream(seed: seed, name: "choices")
      var target = Self.ring(stream.uniform())
      let haste = 1 + stream.below(40)
      let found = Self.check(Self.ring(stream.uniform()), rate: 60, frames: 600) { _ in
        if stream.chance(1, in: haste) {
          let preset = RingPreset.allCases[Int(stream.below(7))]
          target = stream.chance(1, in: 3) ? .none : Self.ring(stream.uniform(), preset)
        }
        return target
      }
      #expect(found <= 2, "seed \(seed)")
    }
  }

  /// What is no preset: any light with any coverage, as if somebody wanted to make it flash.
  @Test func wildTargetsAreCalm() {
    for seed in 0..<UInt64(Tier.isDebug ? 40 : 2_000) {
      var stream = RandomStream(seed: seed, name: "wild")
      let haste = 1 + stream.below(35)
      func any() -> Overlay {
        let coverage = stream.uniform()
        let light = LinearColor(stream.uniform(), stream.uniform(), stream.uniform())
        return Overlay(light: light.scaled(by: coverage), coverage: coverage)
      }
      var target = any()
      let found = Self.check(.none, rate: 60, frames: 600) { _ in
        if stream.chance(1, in: haste) { target = any() }
        return target
      }
      #expect(found <= 2, "seed \(seed)")
    }
  }

  @Test func ringComesWhereItIsWanted() {
    for rate: UInt32 in [30, 60, 120] {
      var driver = OverlayDriver(framesPerSecond: rate)
      var frames = 0
      while driver.overlay != Self.ring(1) {
        driver.advance(to: Self.ring(1))
        frames += 1
      }
      #expect(abs(Float(frames) / Float(rate) - 0.4) < 0.05)
      var wait = 0
      while driver.overlay != .none {
        driver.advance(to: .none)
        wait += 1
      }
      #expect(abs(Float(wait) / Float(rate) - 0.9) < 0.1)
    }
  }

  /// A slider that is dragged one way is followed without rests.
  @Test func dragOneWayIsFollowedAtOnce() {
    var driver = OverlayDriver(Self.ring(0.2), framesPerSecond: 60)
    for step in 0...120 {
      let target = Self.ring(0.2 + 0.7 * Float(step) / 120)
      driver.advance(to: target)
      #expect(driver.overlay == target)
    }
  }

  /// The same slew without rests: the count must see it flash.
  @Test func plantedDriverThatOnlyLimitsSpeedIsFound() {
    func worst(period: Int) -> Int {
      var level: Float = 0.5
      var course: [Float] = []
      var counter = TransitionCounter(luminance: level, framesPerSecond: 60)
      for frame in 0..<360 {
        let target: Float = frame / period % 2 == 0 ? 1 : 0
        level += max(-1 / 24, min(target - level, 1 / 24))
        course.append(level)
        counter.add(level)
      }
      let found = Self.worst(course, rate: 60)
      #expect(counter.maximumPerSecond == UInt32(min(found, 8)))
      return found
    }
    #expect(worst(period: 3) == 20)
    #expect(worst(period: 12) >= 5)
    #expect(worst(period: 60) <= 2)
  }

  @Test func counterKnowsItsLimits() {
    func count(_ values: [Float]) -> UInt32 {
      var counter = TransitionCounter(luminance: values[0], framesPerSecond: 60)
      for value in values { counter.add(value) }
      return counter.total
    }
    #expect(count([0, 0.09, 0, 0.09]) == 0)
    #expect(count([0, 0.05, 0.1]) == 1)
    #expect(count([0, 0.2, 0.15, 0.3]) == 1)
    #expect(count([0, 0.2, 0.1, 0.2]) == 3)
    #expect(count([1, 0.85, 1]) == 0)
    #expect(count([1, 0.95, 0.85, 0.7]) == 1)
  }
}
