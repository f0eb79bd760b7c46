/// Wall time of two builds, frame by frame.
package struct WallOutcome: Sendable {
  /// A phase, or the whole frame.
  package struct Row: Sendable {
    /// `frame`, `step`, `draw` or `raster`.
    package var name: String
    /// The median time in the reference, in nanoseconds.
    package var nanoseconds: Double
    /// How much longer it takes, as a share: 0.05 is 5 % more.
    package var change: Double
    /// The lower end of the interval that holds the change with 95 %.
    package var lower: Double
    /// The upper end of that interval.
    package var upper: Double
    /// The change between the two halves of the reference, which should be none.
    package var control: Double
    /// What a change has to exceed to count.
    package var floor: Double
    /// Rounds in which the reference was steady, which alone count.
    package var steadyRounds: Int
    /// The verdict.
    package var verdict: GateVerdict
    /// Whether the change is real, though too small to count.
    package var isMeasurable: Bool

    /// Whether the interval still holds both a change that counts and none, so that more rounds
    /// may decide.
    package var isOpen: Bool { verdict == .inconclusive }

    /// Makes a row.
    package init(
      name: String, nanoseconds: Double, change: Double, lower: Double, upper: Double,
      control: Double, floor: Double, steadyRounds: Int, verdict: GateVerdict, isMeasurable: Bool
    ) {
      self.name = name
      self.nanoseconds = nanoseconds
      self.change = change
      self.lower = lower
      self.upper = upper
      self.control = control
      self.floor = floor
      self.steadyRounds = steadyRounds
      self.verdict = verdict
      self.isMeasurable = isMeasurable
    }
  }

  /// What a phase, or the whole frame, takes more than in the reference, in nanoseconds.
  package struct Difference: Sendable, Equatable {
    /// `frame`, `input`, `step`, `draw` or `raster`.
    package var name: String
    /// The difference; above 0 is longer.
    package var nanoseconds: Double
    /// The lower end of the interval that holds it with 95 %.
    package var lower: Double
    /// The upper end of that interval.
    package var upper: Double
    /// Whether it is more than the reference makes up by itself.
    package var isReal: Bool

    /// Makes a difference.
    package init(
      name: String, nanoseconds: Double, lower: Double, upper: Double, isReal: Bool
    ) {
      self.name = name
      self.nanoseconds = nanoseconds
      self.lower = lower
      self.upper = upper
      self.isReal = isReal
    }
  }

  /// Differences of the whole frame and of each phase, however short it is; the frame first.
  package var differences: [Difference] = []

  /// The phases that carry the frame's change, the one with the most first.
  ///
  /// Each is real, goes the same way and makes up at least a tenth of it. Empty if the frame's time
  /// did not change, or the change is in no phase.
  package var carriers: [Difference] {
    guard let frame = differences.first, frame.isReal else { return [] }
    return differences.dropFirst().filter {
      // The quotient is negative for a phase that goes the other way.
      $0.isReal && $0.nanoseconds / frame.nanoseconds >= 0.1
    }.sorted { $0.nanoseconds.magnitude > $1.nanoseconds.magnitude }
  }

  /// The rows, the whole frame first.
  package var rows: [Row]
  /// Whether more rounds may decide.
  package var isOpen: Bool { rows.contains { $0.isOpen } }
  /// Frames that were compared: those with equal states.
  package var comparedFrames: Int
  /// Fresh processes of each side.
  package var processes: Int
  /// What the rounds took and what ended them; nil when they were not counted.
  package var rounds: RoundsRecord?
  /// The verdict over all rows.
  package var verdict: GateVerdict

  /// Makes an outcome.
  package init(rows: [Row], comparedFrames: Int, processes: Int, verdict: GateVerdict) {
    self.rows = rows
    self.comparedFrames = comparedFrames
    self.processes = processes
    self.verdict = verdict
  }
}
