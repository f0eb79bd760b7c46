import SimbenchKit

/// Measurements of the writing process: time, speed, smoothness and lifts.
package struct WritingMeasures: Equatable, Sendable {
  /// The length of the ink, in the recording's unit.
  package let length: Float
  /// The time from the first sample to the last, in seconds.
  package let seconds: Float
  /// The number of times the pen was lifted and set down again.
  package let liftCount: UInt32
  /// The length divided by the time with the pen down, in units per second; nil if that time is 0.
  package let speed: Float?
  /// The smoothness: the log dimensionless jerk of the longest stroke; nil if it is too short.
  ///
  /// −ln(T⁵ / L² ∫ jerk²), Balasubramanian and others, 2012: larger is smoother; about −6.6 for a
  /// minimum-jerk movement.
  package let smoothness: Float?

  /// The samples per second to which strokes are resampled for their jerk.
  private static var rate: Float { 60 }
  /// The maximum number of samples per stroke for its jerk.
  private static var maximumCount: Int { 4096 }

  /// Measures a recording.
  package init(_ recording: InkRecording) {
    var (length, down): (Float, Float) = (0, 0)
    var longest = -1
    var maximum: Float = 0
    for (index, stroke) in recording.strokes.enumerated() {
      let own = StrokesWalk.length(stroke.map { $0.position })
      length += own
      down += Self.seconds(of: stroke)
      if own > maximum { (longest, maximum) = (index, own) }
    }
    self.length = length
    liftCount = UInt32(max(0, recording.strokes.count - 1))
    seconds = Self.seconds(of: Array(recording.strokes.joined()))
    speed = down > 0 ? length / down : nil
    smoothness = longest >= 0 ? Self.smoothness(of: recording.strokes[longest], maximum) : nil
  }

  private static func seconds(of samples: [InkSample]) -> Float {
    guard let first = samples.first, let last = samples.last else { return 0 }
    return Float(last.time - first.time) * 1e-9
  }

  private static func smoothness(of stroke: [InkSample], _ length: Float) -> Float? {
    let duration = seconds(of: stroke)
    let count = Int(min(duration * rate, Float(maximumCount)))
    guard count >= 6, length > 0 else { return nil }
    let points = evenly(stroke, count: count)
    let step = duration / Float(count)
    var sum: Float = 0
    for index in 3..<points.count {
      let third =
        (points[index] - points[index - 3]) - (points[index - 1] - points[index - 2]) * 3
      sum += third.lengthSquared
    }
    // ∫ jerk² dt with jerk = third / step³; the powers are distributed to stay in range.
    let ratio = duration / step
    let dimensionless = sum / (length * length) * ratio * ratio * ratio * ratio * ratio
    return dimensionless > 0 ? -Math.log(dimensionless) : nil
  }

  /// The stroke, resampled at `count + 1` even times by linear interpolation.
  private static func evenly(_ stroke: [InkSample], count: Int) -> [Vector2] {
    let (start, end) = (stroke[0].time, stroke[stroke.count - 1].time)
    var next = 1
    return (0...count).map { step in
      let time = start + UInt64(Double(end - start) * Double(step) / Double(count))
      while next < stroke.count - 1 && stroke[next].time < time { next += 1 }
      let (before, after) = (stroke[next - 1], stroke[next])
      guard after.time > before.time else { return after.position }
      let passed = time > before.time ? Float(time - before.time) : 0
      let share = min(passed / Float(after.time - before.time), 1)
      return before.position + (after.position - before.position) * share
    }
  }
}
