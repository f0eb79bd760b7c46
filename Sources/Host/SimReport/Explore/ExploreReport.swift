import SimFormats
import SimInput

/// The findings of exploring seeds, as a document and as JSON.
package struct ExploreReport: Sendable {
  /// A property over all runs of a scenario.
  package struct Property: Sendable {
    /// Its name.
    package var name: String
    /// When the property must hold.
    package var kind: String
    /// The requirement that it checks; empty if there is none.
    package var requirement: String
    /// The number of checks.
    package var checked: UInt64
    /// The number of checks in which it was true; for a `leads-to` property, how often the
    /// consequence followed.
    package var held: UInt64
    /// Whether it failed in any run.
    package var hasFailed: Bool

    /// Describes a property.
    package init(
      _ name: String, kind: String, requirement: String = "", checked: UInt64, held: UInt64,
      hasFailed: Bool
    ) {
      self.name = name
      self.kind = kind
      self.requirement = requirement
      self.checked = checked
      self.held = held
      self.hasFailed = hasFailed
    }

    /// The verdict: inconclusive if it was never checked or never reached.
    var verdict: Verdict {
      if hasFailed { return .failed }
      let isKnown = kind == "sometimes" ? held > 0 : checked > 0
      return isKnown ? .passed : .inconclusive
    }
  }

  /// A scenario with its runs.
  package struct Scenario: Sendable {
    /// The scenario.
    package var file: String
    /// The scene or model.
    package var subject: SubjectName
    /// Runs.
    package var runs: UInt64
    /// The frames of all runs; the steps of a model.
    package var frames: UInt64
    /// The properties.
    package var properties: [Property]

    /// Describes a scenario.
    package init(
      _ file: String, _ subject: SubjectName, runs: UInt64, frames: UInt64,
      properties: [Property]
    ) {
      self.file = file
      self.subject = subject
      self.runs = runs
      self.frames = frames
      self.properties = properties
    }
  }

  /// The seeds: the first, and the first beyond the last.
  package var seeds: Range<UInt64>
  /// The scenarios.
  package var scenarios: [Scenario] = []
  /// Runs that violate a property.
  package var failures: [FailureReport] = []

  /// Makes a report of nothing.
  package init(seeds: Range<UInt64>) { self.seeds = seeds }

  /// Whether no property failed, and every scenario was run.
  package var isFine: Bool { failures.isEmpty && scenarios.allSatisfy { $0.runs > 0 } }

  // MARK: - People

  /// The findings, in a few lines per scenario.
  package var findings: FindingDocument {
    let articles = scenarios.enumerated().map { index, scenario in article(index, scenario) }
    let failed = failures.enumerated().map { $1.article("failure-\($0 + 1)") }
    let words =
      failures.isEmpty
      ? "no property fails"
      : failures.count == 1 ? "1 run violates a property" : "\(failures.count) runs fail"
    return FindingDocument(
      document: Document(
        title: "Explore: \(words)", summaryTitle: "simbench explore: \(words)",
        tone: failures.isEmpty ? isFine ? .passed : .unsure : .failed,
        articles: articles + failed), suites: suites, findings: failures.map { $0.finding })
  }

  /// One suite per scenario, one case per property; a coverage goal that no run reached is skipped.
  private var suites: [JUnitSuite] {
    scenarios.map { scenario in
      let failed = failures.filter { $0.file == scenario.file }
      return JUnitSuite(
        name: MessageText.oneLine(scenario.file),
        properties: [
          ("seeds", "\(seeds.lowerBound)..<\(seeds.upperBound)"), ("runs", "\(scenario.runs)"),
          ("\(scenario.subject.kind.unit)s", "\(scenario.frames)"),
        ],
        cases: scenario.properties.map { property in
          JUnitSuite.Case(
            name: property.name,
            outcome: Self.outcome(property, failed.filter { $0.failure.property == property.name }))
        })
    }
  }

  private static func outcome(
    _ property: Property, _ failed: [FailureReport]
  ) -> JUnitSuite.Outcome {
    switch property.verdict {
    case .passed: .passed
    case .failed:
      .failed(
        type: "property-violated",
        message: failed.first.map { $0.finding.words } ?? property.name,
        body: failed.map { $0.text }.joined(separator: "\n"), isError: false)
    default:
      .skipped(message: property.kind == "sometimes" ? "no run reached it" : "never checked")
    }
  }

  private func article(_ index: Int, _ scenario: Scenario) -> Article {
    let hasFailed = scenario.properties.contains { $0.hasFailed }
    return Article(
      id: "scenario-\(index + 1)",
      headline: Headline(
        tone: hasFailed ? .failed : .passed, verdict: "", name: scenario.file,
        conditions: [
          scenario.subject.name, CountWords.counted(Int(scenario.runs), "run"),
          "\(FigureText.grouped(scenario.frames)) \(scenario.subject.kind.unit)s",
        ],
        line: "\(MessageText.oneLine(scenario.file))  \(scenario.subject.name), "
          + "\(CountWords.counted(Int(scenario.runs), "run")), "
          + "\(FigureText.grouped(scenario.frames)) \(scenario.subject.kind.unit)s"),
      fold: MessageText.oneLine(scenario.file), opensWhereFailed: true
    ) { [.facts(Facts(rows(scenario), width: 10, gap: 0))] }
  }

  private func rows(_ scenario: Scenario) -> [Facts.Row] {
    var rows: [Facts.Row] = []
    func list(_ properties: [Property]) -> String {
      properties.map { $0.name }.joined(separator: ", ")
    }
    let must = scenario.properties.filter { $0.kind != "sometimes" }
    let failed = must.filter { $0.verdict == .failed }
    let unknown = must.filter { $0.verdict == .inconclusive }
    rows.append(
      Facts.Row(
        "passed",
        "\(must.count { $0.verdict == .passed }) of "
          + CountWords.counted(must.count, "property", plural: "properties")))
    if !failed.isEmpty { rows.append(Facts.Row("failed", list(failed), isFailed: true)) }
    if !unknown.isEmpty { rows.append(Facts.Row("unchecked", list(unknown))) }
    let goals = scenario.properties.filter { $0.kind == "sometimes" }
    if !goals.isEmpty {
      let missed = goals.filter { $0.held == 0 }
      rows.append(
        Facts.Row(
          "goals",
          "\(goals.count - missed.count) of \(goals.count) reached"
            + (missed.isEmpty ? "" : "; never: \(list(missed))")))
    }
    return rows
  }

  // MARK: - Programs

  /// The JSON output of `explore`.
  package static let output = VerbOutput.shape("Explored seeds of scenarios.", members)

  /// The members of every output about explored seeds.
  static let members: [Member<ExploreReport>] =
    [
      Member(
        derived: "verdict", Codec<Verdict>.cases, "Whether every property holds in every run."
      ) { (report: ExploreReport) in report.isFine ? .passed : .failed },
      Member(derived: "firstSeed", \.seeds.lowerBound, .seed, "The first seed."),
      Member(derived: "endSeed", \.seeds.upperBound, .seed, "The first seed beyond the last."),
      Member(derived: "scenarios", \.scenarios, scenario.codec.list(), "The scenarios."),
      Member(
        derived: "failures", \.failures, FailureReport.shape.codec.list(),
        "Runs that violate a property."),
    ]

  private static let scenario = Shape<Scenario>(
    written: "explored-scenario", "A scenario with its runs.",
    [
      Member(derived: "file", \.file, "The scenario's file."),
      .scene(\.subject), .model(\.subject),
      Member(derived: "runs", \.runs, "Runs."),
      Member(derivedOrNull: "frames", .whole(), "Frames of all runs; null for a model.") {
        $0.subject.kind == .scene ? $0.frames : nil
      },
      Member(derivedOrNull: "steps", .whole(), "Steps of all runs; null for a scene.") {
        $0.subject.kind == .model ? $0.frames : nil
      },
      Member(derived: "properties", \.properties, property.codec.list(), "The properties."),
    ])

  private static let property = Shape<Property>(
    written: "property", "A property over all runs of a scenario.",
    [
      Member(derived: "name", \.name, "Its name."),
      Member(derived: "kind", \.kind, Codec<String>.propertyKind, "When the property must hold."),
      Member(
        derived: "requirement", \.requirement,
        "The requirement that it checks; empty if there is none."),
      Member(derived: "checked", \.checked, "The number of checks."),
      Member(derived: "held", \.held, "The number of checks in which it was true."),
      Member(
        derived: "verdict", \.verdict, Codec<Verdict>.cases,
        "The verdict; inconclusive if it was never checked or never reached."),
    ])
}
