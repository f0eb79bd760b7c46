import SimbenchKit

/// Parameters and populations.
extension Bubbles {
  /// Parameters of a scenario.
  public enum Parameter: UInt8, ParameterKey {
    /// Bubbles in the water.
    case bubbles
    /// Whether the number of visible bubbles adapts to frame times.
    case adaptive

    /// The parameter's name, summary and range.
    public var descriptor: ParameterDescriptor {
      switch self {
      case .bubbles:
        ParameterDescriptor(
          name: "bubbles", summary: "Bubbles in the water.", minimum: Tuning.minimumBubbleCount,
          maximum: Tuning.maximumBubbleCount,
          defaultValue: Tuning.maximumBubbleCount, isWhole: true)
      case .adaptive:
        AdaptiveMembers.parameter(
          "Adapts the number of bubbles, at least 10, to measured or simulated frame times.")
      }
    }
  }

  /// Values counted in every frame.
  public enum Population: UInt8, PopulationKey {
    /// Bubbles that float or pop.
    case bubbles
    /// Bubbles whose center is on the canvas.
    case onCanvas
    /// Bubbles faster than half a point per frame.
    case moving
    /// Bubbles that were touched and are fading.
    case popping

    /// The population's description and limit.
    public var descriptor: PopulationDescriptor {
      switch self {
      case .bubbles:
        PopulationDescriptor(
          name: "bubbles", summary: "Bubbles that float or pop.", cap: 30, requirement: "BV-BUBBLE")
      case .onCanvas:
        PopulationDescriptor(
          name: "bubbles-on-canvas", summary: "Bubbles whose center is on the canvas.", cap: 0,
          requirement: "BV-BUBBLE")
      case .moving:
        PopulationDescriptor(
          name: "bubbles-moving", summary: "Bubbles faster than half a point per frame.", cap: 0,
          requirement: "BV-BUBBLE")
      case .popping:
        PopulationDescriptor(
          name: "bubbles-popping", summary: "Bubbles that were touched and are fading.", cap: 0,
          requirement: "BV-BUBBLE")
      }
    }
  }
}
