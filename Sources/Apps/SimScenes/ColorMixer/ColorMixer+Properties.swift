import SimbenchKit

/// What `explore` looks for in the mixer.
extension ColorMixer {
  /// What has to hold, and what should happen now and then.
  package enum Property: UInt8, PropertyKey {
    /// A finger holds a blob.
    case held
    /// Two fingers hold two blobs.
    case bothHeld
    /// Two blobs lie half the canvas apart.
    case apart
    /// Two blobs lie within 60 points of each other.
    case mixed
    /// The colors are shaken as much as can be.
    case stirred

    /// What the property is called and says, and when it has to hold.
    package var descriptor: PropertyDescriptor {
      switch self {
      case .held: .sometimes("held", "A finger holds a blob.", requirement: "BV-MIX")
      case .bothHeld: .sometimes("both-held", "Two fingers hold two blobs.", requirement: "BV-MIX")
      case .apart:
        .sometimes("apart", "Two blobs lie half the canvas apart.", requirement: "BV-MIX")
      case .mixed:
        .sometimes("mixed", "Two blobs lie within 60 points of each other.", requirement: "BV-MIX")
      case .stirred:
        .sometimes("stirred", "The colors are shaken as much as can be.", requirement: "BV-MIX")
      }
    }
  }

  /// Looks at the state after a frame.
  public borrowing func judge(_ input: borrowing FrameInput, by judge: inout PropertyJudge) {
    var held: UInt32 = 0
    for index in blobs.indices { held &+= blobs[index].isHeld }
    var distance: Float?
    if blobs.count >= 2 { distance = (blobs[0].center - blobs[1].center).length }
    judge.sometimes(Property.held, held > 0)
    judge.sometimes(Property.bothHeld, held >= 2)
    judge.sometimes(Property.apart, distance.map { $0 > 0.5 * min(width, height) } ?? false)
    judge.sometimes(Property.mixed, distance.map { $0 < 60 } ?? false)
    judge.sometimes(Property.stirred, agitation > 0.9)
  }
}
