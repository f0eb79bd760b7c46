import SimbenchKit

/// What is counted.
extension CalmStatic {
  /// What is counted every frame.
  public enum Population: UInt8, PopulationKey {
    /// Glows that fingers leave.
    case glows

    /// What is counted, and how many there may be.
    public var descriptor: PopulationDescriptor {
      switch self {
      case .glows:
        PopulationDescriptor(
          name: "glows", summary: "Glows that fingers leave.", cap: UInt32(Tuning.maximumGlowCount),
          requirement: "BV-CALM")
      }
    }
  }
}
