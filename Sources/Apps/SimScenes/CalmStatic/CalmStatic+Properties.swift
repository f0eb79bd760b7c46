import SimbenchKit

/// What `explore` looks for in the calm picture.
extension CalmStatic {
  /// What has to hold, and what should happen now and then.
  package enum Property: UInt8, PropertyKey {
    /// There are as many glows as there may be.
    case full
    /// There is no glow.
    case dark
    /// The device leans far.
    case leaning

    /// What the property is called and says, and when it has to hold.
    package var descriptor: PropertyDescriptor {
      switch self {
      case .full:
        .sometimes(
          "cap-reached", "There are as many glows as there may be.", requirement: "BV-CALM")
      case .dark: .sometimes("no-glow", "There is no glow.", requirement: "BV-CALM")
      case .leaning: .sometimes("leaning", "The device leans far.", requirement: "BV-CALM")
      }
    }
  }

  /// Looks at the state after a frame.
  public borrowing func judge(_ input: borrowing FrameInput, by judge: inout PropertyJudge) {
    let count = glows.count
    judge.sometimes(Property.full, count >= UInt32(Tuning.maximumGlowCount))
    judge.sometimes(Property.dark, count == 0)
    judge.sometimes(Property.leaning, lean.lengthSquared > 0.01)
  }
}
