/// What became of one scenario at the gate, as plain values: the one model its reports are made
/// from.
public struct GateOutcome: Sendable {
  /// The scenario's name.
  public var scenario: String
  /// The seed.
  public var seed: UInt64
  /// Frames that were run.
  public var frames: UInt64
  /// What it was compared with: a baseline's file, or another build.
  public var reference: String
  /// The verdict of the run itself: `passed`, `failed` or `not-exercised`.
  public var runVerdict: String
  /// The exact metrics; nil when there is nothing to compare with.
  public var exact: ExactComparison?
  /// Instructions; nil when they were not compared.
  public var instructions: InstructionOutcome?
  /// Wall time; nil when it was not compared.
  public var wall: WallOutcome?
  /// Where the states part, in words; nil when they do not.
  public var divergence: String?
  /// Where memory was first taken after warm-up, in words; nil when it was not.
  public var firstAllocation: String?
  /// Further things to know, a line each.
  public var notes: [String] = []
  /// What a baseline lacks: an entry, or members of one.
  public var missing: JSONOutput?
  /// The scenario's file as it was given; empty when there is none.
  public var scenarioFile = ""
  /// Whether other work was announced by a higher behavior version, so that it is no fault.
  public var isChangeDeclared = false

  /// Makes an outcome of a run that was not compared with anything.
  public init(
    scenario: String, seed: UInt64, frames: UInt64, reference: String, runVerdict: String
  ) {
    self.scenario = scenario
    self.seed = seed
    self.frames = frames
    self.reference = reference
    self.runVerdict = runVerdict
  }

  /// Every verdict that holds, worst first; at least one.
  public var verdicts: [GateVerdict] {
    let found =
      (exact?.verdicts ?? [.referenceMissing])
      + [instructions?.verdict, wall?.verdict].compactMap { $0 }
    let order: [GateVerdict] = [
      .workChanged, .regressed, .referenceMissing, .inconclusive, .improved, .equal,
    ]
    let held = order.filter { found.contains($0) }
    return held.count == 1 ? held : held.filter { $0 != .equal }
  }
}

/// Wall time of two builds, frame by frame.
public struct WallOutcome: Sendable {
  /// A phase, or the whole frame.
  public struct Row: Sendable {
    /// `frame`, `step`, `draw` or `raster`.
    public var name: String
    /// The median time in the reference, in nanoseconds.
    public var nanoseconds: Double
    /// How much longer it takes, as a share: 0.05 is 5 % more.
    public var change: Double
    /// The lower end of the interval that holds the change with 95 %.
    public var lower: Double
    /// The upper end of that interval.
    public var upper: Double
    /// The change between the two halves of the reference, which should be none.
    public var control: Double
    /// What a change has to exceed to count.
    public var floor: Double
    /// Rounds in which the reference was steady, which alone count.
    public var steadyRounds: Int
    /// The verdict.
    public var verdict: GateVerdict
    /// Whether the change is real, though too small to count.
    public var isMeasurable: Bool

    /// Whether the interval still holds both a change that counts and none, so that more rounds
    /// may decide.
    public var isOpen: Bool { verdict == .inconclusive }

    /// Makes a row.
    public init(
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
  public struct Difference: Sendable, Equatable {
    /// `frame`, `input`, `step`, `draw` or `raster`.
    public var name: String
    /// The difference; above 0 is longer.
    public var nanoseconds: Double
    /// The lower end of the interval that holds it with 95 %.
    public var lower: Double
    /// The upper end of that interval.
    public var upper: Double
    /// Whether it is more than the reference makes up by itself.
    public var isReal: Bool

    /// Makes a difference.
    public init(
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
  public var differences: [Difference] = []

  /// The phases that carry the frame's change, the one with the most first.
  ///
  /// Each is real, goes the same way and makes up at least a tenth of it. Empty when the frame's
  /// own change is none, or lies in no phase.
  public var carriers: [Difference] {
    guard let frame = differences.first, frame.isReal else { return [] }
    return differences.dropFirst().filter {
      $0.isReal && $0.nanoseconds / frame.nanoseconds >= 0.1
    }.sorted { $0.nanoseconds.magnitude > $1.nanoseconds.magnitude }
  }

  /// The rows, the whole frame first.
  public var rows: [Row]
  /// Whether more rounds may decide.
  public var isOpen: Bool { rows.contains { $0.isOpen } }
  /// Frames that were compared: those with equal states.
  public var comparedFrames: Int
  /// Fresh processes of each side.
  public var processes: Int
  /// What the rounds took and what ended them; nil when nobody counted them.
  public var rounds: RoundsRecord?
  /// The verdict over all rows.
  public var verdict: GateVerdict

  /// Makes an outcome.
  public init(rows: [Row], comparedFrames: Int, processes: Int, verdict: GateVerdict) {
    self.rows = rows
    self.comparedFrames = comparedFrames
    self.processes = processes
    self.verdict = verdict
  }
}
