import SimFormats

/// What became of a scenario's baseline.
package struct BaselineChange: Sendable {
  /// What became of it.
  package enum Outcome: String, CaseIterable, Sendable {
    /// There was none.
    case added
    /// Anything was written but lower costs.
    case updated
    /// Costs were lowered.
    case lowered
    /// Nothing differs.
    case asWas = "as-was"
    /// The machine failed, so nothing was recorded.
    case notJudged = "not-judged"
  }

  /// A part of an entry.
  package enum Part: String, CaseIterable, Sendable {
    /// Exact metrics.
    case metrics
    /// Instructions of a build.
    case instructions
    /// Times of a machine.
    case wallTimes
  }

  /// The scenario's name.
  package var name: String
  /// What became of it.
  package var outcome: Outcome
  /// The parts that are not as they were.
  package var written: [Part]
  /// The baseline's file.
  package var path: String
  /// The failure of the machine, if nothing was recorded.
  package var notJudged: NotJudgedRun?

  /// Describes a change.
  package init(name: String, outcome: Outcome, written: [Part], path: String) {
    self.name = name
    self.outcome = outcome
    self.written = written
    self.path = path
  }

  /// What `baseline update` writes as JSON.
  package static let output = VerbOutput.shape(
    "What became of baselines.", "baselines", shape.codec, "A row a run.")

  private static let shape = Shape<BaselineChange>(
    written: nil, "What became of the baseline of a run.",
    [
      Member(derived: "name", \.name, "The scenario's name, with the case of its matrix."),
      Member(
        derived: "outcome", \.outcome, Codec<Outcome>.cases,
        "Lowered means that costs were; updated, that anything else was written."),
      Member(
        derived: "written", \.written, Codec<Part>.cases.list(0...3),
        "The parts that are not as they were."),
      Member(derived: "path", \.path, "The baseline's file."),
      .notJudged(\.notJudged),
    ])

  /// The parts of an entry that differ from what was there.
  static func parts(of entry: BaselineEntry, before old: BaselineEntry?) -> [Part] {
    Part.allCases.filter { part in
      switch part {
      case .metrics: entry.metrics != (old?.metrics ?? [])
      case .instructions: entry.instructions != (old?.instructions ?? [])
      case .wallTimes: entry.wallTimes != (old?.wallTimes ?? [])
      }
    }
  }
}
