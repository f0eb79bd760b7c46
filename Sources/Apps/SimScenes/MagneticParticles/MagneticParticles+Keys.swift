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
        .whole(
          "particles", "Particles on the canvas.",
          Tuning.minimumParticleCount...Tuning.maximumParticleCount,
          default: Tuning.maximumParticleCount)
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
        .members("particles", "Particles on the canvas.", cap: 600, requirement: "BV-MAGNET")
      case .onCanvas:
        .gauge(
          "particles-on-canvas", "Particles whose center is on the canvas.",
          requirement: "BV-ROTATE")
      case .moving:
        .gauge(
          "particles-moving", "Particles faster than half a point per frame.",
          requirement: "BV-MAGNET")
      case .attractors:
        .gauge(
          "attractors", "Attracting fingers and fading traces of fingers.", requirement: "BV-TOUCH")
      }
    }
  }
}
