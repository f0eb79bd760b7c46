import SimFormats

/// Something that does not hold or could not be judged, as tools that review code read it.
package struct Finding: Sendable {
  /// What is asked of everything that it is about.
  package struct Rule: Sendable {
    /// The requirement, or the kind of check; equal for findings of one rule.
    package var id: String
    /// What it is called.
    package var name: String
    /// What it asks, in a sentence.
    package var short: String
    /// The same at length.
    package var full: String
    /// What to do where it does not hold.
    package var help: String
  }

  /// What it breaks.
  package var rule: Rule
  /// Failed, not judged since the machine failed, or not decided.
  package var tone: Tone
  /// What it is about, and the rule: the head of an annotation.
  package var title: String
  /// What it is about, where others are about something else.
  package var subject: String
  /// What was found.
  package var words: String
  /// The file next to which it is shown; nil if there is none.
  package var file: String?
  /// The line of the file, from 1.
  package var line: UInt32
  /// What makes it the same the next time, whatever was measured then.
  package var identity: String

  /// Describes a finding.
  package init(
    rule: Rule, tone: Tone, title: String, subject: String, words: String, file: String?,
    line: UInt32 = 1, identity: String
  ) {
    self.rule = rule
    self.tone = tone
    self.title = title
    self.subject = subject
    self.words = words
    self.file = file
    self.line = line
    self.identity = identity
  }
}

extension Finding {
  /// Whether it does not hold.
  package var isFailure: Bool { tone == .failed }

  /// What does not hold in the run of a scene, or could not be judged.
  ///
  /// - Parameter results: All runs, from which rules take their words.
  static func findings(
    in result: SceneResult, label: String, among results: [SceneResult]
  ) -> [Finding] {
    Check.all(in: result).filter { $0.status != .passed }.map { check in
      let place = check.place(in: result)
      return Finding(
        rule: rule(check, results), tone: check.status == .failed ? .failed : .unsure,
        title: "\(result.scenario): \(check.id)", subject: label, words: check.outcome,
        file: place?.file, line: place?.line ?? 1,
        identity: [label, check.id, check.name, check.expected].joined(separator: " "))
    }
      + result.assumed.map { words in
        Finding(
          rule: inputRule, tone: .unsure, title: "\(result.scenario): \(inputRule.id)",
          subject: label, words: "assumed of \(MessageText.oneLine(words))",
          file: result.scenarioFile, identity: "\(label) \(inputRule.id) \(words)")
      }
  }

  private static let inputRule = Rule(
    id: "INPUT", name: "Input", short: "Files of input say everything that a run takes from them.",
    full: "What a file of input lacks is assumed, and named. A limit on the run then rests on it.",
    help: "Complete the file, or refuse what is missing: --motion-gaps refuse for recorded motion.")

  private static func rule(_ check: Check, _ results: [SceneResult]) -> Rule {
    switch check.kind {
    case .invariants:
      Rule(
        id: check.id, name: "Invariants",
        short: "Values stay finite, populations within their caps, in every frame.",
        full: "No value of the scene's state is infinite or no number, no population exceeds its "
          + "cap, and all commands of a frame fit. The first frame that breaks it ends the run.",
        help: "The message names the frame, its phase, the field and the entity. The same scenario "
          + "and seed break in the same frame on every machine; --frames ends a run just behind it."
      )
    case .load:
      Rule(
        id: check.id, name: "Load",
        short: "A load that a scenario claims is really carried.",
        full: "A population stays at its claimed size for as many frames in a row as prove it. "
          + "Figures of a run that carries less say nothing about the load.",
        help: "Let the scenario's parameters and input bring the population there, or claim less "
          + "under load in the scenario."
      )
    case .budget:
      Rule(
        id: check.id, name: "Budget \(check.id)",
        short: "A budget tied to the requirement \(check.id) holds.",
        full: "Scenarios tie these figures to the requirement \(check.id): "
          + figures(of: check.id, results).joined(separator: "; ") + ".",
        help: "The message has what was measured and what is allowed, the location is where the "
          + "scenario says so. \(ShellCommand.simbench(["run", "FILE"])) shows the run again, "
          + "\(ShellCommand.simbench(["list", "metrics"])) says what each figure is. Bring it "
          + "within its limit, or change the limit with the requirement."
      )
    }
  }

  /// Every figure that a requirement limits, with what it is.
  private static func figures(of id: String, _ results: [SceneResult]) -> [String] {
    var found: [String] = []
    for summary in results.flatMap({ $0.budgets + $0.timing.budgets }) {
      let measure = summary.budget.measure
      let meaning =
        measure.meaning.hasSuffix(".") ? measure.meaning.dropLast() : measure.meaning[...]
      let words = "\(measure.path), \(meaning)"
      let isOther = MessageText.oneLine(summary.budget.id) != id
      if !isOther, !found.contains(words) { found.append(MessageText.oneLine(words)) }
    }
    return found
  }
}

extension Check {
  /// Where to look: where the scenario says the limit, or, where allocations are too many and it is
  /// known what allocates, the line that does.
  func place(in result: SceneResult) -> (file: String, line: UInt32)? {
    if status == .failed, name.hasPrefix("allocations."),
      let source = result.allocations.sites?.top.lazy.compactMap({ $0.source }).first
    {
      return (source.file, source.line)
    }
    return result.scenarioFile.map { ($0, line ?? 1) }
  }
}
