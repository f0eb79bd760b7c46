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
        .whole(
          "blobs", "Blobs of color.", Tuning.minimumBlobCount...Tuning.maximumBlobCount,
          default: Tuning.maximumBlobCount)
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
        .members("blobs", "Blobs of color.", cap: 2, requirement: "BV-MIX")
      case .held:
        .gauge("blobs-held", "Blobs held by a finger.", requirement: "BV-MIX")
      case .moving:
        .gauge("blobs-moving", "Blobs faster than half a point per frame.", requirement: "BV-MIX")
      }
    }
  }
}
