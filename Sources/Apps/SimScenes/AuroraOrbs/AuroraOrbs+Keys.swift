import SimbenchKit

/// What a scenario chooses, and what is counted.
extension AuroraOrbs {
  /// What a scenario may choose.
  public enum Parameter: UInt8, ParameterKey {
    /// Orbs of light.
    case orbs

    /// What the parameter is called, does and may be.
    public var descriptor: ParameterDescriptor {
      switch self {
      case .orbs:
        ParameterDescriptor(
          name: "orbs", summary: "Orbs of light.", minimum: Tuning.minimumOrbCount,
          maximum: Tuning.maximumOrbCount,
          defaultValue: Tuning.defaultOrbCount, isWhole: true)
      }
    }
  }

  /// What is counted every frame.
  public enum Population: UInt8, PopulationKey {
    /// Orbs of light.
    case orbs
    /// Places that push light away.
    case hollows

    /// What is counted, and how many there may be.
    public var descriptor: PopulationDescriptor {
      switch self {
      case .orbs:
        PopulationDescriptor(
          name: "orbs", summary: "Orbs of light.", cap: 8, requirement: "BV-AURORA")
      case .hollows:
        PopulationDescriptor(
          name: "hollows", summary: "Places that push light away.",
          cap: UInt32(Tuning.maximumHollowCount), requirement: "BV-AURORA")
      }
    }
  }
}
