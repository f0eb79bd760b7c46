import SimFormats

/// What exploring seeds of scenarios found, for people and for programs.
package struct ExploreReport: Sendable {
  /// A property of a scenario's scene over all runs.
  package struct Property: Sendable {
    /// Its name.
    package var name: String
    /// When it has to hold.
    package var kind: String
    /// The requirement it follows from; empty for none.
    package var requirement: String
    /// How often it was looked at.
    package var checked: UInt64
    /// How often it held, or happened; of a condition, how often what follows from it came.
    package var held: UInt64
    /// Whether it failed in some run.
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

    /// How it went: what was never looked at, or never happened, is not known.
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
    /// The scene.
    package var scene: String
    /// Runs.
    package var runs: UInt64
    /// Frames of all runs; of a model its steps.
    package var frames: UInt64
    /// The properties.
    package var properties: [Property]
    /// Whether it is of a model rather than a scene.
    package var isModel = false

    /// The unit of ``frames``: `frames` or `steps`.
    var unit: String { isModel ? "steps" : "frames" }

    /// Describes a scenario.
    package init(
      _ file: String, scene: String, runs: UInt64, frames: UInt64, properties: [Property]
    ) {
      self.file = file
      self.scene = scene
      self.runs = runs
      self.frames = frames
      self.properties = properties
    }
  }

  /// The seeds: the first, and the first beyond the last.
  package var seeds: Range<UInt64>
  /// The scenarios.
  package var scenarios: [Scenario] = []
  /// Runs in which a property does not hold.
  package var failures: [FailureReport] = []

  /// Makes a report of nothing.
  package init(seeds: Range<UInt64>) { self.seeds = seeds }

  /// Whether no property failed, and every scenario was run.
  package var isFine: Bool { failures.isEmpty && scenarios.allSatisfy { $0.runs > 0 } }

  // MARK: - People

  /// What was found, in a few lines for every scenario.
  package var text: String {
    let articles = scenarios.enumerated().map { index, scenario in article(index, scenario) }
    let failed = failures.enumerated().map { $1.article("failure-\($0 + 1)") }
    return TerminalRenderer.text(
      Document(title: "Explore", hasHeading: false, articles: articles + failed))
  }

  private func article(_ index: Int, _ scenario: Scenario) -> Article {
    let hasFailed = scenario.properties.contains { $0.hasFailed }
    return Article(
      id: "scenario-\(index + 1)",
      headline: Headline(
        tone: hasFailed ? .failed : .passed, verdict: "", name: scenario.file,
        line: "\(MessageText.oneLine(scenario.file))  \(scenario.scene), "
          + "\(CountWords.counted(Int(scenario.runs), "run")), "
          + "\(FigureText.grouped(scenario.frames)) \(scenario.unit)")
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
        "holds",
        "\(must.count { $0.verdict == .passed }) of "
          + CountWords.counted(must.count, "property", plural: "properties")))
    if !failed.isEmpty { rows.append(Facts.Row("fails", list(failed), isFailed: true)) }
    if !unknown.isEmpty { rows.append(Facts.Row("unchecked", list(unknown))) }
    let marks = scenario.properties.filter { $0.kind == "sometimes" }
    if !marks.isEmpty {
      let missed = marks.filter { $0.held == 0 }
      rows.append(
        Facts.Row(
          "marks",
          "\(marks.count - missed.count) of \(marks.count) reached"
            + (missed.isEmpty ? "" : "; never: \(list(missed))")))
    }
    return rows
  }

  // MARK: - Programs

  /// What `explore` writes as JSON.
  package static let output = VerbOutput.shape("Seeds of scenarios, explored.", members)

  /// What every output about explored seeds has.
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
        "Runs in which a property does not hold."),
    ]

  private static let scenario = Shape<Scenario>(
    written: "explored-scenario", "A scenario with its runs.",
    [
      Member(derived: "file", \.file, "The scenario's file."),
      Member(derivedOrNull: "scene", .text, "The scene; null for a model's.") {
        $0.isModel ? nil : $0.scene
      },
      Member(derivedOrNull: "model", .text, "The model; null for a scene's.") {
        $0.isModel ? $0.scene : nil
      },
      Member(derived: "runs", \.runs, "Runs."),
      Member(derivedOrNull: "frames", .whole(), "Frames of all runs; null for a model's.") {
        $0.isModel ? nil : $0.frames
      },
      Member(derivedOrNull: "steps", .whole(), "Steps of all runs; null for a scene's.") {
        $0.isModel ? $0.frames : nil
      },
      Member(derived: "properties", \.properties, property.codec.list(), "The properties."),
    ])

  private static let property = Shape<Property>(
    written: "property", "A property over all runs of a scenario.",
    [
      Member(derived: "name", \.name, "Its name."),
      Member(derived: "kind", \.kind, Codec<String>.propertyKind, "When it has to hold."),
      Member(
        derived: "requirement", \.requirement, "The requirement it follows from; empty for none."),
      Member(derived: "checked", \.checked, "How often it was looked at."),
      Member(derived: "held", \.held, "How often it held, or happened."),
      Member(
        derived: "verdict", \.verdict, Codec<Verdict>.cases,
        "How it went; inconclusive where it was never looked at, or never happened."),
    ])
}
