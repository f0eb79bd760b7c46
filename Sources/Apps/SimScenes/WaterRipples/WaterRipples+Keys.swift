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
        ParameterDescriptor(
          name: "ripples", summary: "The maximum number of rings on the water.", minimum: 1,
          maximum: Float(Tuning.maximumRingCount),
          defaultValue: Float(Tuning.maximumRingCount), isWhole: true)
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
        PopulationDescriptor(
          name: "ripples", summary: "Rings on the water.", cap: 12, requirement: "BV-RIPPLE")
      case .waiting:
        PopulationDescriptor(
          name: "ripples-waiting", summary: "Rings waiting for a free slot.", cap: 0,
          requirement: "BV-RIPPLE")
      }
    }
  }
}
