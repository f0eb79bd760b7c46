import SimbenchKit

/// What a scenario chooses, and what is counted.
extension ColorMixer {
  /// What a scenario may choose.
  public enum Parameter: UInt8, ParameterKey {
    /// Blobs of color.
    case blobs

    /// What the parameter is called, does and may be.
    public var descriptor: ParameterDescriptor {
      switch self {
      case .blobs:
        ParameterDescriptor(
          name: "blobs", summary: "Blobs of color.", minimum: Tuning.minimumBlobCount,
          maximum: Tuning.maximumBlobCount,
          defaultValue: Tuning.maximumBlobCount, isWhole: true)
      }
    }
  }

  /// What is counted every frame.
  public enum Population: UInt8, PopulationKey {
    /// Blobs of color.
    case blobs
    /// Blobs that a finger holds.
    case held
    /// Blobs faster than half a point a frame.
    case moving

    /// What is counted, and how many there may be.
    public var descriptor: PopulationDescriptor {
      switch self {
      case .blobs:
        PopulationDescriptor(
          name: "blobs", summary: "Blobs of color.", cap: 2, requirement: "BV-MIX")
      case .held:
        PopulationDescriptor(
          name: "blobs-held", summary: "Blobs that a finger holds.", cap: 0, requirement: "BV-MIX")
      case .moving:
        PopulationDescriptor(
          name: "blobs-moving", summary: "Blobs faster than half a point a frame.", cap: 0,
          requirement: "BV-MIX")
      }
    }
  }
}
