/// The settings of a synthetic person who traces a letter.
///
/// The scene knows the letter's shape; it generates a `TouchTrack` from these settings.
package struct Writer: Equatable, Sendable {
  /// The person's skill, or a special behavior.
  package enum Skill: UInt8, CaseIterable, Sendable {
    /// An adult who follows the letter closely.
    case adult
    /// A schoolchild with a little drift and overshoot.
    case sixYearOld
    /// A young child with wide drift, overshoot, and occasional early lifts.
    case fourYearOld
    /// An adult with a strong tremor of 8 to 12 Hz.
    case tremor
    /// Scribbles over the whole letter, followed by a careful trace.
    case scribble
    /// Only a few short taps on the letter.
    case tap
    /// A six-year-old whose palm rests on the glass.
    case palm
    /// A six-year-old who lifts in mid-stroke, retraces lines and restarts.
    case restarts

    /// The kebab-case name in files and reports.
    package var name: StaticString {
      switch self {
      case .adult: "adult"
      case .sixYearOld: "six-year-old"
      case .fourYearOld: "four-year-old"
      case .tremor: "tremor"
      case .scribble: "scribble"
      case .tap: "tap"
      case .palm: "palm"
      case .restarts: "restarts"
      }
    }
  }

  /// The skill.
  package var skill: Skill
  /// Whether the person writes with a pressure-sensitive stylus.
  package var isPencil: Bool
  /// The first frame of writing.
  package var startFrame: UInt32
  /// Whether the writer repeats the letter after a pause, until the run ends.
  package var isRepeating: Bool
  /// The speed: 1 is the skill's default pace, 2 is twice as fast.
  package var pace: Float
  /// The letter to write, as a value of the scene's parameter `letter`; `.max` for the letter that
  /// the scene shows.
  package var letter: UInt32

  /// The allowed values of `pace`.
  package static var paceLimits: ClosedRange<Float> { 0.25...8 }
  /// The value of `letter` for the letter that the scene shows.
  package static var shownLetter: UInt32 { .max }

  /// Creates a writer.
  package init(
    skill: Skill, isPencil: Bool = false, startFrame: UInt32 = 0, isRepeating: Bool = false,
    pace: Float = 1, letter: UInt32 = Writer.shownLetter
  ) {
    self.skill = skill
    self.isPencil = isPencil
    self.startFrame = startFrame
    self.isRepeating = isRepeating
    self.pace = pace
    self.letter = letter
  }
}
