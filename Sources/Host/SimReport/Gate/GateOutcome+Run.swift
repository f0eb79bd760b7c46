import SimFormats

extension GateOutcome {
  /// Checks that the run itself failed and that its verdict at the gate counts: all but budgets of
  /// wall time.
  var failedChecks: [Check] {
    run?.scene.map { Check.failed(in: $0).filter { !$0.isTimed } } ?? []
  }

  /// What failed in the run of a model.
  var modelFindings: [Finding] { run?.model?.findings ?? [] }

  /// Ids of the failed checks, each once.
  var failedNames: [String] {
    var names: [String] = []
    for id in failedChecks.map({ $0.id }) + modelFindings.map({ $0.rule.id })
    where !names.contains(id) {
      names.append(id)
    }
    return names
  }

  /// Budgets that the run itself failed, those of wall time last.
  package var failedBudgets: [BudgetSummary] {
    run?.scene.map { ($0.budgets + $0.timing.budgets).filter { $0.status == .failed } } ?? []
  }

  /// Why the run itself did not pass, a line per check: id, name, measured value and limit.
  var runLines: [String] {
    guard let run = run?.scene else {
      return modelFindings.map { "\(Tone.failed.mark) \($0.rule.id)  \($0.words)" }
    }
    let failed = failedChecks.map { "\(Tone.failed.mark) \($0.id)  \($0.outcome)" }
    let timed = Check.failed(in: run).filter { $0.isTimed }.map {
      "\(Tone.unsure.mark) \($0.id)  \($0.outcome); budgets of wall time do not decide here"
    }
    guard failed.isEmpty else { return failed + timed }
    return (run.heldUpSentence.map { [$0] } ?? []) + timed
  }
}
