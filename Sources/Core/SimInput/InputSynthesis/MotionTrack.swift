/// Recorded motion, readable at any time and repeated indefinitely.
///
/// Values are interpolated linearly between readings. The track repeats after its period: the time
/// from the first to the last reading plus a last step, over which the last reading blends into the
/// first. All results are bit-exact on every target.
package struct MotionTrack: Equatable, Sendable {
  /// The times of the readings in nanoseconds, strictly increasing.
  package let timesNanoseconds: [UInt64]
  /// The readings, in device axes.
  package let samples: [MotionSample]
  /// The time after which the track repeats.
  package let periodNanoseconds: UInt64

  /// Creates a track whose first reading applies at time 0.
  ///
  /// - Parameter lastStepNanoseconds: The duration of the last reading; nil for the median step.
  /// - Precondition: at least one reading, one time per reading, times strictly increasing.
  /// - Complexity: O(n log n)
  package init(
    timesNanoseconds: [UInt64], samples: [MotionSample], lastStepNanoseconds: UInt64? = nil
  ) {
    precondition(!samples.isEmpty, "a track has at least one reading")
    precondition(timesNanoseconds.count == samples.count, "one time for each reading")
    var steps: [UInt64] = []
    steps.reserveCapacity(samples.count)
    for index in 1..<max(1, timesNanoseconds.count) {
      precondition(
        timesNanoseconds[index] > timesNanoseconds[index - 1], "times increase strictly")
      steps.append(timesNanoseconds[index] - timesNanoseconds[index - 1])
    }
    steps.sort()
    // The shorter of two middle steps.
    let last = lastStepNanoseconds ?? (steps.isEmpty ? 1 : steps[(steps.count - 1) / 2])
    self.timesNanoseconds = timesNanoseconds
    self.samples = samples
    periodNanoseconds = timesNanoseconds[samples.count - 1] - timesNanoseconds[0] + last
  }

  /// The reading at a time from the start of the run; exact at the times of readings.
  ///
  /// - Complexity: O(log n), without allocation
  package func sample(atNanoseconds time: UInt64) -> MotionSample {
    let first = timesNanoseconds[0]
    let wanted = first + time % periodNanoseconds
    var low = 0
    var high = timesNanoseconds.count
    // Finds the last reading at or before the requested time.
    while high - low > 1 {
      let middle = (low + high) / 2
      if timesNanoseconds[middle] <= wanted { low = middle } else { high = middle }
    }
    let begin = timesNanoseconds[low]
    guard wanted > begin else { return samples[low] }
    let isLast = low + 1 == samples.count
    let end = isLast ? first + periodNanoseconds : timesNanoseconds[low + 1]
    let fraction = Float(Double(wanted - begin) / Double(end - begin))
    return samples[low].blended(with: samples[isLast ? 0 : low + 1], fraction)
  }
}

extension MotionSample {
  /// Interpolates linearly between this reading (fraction 0) and another one.
  func blended(with other: MotionSample, _ fraction: Float) -> MotionSample {
    func mix(_ a: Float, _ b: Float) -> Float { a + (b - a) * fraction }
    return MotionSample(
      acceleration: (
        mix(accelerationX, other.accelerationX), mix(accelerationY, other.accelerationY),
        mix(accelerationZ, other.accelerationZ)
      ),
      rotationRate: (
        mix(rotationRateX, other.rotationRateX), mix(rotationRateY, other.rotationRateY),
        mix(rotationRateZ, other.rotationRateZ)
      ))
  }
}
