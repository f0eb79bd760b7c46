import SimbenchKit

/// Parameters and populations.
extension ColorMixer {
  /// Parameters of a scenario.
  public enum Parameter: UInt8, ParameterKey {
    /// Blobs of color.
    case blobs

    /// The parameter's name, summary and range.
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

  /// Values counted in every frame.
  public enum Population: UInt8, PopulationKey {
    /// Blobs of color.
    case blobs
    /// Blobs held by a finger.
    case held
    /// Blobs faster than half a point per frame.
    case moving

    /// The population's description and limit.
    public var descriptor: PopulationDescriptor {
      switch self {
      case .blobs:
        PopulationDescriptor(
          name: "blobs", summary: "Blobs of color.", cap: 2, requirement: "BV-MIX")
      case .held:
        PopulationDescriptor(
          name: "blobs-held", summary: "Blobs held by a finger.", cap: 0, requirement: "BV-MIX")
      case .moving:
        PopulationDescriptor(
          name: "blobs-moving", summary: "Blobs faster than half a point per frame.", cap: 0,
          requirement: "BV-MIX")
      }
    }
  }
}
