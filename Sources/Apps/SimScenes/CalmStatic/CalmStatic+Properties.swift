import SimbenchKit

/// Properties of the calm picture.
extension CalmStatic {
  /// Properties and coverage goals.
  package enum Property: UInt8, PropertyKey {
    /// The number of glows is at its maximum.
    case full
    /// There is no glow.
    case dark
    /// Motion displaces the light by more than 0.1 points.
    case leaning

    /// The property's name, sentence and kind.
    package var descriptor: PropertyDescriptor {
      switch self {
      case .full:
        .sometimes(
          "cap-reached", "The number of glows is at its maximum.", requirement: "BV-CALM")
      case .dark: .sometimes("no-glow", "There is no glow.", requirement: "BV-CALM")
      case .leaning:
        .sometimes(
          "leaning", "Motion displaces the light by more than 0.1 points.", requirement: "BV-CALM")
      }
    }
  }

  /// Checks the state after a frame.
  public borrowing func judge(_ input: borrowing FrameInput, by judge: inout PropertyChecker) {
    let count = glows.count
    judge.sometimes(Property.full, count >= UInt32(Tuning.maximumGlowCount))
    judge.sometimes(Property.dark, count == 0)
    judge.sometimes(Property.leaning, lean.lengthSquared > 0.01)
  }
}
