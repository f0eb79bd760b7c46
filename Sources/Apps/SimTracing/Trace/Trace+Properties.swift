import SimbenchKit

/// What `explore` looks for while letters are traced.
extension Trace {
  /// What has to hold, and what should happen now and then.
  package enum Property: UInt8, PropertyKey {
    /// What is traced of the path is a share of it.
    case coverageIsShare
    /// Enough of the letter was traced.
    case traced
    /// Between 60 and 70 percent are traced, and no finger is down.
    case almost
    /// All of the letter's path is traced.
    case whole
    /// The letter was completed with five strokes or more.
    case retraced
    /// The finger is more than a centimeter off the path.
    case off
    /// A contact rests that does not draw.
    case resting
    /// A vibration is given.
    case buzzed
    /// The letter fades after it was completed.
    case faded

    /// What the property is called and says, and when it has to hold.
    package var descriptor: PropertyDescriptor {
      switch self {
      case .coverageIsShare:
        .always(
          "coverage-is-a-share", "What is traced of the path is a share of it.",
          requirement: "SC-INK")
      case .traced:
        .sometimes("completed", "Enough of the letter was traced.", requirement: "SC-DONE")
      case .almost:
        .sometimes(
          "almost-completed", "Between 60 and 70 percent are traced, and no finger is down.",
          requirement: "SC-INK")
      case .whole:
        .sometimes("all-covered", "All of the letter's path is traced.", requirement: "SC-INK")
      case .retraced:
        .sometimes(
          "completed-in-pieces", "The letter was completed with five strokes or more.",
          requirement: "SC-INK")
      case .off:
        .sometimes(
          "off-path", "The finger is more than a centimeter off the path.", requirement: "SC-INK")
      case .resting:
        .sometimes("palm-rests", "A contact rests that does not draw.", requirement: "SC-INK")
      case .buzzed: .sometimes("vibration", "A vibration is given.", requirement: "SC-HAPTIC")
      case .faded:
        .sometimes(
          "letter-fades", "The letter fades after it was completed.", requirement: "SC-INK")
      }
    }
  }

  /// Looks at the state after a frame.
  public borrowing func judge(_ input: borrowing FrameInput, by judge: inout PropertyJudge) {
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
