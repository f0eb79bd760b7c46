import SimbenchKit

/// Properties of the particles.
extension MagneticParticles {
  /// Properties and coverage goals.
  package enum Property: UInt8, PropertyKey {
    /// A finger attracts.
    case attracting
    /// Five fingers or traces attract at once.
    case handful
    /// A finger's trace attracts after the finger was lifted.
    case trace
    /// All particles move.
    case moving
    /// No particle moves.
    case still
    /// The number of particles is at its maximum.
    case many
    /// The device leans by more than 0.1 rad.
    case leaning

    /// The property's name, sentence and kind.
    package var descriptor: PropertyDescriptor {
      switch self {
      case .attracting: .sometimes("attracted", "A finger attracts.", requirement: "BV-MAGNET")
      case .handful:
        .sometimes(
          "five-attractors", "Five fingers or traces attract at once.", requirement: "BV-MAGNET")
      case .trace:
        .sometimes(
          "trace-fades", "A finger's trace attracts after the finger was lifted.",
          requirement: "BV-MAGNET")
      case .moving: .sometimes("all-moving", "All particles move.", requirement: "BV-MAGNET")
      case .still: .sometimes("none-moving", "No particle moves.", requirement: "BV-MAGNET")
      case .many:
        .sometimes(
          "cap-reached", "The number of particles is at its maximum.", requirement: "BV-MAGNET")
      case .leaning:
        .sometimes("leaning", "The device leans by more than 0.1 rad.", requirement: "BV-MAGNET")
      }
    }
  }

  /// Checks the state after a frame.
  public borrowing func judge(_ input: borrowing FrameInput, by judge: inout PropertyChecker) {
    var attracting: UInt32 = 0
    for attractor in physics.attractors where attractor.strength > 0 { attracting &+= 1 }
    let count = UInt32(physics.x.count)
    judge.sometimes(Property.attracting, attracting > 0)
    judge.sometimes(Property.handful, attracting >= 5)
    judge.sometimes(Property.trace, attracting > 0 && input.touches.isEmpty)
    judge.sometimes(Property.moving, movingCount == count)
    judge.sometimes(Property.still, movingCount == 0)
    judge.sometimes(Property.many, Float(count) == Tuning.maximumParticleCount)
    judge.sometimes(Property.leaning, leanX.magnitude + leanY.magnitude > 0.1)
  }
}
