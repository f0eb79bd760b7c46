import SimbenchKit

/// Parameters and populations.
extension MagneticParticles {
  /// Parameters of a scenario.
  public enum Parameter: UInt8, ParameterKey {
    /// Particles on the canvas.
    case particles
    /// Whether the number of visible particles adapts to frame times.
    case adaptive

    /// The parameter's name, summary and range.
    public var descriptor: ParameterDescriptor {
      switch self {
      case .particles:
        ParameterDescriptor(
          name: "particles", summary: "Particles on the canvas.",
          minimum: Tuning.minimumParticleCount, maximum: Tuning.maximumParticleCount,
          defaultValue: Tuning.maximumParticleCount, isWhole: true)
      case .adaptive:
        AdaptiveMembers.parameter(
          "Adapts the number of particles, at least 200, to measured or simulated frame times.")
      }
    }
  }

  /// Values counted in every frame.
  public enum Population: UInt8, PopulationKey {
    /// Visible particles.
    case particles
    /// Particles whose center is on the canvas.
    case onCanvas
    /// Particles faster than half a point per frame.
    case moving
    /// Attracting fingers and fading traces of fingers.
    case attractors

    /// The population's description and limit.
    public var descriptor: PopulationDescriptor {
      switch self {
      case .particles:
        PopulationDescriptor(
          name: "particles", summary: "Particles on the canvas.", cap: 600, requirement: "BV-MAGNET"
        )
      case .onCanvas:
        PopulationDescriptor(
          name: "particles-on-canvas", summary: "Particles whose center is on the canvas.", cap: 0,
          requirement: "BV-ROTATE")
      case .moving:
        PopulationDescriptor(
          name: "particles-moving", summary: "Particles faster than half a point per frame.",
          cap: 0,
          requirement: "BV-MAGNET")
      case .attractors:
        PopulationDescriptor(
          name: "attractors", summary: "Attracting fingers and fading traces of fingers.", cap: 0,
          requirement: "BV-TOUCH")
      }
    }
  }
}
