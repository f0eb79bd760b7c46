import SimbenchKit

/// What `explore` looks for among the orbs.
extension AuroraOrbs {
  /// What has to hold, and what should happen now and then.
  package enum Property: UInt8, PropertyKey {
    /// There are as many orbs as there may be.
    case many
    /// There is one orb.
    case one
    /// A finger pushes light away.
    case pushed
    /// Five fingers push at once.
    case handful

    /// What the property is called and says, and when it has to hold.
    package var descriptor: PropertyDescriptor {
      switch self {
      case .many:
        .sometimes(
          "cap-reached", "There are as many orbs as there may be.", requirement: "BV-AURORA")
      case .one: .sometimes("one-orb", "There is one orb.", requirement: "BV-AURORA")
      case .pushed: .sometimes("pushed", "A finger pushes light away.", requirement: "BV-AURORA")
      case .handful:
        .sometimes("five-hollows", "Five fingers push at once.", requirement: "BV-AURORA")
      }
    }
  }

  /// Looks at the state after a frame.
  public borrowing func judge(_ input: borrowing FrameInput, by judge: inout PropertyJudge) {
    let pushing = hollows.count
    judge.sometimes(Property.many, Float(orbs.x.count) == Tuning.maximumOrbCount)
    judge.sometimes(Property.one, orbs.x.count <= Int(Tuning.minimumOrbCount))
    judge.sometimes(Property.pushed, pushing > 0)
    judge.sometimes(Property.handful, pushing >= 5)
  }
}
