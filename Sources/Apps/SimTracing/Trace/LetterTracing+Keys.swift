import SimbenchKit

/// Parameters and populations.
extension LetterTracing {
  /// Parameters of a scenario.
  public enum Parameter: UInt8, ParameterKey {
    /// The letter to trace.
    case letter
    /// The maximum distance from the path that counts as on it.
    case tolerance
    /// The app's switch for vibrations.
    case haptics
    /// The system's setting for vibrations.
    case systemHaptics
    /// The contrast of letter and lines.
    case contrast

    /// The parameter's name, summary and range.
    public var descriptor: ParameterDescriptor {
      switch self {
      case .letter:
        .choice(
          "letter", "The letter to trace.",
          ["A", "S", "O", "B", "D", "C", "E", "a", "s", "o", "b", "d", "c", "e"])
      case .tolerance:
        .choice(
          "tolerance", "The maximum distance from the path that counts as on it.",
          TraceTolerance.allCases.map { $0.name })
      case .haptics:
        .choice("haptics", "The app's switch for vibrations.", ["on", "off"])
      case .systemHaptics:
        .choice("system-haptics", "The system's setting for vibrations.", ["on", "off"])
      case .contrast:
        .choice(
          "contrast", "The contrast of letter and lines.", Tuning.Contrast.allCases.map { $0.name })
      }
    }
  }

  /// Values counted in every frame.
  public enum Population: UInt8, PopulationKey {
    /// Segments of ink on the paper.
    case ink
    /// The number of strokes so far.
    case strokes
    /// The traced part of the letter's path in percent.
    case covered
    /// The part of the most recent ink that is on the path, in percent.
    case onPath
    /// The distance from the finger to the path, in 1/100 mm.
    case deviation
    /// The number of vibrations so far.
    case pulses
    /// 1 after the letter is completed, 0 before.
    case traced
    /// The letter's opacity in percent.
    case letterOpacity

    /// The population's description and limit.
    public var descriptor: PopulationDescriptor {
      switch self {
      case .ink:
        .members("ink", "Segments of ink on the paper.", cap: 16_384, requirement: "SC-INK")
      case .strokes:
        .gauge("strokes", "The number of strokes so far.", requirement: "SC-INK")
      case .covered:
        .gauge(
          "covered", "The traced part of the letter's path in percent.", requirement: "SC-DONE")
      case .onPath:
        .gauge(
          "on-path", "The part of the most recent ink that is on the path, in percent.",
          requirement: "SC-DONE")
      case .deviation:
        .gauge(
          "deviation", "The distance from the finger to the path, in 1/100 mm.",
          requirement: "SC-DEV")
      case .pulses:
        .gauge("pulses", "The number of vibrations so far.", requirement: "SC-HAPTIC")
      case .traced:
        .gauge("traced", "1 after the letter is completed, 0 before.", requirement: "SC-DONE")
      case .letterOpacity:
        .gauge("letter-opacity", "The letter's opacity in percent.", requirement: "SC-FADE")
      }
    }
  }
}
