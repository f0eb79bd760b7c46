import SimMath
import SimRaster
import Testing
import SimTracing

/// Goal: the meter measures what it says, and nobody is stuck or fooled.
///
/// Method: lines and circles whose figures were worked out independently, to a thousandth; then
/// behavior: scribbles, sections, retracing, any order, taps and numbers that are none.
@Suite struct TraceMeterTests {
  /// Coverage, on-path share, ordered coverage and root mean square.
  struct Expected {
    var name: String
    var path: [Vector2]
    var ink: [Vector2]
    var figures: (Float, Float, Float, Float)
  }

  static let line = Figures.line()
  static let ring = Figures.arc()
  static let table: [Expected] = [
    Expected(name: "line, exact", path: line, ink: line, figures: (1, 1, 1, 0)),
    Expected(
      name: "line, 5.9 off", path: line, ink: Figures.line(y: 5.9), figures: (1, 1, 1, 5.9)),
    Expected(
      name: "line, 6.1 off", path: line, ink: Figures.line(y: 6.1), figures: (0, 0, 0, 6.1)),
    Expected(
      name: "first 70", path: line, ink: Figures.line(to: 70), figures: (0.76, 1, 0.7015, 0)),
    Expected(
      name: "first 64", path: line, ink: Figures.line(to: 64), figures: (0.7, 1, 0.6418, 0)),
    Expected(
      name: "first 63", path: line, ink: Figures.line(to: 63), figures: (0.69, 1, 0.6318, 0)),
    Expected(
      name: "reversed", path: line, ink: Figures.line(from: 100, to: 0),
      figures: (1, 1, 0.1791, 0)),
    Expected(name: "tap", path: line, ink: [Vector2(50, 0)], figures: (0.12, 1, 0, 0)),
    Expected(
      name: "zig-zag", path: line, ink: Figures.zigzag, figures: (1, 0.2962, 0.995, 11.5516)),
    Expected(name: "ring, exact", path: ring, ink: ring, figures: (1, 1, 1, 0)),
    Expected(
      name: "ring, 4 off", path: ring, ink: Figures.arc(radius: 34), figures: (1, 1, 1, 3.9959)),
    Expected(
      name: "three quarters", path: ring, ink: Figures.arc(to: 270),
      figures: (0.8125, 1, 0.7506, 0.0168)),
    Expected(
      name: "chord", path: ring, ink: [Vector2(30, 0), Vector2(-30, 0)],
      figures: (0.125, 0.2149, 0.0052, 17.2292)),
    Expected(
      name: "other way", path: ring, ink: ring.reversed(), figures: (1, 1, 0.0935, 0)),
    Expected(
      name: "line for S", path: Figures.ess, ink: [Vector2(0, -30), Vector2(0, 30)],
      figures: (0.2813, 0.4215, 0.1284, 8.6211)),
  ]

  @Test(arguments: table.indices) func figuresAreThoseWorkedOut(index: Int) {
    let expected = Self.table[index]
    let meter = Figures.meter(expected.path, expected.ink)
    let found = (meter.coverage, meter.onPath, meter.ordered, meter.rms)
    #expect(abs(found.0 - expected.figures.0) < 1e-3, "\(expected.name): coverage \(found.0)")
    #expect(abs(found.1 - expected.figures.1) < 1e-3, "\(expected.name): on path \(found.1)")
    #expect(abs(found.2 - expected.figures.2) < 1e-3, "\(expected.name): ordered \(found.2)")
    #expect(abs(found.3 - expected.figures.3) < 2e-3, "\(expected.name): rms \(found.3)")
  }

  @Test func deviationIsThatOfTheLastSample() {
    let meter = Figures.meter(Self.line, [Vector2(0, 0), Vector2(20, 3), Vector2(104, 3)])
    #expect(meter.deviation == 5 && meter.deviationMillimeters == 5)
    #expect(Figures.meter(Self.line, []).deviation == 0)
  }

  @Test func toleranceIsOneOfTwo() {
    #expect(TraceTolerance.allCases.map { $0.millimeters } == [6, 6.35])
    #expect(Figures.meter(Self.line, Figures.line(y: 6.2), tolerance: 6.35).coverage == 1)
  }

  @Test func sectionsInAnyOrderComplete() {
    var meter = Figures.meter(Self.line, [])
    for (start, end) in [(80, 100), (0, 30), (60, 40)] as [(Float, Float)] {
      meter.add(Vector2(start, 1), isFirst: true)
      meter.add(Vector2(end, -1), isFirst: false)
      #expect(!meter.isComplete)
      meter.lift()
    }
    #expect(meter.isComplete && meter.coverage > 0.9)
  }

  @Test func liftCompletesAndNothingElse() {
    var meter = Figures.meter(Self.line, Self.line)
    #expect(meter.isEnough && !meter.isComplete)
    meter.lift()
    #expect(meter.isComplete)
    meter.add(Vector2(50, 80), isFirst: true)
    meter.lift()
    #expect(meter.isComplete, "complete stays complete")
  }

  @Test func scribbleIsNotEnoughButForgiven() {
    var meter = Figures.meter(Self.line, Figures.zigzag)
    meter.lift()
    #expect(meter.coverage == 1 && !meter.isComplete)
    for pass in 0..<2 {
      meter.add(Vector2(0, 0), isFirst: true)
      meter.add(Vector2(100, 0), isFirst: false)
      meter.lift()
      #expect(meter.isComplete == (pass == 1), "two lengths of careful ink are the latest ink")
    }
    #expect(meter.recentOnPath > 0.99 && meter.onPath < 0.4)
  }

  @Test(arguments: [0.5, 0.4, 0.27, 0.05] as [Float])
  func windowHoldsTwoLengthsOfInkWhateverTheMoves(move: Float) {
    var meter = Figures.meter(Self.line, Figures.zigzag)
    var place: Float = 0
    var direction: Float = 1
    meter.add(.zero, isFirst: true)
    for (length, range) in [(Float(150), Float(0.7)...0.9), (204, 0.98...1)] {
      let before = meter.inkLength
      let goal = length == 150 ? before + 150 : before + 54
      while meter.inkLength < goal {
        place += direction * move
        if place > 100 || place < 0 { direction = -direction }
        meter.add(Vector2(place, 0), isFirst: false)
      }
      #expect(range.contains(meter.recentOnPath), "\(length): \(meter.recentOnPath)")
    }
  }

  @Test func everyStrokeNeedsItsShare() {
    let path = TracePath(
      strokes: [[Vector2(0, 0), Vector2(90, 0)], [Vector2(0, 40), Vector2(30, 40)]], spacing: 0.5)
    var meter = TraceMeter(path, tolerancePoints: 6, pointsPerMillimeter: 1)
    meter.add(Vector2(0, 0), isFirst: true)
    meter.add(Vector2(90, 0), isFirst: false)
    #expect(meter.coverage >= 0.7 && meter.strokeCoverage(1) == 0)
    #expect(!meter.isEnough)
    meter.add(Vector2(0, 40), isFirst: true)
    meter.add(Vector2(9, 40), isFirst: false)
    #expect(meter.isEnough)
  }

  @Test func smallLettersNeedMoreInkOnThePath() {
    // Four fifths of the ink are on the path.
    for (height, isEnough) in [(Float(59), false), (61, true)] {
      let path = TracePath(strokes: [[Vector2(0, 0), Vector2(0, height)]], spacing: 0.5)
      var meter = TraceMeter(path, tolerancePoints: 6, pointsPerMillimeter: 1)
      meter.add(Vector2(0, 0), isFirst: true)
      meter.add(Vector2(0, height), isFirst: false)
      meter.add(Vector2(50, 0), isFirst: true)
      meter.add(Vector2(50, height * 0.25), isFirst: false)
      #expect(meter.recentOnPath > 0.78 && meter.recentOnPath < 0.82)
      #expect(meter.isEnough == isEnough)
    }
  }

  @Test func slowFingerCountsAsAQuickOne() {
    let quick = Figures.meter(Self.line, [Vector2(0, 0), Vector2(50, 0), Vector2(50, 50)])
    var ink: [Vector2] = (0...2000).map { Vector2(Float($0) * 0.025, 0) }
    ink += (1...50).map { Vector2(50, Float($0)) }
    let slow = Figures.meter(Self.line, ink)
    #expect(abs(quick.onPath - slow.onPath) < 0.01)
    #expect(abs(quick.inkLength - slow.inkLength) < 0.7)
  }

  @Test func whatIsNoNumberIsPassedOver() {
    var meter = Figures.meter(Self.line, [Vector2(0, 0)])
    let before = Self.digest(meter)
    for bad in [Float.nan, .infinity, -.infinity] {
      meter.add(Vector2(bad, 0), isFirst: false)
      meter.add(Vector2(0, bad), isFirst: true)
    }
    #expect(Self.digest(meter) == before)
    for far in [Float(1e9), -1e9, 1e20] { meter.add(Vector2(far, far), isFirst: false) }
    #expect(meter.coverage.isFinite && meter.onPath.isFinite && meter.onPath >= 0)
    #expect(meter.recentOnPath.isFinite && meter.ordered.isFinite)
  }

  @Test func digestSeesEverySample() {
    var seen: [UInt64] = []
    for count in 0...20 {
      let ink = (0..<count).map { Vector2(Float($0 * 4), Float($0 % 3)) }
      seen.append(Self.digest(Figures.meter(Self.line, ink)))
    }
    #expect(Set(seen).count == seen.count)
    let again = (0..<20).map { Vector2(Float($0 * 4), Float($0 % 3)) }
    #expect(Self.digest(Figures.meter(Self.line, again)) == seen[20])
  }

  static func digest(_ meter: TraceMeter) -> UInt64 {
    return meter.digested().finalize()
  }
}
