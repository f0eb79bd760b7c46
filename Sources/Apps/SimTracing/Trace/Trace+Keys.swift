import SimbenchKit

/// What a scenario chooses, and what is counted.
extension Trace {
  /// What a scenario may choose.
  public enum Parameter: UInt8, ParameterKey {
    /// The letter to trace.
    case letter
    /// How far from the path still counts as on it.
    case tolerance
    /// The app's own switch for vibrations.
    case haptics
    /// The system's setting for vibrations.
    case systemHaptics
    /// How strongly letter and lines stand out.
    case contrast

    /// What the parameter is called, does and may be.
    public var descriptor: ParameterDescriptor {
      switch self {
      case .letter:
        ParameterDescriptor(
          name: "letter", summary: "The letter to trace.",
          choices: ["A", "S", "O", "B", "D", "C", "E", "a", "s", "o", "b", "d", "c", "e"])
      case .tolerance:
        ParameterDescriptor(
          name: "tolerance", summary: "How far from the path still counts as on it.",
          choices: TraceTolerance.allCases.map { $0.name })
      case .haptics:
        ParameterDescriptor(
          name: "haptics", summary: "The app's own switch for vibrations.",
          choices: ["on", "off"])
      case .systemHaptics:
        ParameterDescriptor(
          name: "system-haptics", summary: "The system's setting for vibrations.",
          choices: ["on", "off"])
      case .contrast:
        ParameterDescriptor(
          name: "contrast", summary: "How strongly letter and lines stand out.",
          choices: Tuning.Contrast.allCases.map { $0.name })
      }
    }
  }

  /// What is counted every frame.
  public enum Population: UInt8, PopulationKey {
    /// Segments of ink on the paper.
    case ink
    /// Strokes begun so far.
    case strokes
    /// Percent of the letter's path that is traced.
    case covered
    /// Percent of the newest ink that is on the path.
    case onPath
    /// Hundredths of a millimeter from the finger to the path.
    case deviation
    /// Vibrations so far.
    case pulses
    /// 1 when enough of the letter was traced, 0 before.
    case traced
    /// Percent of the letter's opacity.
    case letterOpacity

    /// What is counted, and how many there may be.
    public var descriptor: PopulationDescriptor {
      switch self {
      case .ink:
        PopulationDescriptor(
          name: "ink", summary: "Segments of ink on the paper.", cap: 16_384, requirement: "SC-INK")
      case .strokes:
        PopulationDescriptor(
          name: "strokes", summary: "Strokes begun so far.", cap: 0, requirement: "SC-INK")
      case .covered:
        PopulationDescriptor(
          name: "covered", summary: "Percent of the letter's path that is traced.", cap: 0,
          requirement: "SC-DONE")
      case .onPath:
        PopulationDescriptor(
          name: "on-path", summary: "Percent of the newest ink that is on the path.", cap: 0,
          requirement: "SC-DONE")
      case .deviation:
        PopulationDescriptor(
          name: "deviation", summary: "Hundredths of a millimeter from the finger to the path.",
          cap: 0, requirement: "SC-DEV")
      case .pulses:
        PopulationDescriptor(
          name: "pulses", summary: "Vibrations so far.", cap: 0, requirement: "SC-HAPTIC")
      case .traced:
        PopulationDescriptor(
          name: "traced", summary: "1 when enough of the letter was traced, 0 before.", cap: 0,
          requirement: "SC-DONE")
      case .letterOpacity:
        PopulationDescriptor(
          name: "letter-opacity", summary: "Percent of the letter's opacity.", cap: 0,
          requirement: "SC-FADE")
      }
    }
  }
}
