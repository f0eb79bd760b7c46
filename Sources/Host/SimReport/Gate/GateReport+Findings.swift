import SimFormats

extension GateReport {
  /// What does not hold, or could not be judged.
  ///
  /// - Parameter namesFailures: Whether each check that a run failed is one of its own.
  package static func findings(
    _ outcomes: [GateOutcome], namesFailures: Bool = true
  ) -> [Finding] {
    let runs = outcomes.map { outcome in
      (outcome.scenario, outcome.scenarioFile.isEmpty ? nil : outcome.scenarioFile)
    }
    return zip(outcomes, RunLabels.labels(runs)).flatMap {
      findings($0, label: $1, namesFailures: namesFailures)
    }
  }

  private static func findings(
    _ outcome: GateOutcome, label: String, namesFailures: Bool
  ) -> [Finding] {
    if let run = outcome.notJudged { return [run.finding] }
    var found: [Finding] = []
    func add(_ kind: GateKind, _ isFailure: Bool, _ words: String, _ name: String) {
      found.append(
        Finding(
          rule: kind.rule, tone: isFailure ? .failed : .unsure,
          title: "\(outcome.scenario): \(kind.rule.name)",
          subject: label, words: words,
          file: outcome.scenarioFile.isEmpty ? nil : outcome.scenarioFilePath,
          identity: [label, kind.rule.id, name].joined(separator: " ")))
    }
    if outcome.runVerdict != Verdict.passed.rawValue {
      let word = outcome.runVerdict.replacing("-", with: " ")
      let isFailure = outcome.runVerdict != Verdict.inconclusive.rawValue
      if namesFailures {
        for check in outcome.failedChecks {
          add(.run, true, "\(check.id): \(check.outcome)", check.caseName)
        }
        for finding in outcome.modelFindings {
          add(.run, true, finding.words, finding.identity)
        }
      }
      // Checks by name say more than the verdict, which stands in only where there are none.
      if found.isEmpty { add(.run, isFailure, "the run itself: \(word)", "run") }
    }
    if outcome.exact == nil { add(.reference, true, missingWords(outcome), "reference") }
    for row in outcome.exactRows where row.status == .failed {
      let kind: GateKind =
        switch row.exactChange {
        case .regressed: .cost
        case .added: .reference
        default: .work
        }
      let place = row.metric.hasPrefix("allocations.") ? outcome.firstAllocation : nil
      add(kind, true, row.sentence + (place.map { ", \($0)" } ?? ""), row.metric)
    }
    for row in outcome.instructionRows + outcome.timeRows where row.status != .passed {
      add(.cost, row.status == .failed, row.sentence, row.metric)
    }
    return found
  }
}

/// What the gate asks.
private enum GateKind {
  case run
  case reference
  case work
  case cost

  var rule: Finding.Rule {
    switch self {
    case .run:
      Finding.Rule(
        id: "GATE-RUN", name: "Run",
        short: "A run is within its budgets, reaches its loads and violates no invariant.",
        full: "A run that is compared with a baseline must also pass on its own.",
        help: ShellCommand.simbench(["run", "FILE"])
          + " shows which budget, load or invariant fails.")
    case .reference:
      Finding.Rule(
        id: "GATE-REFERENCE", name: "Reference", short: "There is a baseline to compare with.",
        full: "The folder of baselines has an entry for the scenario's seed, length and device.",
        help: ShellCommand.simbench(["baseline", "add", "FILE"]) + " records it.")
    case .work:
      Finding.Rule(
        id: "GATE-WORK", name: "Same work",
        short: "A scenario does the same work as its reference.",
        full: "Digests, populations and input of a run are those of the baseline, or of the other "
          + "build, in every frame.",
        help: "Where the change is meant, raise the scene's behavior version and record a new "
          + "baseline with \(ShellCommand.simbench(["baseline", "update", "FILE"])).")
    case .cost:
      Finding.Rule(
        id: "GATE-COST", name: "Cost", short: "The same work costs no more than its reference.",
        full: "Allocations, counts of work, instructions and times of a run are at most those of "
          + "the baseline, or of the other build, within what noise explains.",
        help: ShellCommand.simbench(["run", "FILE", "--alloc-sites"]) + " names what allocates; "
          + ShellCommand.simbench(["gate", "FILE", "--against", "REF"])
          + " says which phase takes longer.")
    }
  }
}

extension GateOutcome {
  /// The scenario's file, without which run of its matrix this is.
  var scenarioFilePath: String {
    guard let name = SceneResult.caseName(of: scenario), scenarioFile.hasSuffix("[\(name)]") else {
      return scenarioFile
    }
    return String(scenarioFile.dropLast(name.count + 2))
  }
}
