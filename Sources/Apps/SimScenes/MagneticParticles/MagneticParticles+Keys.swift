import SimbenchKit

/// What a scenario chooses, and what is counted.
extension MagneticParticles {
  /// What a scenario may choose.
  public enum Parameter: UInt8, ParameterKey {
    /// Particles on the canvas.
    case particles
    /// Whether particles are shown as frame times allow.
    case adaptive

    /// What the parameter is called, does and may be.
    public var descriptor: ParameterDescriptor {
      switch self {
      case .particles:
        ParameterDescriptor(
          name: "particles", summary: "Particles on the canvas.",
          minimum: Tuning.minimumParticleCount, maximum: Tuning.maximumParticleCount,
          defaultValue: Tuning.maximumParticleCount, isWhole: true)
      case .adaptive:
        AdaptiveMembers.parameter(
          "Whether 200 particles or more are shown as frame times allow, and under which load.")
      }
    }
  }

  /// What is counted every frame.
  public enum Population: UInt8, PopulationKey {
    /// Particles that can be seen.
    case particles
    /// Particles whose center is on the canvas.
    case onCanvas
    /// Particles faster than half a point a frame.
    case moving
    /// Fingers and fading traces of fingers that attract.
    case attractors

    /// What is counted, and how many there may be.
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
          name: "particles-moving", summary: "Particles faster than half a point a frame.", cap: 0,
          requirement: "BV-MAGNET")
      case .attractors:
        PopulationDescriptor(
          name: "attractors", summary: "Fingers and fading traces of fingers that attract.", cap: 0,
          requirement: "BV-TOUCH")
      }
    }
  }
}
