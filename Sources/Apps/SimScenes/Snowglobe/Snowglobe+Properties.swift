import SimbenchKit

/// Properties of the globe.
extension Snowglobe {
  /// Properties and coverage goals.
  package enum Property: UInt8, PropertyKey {
    /// The liquid's agitation is above 0.99.
    case stirred
    /// The liquid rotates faster than 0.02 rad/s.
    case whirled
    /// The tilt is at its limit.
    case tilted
    /// All flakes lie on the snow.
    case resting
    /// No flake lies on the snow.
    case floating
    /// The number of flakes is at its maximum.
    case many
    /// There are fewer than 100 flakes.
    case few
    /// Five fingers are down at once.
    case handful

    /// The property's name, sentence and kind.
    package var descriptor: PropertyDescriptor {
      switch self {
      case .stirred:
        .sometimes("stirred", "The liquid's agitation is above 0.99.", requirement: "BV-SNOW")
      case .whirled:
        .sometimes(
          "whirled", "The liquid rotates faster than 0.02 rad/s.", requirement: "BV-SNOW")
      case .tilted:
        .sometimes("tilted", "The tilt is at its limit.", requirement: "BV-SNOW")
      case .resting:
        .sometimes("all-settled", "All flakes lie on the snow.", requirement: "BV-SNOW")
      case .floating:
        .sometimes("none-settled", "No flake lies on the snow.", requirement: "BV-SNOW")
      case .many:
        .sometimes(
          "cap-reached", "The number of flakes is at its maximum.", requirement: "BV-SNOW")
      case .few:
        .sometimes("few-flakes", "There are fewer than 100 flakes.", requirement: "BV-SNOW")
      case .handful:
        .sometimes("five-fingers", "Five fingers are down at once.", requirement: "BV-SNOW")
      }
    }
  }

  /// Checks the state after a frame.
  public borrowing func judge(_ input: borrowing FrameInput, by judge: inout PropertyChecker) {
    var settled: UInt32 = 0
    for isSettled in flakes.isSettled { settled &+= isSettled }
    judge.sometimes(Property.stirred, agitation > 0.99)
    judge.sometimes(Property.whirled, spin.magnitude > 0.02)
    judge.sometimes(Property.tilted, tilt.magnitude >= Tuning.maximumTilt)
    judge.sometimes(Property.resting, settled == UInt32(flakes.x.count))
    judge.sometimes(Property.floating, settled == 0)
    judge.sometimes(Property.many, Float(flakes.x.count) == Tuning.maximumFlakeCount)
    judge.sometimes(Property.few, flakes.x.count < 100)
    judge.sometimes(Property.handful, input.downCount >= 5)
  }
}
