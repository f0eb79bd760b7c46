import SimMath
import SimInput
import TestTier
import Testing

/// Goal: made-up people tremble, tap, flick and shake as much as is said of them.
///
/// Method: frequencies by a Fourier transform of what the sensor saw, speeds by differences at
/// 1,000 samples a second, and what a shake does to a device by integrating it twice, all in double
/// precision and without the synthesizer's formulas.
@Suite(.disabled(if: Tier.isDebug)) struct SyntheticPeopleTests {
  /// The samples of each contact that ended, in order.
  private static func paths(
    _ kind: InputGenerator.Kind, seed: UInt64, rate: Float, samples: UInt32 = 240,
    strength: Float = 1, region: NormalizedRegion = .whole
  ) -> [[TouchSample]] {
    let generator = InputGenerator(
      kind: kind, eventsPerMinute: rate, strength: strength, region: region)
    let walk = InputWalk.run(
      [generator], seed: seed, frames: 3600, samplesPerSecond: samples, touchContacts: 11)
    #expect(walk.broken.isEmpty, "\(walk.broken)")
    var paths: [UInt32: [TouchSample]] = [:]
    for sample in walk.samples { paths[sample.touchID, default: []].append(sample) }
    return paths.keys.sorted().compactMap { paths[$0] }.filter {
      ($0.last?.timestampNanoseconds ?? 0) < 59_000_000_000
    }
  }

  private static func seconds(_ path: [TouchSample]) -> Double {
    Double(path[path.count - 1].timestampNanoseconds - path[0].timestampNanoseconds) * 1e-9
  }

  // MARK: - Tremor

  /// The frequency of the strongest wave between 5 and 16 Hz, to a fiftieth of a hertz.
  private static func frequency(_ values: [(time: Double, value: Float)]) -> Double {
    let (start, span) = (values[0].time, values[values.count - 1].time - values[0].time)
    let mean = values.reduce(0) { $0 + Double($1.value) } / Double(values.count)
    var best = (power: 0.0, hertz: 0.0)
    for step in 0..<550 {
      let hertz = 5 + 0.02 * Double(step)
      var (real, imaginary) = (0.0, 0.0)
      for (time, value) in values {
        let share = Float((time - start) / span)
        let window = 0.5 - 0.5 * Double(Math.cos(6.2831855 * share))
        let (sine, cosine) = Math.sinCos(Float(6.283185307 * hertz * (time - start)))
        real += (Double(value) - mean) * window * Double(cosine)
        imaginary += (Double(value) - mean) * window * Double(sine)
      }
      let power = real * real + imaginary * imaginary
      if power > best.power { best = (power, hertz) }
    }
    return best.hertz
  }

  @Test func tremorLiesWithinItsBand() {
    var all: [(x: Double, y: Double)] = []
    for seed in 0..<8 as Range<UInt64> {
      let region = NormalizedRegion(x: 0.2, y: 0.2, width: 0.6, height: 0.6)
      for path in Self.paths(.hold, seed: seed, rate: 12, region: region)
      where Self.seconds(path) > 2 {
        let times = path.map { Double($0.timestampNanoseconds) * 1e-9 }
        all.append(
          (
            Self.frequency(Array(zip(times, path.map(\.position.x)))),
            Self.frequency(Array(zip(times, path.map(\.position.y))))
          ))
      }
    }
    #expect(all.count > (Tier.isDebug ? 5 : 20))
    for (x, y) in all {
      #expect((7.97...12.03).contains(x) && (7.97...12.03).contains(y), "\(x) Hz, \(y) Hz")
      #expect(abs(y / x - 1.07) < 0.01, "\(x) Hz, \(y) Hz")
    }
    #expect(all.contains { $0.x < 8.7 } && all.contains { $0.y > 11.3 })
  }

  // MARK: - Taps and flicks

  @Test(arguments: [InputGenerator.Kind.tap, .multiTap]) func tapsLast50To200ms(
    kind: InputGenerator.Kind
  ) {
    let middle = NormalizedRegion(x: 0.4, y: 0.3, width: 0.1, height: 0.4)
    let all = (0..<20 as Range<UInt64>).flatMap {
      Self.paths(kind, seed: $0, rate: 20, samples: 1000, region: middle).map(Self.seconds)
    }.sorted()
    #expect(all.count > 300)
    // A measurement more or less.
    #expect(all[0] > 0.0489 && all[all.count - 1] < 0.2011)
    #expect(all[all.count / 20] < 0.066 && all[all.count * 19 / 20] > 0.184)
    #expect(abs(all[all.count / 2] - 0.125) < 0.012)
  }

  /// The fastest that a contact moves, in m/s at 163 points per inch, and its speed at the end.
  private static func speeds(_ path: [TouchSample]) -> (peak: Double, last: Double) {
    var speeds: [Double] = []
    for (a, b) in zip(path, path.dropFirst()) {
      let seconds = Double(b.timestampNanoseconds - a.timestampNanoseconds) * 1e-9
      let points = Double((b.position - a.position).length)
      if seconds > 0 { speeds.append(points / seconds * 0.0254 / 163) }
    }
    return (speeds.max() ?? 0, speeds.suffix(5).reduce(0, +) / Double(max(1, min(5, speeds.count))))
  }

  @Test func oneDragInFourIsAFlick() {
    var (flicks, drags): ([(peak: Double, last: Double)], Int) = ([], 0)
    for seed in 0..<40 as Range<UInt64> {
      for path in Self.paths(.drag, seed: seed, rate: 20, samples: 1000) {
        let speed = Self.speeds(path)
        // Only flicks are so short, but for drags that leave the glass at once.
        if Self.seconds(path) < 0.11 { flicks.append(speed) } else { drags += 1 }
        if Self.seconds(path) >= 0.11 { #expect(speed.peak < 0.15, "\(speed)") }
      }
    }
    let share = Double(flicks.count) / Double(flicks.count + drags)
    #expect(flicks.count > 150 && abs(share - 0.27) < 0.05, "\(share)")
    let peaks = flicks.map(\.peak).sorted()
    #expect(peaks[peaks.count - 1] < 1.01 && peaks[peaks.count - 1] > 0.9)
    #expect(peaks[peaks.count / 2] > 0.3, "\(peaks[peaks.count / 2])")
    #expect(flicks.count { $0.peak > 0.5 } > flicks.count / 5)
    // The finger lifts while it moves.
    #expect(flicks.count { $0.last > 0.5 * $0.peak } > flicks.count * 9 / 10)
  }

  @Test func strengthMakesFlicksFaster() {
    func fastest(_ strength: Float) -> Double {
      (0..<20 as Range<UInt64>).flatMap {
        Self.paths(.drag, seed: $0, rate: 20, samples: 1000, strength: strength)
      }.filter { Self.seconds($0) < 0.11 }.map { Self.speeds($0).peak }.max() ?? 0
    }
    let (half, whole) = (fastest(0.5), fastest(1))
    #expect(half > 0.4 && half < 0.52 && whole > 0.8, "\(half), \(whole)")
  }

  // MARK: - Movements

  /// What a device has done when a movement is over: readings at 240 Hz, integrated by the
  /// trapezoidal rule, which is exact for what begins and ends smoothly at rest.
  private struct Journey {
    var velocity = SIMD3<Double>.zero
    var place = SIMD3<Double>.zero
    var angle = SIMD3<Double>.zero
    var peak = 0.0
    var count = 0

    mutating func add(_ sample: MotionSample) {
      let acceleration = SIMD3(
        Double(sample.accelerationX), Double(sample.accelerationY), Double(sample.accelerationZ))
      let step = acceleration * (9.80665 / 240)
      place += (velocity + 0.5 * step) / 240
      velocity += step
      angle +=
        SIMD3(
          Double(sample.rotationRateX), Double(sample.rotationRateY), Double(sample.rotationRateZ))
        / 240
      peak = max(peak, Self.length(acceleration))
      count += 1
    }

    static func length(_ v: SIMD3<Double>) -> Double { (v * v).sum().squareRoot() }
  }

  /// The movements of a kind that do not overlap, each from rest to rest.
  private static func journeys(_ kind: InputGenerator.Kind, longest: Double) -> [Journey] {
    var all: [Journey] = []
    for seed in 0..<60 as Range<UInt64> {
      let generator = InputGenerator(kind: kind, eventsPerMinute: 2)
      let walk = InputWalk.run([generator], seed: seed, frames: 14_400, framesPerSecond: 240)
      var (journey, still) = (Journey(), 0)
      for sample in walk.motions {
        still = sample == .still ? still + 1 : 0
        if still < 300 { journey.add(sample) }
        guard still == 300 else { continue }
        if journey.count > 300 && Double(journey.count) / 240 < longest + 1.25 {
          all.append(journey)
        }
        journey = Journey()
      }
    }
    return all
  }

  @Test func shakesEndAtRestWhereTheyBegan() {
    let all = Self.journeys(.shake, longest: 2)
    #expect(all.count > 60)
    for shake in all {
      #expect(Journey.length(shake.velocity) < 0.002, "\(shake.velocity) m/s")
      #expect(Journey.length(shake.place) < 0.002, "\(shake.place) m")
      #expect(Journey.length(shake.angle) < 0.001, "\(shake.angle) rad")
    }
    // From 0.6 to 2.5 g, evenly: the least and greatest of so many come near.
    let peaks = all.map(\.peak).sorted()
    #expect(peaks[0] > 0.59 && peaks[0] < 0.75)
    #expect(peaks[peaks.count - 1] < 2.52 && peaks[peaks.count - 1] > 2.3)
    #expect(abs(peaks[peaks.count / 2] - 1.55) < 0.25)
  }

  @Test func tiltsAndPickUpsEndAtRest() {
    let tilts = Self.journeys(.slowTilt, longest: 5)
    let lifts = Self.journeys(.pickUp, longest: 2)
    #expect(tilts.count > 40 && lifts.count > 40)
    for tilt in tilts {
      #expect(Journey.length(tilt.velocity) == 0 && Journey.length(tilt.angle) < 0.001)
    }
    for lift in lifts {
      #expect(Journey.length(lift.velocity) < 0.002, "\(lift.velocity) m/s")
      // Up by what it was lifted, and turned toward the face.
      #expect(lift.place.z > 0.19 && lift.place.z < 0.46, "\(lift.place) m")
      #expect(lift.angle.x > 0.69 && lift.angle.x < 0.91)
    }
  }
}
