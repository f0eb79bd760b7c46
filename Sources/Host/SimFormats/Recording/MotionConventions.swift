/// What the numbers of recorded motion mean, and what to do where readings are missing.
///
/// Nil is not said: the format's own convention holds, and `RecordedMotion` refuses readings that
/// contradict it.
package struct MotionConventions: Equatable, Sendable {
  /// The unit of acceleration.
  package enum Units: String, CaseIterable, Sendable {
    /// Standard gravity, 9.80665 m/s².
    case g
    /// Meters per second squared.
    case metersPerSecondSquared = "m/s2"
  }

  /// Whether acceleration includes gravity.
  package enum Gravity: String, CaseIterable, Sendable {
    /// As accelerometers measure it.
    case included
    /// As device-motion APIs give it, and as scenes take it.
    case excluded
  }

  /// The unit of rotation rate.
  package enum RotationUnits: String, CaseIterable, Sendable {
    /// Radians per second.
    case radiansPerSecond = "rad/s"
    /// Degrees per second.
    case degreesPerSecond = "deg/s"
  }

  /// What happens where readings are missing for too long.
  package enum Gaps: String, CaseIterable, Sendable {
    /// The last reading holds for as long as is bridged, then the device rests.
    case rest
    /// The file is refused.
    case refuse
  }

  /// The unit of acceleration; g when it is not said.
  package var units: Units?
  /// Whether acceleration includes gravity; not when it is not said.
  package var gravity: Gravity?
  /// The unit of rotation rate; rad/s when it is not said.
  package var rotationUnits: RotationUnits?
  /// What happens where readings are missing; rest when it is not said.
  package var gaps: Gaps?

  /// Says nothing.
  package init() {}

  /// The key of a scenario that says what an option says: `motionUnits` for `motion-units`.
  package static func key(_ option: String) -> String {
    let words = option.split(separator: "-").map { String($0) }
    return words[0] + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// Every option.
  package static let options = [
    "motion-units", "motion-gravity", "motion-rotation-units", "motion-gaps",
  ]
  /// Every key of a scenario.
  package static let keys = options.map { key($0) }

  /// The options that are given, with their values.
  package var said: [(option: String, value: String)] {
    let values = [units?.rawValue, gravity?.rawValue, rotationUnits?.rawValue, gaps?.rawValue]
    return zip(Self.options, values).compactMap { option, value in value.map { (option, $0) } }
  }

  /// The same where others say nothing, and what they say elsewhere.
  package func overridden(by other: MotionConventions) -> MotionConventions {
    var result = self
    result.units = other.units ?? units
    result.gravity = other.gravity ?? gravity
    result.rotationUnits = other.rotationUnits ?? rotationUnits
    result.gaps = other.gaps ?? gaps
    return result
  }

  /// What a unit of the file's acceleration is in g.
  var accelerationScale: Double { units == .metersPerSecondSquared ? 1 / 9.80665 : 1 }
  /// What a unit of the file's rotation rate is in rad/s.
  var rotationScale: Double { rotationUnits == .degreesPerSecond ? Double.pi / 180 : 1 }

  /// The allowed acceleration in the file's unit.
  var accelerationRange: ClosedRange<Double> {
    // Rounded down from 64 g, so that what is allowed here stays allowed when converted.
    units == .metersPerSecondSquared ? -627...627 : MotionCSV.accelerationRange
  }
  /// The allowed rotation rate in the file's unit.
  var rotationRateRange: ClosedRange<Double> {
    // Rounded down from 100 rad/s, for the same reason.
    rotationUnits == .degreesPerSecond ? -5729...5729 : MotionCSV.rotationRateRange
  }

  /// An error about a value out of range, with the option for files in another unit.
  func explained(_ error: FormatError) -> FormatError {
    guard case .notAllowed(let found, let allowed) = error.problem else { return error }
    // Only where no unit is said: elsewhere the advice to say one would not help.
    var other: (unit: String, words: String, option: String)?
    if error.path.hasPrefix("acceleration"), units == nil { other = ("g", "m/s²", Self.toMeters) }
    if error.path.hasPrefix("rotation"), rotationUnits == nil {
      other = ("rad/s", "deg/s", Self.toDegrees)
    }
    guard let other else { return error }
    var error = error
    error.problem = .notAllowed(
      found: found, allowed: "\(allowed) \(other.unit); for \(other.words), \(other.option)")
    return error
  }

  private static let toMeters = "--motion-units m/s2, in a scenario \"motionUnits\": \"m/s2\""
  private static let toDegrees =
    "--motion-rotation-units deg/s, in a scenario \"motionRotationUnits\": \"deg/s\""
}
