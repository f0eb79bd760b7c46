import SimbenchKit

/// Properties of the aurora.
extension AuroraOrbs {
  /// Properties and coverage goals.
  package enum Property: UInt8, PropertyKey {
    /// The number of orbs is at its maximum.
    case many
    /// There is exactly one orb.
    case one
    /// A finger pushes light away.
    case pushed
    /// Five fingers push light away at once.
    case handful

    /// The property's name, sentence and kind.
    package var descriptor: PropertyDescriptor {
      switch self {
      case .many:
        .sometimes(
          "cap-reached", "The number of orbs is at its maximum.", requirement: "BV-AURORA")
      case .one: .sometimes("one-orb", "There is exactly one orb.", requirement: "BV-AURORA")
      case .pushed: .sometimes("pushed", "A finger pushes light away.", requirement: "BV-AURORA")
      case .handful:
        .sometimes(
          "five-hollows", "Five fingers push light away at once.", requirement: "BV-AURORA")
      }
    }
  }

  /// Checks the state after a frame.
  public borrowing func judge(_ input: borrowing FrameInput, by judge: inout PropertyChecker) {
    let pushing = hollows.count
    judge.sometimes(Property.many, Float(orbs.x.count) == Tuning.maximumOrbCount)
    judge.sometimes(Property.one, orbs.x.count <= Int(Tuning.minimumOrbCount))
    judge.sometimes(Property.pushed, pushing > 0)
    judge.sometimes(Property.handful, pushing >= 5)
  }
}
