import SimMath

/// The complete path and timing of a contact, planned in advance; its position is a function of
/// time.
///
/// Nothing is drawn per sample, so dropping a contact or changing the sampling rate shifts no later
/// event.
package struct ContactPlan: Sendable {
  /// Whether the contact has not started yet.
  var isWaiting = false
  var generator: UInt8 = 0
  /// The contact's index in the touch track; `.max` if a generator planned it.
  var trackContact = UInt32.max
  /// The kind of object.
  package var kind = TouchKind.finger
  /// Whether the system cancels the contact instead of the finger lifting.
  package var isCancelled = false
  /// The time of landing.
  package var startNanoseconds: UInt64 = 0
  /// The time of lifting.
  package var endNanoseconds: UInt64 = 0
  /// The landing position in points.
  package var start = Vector2.zero
  /// The vector from the start to the end of the path.
  var travel = Vector2.zero
  /// The offset of the path's midpoint from the straight line.
  var bend = Vector2.zero
  /// The duration of the path; the contact may lift before its end.
  var travelSeconds: Float = 0
  var tremorPoints: Float = 0
  /// The tremor's frequency along x, 8 to 11.2 Hz.
  var tremorHertz: Float = 9
  /// The initial phase of the tremor along x and y, in radians.
  var tremorPhase = Vector2.zero
  /// The radius in points.
  package var radius: Float = 8
  var peakPressure: Float = 0

  /// The ratio of the tremor's frequency along y to that along x.
  private static var tremorRatio: Float { 1.07 }
  /// The frequencies along x for which both frequencies are within 8 to 12 Hz.
  static var tremorHertzLimits: (lowest: Float, highest: Float) { (8, 11.2) }

  /// The position in points at a time during the contact.
  ///
  /// The path follows the minimum-jerk profile 10u³ − 15u⁴ + 6u⁵ of Flash and Hogan, "The
  /// coordination of arm movements", 1985. Physiological tremor is a pair of sines within 8 to 12
  /// Hz, with the frequency `tremorHertz` along x and 1.07 times that along y.
  package func position(atNanoseconds time: UInt64) -> Vector2 {
    let seconds = seconds(at: time)
    var position = start
    if travelSeconds > 0 {
      let s = minimumJerk(seconds / travelSeconds)
      position += travel * s + bend * (4 * s * (1 - s))
    }
    if tremorPoints > 0 {
      let angle = seconds * tremorHertz * 6.2831855
      position += Vector2(
        tremorPoints * Math.sin(angle + tremorPhase.x),
        tremorPoints * Math.sin(angle * Self.tremorRatio + tremorPhase.y))
    }
    return position
  }

  /// The pressure, 0 to 1: it rises within 60 ms of landing and falls within 60 ms of lifting.
  func pressure(atNanoseconds time: UInt64) -> Float {
    guard peakPressure > 0 else { return 0 }
    let remaining = endNanoseconds > time ? endNanoseconds - time : 0
    let left = Float(Double(remaining) * 1e-9)
    let ramp = min(1, min(seconds(at: time), left) / 0.06)
    return peakPressure * (0.15 + 0.85 * minimumJerk(ramp))
  }

  private func seconds(at time: UInt64) -> Float {
    time > startNanoseconds ? Float(Double(time - startNanoseconds) * 1e-9) : 0
  }
}

/// The minimum-jerk profile: 0 up to u = 0, 1 from u = 1 on, at rest at both ends.
func minimumJerk(_ u: Float) -> Float {
  if u <= 0 { return 0 }
  if u >= 1 { return 1 }
  return u * u * u * (10 + u * (6 * u - 15))
}

/// The slope of the minimum-jerk profile; its integral from 0 to 1 is 1.
func minimumJerkSlope(_ u: Float) -> Float {
  if u <= 0 || u >= 1 { return 0 }
  let v = u * (1 - u)
  return 30 * v * v
}
