import SimbenchKit

/// Properties of letter tracing.
extension LetterTracing {
  /// Properties and coverage goals.
  package enum Property: UInt8, PropertyKey {
    /// The coverage of the path is from 0 to 1.
    case coverageIsShare
    /// The letter is completed.
    case traced
    /// Coverage is 60 to 70 percent, and no finger is down.
    case almost
    /// The whole path of the letter is traced.
    case whole
    /// The letter is completed with at least five strokes.
    case retraced
    /// The finger is more than a centimeter off the path.
    case off
    /// A palm rests on the glass without drawing.
    case resting
    /// A vibration occurs.
    case buzzed
    /// The letter fades after it was completed.
    case faded

    /// The property's name, sentence and kind.
    package var descriptor: PropertyDescriptor {
      switch self {
      case .coverageIsShare:
        .always(
          "coverage-is-a-share", "The coverage of the path is from 0 to 1.",
          requirement: "SC-INK")
      case .traced:
        .sometimes("completed", "The letter is completed.", requirement: "SC-DONE")
      case .almost:
        .sometimes(
          "almost-completed", "Coverage is 60 to 70 percent, and no finger is down.",
          requirement: "SC-INK")
      case .whole:
        .sometimes("all-covered", "The whole path of the letter is traced.", requirement: "SC-INK")
      case .retraced:
        .sometimes(
          "completed-in-pieces", "The letter is completed with at least five strokes.",
          requirement: "SC-INK")
      case .off:
        .sometimes(
          "off-path", "The finger is more than a centimeter off the path.", requirement: "SC-INK")
      case .resting:
        .sometimes(
          "palm-rests", "A palm rests on the glass without drawing.", requirement: "SC-INK")
      case .buzzed: .sometimes("vibration", "A vibration occurs.", requirement: "SC-HAPTIC")
      case .faded:
        .sometimes(
          "letter-fades", "The letter fades after it was completed.", requirement: "SC-INK")
      }
    }
  }

  /// Checks the state after a frame.
  public borrowing func judge(_ input: borrowing FrameInput, by judge: inout PropertyChecker) {
    var isResting = false
    for stroke in strokes where stroke.role == .rests { isResting = true }
    let coverage = meter.coverage
    judge.always(
      Property.coverageIsShare, coverage >= 0 && coverage <= 1, value: coverage, limit: 1)
    judge.sometimes(Property.traced, isTraced)
    judge.sometimes(
      Property.almost, coverage >= 0.6 && coverage < 0.7 && input.downCount == 0)
    judge.sometimes(Property.whole, coverage > 0.999)
    judge.sometimes(Property.retraced, isTraced && strokeCount >= 5)
    judge.sometimes(Property.off, meter.deviationMillimeters > 10)
    judge.sometimes(Property.resting, isResting)
    judge.sometimes(Property.buzzed, haptics.pulseCount > 0)
    judge.sometimes(Property.faded, fade > 0)
  }
}
