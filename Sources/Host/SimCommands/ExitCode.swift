import SimFormats

/// What the process tells its caller when it ends: the one table of exit codes.
package enum ExitCode: Int32, CaseIterable, Sendable {
  /// Every budget and invariant held.
  case pass = 0
  /// A budget or an invariant failed.
  case budgetFailed = 1
  /// The command line or an input file is wrong.
  case usage = 2
  /// A measurement is worse than its baseline.
  case regression = 3
  /// A frame differs from its golden picture or digest.
  case goldenMismatch = 4
  /// The same scenario and seed gave two different results.
  case determinismBroken = 5
  /// There is no baseline or golden to compare with.
  case referenceMissing = 6
  /// The measurements are too noisy or too few to decide.
  case inconclusive = 7
  /// A scenario claims a cap that its run never reached.
  case capNotExercised = 8
  /// The tool itself failed.
  case internalError = 70
  /// The machine failed, so nothing was judged: disk, memory, lock, `/proc` or a killed process.
  case notJudged = 75
  /// A signal stopped the run.
  case interrupted = 130

  /// The kebab-case name that reports use.
  package var name: String { words.name }
  /// One sentence that help and the manual page print.
  package var sentence: String { words.sentence }

  private var words: (name: String, sentence: String) {
    switch self {
    case .pass: ("pass", "Pass: every budget and invariant held.")
    case .budgetFailed: ("budget-failed", "A budget or invariant failed.")
    case .usage: ("usage", "Usage or bad input.")
    case .regression: ("regression", "Regression: a measurement is worse than its baseline.")
    case .goldenMismatch:
      ("golden-mismatch", "Golden mismatch: a frame differs from its reference.")
    case .determinismBroken:
      ("determinism-broken", "Determinism broken: one seed gave two results.")
    case .referenceMissing: ("reference-missing", "Reference missing: nothing to compare with.")
    case .inconclusive: ("inconclusive", "Inconclusive: too noisy or too little to decide.")
    case .capNotExercised: ("cap-not-exercised", "A cap was claimed but never exercised.")
    case .internalError: ("internal-error", "Internal error: please report it.")
    case .notJudged:
      ("not-judged", "Not judged: the machine failed (disk, memory, lock, killed process).")
    case .interrupted: ("interrupted", "Interrupted by a signal.")
    }
  }

  /// What every command may end with.
  package static let common: [ExitCode] = [.pass, .usage, .internalError, .notJudged, .interrupted]

  /// The codes from the one that hides all others to the one that hides none.
  ///
  /// Interruption and bad input end the process before any verdict exists, so
  /// they come first should they ever be mixed with verdicts.
  package static let precedence: [ExitCode] = [
    .interrupted, .usage, .internalError, .determinismBroken, .goldenMismatch, .budgetFailed,
    .capNotExercised, .regression, .notJudged, .referenceMissing, .inconclusive, .pass,
  ]

  /// The one code that speaks for several: the first of ``precedence`` among them.
  ///
  /// - Parameter codes: Verdicts in any order; none at all is a pass.
  package static func worst(of codes: [ExitCode]) -> ExitCode {
    precedence.first { codes.contains($0) } ?? .pass
  }
}

extension ExitCode {
  /// The code of a run's verdict.
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
