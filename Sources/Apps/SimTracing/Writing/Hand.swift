import SimbenchKit

/// The movement of a writer's hand; lengths are in millimeters.
struct Hand {
  /// The mean speed along a stroke in millimeters per second.
  var speed: Float
  /// The path length that one submovement covers.
  var submovement: Float
  /// Slow deviation from the path: the amplitude of each of three waves of 0.3 to 1.6 Hz.
  var drift: Float
  /// The amplitude of a tremor of 8 to 12 Hz.
  var tremor: Float
  /// The maximum overshoot beyond the end of a stroke.
  var overshoot: Float
  /// The maximum fraction of a stroke that is missing at its end.
  var earlyLift: Float
  /// The seconds between two strokes.
  var pause: Float

  /// The hand for a skill.
  static func of(_ skill: Writer.Skill) -> Hand {
    switch skill {
    case .adult, .tap: adult
    case .sixYearOld, .palm, .restarts, .scribble: sixYearOld
    case .fourYearOld: fourYearOld
    case .tremor:
      Hand(
        speed: 60, submovement: 30, drift: 0.4, tremor: 1.6, overshoot: 1, earlyLift: 0, pause: 0.3)
    }
  }

  private static var adult: Hand {
    Hand(
      speed: 85, submovement: 60, drift: 0.25, tremor: 0.04, overshoot: 0.6, earlyLift: 0,
      pause: 0.22)
  }

  private static var sixYearOld: Hand {
    Hand(
      speed: 60, submovement: 24, drift: 0.7, tremor: 0.08, overshoot: 1.6, earlyLift: 0.03,
      pause: 0.35)
  }

  private static var fourYearOld: Hand {
    Hand(
      speed: 45, submovement: 12, drift: 1.3, tremor: 0.15, overshoot: 3, earlyLift: 0.1,
      pause: 0.5)
  }
}
