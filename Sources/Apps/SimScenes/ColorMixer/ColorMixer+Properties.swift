import SimbenchKit

/// Properties of the color mixer.
extension ColorMixer {
  /// Properties and coverage goals.
  package enum Property: UInt8, PropertyKey {
    /// A finger holds a blob.
    case held
    /// Two fingers hold two blobs.
    case bothHeld
    /// Two blobs are farther apart than half the canvas's shorter side.
    case apart
    /// Two blobs are closer than 60 points.
    case mixed
    /// The agitation is above 0.9.
    case stirred

    /// The property's name, sentence and kind.
    package var descriptor: PropertyDescriptor {
      switch self {
      case .held: .sometimes("held", "A finger holds a blob.", requirement: "BV-MIX")
      case .bothHeld: .sometimes("both-held", "Two fingers hold two blobs.", requirement: "BV-MIX")
      case .apart:
        .sometimes(
          "apart", "Two blobs are farther apart than half the canvas's shorter side.",
          requirement: "BV-MIX")
      case .mixed:
        .sometimes("mixed", "Two blobs are closer than 60 points.", requirement: "BV-MIX")
      case .stirred:
        .sometimes("stirred", "The agitation is above 0.9.", requirement: "BV-MIX")
      }
    }
  }

  /// Checks the state after a frame.
  public borrowing func judge(_ input: borrowing FrameInput, by judge: inout PropertyChecker) {
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
