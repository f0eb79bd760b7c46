import SimbenchKit

/// What `explore` looks for among the bubbles.
extension Bubbles {
  /// What has to hold, and what should happen now and then.
  package enum Property: UInt8, PropertyKey {
    /// Bubbles that popped come back, unless touched again.
    case comesBack
    /// A bubble pops.
    case popped
    /// Three bubbles pop at once.
    case poppedTogether
    /// Half of all bubbles are away.
    case away
    /// The water is stirred as much as can be.
    case stirred
    /// Up is as far to the side as it can be.
    case tilted
    /// There are as many bubbles as there may be.
    case many

    /// What the property is called and says, and when it has to hold.
    package var descriptor: PropertyDescriptor {
      switch self {
      case .comesBack:
        .leadsTo(
          "popped-come-back", "Bubbles that popped come back, unless touched again.",
          requirement: "BV-BUBBLE", withinSteps: 1200)
      case .popped: .sometimes("pop", "A bubble pops.", requirement: "BV-BUBBLE")
      case .poppedTogether:
        .sometimes("several-pop", "Three bubbles pop at once.", requirement: "BV-BUBBLE")
      case .away: .sometimes("half-away", "Half of all bubbles are away.", requirement: "BV-BUBBLE")
      case .stirred:
        .sometimes("stirred", "The water is stirred as much as can be.", requirement: "BV-BUBBLE")
      case .tilted:
        .sometimes("tilted", "Up is as far to the side as it can be.", requirement: "BV-BUBBLE")
      case .many:
        .sometimes(
          "cap-reached", "There are as many bubbles as there may be.", requirement: "BV-BUBBLE")
      }
    }
  }

  /// Looks at the state after a frame.
  public borrowing func judge(_ input: borrowing FrameInput, by judge: inout PropertyJudge) {
    var (popping, waiting) = (UInt32.zero, UInt32.zero)
    for stage in flock.stage {
      if stage == Stage.popping { popping &+= 1 }
      if stage == Stage.waiting { waiting &+= 1 }
    }
    let isTouched = input.downCount > 0
    judge.leadsTo(
      Property.comesBack, from: !isTouched && popping &+ waiting > 0, to: popping &+ waiting == 0)
    judge.sometimes(Property.popped, popping > 0)
    judge.sometimes(Property.poppedTogether, popping >= 3)
    judge.sometimes(Property.away, 2 &* waiting >= UInt32(flock.x.count))
    judge.sometimes(Property.stirred, agitation > 0.99)
    judge.sometimes(Property.tilted, tilt.magnitude >= Tuning.maximumTilt)
    judge.sometimes(Property.many, Float(flock.x.count) == Tuning.maximumBubbleCount)
  }
}
