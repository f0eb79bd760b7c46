import SimbenchKit

/// What `explore` looks for among the particles.
extension MagneticParticles {
  /// What has to hold, and what should happen now and then.
  package enum Property: UInt8, PropertyKey {
    /// A finger attracts.
    case attracting
    /// Five fingers or traces attract at once.
    case handful
    /// The trace of a finger attracts after it has lifted.
    case trace
    /// All particles move.
    case moving
    /// No particle moves.
    case still
    /// There are as many particles as there may be.
    case many
    /// The device leans far.
    case leaning

    /// What the property is called and says, and when it has to hold.
    package var descriptor: PropertyDescriptor {
      switch self {
      case .attracting: .sometimes("attracted", "A finger attracts.", requirement: "BV-MAGNET")
      case .handful:
        .sometimes(
          "five-attractors", "Five fingers or traces attract at once.", requirement: "BV-MAGNET")
      case .trace:
        .sometimes(
          "trace-fades", "The trace of a finger attracts after it has lifted.",
          requirement: "BV-MAGNET")
      case .moving: .sometimes("all-moving", "All particles move.", requirement: "BV-MAGNET")
      case .still: .sometimes("none-moving", "No particle moves.", requirement: "BV-MAGNET")
      case .many:
        .sometimes(
          "cap-reached", "There are as many particles as there may be.", requirement: "BV-MAGNET")
      case .leaning: .sometimes("leaning", "The device leans far.", requirement: "BV-MAGNET")
      }
    }
  }

  /// Looks at the state after a frame.
  public borrowing func judge(_ input: borrowing FrameInput, by judge: inout PropertyJudge) {
    var attracting: UInt32 = 0
    for attractor in physics.attractors where attractor.strength > 0 { attracting &+= 1 }
    let count = UInt32(physics.x.count)
    judge.sometimes(Property.attracting, attracting > 0)
    judge.sometimes(Property.handful, attracting >= 5)
    judge.sometimes(Property.trace, attracting > 0 && input.touchCount == 0)
    judge.sometimes(Property.moving, movingCount == count)
    judge.sometimes(Property.still, movingCount == 0)
    judge.sometimes(Property.many, Float(count) == Tuning.maximumParticleCount)
    judge.sometimes(Property.leaning, leanX.magnitude + leanY.magnitude > 0.1)
  }
}
