import SimbenchKit

/// Parameters and populations.
extension Snowglobe {
  /// Parameters of a scenario.
  public enum Parameter: UInt8, ParameterKey {
    /// Flakes in the globe.
    case flakes
    /// Whether the number of visible flakes adapts to frame times.
    case adaptive

    /// The parameter's name, summary and range.
    public var descriptor: ParameterDescriptor {
      switch self {
      case .flakes:
        .whole(
          "flakes", "Flakes in the globe.", Tuning.minimumFlakeCount...Tuning.maximumFlakeCount,
          default: Tuning.maximumFlakeCount)
      case .adaptive:
        AdaptiveMembers.parameter(
          "Adapts the number of flakes, at least 200, to measured or simulated frame times.")
      }
    }
  }

  /// Values counted in every frame.
  public enum Population: UInt8, PopulationKey {
    /// Flakes in the globe.
    case flakes
    /// Flakes whose center is on the canvas.
    case onCanvas
    /// Flakes faster than half a point per frame.
    case moving
    /// Flakes that lie on the snow.
    case settled

    /// The population's description and limit.
    public var descriptor: PopulationDescriptor {
      switch self {
      case .flakes:
        .members("flakes", "Flakes in the globe.", cap: 600, requirement: "BV-SNOW")
      case .onCanvas:
        .gauge(
          "flakes-on-canvas", "Flakes whose center is on the canvas.", requirement: "BV-ROTATE")
      case .moving:
        .gauge(
          "flakes-moving", "Flakes faster than half a point per frame.", requirement: "BV-SNOW")
      case .settled:
        .gauge("flakes-settled", "Flakes that lie on the snow.", requirement: "BV-SNOW")
      }
    }
  }
}
