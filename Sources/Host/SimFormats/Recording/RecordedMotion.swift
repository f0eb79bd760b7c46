import SimInput

/// Recorded motion as a run takes it: in g without gravity, and at rest where readings are missing.
package struct RecordedMotion: Sendable {
  /// The readings.
  package let track: MotionTrack
  /// What was assumed where the file lacks readings, a line each, with the file's name.
  package let assumptions: [String]

  /// The fewest readings of which a mean is judged.
  static var minimumCount: Int { 10 }
  /// A mean acceleration from which on the unit cannot be g: running with a watch on is 1.7 g.
  static var maximumMean: Float { 2.5 }
  /// A mean rotation rate from which on the unit cannot be rad/s: badminton with a watch on is 6.2.
  static var maximumMeanRotation: Float { 10 }
  /// What a tenth of the readings stay below, in g, if they include gravity.
  ///
  /// A device at rest reads 1 g then, and 0 without gravity; a runner's watch without gravity
  /// exceeds 1.2 g in nine of ten readings.
  static var restWithGravity: ClosedRange<Float> { 0.5...1.1 }

  /// Takes the readings of a table.
  ///
  /// - Throws: `FormatError` if they contradict a convention that is not said, with the options
  ///   that convert them, or if readings are missing and that is refused.
  /// - Complexity: O(n log n)
  package init(
    _ table: MotionCSV, _ conventions: MotionConventions, file: String
  ) throws(FormatError) {
    let doubts = MotionDoubts(table.samples, conventions)
    if let words = doubts.words { throw FormatError(file: file, problem: .other(words)) }
    var assumptions = doubts.assumptions
    let gaps = MotionGaps(table.times)
    if conventions.gaps == .refuse, let first = gaps.words.first {
      let words = "; leave out --motion-gaps refuse, in a scenario \"motionGaps\", to rest there"
      throw FormatError(file: file, problem: .other(first + words))
    }
    if !gaps.all.isEmpty {
      let hold = FigureText.text(Double(gaps.limitNanoseconds) / 1e9, decimals: 3)
      assumptions += gaps.words.map { "\($0): the last one for \(hold) s, then rest" }
    }
    var samples = table.samples
    if conventions.gravity == .included {
      GravityFilter.remove(from: &samples, table.times, gaps.all.map { $0.row })
    }
    let filled = gaps.filled(samples)
    track = MotionTrack(
      timesNanoseconds: filled.times, samples: filled.samples,
      lastStepNanoseconds: gaps.medianNanoseconds)
    self.assumptions = assumptions.map { "\(file): \($0)" }
  }
}

/// What in readings contradicts the conventions of the format.
private struct MotionDoubts {
  private var findings: [String] = []
  /// Options with the values that convert the readings, and with those that confirm them.
  private var converting: [(option: String, value: String)] = []
  private var confirming: [(option: String, value: String)] = []
  private(set) var assumptions: [String] = []

  /// Judges readings that conventions have converted, but for gravity.
  init(_ samples: [MotionSample], _ conventions: MotionConventions) {
    guard samples.count >= RecordedMotion.minimumCount else { return }
    let accelerations = samples.map { Self.length($0.acceleration) }
    let mean = Self.mean(accelerations)
    // The lowest tenth is what a device reads that hardly moves.
    var rest = accelerations.sorted()[(samples.count - 1) / 10]
    let isInMeters = conventions.units == nil && mean >= RecordedMotion.maximumMean
    if isInMeters {
      findings.append(
        "the mean acceleration is \(Self.text(mean)), too much for g: the unit is m/s²")
      add("motion-units", "m/s2", confirm: "g")
      // Gravity is judged in g below: a file may break both conventions at once.
      rest /= 9.80665
    }
    if conventions.gravity == nil, RecordedMotion.restWithGravity.contains(rest) {
      findings.append(
        (isInMeters ? "" : "the mean acceleration is \(Self.text(mean)) g, ")
          + "at rest it is \(Self.text(rest)) g: gravity is included")
      add("motion-gravity", "included", confirm: "excluded")
    }
    if conventions.gravity == .included, rest < RecordedMotion.restWithGravity.lowerBound {
      assumptions.append(
        "gravity is included, although acceleration at rest is only \(Self.text(rest)) g")
    }
    let rotation = Self.mean(samples.map { Self.length($0.rotationRate) })
    if conventions.rotationUnits == nil, rotation >= RecordedMotion.maximumMeanRotation {
      findings.append(
        "the mean rotation rate is \(Self.text(rotation)), too much for rad/s: the unit is deg/s")
      add("motion-rotation-units", "deg/s", confirm: "rad/s")
    }
  }

  /// What is wrong and how to convert it; nil when nothing is.
  var words: String? {
    guard !findings.isEmpty else { return nil }
    func options(_ list: [(option: String, value: String)]) -> String {
      list.map { "--\($0.option) \($0.value)" }.joined(separator: " ")
    }
    let keys = converting.map { "\"\(MotionConventions.key($0.option))\": \"\($0.value)\"" }
    return findings.joined(separator: "; ") + "; convert with \(options(converting)), in a "
      + "scenario \(keys.joined(separator: ", ")), or keep it with \(options(confirming))"
  }

  private mutating func add(_ option: String, _ value: String, confirm other: String) {
    converting.append((option, value))
    confirming.append((option, other))
  }

  private static func length(_ vector: SIMD3<Float>) -> Float {
    (vector.x * vector.x + vector.y * vector.y + vector.z * vector.z).squareRoot()
  }

  private static func mean(_ values: [Float]) -> Float {
    // As doubles, since a sum of a million readings would lose digits as floats.
    Float(values.reduce(0) { $0 + Double($1) } / Double(values.count))
  }

  private static func text(_ value: Float) -> String {
    FigureText.text(Double(value), decimals: 2)
  }
}

/// Where readings are missing for longer than is bridged.
private struct MotionGaps {
  /// A span without a reading.
  struct Gap {
    /// The row after which readings are missing, from 0.
    var row: Int
    var nanoseconds: UInt64
  }

  let times: [UInt64]
  /// Of two middle steps the shorter one.
  let medianNanoseconds: UInt64
  /// The longest step that is bridged: 0.25 s or 20 median steps, whichever is longer.
  let limitNanoseconds: UInt64
  private(set) var all: [Gap] = []

  init(_ times: [UInt64]) {
    self.times = times
    let steps = zip(times, times.dropFirst()).map { $1 - $0 }
    medianNanoseconds = steps.isEmpty ? 1 : steps.sorted()[(steps.count - 1) / 2]
    // Two readings may lie 4e18 ns apart, and 20 times that does not fit 64 bits.
    let (many, isTooLong) = medianNanoseconds.multipliedReportingOverflow(by: 20)
    limitNanoseconds = isTooLong ? .max : max(250_000_000, many)
    for (row, step) in steps.enumerated() where step > limitNanoseconds {
      all.append(Gap(row: row, nanoseconds: step))
    }
  }

  /// The first three gaps, and all others together.
  var words: [String] {
    func seconds(_ nanoseconds: UInt64) -> String {
      FigureText.text(Double(nanoseconds) / 1e9, decimals: 3) + " s"
    }
    let lines = all.prefix(3).map { gap in
      "no reading for \(seconds(gap.nanoseconds)) after row \(gap.row + 1), "
        + "\(seconds(times[gap.row])) from the first"
    }
    let others = all.dropFirst(3)
    guard !others.isEmpty else { return lines }
    let sum = seconds(others.reduce(0) { $0 + $1.nanoseconds })
    return lines + ["\(others.count) more spans without a reading, \(sum) in all"]
  }

  /// The readings, with those that stand in gaps for the missing ones.
  func filled(_ samples: [MotionSample]) -> (times: [UInt64], samples: [MotionSample]) {
    var result: (times: [UInt64], samples: [MotionSample]) = ([], [])
    var begin = 0
    for gap in all {
      result.times += times[begin...gap.row]
      result.samples += samples[begin...gap.row]
      begin = gap.row + 1
      let held = times[gap.row] + limitNanoseconds
      // At rest from the next nanosecond on, up to the last one before the next reading.
      let rest = (held + 1, times[begin] - 1)
      let added = [held] + (rest.0 <= rest.1 ? [rest.0] : []) + (rest.0 < rest.1 ? [rest.1] : [])
      result.times += added
      result.samples += added.map { $0 == held ? samples[gap.row] : .still }
    }
    result.times += times[begin...]
    result.samples += samples[begin...]
    return result
  }
}

/// Estimates the direction of gravity and takes it off.
///
/// A complementary filter, as usual for inertial sensors (Mahony, Hamel, Pflimlin 2008): the
/// rotation rate turns the estimate, and the measured acceleration corrects it with a time constant
/// of one second. The estimate is always 1 g. Single precision, in the order of the readings, with
/// operations that IEEE 754 rounds alike everywhere.
private enum GravityFilter {
  private static var timeConstantSeconds: Float { 1 }

  /// - Parameter gaps: Rows after which readings are missing: the estimate restarts.
  static func remove(from samples: inout [MotionSample], _ times: [UInt64], _ gaps: [Int]) {
    let down = SIMD3<Float>(0, 0, -1)
    var (gravity, rate) = (down, SIMD3<Float>())
    var nextGap = 0
    for row in samples.indices {
      let (measured, rotation) = (samples[row].acceleration, samples[row].rotationRate)
      let followsGap = nextGap < gaps.count && gaps[nextGap] + 1 == row
      if followsGap { nextGap += 1 }
      if row == 0 || followsGap {
        gravity = unit(measured) ?? gravity
      } else {
        let seconds = Float(Double(times[row] - times[row - 1]) / 1e9)
        let mean = (rate + rotation) / 2
        // A direction that is fixed in the world turns against the device: its change is g × ω.
        let first = cross(gravity, mean)
        gravity += first * seconds + cross(first, mean) * (seconds * seconds / 2)
        gravity += (measured - gravity) * (seconds / (timeConstantSeconds + seconds))
        gravity = unit(gravity) ?? down
      }
      rate = rotation
      let left = measured - gravity
      samples[row].accelerationX = left.x
      samples[row].accelerationY = left.y
      samples[row].accelerationZ = left.z
    }
  }

  private static func cross(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> SIMD3<Float> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
  }

  /// The vector of length 1 in the same direction; nil where there is none.
  private static func unit(_ vector: SIMD3<Float>) -> SIMD3<Float>? {
    let square = vector.x * vector.x + vector.y * vector.y + vector.z * vector.z
    let length = square.squareRoot()
    return length > 1e-6 && length.isFinite ? vector / length : nil
  }
}

extension MotionSample {
  fileprivate var acceleration: SIMD3<Float> {
    SIMD3(accelerationX, accelerationY, accelerationZ)
  }

  fileprivate var rotationRate: SIMD3<Float> {
    SIMD3(rotationRateX, rotationRateY, rotationRateZ)
  }
}
