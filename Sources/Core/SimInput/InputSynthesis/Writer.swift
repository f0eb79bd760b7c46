/// Someone who writes a letter on the glass: what a plan says of it.
///
/// How the hand moves is up to the scene that knows the letter; it turns this into a `TouchTrack`.
package struct Writer: Equatable, Sendable {
  /// Who writes, or what happens instead.
  package enum Skill: UInt8, CaseIterable, Sendable {
    /// A grown-up who follows the letter closely.
    case adult
    /// A schoolchild: a little drift and overshoot.
    case sixYearOld
    /// A young child: wide drift, overshoot, an early lift here and there.
    case fourYearOld
    /// An adult with a strong tremor of 8 to 12 Hz.
    case tremor
    /// Back and forth all over the letter first, then a careful trace.
    case scribble
    /// A few short taps on the letter, nothing else.
    case tap
    /// A six-year-old whose palm rests on the glass.
    case palm
    /// A six-year-old who lifts in the middle of strokes, goes back over lines and starts anew.
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

  /// Who writes.
  package var skill: Skill
  /// Whether with a stylus that senses pressure.
  package var isPencil: Bool
  /// The frame from which on the writer writes.
  package var startFrame: UInt32
  /// Whether the writer begins again after a pause, until the run ends.
  package var isRepeating: Bool
  /// How fast: 1 is the skill's usual pace, 2 twice as fast.
  package var pace: Float
  /// The letter that is written, as a value of the scene's parameter `letter`; `.max` for the
  /// letter that the scene shows.
  package var letter: UInt32

  /// Allowed values of `pace`.
  package static var paceLimits: ClosedRange<Float> { 0.25...8 }
  /// What `letter` is when the writer writes what the scene shows.
  package static var shownLetter: UInt32 { .max }

  /// Makes a writer.
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
