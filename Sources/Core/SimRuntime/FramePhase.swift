/// The parts of a frame that are timed and counted separately.
public enum FramePhase: UInt8, Sendable, CaseIterable {
  /// Gathers touch and motion.
  case input
  /// Advances the scene's state.
  case step
  /// Fills the display list.
  case draw
  /// Renders the display list to pixels.
  case raster

  /// The phase's name in reports.
  package var name: StaticString {
    switch self {
    case .input: "input"
    case .step: "step"
    case .draw: "draw"
    case .raster: "raster"
    }
  }
}
