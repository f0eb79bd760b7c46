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
        .whole(
          "bubbles", "Bubbles in the water.", Tuning.minimumBubbleCount...Tuning.maximumBubbleCount,
          default: Tuning.maximumBubbleCount)
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
        .members("bubbles", "Bubbles that float or pop.", cap: 30, requirement: "BV-BUBBLE")
      case .onCanvas:
        .gauge(
          "bubbles-on-canvas", "Bubbles whose center is on the canvas.", requirement: "BV-BUBBLE")
      case .moving:
        .gauge(
          "bubbles-moving", "Bubbles faster than half a point per frame.", requirement: "BV-BUBBLE")
      case .popping:
        .gauge(
          "bubbles-popping", "Bubbles that were touched and are fading.", requirement: "BV-BUBBLE")
      }
    }
  }
}
