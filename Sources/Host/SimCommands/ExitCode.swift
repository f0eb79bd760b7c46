import SimFormats

/// The exit codes of simbench, with the words that help and reports print.
package enum ExitCode: Int32, CaseIterable, Sendable {
  /// Every budget and invariant passed.
  case pass = 0
  /// A budget or an invariant failed.
  case budgetFailed = 1
  /// The command line or an input file is wrong.
  case usage = 2
  /// A measurement is worse than its baseline.
  case regression = 3
  /// Frames or work differ from the accepted reference.
  case goldenMismatch = 4
  /// The same scenario and seed produced two different results.
  case determinismBroken = 5
  /// There is no baseline or golden to compare with.
  case referenceMissing = 6
  /// The measurements are too noisy or too few to decide.
  case inconclusive = 7
  /// A scenario claims a load that its run never reached.
  case capNotExercised = 8
  /// The tool itself failed.
  case internalError = 70
  /// The machine failed, so there is no verdict: disk, memory, lock, `/proc` or a killed process.
  case notJudged = 75
  /// A signal stopped the run.
  case interrupted = 130

  /// The kebab-case name that reports use.
  package var name: String { words.name }
  /// One sentence that help and the manual page print.
  package var sentence: String { words.sentence }

  private var words: (name: String, sentence: String) {
    switch self {
    case .pass: ("pass", "Pass: all budgets and invariants passed.")
    case .budgetFailed: ("budget-failed", "A budget or invariant failed.")
    case .usage: ("usage", "Usage error or invalid input.")
    case .regression: ("regression", "Regression: a measurement is worse than its baseline.")
    case .goldenMismatch:
      ("golden-mismatch", "Output changed: frames or work differ from the reference.")
    case .determinismBroken:
      ("determinism-broken", "Determinism broken: one seed produced two results.")
    case .referenceMissing:
      ("reference-missing", "Reference missing: there is nothing to compare with.")
    case .inconclusive:
      ("inconclusive", "Inconclusive: too much noise or too few measurements to decide.")
    case .capNotExercised: ("cap-not-exercised", "Not exercised: a claimed load was never reached.")
    case .internalError: ("internal-error", "Internal error: please report it.")
    case .notJudged:
      ("not-judged", "Not judged: the machine failed (disk, memory, lock, killed process).")
    case .interrupted: ("interrupted", "Interrupted by a signal.")
    }
  }

  /// The exit codes that every command can return.
  package static let common: [ExitCode] = [.pass, .usage, .internalError, .notJudged, .interrupted]

  /// The codes in the order of their precedence: an earlier one hides all later ones.
  ///
  /// Interruption and invalid input end the process before a verdict exists, so they come first.
  package static let precedence: [ExitCode] = [
    .interrupted, .usage, .internalError, .determinismBroken, .goldenMismatch, .budgetFailed,
    .capNotExercised, .regression, .notJudged, .referenceMissing, .inconclusive, .pass,
  ]

  /// The code for several results: the first of ``precedence`` among them.
  ///
  /// - Parameter codes: Verdicts in any order; an empty list is a pass.
  package static func worst(of codes: [ExitCode]) -> ExitCode {
    precedence.first { codes.contains($0) } ?? .pass
  }
}

extension ExitCode {
  /// The exit code of a run's verdict.
  package init(_ verdict: Verdict) {
    switch verdict {
    case .passed: self = .pass
    case .failed: self = .budgetFailed
    case .notExercised: self = .capNotExercised
    case .inconclusive: self = .inconclusive
    case .notJudged: self = .notJudged
    }
  }
}
