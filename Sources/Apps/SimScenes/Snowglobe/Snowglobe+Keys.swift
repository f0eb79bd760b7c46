import SimbenchKit

/// What a scenario chooses, and what is counted.
extension Snowglobe {
  /// What a scenario may choose.
  public enum Parameter: UInt8, ParameterKey {
    /// Flakes in the globe.
    case flakes
    /// Whether flakes are shown as frame times allow.
    case adaptive

    /// What the parameter is called, does and may be.
    public var descriptor: ParameterDescriptor {
      switch self {
      case .flakes:
        ParameterDescriptor(
          name: "flakes", summary: "Flakes in the globe.", minimum: Tuning.minimumFlakeCount,
          maximum: Tuning.maximumFlakeCount,
          defaultValue: Tuning.maximumFlakeCount, isWhole: true)
      case .adaptive:
        AdaptiveMembers.parameter(
          "Whether 200 flakes or more are shown as frame times allow, and under which load.")
      }
    }
  }

  /// What is counted every frame.
  public enum Population: UInt8, PopulationKey {
    /// Flakes in the globe.
    case flakes
    /// Flakes whose center is on the canvas.
    case onCanvas
    /// Flakes faster than half a point a frame.
    case moving
    /// Flakes that lie on the snow.
    case settled

    /// What is counted, and how many there may be.
    public var descriptor: PopulationDescriptor {
      switch self {
      case .flakes:
        PopulationDescriptor(
          name: "flakes", summary: "Flakes in the globe.", cap: 600, requirement: "BV-SNOW")
      case .onCanvas:
        PopulationDescriptor(
          name: "flakes-on-canvas", summary: "Flakes whose center is on the canvas.", cap: 0,
          requirement: "BV-ROTATE")
      case .moving:
        PopulationDescriptor(
          name: "flakes-moving", summary: "Flakes faster than half a point a frame.", cap: 0,
          requirement: "BV-SNOW")
      case .settled:
        PopulationDescriptor(
          name: "flakes-settled", summary: "Flakes that lie on the snow.", cap: 0,
          requirement: "BV-SNOW")
      }
    }
  }
}
