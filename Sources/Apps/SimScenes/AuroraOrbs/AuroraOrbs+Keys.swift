import SimbenchKit

/// Parameters and populations.
extension AuroraOrbs {
  /// Parameters of a scenario.
  public enum Parameter: UInt8, ParameterKey {
    /// Orbs of light.
    case orbs

    /// The parameter's name, summary and range.
    public var descriptor: ParameterDescriptor {
      switch self {
      case .orbs:
        .whole(
          "orbs", "Orbs of light.", Tuning.minimumOrbCount...Tuning.maximumOrbCount,
          default: Tuning.defaultOrbCount)
      }
    }
  }

  /// Values counted in every frame.
  public enum Population: UInt8, PopulationKey {
    /// Orbs of light.
    case orbs
    /// Touched places that push light away.
    case hollows

    /// The population's description and limit.
    public var descriptor: PopulationDescriptor {
      switch self {
      case .orbs:
        .members("orbs", "Orbs of light.", cap: 8, requirement: "BV-AURORA")
      case .hollows:
        .members(
          "hollows", "Touched places that push light away.", cap: UInt32(Tuning.maximumHollowCount),
          requirement: "BV-AURORA")
      }
    }
  }
}
