/// The parts of a frame that are timed and counted apart.
public enum FramePhase: UInt8, Sendable, CaseIterable {
  /// Touch and motion are gathered.
  case input
  /// The scene's state advances.
  case step
  /// The scene fills the display list.
  case draw
  /// The display list becomes pixels.
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
