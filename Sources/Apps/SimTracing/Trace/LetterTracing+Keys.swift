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
        ParameterDescriptor(
          name: "letter", summary: "The letter to trace.",
          choices: ["A", "S", "O", "B", "D", "C", "E", "a", "s", "o", "b", "d", "c", "e"])
      case .tolerance:
        ParameterDescriptor(
          name: "tolerance", summary: "The maximum distance from the path that counts as on it.",
          choices: TraceTolerance.allCases.map { $0.name })
      case .haptics:
        ParameterDescriptor(
          name: "haptics", summary: "The app's switch for vibrations.",
          choices: ["on", "off"])
      case .systemHaptics:
        ParameterDescriptor(
          name: "system-haptics", summary: "The system's setting for vibrations.",
          choices: ["on", "off"])
      case .contrast:
        ParameterDescriptor(
          name: "contrast", summary: "The contrast of letter and lines.",
          choices: Tuning.Contrast.allCases.map { $0.name })
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
        PopulationDescriptor(
          name: "ink", summary: "Segments of ink on the paper.", cap: 16_384, requirement: "SC-INK")
      case .strokes:
        PopulationDescriptor(
          name: "strokes", summary: "The number of strokes so far.", cap: 0, requirement: "SC-INK")
      case .covered:
        PopulationDescriptor(
          name: "covered", summary: "The traced part of the letter's path in percent.", cap: 0,
          requirement: "SC-DONE")
      case .onPath:
        PopulationDescriptor(
          name: "on-path",
          summary: "The part of the most recent ink that is on the path, in percent.", cap: 0,
          requirement: "SC-DONE")
      case .deviation:
        PopulationDescriptor(
          name: "deviation", summary: "The distance from the finger to the path, in 1/100 mm.",
          cap: 0, requirement: "SC-DEV")
      case .pulses:
        PopulationDescriptor(
          name: "pulses", summary: "The number of vibrations so far.", cap: 0,
          requirement: "SC-HAPTIC")
      case .traced:
        PopulationDescriptor(
          name: "traced", summary: "1 after the letter is completed, 0 before.", cap: 0,
          requirement: "SC-DONE")
      case .letterOpacity:
        PopulationDescriptor(
          name: "letter-opacity", summary: "The letter's opacity in percent.", cap: 0,
          requirement: "SC-FADE")
      }
    }
  }
}
