import SimMath
import SimInput
import Testing

@Suite struct TouchSynthesisTests {
  private static let touchKinds = InputGenerator.Kind.allCases.filter {
    !$0.isMotion && $0 != .keyPress
  }
  private static let badSensor = InputDefects(
    droppedPerMille: 100, duplicatedPerMille: 100, latePerMille: 60, coalescedPerMille: 60)

  private func busy(_ kind: InputGenerator.Kind, rate: Float = 200) -> InputGenerator {
    var generator = InputGenerator.standard(kind)
    generator.eventsPerMinute = rate
    return generator
  }

  /// Every rule holds for every kind, with a good and a bad sensor, at all rates, over many seeds.
  @Test(arguments: touchKinds) func livesAreLegal(_ kind: InputGenerator.Kind) {
    for seed in 0..<12 as Range<UInt64> {
      for defects in [InputDefects.none, Self.badSensor] {
        let rates: [(frames: UInt32, samples: UInt32)] = [(60, 60), (60, 240), (120, 120), (7, 60)]
        let (frames, samples) = rates[Int(seed % 4)]
        let walk = InputWalk.run(
          [busy(kind)], seed: seed, defects: defects, frames: frames * 6, framesPerSecond: frames,
          samplesPerSecond: samples)
        #expect(walk.broken.isEmpty, "\(kind) seed \(seed): \(walk.broken)")
        #expect(walk.began > 0)
        #expect(walk.began - walk.ended - walk.cancelled <= 11)
      }
    }
  }

  @Test func allTogetherReachTheLimit() {
    let generators = Self.touchKinds.map { busy($0, rate: 600) }
    let styluses = generators.map {
      var generator = $0
      generator.isPencil = true
      return generator
    }
    for seed in 0..<6 as Range<UInt64> {
      let fingers = InputWalk.run(generators, seed: seed, defects: Self.badSensor, frames: 300)
      #expect(fingers.broken.isEmpty, "\(fingers.broken)")
      #expect(fingers.mostTouches >= 6 && fingers.tally.cancelledContacts > 0)
      // Nothing limits styluses but the room there is.
      let walk = InputWalk.run(styluses, seed: seed, defects: Self.badSensor, frames: 300)
      #expect(walk.broken.isEmpty, "\(walk.broken)")
      #expect(walk.mostTouches == FrameInput.maximumTouchCount)
    }
  }

  @Test func slowFramesKeepTheLifeCycle() {
    let walk = InputWalk.run(
      Self.touchKinds.map { busy($0) }, frames: 30, framesPerSecond: 1, samplesPerSecond: 240)
    #expect(walk.broken.isEmpty, "\(walk.broken)")
    #expect(walk.ended > 20)
  }

  @Test func samplesBelongToTheFrameThatStartsAtOrAfterThem() {
    let walk = InputWalk.run([busy(.drag)], frames: 600, samplesPerSecond: 240)
    let clock = FrameClock(framesPerSecond: 60)
    var exact = 0
    for (sample, frame) in zip(walk.samples, walk.arrivals) {
      let time = sample.timestampNanoseconds
      // A lift in the frame of the landing is the only sample that may wait, and drags are longer.
      #expect(time <= clock.startNanoseconds(ofFrame: frame))
      #expect(frame == 0 || time > clock.startNanoseconds(ofFrame: frame - 1))
      if time == clock.startNanoseconds(ofFrame: frame) { exact += 1 }
    }
    #expect(exact > 50)
    #expect(Double(walk.samples.count) > 3.5 * 600 * 0.5)
  }

  @Test func tapsAreShortAndHoldsAreLong() {
    let limits: [(InputGenerator.Kind, ClosedRange<Double>)] = [
      (.tap, 0.045...0.205), (.multiTap, 0.045...0.205), (.hold, 0.79...3.02),
    ]
    for (kind, seconds) in limits {
      var generator = busy(kind, rate: 30)
      // Whoever touches the middle never slides off the glass.
      generator.region = NormalizedRegion(x: 0.4, y: 0.4, width: 0.2, height: 0.2)
      let walk = InputWalk.run([generator], frames: 3600, samplesPerSecond: 240)
      var seen = 0
      for id in Set(walk.samples.map(\.touchID)) {
        let times = walk.samples.filter { $0.touchID == id }.map(\.timestampNanoseconds)
        guard let first = times.first, let last = times.last, last < 56_000_000_000 else {
          continue
        }
        #expect(seconds.contains(Double(last - first) * 1e-9), "\(kind)")
        seen += 1
      }
      #expect(seen > 10)
    }
  }

  /// Fast in the middle, at rest at both ends, and most of the way along the straight line.
  @Test func dragsFollowTheMinimumJerkProfile() throws {
    let walk = InputWalk.run([busy(.drag, rate: 30)], frames: 3600, samplesPerSecond: 240)
    var checked = 0
    for id in Set(walk.samples.map(\.touchID)) {
      let path = walk.samples.filter { $0.touchID == id }
      let first = try #require(path.first)
      let last = try #require(path.last)
      let length = (last.position - first.position).length
      let seconds = Double(last.timestampNanoseconds - first.timestampNanoseconds) * 1e-9
      // Flicks do not end at rest; they last a tenth of a second.
      guard length > 60, seconds > 0.3, last.timestampNanoseconds < 56_000_000_000 else {
        continue
      }
      func way(_ a: Int, _ b: Int) -> Float { (path[b].position - path[a].position).length }
      let end = path.count - 1
      let tenth = path.count / 10
      // 1 % of the way is made in the first tenth of the time, 37 % in the middle fifth.
      #expect(way(0, tenth) < 0.04 * length + 2)
      #expect(way(end - tenth, end) < 0.04 * length + 2)
      #expect(way(end / 2 - tenth, end / 2 + tenth) > 0.3 * length)
      checked += 1
    }
    #expect(checked > 8)
  }

  @Test func mashHasPalmsCancellationsAndCrowds() {
    let walk = InputWalk.run([busy(.toddlerMash, rate: 60)], frames: 1800)
    #expect(walk.palms > 3)
    #expect(walk.cancelled > 0 && walk.ended > walk.cancelled)
    #expect(walk.mostTouches >= 6)
  }

  @Test func ratesAreAsAsked() {
    let walk = InputWalk.run([busy(.tap, rate: 60)], frames: 36_000, samplesPerSecond: 60)
    // 600 expected; the standard deviation of a Poisson number is its root.
    #expect(abs(walk.began - 600) < 5 * 25)
    var generator = busy(.tap, rate: 600)
    generator.startFrame = 100
    generator.endFrame = 200
    let window = InputWalk.run([generator])
    #expect((2...40).contains(window.began))
    #expect(window.arrivals.allSatisfy { (100...214).contains($0) })
    #expect(InputWalk.run([busy(.tap, rate: 0)]).began == 0)
  }

  @Test func pencilsHavePressureAndFingersHaveNone() {
    var pencil = busy(.drag)
    pencil.isPencil = true
    let walk = InputWalk.run([pencil])
    #expect(walk.samples.contains { $0.pressure > 0.2 })
    #expect(InputWalk.run([busy(.drag)]).samples.allSatisfy { $0.pressure == 0 })
  }

  @Test func touchesStartInTheirRegion() {
    var generator = busy(.tap)
    generator.region = NormalizedRegion(x: 0.5, y: 0.25, width: 0.25, height: 0.25)
    let walk = InputWalk.run([generator])
    #expect(!walk.samples.isEmpty)
    for sample in walk.samples {
      #expect((194...294).contains(sample.position.x) && (210...423).contains(sample.position.y))
    }
  }

  @Test func resizingKeepsContactsOnTheCanvas() {
    let clock = FrameClock(framesPerSecond: 60)
    for seed in 0..<6 as Range<UInt64> {
      var synthesizer = InputSynthesizer(
        seed: seed, generators: Self.touchKinds.map { busy($0) }, defects: Self.badSensor,
        clock: clock, touchSamplesPerSecond: 120, canvasWidth: 844, canvasHeight: 390)
      var input = FrameInput()
      for frame in 0..<400 as Range<UInt32> {
        let isWide = frame / 50 % 2 == 0
        let size = isWide ? Vector2(844, 390) : Vector2(390, 844)
        if frame % 50 == 0 { synthesizer.resize(width: size.x, height: size.y) }
        synthesizer.fill(&input, frame: frame)
        for touch in input.touches {
          for point in [touch.position, touch.previousPosition] {
            #expect((0...size.x).contains(point.x) && (0...size.y).contains(point.y))
          }
        }
        for sample in input.samples {
          #expect((0...size.x).contains(sample.position.x))
          #expect((0...size.y).contains(sample.position.y))
        }
      }
    }
  }
}
