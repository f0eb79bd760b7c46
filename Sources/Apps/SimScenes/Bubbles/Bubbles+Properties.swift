import SimbenchKit

/// Properties of the bubbles.
extension Bubbles {
  /// Properties and coverage goals.
  package enum Property: UInt8, PropertyKey {
    /// Bubbles that popped come back, unless touched again.
    case comesBack
    /// A bubble pops.
    case popped
    /// Three bubbles pop at once.
    case poppedTogether
    /// At least half of all bubbles are waiting to return.
    case away
    /// The water's agitation is above 0.99.
    case stirred
    /// The tilt is at its limit.
    case tilted
    /// The number of bubbles is at its maximum.
    case many

    /// The property's name, sentence and kind.
    package var descriptor: PropertyDescriptor {
      switch self {
      case .comesBack:
        .leadsTo(
          "popped-come-back", "Bubbles that popped come back, unless touched again.",
          requirement: "BV-BUBBLE", within: .seconds(20))
      case .popped: .sometimes("pop", "A bubble pops.", requirement: "BV-BUBBLE")
      case .poppedTogether:
        .sometimes("several-pop", "Three bubbles pop at once.", requirement: "BV-BUBBLE")
      case .away:
        .sometimes(
          "half-away", "At least half of all bubbles are waiting to return.",
          requirement: "BV-BUBBLE")
      case .stirred:
        .sometimes("stirred", "The water's agitation is above 0.99.", requirement: "BV-BUBBLE")
      case .tilted:
        .sometimes("tilted", "The tilt is at its limit.", requirement: "BV-BUBBLE")
      case .many:
        .sometimes(
          "cap-reached", "The number of bubbles is at its maximum.", requirement: "BV-BUBBLE")
      }
    }
  }

  /// Checks the state after a frame.
  public borrowing func judge(_ input: borrowing FrameInput, by judge: inout PropertyChecker) {
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
