import SimbenchKit

/// What a scenario chooses, and what is counted.
extension WaterRipples {
  /// What a scenario may choose.
  public enum Parameter: UInt8, ParameterKey {
    /// Rings on the water at most.
    case ripples

    /// What the parameter is called, does and may be.
    public var descriptor: ParameterDescriptor {
      switch self {
      case .ripples:
        ParameterDescriptor(
          name: "ripples", summary: "Rings on the water at most.", minimum: 1,
          maximum: Float(Tuning.maximumRingCount),
          defaultValue: Float(Tuning.maximumRingCount), isWhole: true)
      }
    }
  }

  /// What is counted every frame.
  public enum Population: UInt8, PopulationKey {
    /// Rings on the water.
    case ripples
    /// Rings that wait for an older one to sink.
    case waiting

    /// What is counted, and how many there may be.
    public var descriptor: PopulationDescriptor {
      switch self {
      case .ripples:
        PopulationDescriptor(
          name: "ripples", summary: "Rings on the water.", cap: 12, requirement: "BV-RIPPLE")
      case .waiting:
        PopulationDescriptor(
          name: "ripples-waiting", summary: "Rings that wait for an older one to sink.", cap: 0,
          requirement: "BV-RIPPLE")
      }
    }
  }
}
