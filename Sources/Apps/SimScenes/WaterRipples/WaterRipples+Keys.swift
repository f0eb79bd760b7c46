import SimbenchKit

/// Parameters and populations.
extension WaterRipples {
  /// Parameters of a scenario.
  public enum Parameter: UInt8, ParameterKey {
    /// The maximum number of rings on the water.
    case ripples

    /// The parameter's name, summary and range.
    public var descriptor: ParameterDescriptor {
      switch self {
      case .ripples:
        .whole(
          "ripples", "The maximum number of rings on the water.",
          1...Float(Tuning.maximumRingCount), default: Float(Tuning.maximumRingCount))
      }
    }
  }

  /// Values counted in every frame.
  public enum Population: UInt8, PopulationKey {
    /// Rings on the water.
    case ripples
    /// Rings waiting for a free slot.
    case waiting

    /// The population's description and limit.
    public var descriptor: PopulationDescriptor {
      switch self {
      case .ripples:
        .members("ripples", "Rings on the water.", cap: 12, requirement: "BV-RIPPLE")
      case .waiting:
        .gauge("ripples-waiting", "Rings waiting for a free slot.", requirement: "BV-RIPPLE")
      }
    }
  }
}
