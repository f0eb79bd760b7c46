import SimMath
import SimInput
import Testing

@Suite struct MotionTrackTests {
  private func sample(_ value: Float) -> MotionSample {
    MotionSample(acceleration: (value, -value, 2 * value), rotationRate: (value, 0, 1 - value))
  }

  private var track: MotionTrack {
    MotionTrack(
      timesNanoseconds: [1000, 1100, 1300, 1400], samples: [0, 1, 5, 2].map { sample($0) })
  }

  @Test func readingsAreExactAtTheirTimes() {
    for (time, value) in [(0, 0), (100, 1), (300, 5), (400, 2)] as [(UInt64, Float)] {
      #expect(track.sample(atNanoseconds: time) == sample(value))
    }
  }

  @Test func betweenReadingsItIsLinear() {
    #expect(track.sample(atNanoseconds: 50).accelerationX == 0.5)
    #expect(track.sample(atNanoseconds: 150).accelerationX == 2)
    #expect(track.sample(atNanoseconds: 350).accelerationY == -3.5)
  }

  /// The steps are 100, 200 and 100: the median is 100, so the period is 400 + 100.
  @Test func itRepeatsAfterItsPeriod() {
    #expect(track.periodNanoseconds == 500)
    #expect(track.sample(atNanoseconds: 450).accelerationX == 1)
    for time in stride(from: 0, to: 500, by: 7) as StrideTo<UInt64> {
      let once = track.sample(atNanoseconds: time)
      #expect(track.sample(atNanoseconds: time + 500) == once)
      #expect(track.sample(atNanoseconds: time + 500_000_000) == once)
    }
  }

  @Test func oneReadingIsConstant() {
    let track = MotionTrack(timesNanoseconds: [7], samples: [sample(3)])
    for time in [0, 1, 99, .max] as [UInt64] {
      #expect(track.sample(atNanoseconds: time) == sample(3))
    }
  }

  @Test func aLongTrackEqualsASearchFromTheFront() {
    var stream = RandomStream(seed: 2, name: "track")
    var times: [UInt64] = [0]
    while times.count < 200 { times.append(times[times.count - 1] + 1 + UInt64(stream.below(50))) }
    let samples = times.indices.map { _ in sample(stream.range(-1, 1)) }
    let track = MotionTrack(timesNanoseconds: times, samples: samples)
    for time in 0..<track.periodNanoseconds {
      let index = times.lastIndex { $0 <= time } ?? 0
      let isLast = index == times.count - 1
      let end = isLast ? track.periodNanoseconds : times[index + 1]
      let fraction = Float(Double(time - times[index]) / Double(end - times[index]))
      let (a, b) = (samples[index], samples[isLast ? 0 : index + 1])
      let expected = a.accelerationX + (b.accelerationX - a.accelerationX) * fraction
      #expect(track.sample(atNanoseconds: time).accelerationX == expected)
    }
  }
}
