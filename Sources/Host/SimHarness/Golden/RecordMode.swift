import SimFormats

extension Simbench {
  /// Which goldens are recorded.
  public enum RecordMode: String, CaseIterable, Sendable {
    /// No frames: it only compares.
    case never
    /// Goldens without accepted frames.
    case missing
    /// Goldens without accepted frames, and all that differ.
    case failed
    /// Every golden.
    case all

    /// Whether a golden in a state is recorded.
    package func takes(_ state: GoldenState) -> Bool {
      switch self {
      case .never: false
      case .missing: state == .missing
      case .failed: state == .missing || state == .differs
      case .all: true
      }
    }
  }
}
