import SimbenchKit

/// What `explore` looks for in the globe.
extension Snowglobe {
  /// What has to hold, and what should happen now and then.
  package enum Property: UInt8, PropertyKey {
    /// The liquid is stirred as much as can be.
    case stirred
    /// The liquid turns with the glass.
    case whirled
    /// Down is as far to the side as it can be.
    case tilted
    /// All flakes lie on the snow.
    case resting
    /// No flake lies on the snow.
    case floating
    /// There are as many flakes as there may be.
    case many
    /// There are fewer than 100 flakes.
    case few
    /// Five fingers stir at once.
    case handful

    /// What the property is called and says, and when it has to hold.
    package var descriptor: PropertyDescriptor {
      switch self {
      case .stirred:
        .sometimes("stirred", "The liquid is stirred as much as can be.", requirement: "BV-SNOW")
      case .whirled:
        .sometimes(
          "whirled", "The liquid turns with the glass.", requirement: "BV-SNOW")
      case .tilted:
        .sometimes("tilted", "Down is as far to the side as it can be.", requirement: "BV-SNOW")
      case .resting:
        .sometimes("all-settled", "All flakes lie on the snow.", requirement: "BV-SNOW")
      case .floating:
        .sometimes("none-settled", "No flake lies on the snow.", requirement: "BV-SNOW")
      case .many:
        .sometimes(
          "cap-reached", "There are as many flakes as there may be.", requirement: "BV-SNOW")
      case .few:
        .sometimes("few-flakes", "There are fewer than 100 flakes.", requirement: "BV-SNOW")
      case .handful:
        .sometimes("five-fingers", "Five fingers stir at once.", requirement: "BV-SNOW")
      }
    }
  }

  /// Looks at the state after a frame.
  public borrowing func judge(_ input: borrowing FrameInput, by judge: inout PropertyJudge) {
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
