import SimbenchKit

/// What a scenario chooses, and what is counted.
extension Bubbles {
  /// What a scenario may choose.
  public enum Parameter: UInt8, ParameterKey {
    /// Bubbles in the water.
    case bubbles
    /// Whether bubbles are shown as frame times allow.
    case adaptive

    /// What the parameter is called, does and may be.
    public var descriptor: ParameterDescriptor {
      switch self {
      case .bubbles:
        ParameterDescriptor(
          name: "bubbles", summary: "Bubbles in the water.", minimum: Tuning.minimumBubbleCount,
          maximum: Tuning.maximumBubbleCount,
          defaultValue: Tuning.maximumBubbleCount, isWhole: true)
      case .adaptive:
        AdaptiveMembers.parameter(
          "Whether 10 bubbles or more are shown as frame times allow, and under which load.")
      }
    }
  }

  /// What is counted every frame.
  public enum Population: UInt8, PopulationKey {
    /// Bubbles that float or pop.
    case bubbles
    /// Bubbles whose center is on the canvas.
    case onCanvas
    /// Bubbles faster than half a point a frame.
    case moving
    /// Bubbles that were touched and fade.
    case popping

    /// What is counted, and how many there may be.
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
          name: "bubbles-moving", summary: "Bubbles faster than half a point a frame.", cap: 0,
          requirement: "BV-BUBBLE")
      case .popping:
        PopulationDescriptor(
          name: "bubbles-popping", summary: "Bubbles that were touched and fade.", cap: 0,
          requirement: "BV-BUBBLE")
      }
    }
  }
}
