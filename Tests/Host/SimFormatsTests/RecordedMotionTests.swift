import SimFormats
import SimInput
import SimMath
import Testing

/// Goal: gravity, other units and missing readings of recorded motion are found, named with the
/// option that converts them, and converted alike everywhere.
///
/// Method: tables of a device at rest, carried and shaken, in every convention; the same motion
/// with gravity added that turns with the device.
@Suite struct RecordedMotionTests {
  private typealias Vector = SIMD3<Double>
  /// A reading: seconds, g without gravity, rad/s.
  private typealias Row = (time: Double, acceleration: Vector, rotation: Vector)

  /// Motion at 50 Hz of a hand that shakes a device up to `strength` g, half of the time.
  private static func shaken(_ strength: Double, count: Int = 400, spin: Double = 0.8) -> [Row] {
    var random = RandomStream(seed: 9, name: "motion")
    func number() -> Double { Double(random.below(2001)) / 1000 - 1 }
    return (0..<count).map { index in
      let isShaken = index / 50 % 2 == 1
      let size = isShaken ? strength : 0.03
      let swing = Vector(number(), number(), number()) * size
      return (Double(index) / 50, swing, Vector(0.3, spin, -0.2) * (isShaken ? 1 : 0.1))
    }
  }

  /// With gravity of a device that is turned as it says, integrated in small steps.
  private static func withGravity(_ rows: [Row], from start: Vector = Vector(0, -0.6, -0.8))
    -> [Row]
  {
    var gravity = start
    var previous = rows[0]
    return rows.map { row in
      let rate = (row.rotation + previous.rotation) / 2
      let step = (row.time - previous.time) / 64
      for _ in 0..<64 {
        gravity += step * cross(gravity, rate)
        gravity /= (gravity * gravity).sum().squareRoot()
      }
      previous = row
      return (row.time, row.acceleration + gravity, row.rotation)
    }
  }

  private static func cross(_ a: Vector, _ b: Vector) -> Vector {
    Vector(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
  }

  /// The file of readings, in other units where scales say so.
  private static func text(
    _ rows: [Row], scale: Double = 1, rotationScale: Double = 1
  ) -> String {
    let lines = rows.map { row in
      let (a, w) = (row.acceleration * scale, row.rotation * rotationScale)
      return "\(row.time),\(a.x),\(a.y),\(a.z),\(w.x),\(w.y),\(w.z)\n"
    }
    return MotionCSV.columnNames.joined(separator: ",") + "\n" + lines.joined()
  }

  private static func read(
    _ text: String, _ change: (inout MotionConventions) -> Void = { _ in }
  ) throws(FormatError) -> RecordedMotion {
    var conventions = MotionConventions()
    change(&conventions)
    let table = try MotionCSV(parsing: Array(text.utf8), file: "walk.csv", conventions)
    return try RecordedMotion(table, conventions, file: "walk.csv")
  }

  private static func message(
    _ text: String, _ change: (inout MotionConventions) -> Void = { _ in }
  ) -> String {
    do {
      _ = try read(text, change)
      return ""
    } catch {
      return error.message
    }
  }

  private static let still: [Row] = (0..<100).map {
    (Double($0) / 50, Vector(0.01, -0.02, -0.005), Vector(0.1, 0.2, 0.3))
  }

  @Test func motionByTheFormatIsTakenAsItIs() throws {
    for rows in [
      Self.still, Self.shaken(0.5), Self.shaken(2.5), Self.shaken(2.5, spin: 12),
    ] {
      let motion = try Self.read(Self.text(rows))
      #expect(motion.assumptions.isEmpty)
      #expect(motion.track.samples.count == rows.count)
      #expect(motion.track.samples[7].accelerationY == Float(rows[7].acceleration.y))
    }
    // A watch on a runner: 1.6 g, which no moment of rest interrupts, at 4.8 rad/s.
    let runner = Self.still.map { row in
      (
        row.time, Vector(1.2 + 0.4 * (Int(row.time * 50) % 2 == 0 ? 1 : -0.1), 1, 0),
        Vector(4.8, 0, 0)
      )
    }
    #expect(Self.message(Self.text(runner)).isEmpty)
    // Nine readings tell nothing.
    let few = Self.withGravity(Array(Self.still.prefix(9)))
    #expect(Self.message(Self.text(few, scale: 9.80665)).isEmpty)
    #expect(!Self.message(Self.text(Self.withGravity(Array(Self.still.prefix(10))))).isEmpty)
  }

  @Test func gravityAndUnitsAreNamedWithTheirOptions() {
    let motions: [[Row]] = [Self.still, Self.shaken(0.3), Self.shaken(1.5)]
    for start in [Vector(0, 0, -1), Vector(0, 0, 1), Vector(0.6, 0.8, 0)] {
      for rows in motions.map({ Self.withGravity($0, from: start) }) {
        let gravity = Self.message(Self.text(rows))
        #expect(gravity.contains("at rest it is ") && gravity.contains(": gravity is included; "))
        #expect(
          gravity.hasSuffix(
            "convert with --motion-gravity included, in a scenario \"motionGravity\": "
              + "\"included\", or keep it with --motion-gravity excluded"), "\(gravity)")
        let both = Self.message(Self.text(rows, scale: 9.80665))
        #expect(both.contains(", too much for g: the unit is m/s²; at rest it is "), "\(both)")
        #expect(
          both.hasSuffix(
            "convert with --motion-units m/s2 --motion-gravity included, in a scenario "
              + "\"motionUnits\": \"m/s2\", \"motionGravity\": \"included\", or keep it with "
              + "--motion-units g --motion-gravity excluded"), "\(both)")
        // With the unit said, gravity is still found.
        let rest = Self.message(Self.text(rows, scale: 9.80665)) {
          $0.units = .metersPerSecondSquared
        }
        #expect(rest == gravity)
      }
    }
    // Without gravity, in m/s²: it is shaken too much for g.
    let meters = Self.message(Self.text(Self.shaken(1.5), scale: 9.80665))
    #expect(meters.contains("convert with --motion-units m/s2, in a scenario"), "\(meters)")
    for rows in [Self.shaken(0.5, spin: 1.5), Self.shaken(2.5, spin: 1)] {
      let degrees = Self.message(Self.text(rows, rotationScale: 180 / Double.pi))
      #expect(
        degrees.contains(", too much for rad/s: the unit is deg/s; convert with "), "\(degrees)")
      #expect(degrees.contains("\"motionRotationUnits\": \"deg/s\""))
    }
    let all = Self.message(
      Self.text(
        Self.withGravity(Self.shaken(0.5, spin: 1)), scale: 9.80665, rotationScale: 180 / Double.pi)
    )
    let options = "--motion-units m/s2 --motion-gravity included --motion-rotation-units deg/s,"
    #expect(all.contains(options) && !all.contains("\n"), "\(all)")
  }

  /// Means and rests on both sides of each limit, in g and in rad/s, of motion that never changes.
  @Test(arguments: [
    (0.49, 0, ""), (0.51, 0, "gravity is included"), (1.09, 0, "gravity is included"),
    (1.11, 0, ""), (2.49, 0, ""), (2.51, 0, "too much for g"), (0, 9.9, ""),
    (0, 10.1, "too much for rad/s"),
  ])
  func unitsAndGravityHaveTheirLimits(acceleration: Double, rotation: Double, words: String) {
    let rows = Self.still.map { ($0.time, Vector(acceleration, 0, 0), Vector(0, rotation, 0)) }
    let message = Self.message(Self.text(rows))
    #expect(words.isEmpty ? message.isEmpty : message.contains(words), "\(message)")
  }

  /// What is said is believed.
  @Test func confirmedConventionsAreTaken() throws {
    let rows = Self.withGravity(Self.shaken(0.5))
    let kept = try Self.read(Self.text(rows)) { $0.gravity = .excluded }
    #expect(kept.track.samples[3].accelerationZ == Float(rows[3].acceleration.z))
    let large = Self.shaken(20)
    #expect(try Self.read(Self.text(large)) { $0.units = .g }.track.samples.count == 400)
    let fast = Self.shaken(0.5, spin: 90)
    let spun = try Self.read(Self.text(fast)) { $0.rotationUnits = .radiansPerSecond }
    #expect(spun.track.samples.count == 400)
    // Gravity that is not there is named, and the run goes on.
    let none = try Self.read(Self.text(Self.still)) { $0.gravity = .included }
    let words = "gravity is included, although acceleration at rest is only 0.0229 g"
    #expect(none.assumptions == ["walk.csv: \(words)"])
  }

  @Test func conversionsGiveTheMotionBack() throws {
    for (rows, limit) in [(Self.still, 0.03), (Self.shaken(0.5), 0.06), (Self.shaken(1.5), 0.16)] {
      let measured = Self.withGravity(rows)
      let text = Self.text(measured, scale: 9.80665, rotationScale: 180 / Double.pi)
      let motion = try Self.read(text) {
        $0.units = .metersPerSecondSquared
        $0.gravity = .included
        $0.rotationUnits = .degreesPerSecond
      }
      var sum = 0.0
      for (sample, row) in zip(motion.track.samples, rows) {
        let found = Vector(
          Double(sample.accelerationX), Double(sample.accelerationY), Double(sample.accelerationZ))
        let error = found - row.acceleration
        sum += (error * error).sum()
        #expect(abs(Double(sample.rotationRateY) - row.rotation.y) < 1e-5)
      }
      let error = (sum / Double(rows.count)).squareRoot()
      #expect(error < limit, "\(error)")
      #expect(motion.assumptions.isEmpty)
    }
    // The same bits everywhere: those of readings and rates that single precision holds exactly.
    let exact: [Row] = (0..<64).map { index in
      let swing = Double(index % 8) / 8
      return (
        Double(index) / 64, Vector(swing, 0.25, -1), Vector(0.5, -0.25, Double(index % 4) / 4)
      )
    }
    let motion = try Self.read(Self.text(exact)) { $0.gravity = .included }
    let bits = motion.track.samples.suffix(2).flatMap {
      [$0.accelerationX.bitPattern, $0.accelerationY.bitPattern, $0.accelerationZ.bitPattern]
    }
    #expect(
      bits == [
        0x3F20_07B6, 0x3EA8_9A7F, 0xBC34_45C0, 0x3F3E_4BB6, 0x3EAA_751C, 0xBC47_8B40,
      ])
  }

  /// 50 Hz: holes longer than 20 steps, 0.4 s, hold, rest and are named.
  @Test func longHolesRest() throws {
    func rows(_ hole: Double) -> [Row] {
      (0..<100).map { index in
        (Double(index) / 50 + (index > 49 ? hole : 0), Vector(0.25, 0, 0), Vector(0, 1, 0))
      }
    }
    let bridged = try Self.read(Self.text(rows(0.38)))
    #expect(bridged.assumptions.isEmpty && bridged.track.samples.count == 100)
    let motion = try Self.read(Self.text(rows(126_000)))
    #expect(
      motion.assumptions == [
        "walk.csv: no reading for 126,000.02 s after row 50, 0.98 s from the first: the last one "
          + "for 0.4 s, then rest"
      ])
    func sample(_ seconds: Double) -> MotionSample {
      motion.track.sample(atNanoseconds: UInt64(seconds * 1e9))
    }
    let held = MotionSample(acceleration: (0.25, 0, 0), rotationRate: (0, 1, 0))
    for time in [0.98, 1.2, 1.38] { #expect(sample(time) == held, "\(time)") }
    for time in [1.3801, 2, 60_000, 126_000.9] { #expect(sample(time) == .still, "\(time)") }
    #expect(sample(126_001) == held)
    // A step of the file, not one of the readings that fill the hole.
    #expect(motion.track.periodNanoseconds == 126_002_000_000_000)
    let refused = Self.message(Self.text(rows(126_000))) { $0.gaps = .refuse }
    #expect(
      refused == "walk.csv: no reading for 126,000.02 s after row 50, 0.98 s from the first; leave "
        + "out --motion-gaps refuse, in a scenario \"motionGaps\", to rest there")
    #expect(try Self.read(Self.text(rows(0.38))) { $0.gaps = .refuse }.track.samples.count == 100)
  }

  /// At 500 Hz, 0.25 s are more than 20 steps; at 10 Hz, 20 steps are 2 s.
  @Test(arguments: [(500.0, 0.25), (80.0, 0.25), (50.0, 0.4), (10.0, 2.0)])
  func theLongerLimitCounts(rate: Double, limit: Double) throws {
    func count(_ step: Double) throws -> Int {
      let rows: [Row] = (0..<60).map { index in
        let time = Double(index) / rate + (index > 29 ? step - 1 / rate : 0)
        return (time, Vector(0.1, 0, 0), Vector(0, 0, 0))
      }
      return try Self.read(Self.text(rows)).assumptions.count
    }
    #expect(try count(limit - 0.001) == 0)
    #expect(try count(limit + 0.001) == 1)
  }

  @Test func manyHolesAreCounted() throws {
    var time = 0.0
    let rows: [Row] = (0..<100).map { index in
      time += index % 10 == 9 ? 5 : 0.02
      return (time, Vector(0.2, 0, 0), Vector(0, 0, 0))
    }
    let motion = try Self.read(Self.text(rows))
    #expect(motion.assumptions.count == 4)
    #expect(
      motion.assumptions[3].hasPrefix("walk.csv: 7 more spans without a reading, 35 s in all"))
    #expect(motion.track.samples.count == 100 + 3 * 10)
  }

  /// After a hole nobody knows how the device is held.
  @Test func gravityIsFoundAnewAfterAHole() throws {
    let rows: [Row] = (0..<100).map { index in
      let isAfter = index > 49
      return (
        Double(index) / 50 + (isAfter ? 9 : 0), isAfter ? Vector(1, 0, 0) : Vector(0, 0, -1),
        Vector(0, 0, 0)
      )
    }
    let motion = try Self.read(Self.text(rows)) { $0.gravity = .included }
    #expect(motion.track.samples.allSatisfy { $0 == .still })
  }

  @Test func extremeTablesNeverTrap() throws {
    let ends = [
      "0,0,0,0,0,0,0\n0.000000001,0,0,0,0,0,0\n4000000000,0,0,0,0,0,0\n",
      "0,0,0,0,0,0,0\n2000000000,0,0,0,0,0,0\n4000000000,0,0,0,0,0,0\n",
      "0,0,0,0,0,0,0\n0.000000001,0,0,0,0,0,0\n0.250000002,0,0,0,0,0,0\n",
      "0,0,0,0,0,0,0\n0.000000001,0,0,0,0,0,0\n0.250000003,0,0,0,0,0,0\n",
      "0,0,0,0,0,0,0\n0.000000001,0,0,0,0,0,0\n0.250000004,0,0,0,0,0,0\n",
      "0,64,64,64,100,100,100\n4000000000,-64,-64,-64,-100,-100,-100\n",
    ]
    for text in ends {
      let motion = try Self.read(MotionCSV.columnNames.joined(separator: ",") + "\n" + text) {
        $0.gravity = .included
      }
      let times = motion.track.timesNanoseconds
      #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
      #expect(motion.track.samples.allSatisfy { $0.accelerationX.isFinite })
    }
  }
}
