import SimFormats

/// The outcome of recording a scenario's baseline.
package struct BaselineChange: Sendable {
  /// The outcome.
  package enum Outcome: String, CaseIterable, Sendable {
    /// There was no baseline.
    case added
    /// Something other than lower costs was written.
    case updated
    /// Lower costs were written.
    case lowered
    /// Nothing changed.
    case asWas = "unchanged"
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
  /// The outcome.
  package var outcome: Outcome
  /// The parts that changed.
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
    "Outcomes of recording baselines.", "baselines", shape.codec, "One row per run.")

  private static let shape = Shape<BaselineChange>(
    written: nil, "The outcome of recording the baseline of a run.",
    [
      Member(derived: "name", \.name, "The scenario's name, with the case of its matrix."),
      Member(
        derived: "outcome", \.outcome, Codec<Outcome>.cases,
        "lowered: only lower costs were written; updated: anything else was written."),
      Member(
        derived: "written", \.written, Codec<Part>.cases.list(0...3),
        "The parts that changed."),
      Member(derived: "path", \.path, "The baseline's file."),
      .notJudged(\.notJudged),
    ])

  /// The parts of an entry that differ from the previous one.
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
