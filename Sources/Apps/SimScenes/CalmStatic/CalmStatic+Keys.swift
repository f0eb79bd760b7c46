import SimbenchKit

/// Populations.
extension CalmStatic {
  /// Values counted in every frame.
  public enum Population: UInt8, PopulationKey {
    /// Glows left by fingers.
    case glows

    /// The population's description and limit.
    public var descriptor: PopulationDescriptor {
      switch self {
      case .glows:
        .members(
          "glows", "Glows left by fingers.", cap: UInt32(Tuning.maximumGlowCount),
          requirement: "BV-CALM")
      }
    }
  }
}
