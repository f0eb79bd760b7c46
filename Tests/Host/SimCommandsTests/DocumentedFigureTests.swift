import SimFormats
import SimHarness
import SimJSON
import SimPlatform
import SimReport
import SimRuntime
import SimCommands
import Testing
import SimTracing

/// Goal: the figures in README and the documentation are those of the code and files that they are
/// about.
///
/// Method: each sentence that has one is looked for with the figure put in. What a run says is
/// compared with the baseline of its scenario, all but times; `.ci/documented-commands` compares
/// the whole block with a run.
@Suite struct DocumentedFigureTests {
  private static let small = [
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
  ]

  /// A page's words on one line.
  private static func prose(_ page: String) throws -> String {
    try DocumentedCommandTests.text(page).split(whereSeparator: { $0.isWhitespace })
      .joined(separator: " ")
  }

  /// README and the guides to the command line, one after the other.
  private static func guides() throws -> String {
    try DocumentedCommandTests.pages()
      .filter { $0 == "README.md" || $0.contains("/SimCommands.docc/") }
      .map { try prose($0) }.joined(separator: " ")
  }

  private static func percent(_ share: Double) -> String { Quantity.percent(share) }

  private static func cap(_ scene: String, _ population: String) throws -> UInt32 {
    let entry = try #require(SceneRegistry.catalog.entry(named: scene))
    return try #require(
      entry.descriptor.populations.first { $0.name.description == population }?.cap)
  }

  @Test func figuresInGuidesAreThoseOfTheCode() throws {
    let text = try Self.guides()
    let scenes = SceneRegistry.catalog.entries.map { $0.descriptor.name.description }
    let letters = Letter.allCases.prefix { UnicodeScalar($0.code).properties.isUppercase }
      .map { String(UnicodeScalar($0.code)) }
    let mebibytes = HTMLReport.maximumByteCount / (1 << 20)
    let sentences = try [
      "up to \(Self.cap("snowglobe", "flakes")) flakes",
      "up to \(Self.cap("water-ripples", "ripples")) rings",
      "up to \(Self.cap("bubbles", "bubbles")) bubbles",
      "\(Self.cap("magnetic-particles", "particles")) points of light",
      "a snow globe of \(Self.cap("snowglobe", "flakes")) flakes",
      "The \(Self.small[scenes.count - 2]) scenes to watch also have",
      "(\(letters.joined(separator: " ")), capital or small",
      "All \(Self.small[BuiltInDevices.all.count]) built-in classes",
      "at most \(mebibytes) MiB for any number of scenarios",
      "the rest folded; at most "
        + "\(FigureText.grouped(UInt64(MarkdownReport.defaultByteCount))) bytes",
      "threshold is \(Self.percent(WallRule.minimumChange)) or twice the reference's own "
        + "run-to-run difference, whichever is larger",
      "differ by more than \(Self.percent(WallRule.maximumNoise)) does not count",
      "`--rounds \(PairedRuns.defaultRounds)`, "
        + "`--budget \(Int(RoundPlan.defaultBudgetSeconds / 60))m`",
      "fewer than \(WallRule.sureRounds) steady rounds, only a change above "
        + "\(Self.percent(WallRule.greatChange)) counts",
      "\(PairedRuns.defaultRounds) at a time, up to "
        + "\(RoundPlan(batch: PairedRuns.defaultRounds).maximumRounds) or for "
        + "\(Self.small[Int(RoundPlan.defaultBudgetSeconds / 60)]) minutes",
      "rise by \(Self.percent(InstructionSource.valgrind.tolerance(ofTotal: 1))); if measured as "
        + "the difference of two runs, they may rise by "
        + "\(Self.percent(InstructionSource.difference.tolerance(ofTotal: .max))) or by 20,000 "
        + "instructions in total, whichever is larger",
      "leaves \(Self.percent(CapSolver.Options().headroom)) of the frame interval free",
    ]
    for sentence in sentences { #expect(text.contains(sentence), "\(sentence)") }
    for letter in letters { #expect(Letter.allCases.contains { $0.code == letter.utf8.first! }) }
    #expect(letters.count * 2 == Letter.allCases.count)
  }

  /// The bands of hitches and whose they are stand in one place, and are the same wherever they are
  /// written.
  @Test func bandsAreThoseOfTheCode() throws {
    typealias Band = LatenessSummary.Band
    let (good, critical) = (Band.goodMilliseconds, Band.criticalMilliseconds)
    let page = try Self.prose("Sources/Host/SimFormats/SimFormats.docc/ResultFormat.md")
    #expect(page.contains("`good` up to \(good) ms/s, `critical` from \(critical) ms/s on"))
    #expect(page.contains("where that comes from: \(Band.source),"))
    let schema = try Self.prose("scenarios/schema/result.schema.json")
    #expect(schema.contains("At most \(good) ms late per second, below \(critical), or more."))
    #expect(schema.contains("\"const\": \"\(Band.source)\""))
    let help = CommandRun(["run", "--help"]).output.split(whereSeparator: { $0.isWhitespace })
      .joined(separator: " ")
    #expect(
      help.contains("good up to \(good) ms and critical from \(critical) ms on by \(Band.source)"))
  }

  @Test func newestBehaviorIsSaidFirst() throws {
    let page = try DocumentedCommandTests.text(
      "Sources/Host/SimFormats/SimFormats.docc/BehaviorVersions.md")
    let headings = page.split(separator: "\n").filter { $0.hasPrefix("##") }
    let shared = try #require(headings.firstIndex(of: "## What all scenes share"))
    #expect(headings[shared + 1] == "### \(BehaviorVersion.current)")
    for scene in SceneRegistry.catalog.descriptors {
      let newest = headings.first { $0.hasPrefix("### \(scene.name) ") }
      let isNewest = newest.map { $0 == "### \(scene.name) \(scene.behaviorVersion)" } ?? true
      #expect(isNewest, "the newest section of \(scene.name) is not its version")
    }
    let changelog = try DocumentedCommandTests.text(
      "Sources/Host/SimFormats/SimFormats.docc/Changelog.md")
    let version = CommandRun(["--version"]).output
    let newest = try #require(changelog.firstMatch(of: /## ([\d.]+), behavior (\d+)/))
    #expect(version.contains(newest.1) && newest.2 == "\(BehaviorVersion.current)", "\(version)")
  }

  @Test func figuresInHelpAreThoseOfTheCode() throws {
    let gate = try #require(SimbenchTable.table.command(named: "gate"))
    let text = gate.discussion.joined(separator: " ")
    for sentence in [
      "The threshold is \(Self.percent(WallRule.minimumChange)) or twice the reference's own "
        + "difference, whichever is larger",
      "from itself by more than \(Self.percent(WallRule.maximumNoise)) do not count",
      "beyond \(Self.percent(WallRule.greatChange)) with fewer than \(WallRule.sureRounds) rounds",
      "up to \(RoundPlan.maximumBatches) times as many",
    ] { #expect(text.contains(sentence), "\(sentence)") }
  }

  @Test func tablesHaveEveryRow() throws {
    let lines = try DocumentedCommandTests.text(
      "Sources/Host/SimCommands/SimCommands.docc/ScenesAndScenarios.md"
    ).split(separator: "\n")
    let named = lines.compactMap { $0.firstMatch(of: /^\| `([a-z-]+)` \|/)?.1 }.map(String.init)
    let scenes = SceneRegistry.catalog.entries.map { $0.descriptor.name.description }
    #expect(named.sorted() == scenes.sorted())
    for (page, schema) in [
      ("ScenarioFormat", "scenario"), ("ModelScenarioFormat", "model-scenario"),
    ] {
      let rows = try DocumentedCommandTests.text(
        "Sources/Host/SimFormats/SimFormats.docc/\(page).md"
      )
      .split(separator: "\n").filter { $0.hasPrefix("| `") }
      let file = "scenarios/schema/\(schema).schema.json"
      let bytes = Array(try DocumentedCommandTests.text(file).utf8)
      let keys = try JSONDocument.read(bytes, file: file).root["properties"].members
        .map(\.key)
      for key in keys where key != "$schema" {
        let isListed = rows.contains { $0.contains("`\(key)`") || $0.contains("`\(key).") }
        #expect(isListed, "the table of \(page).md lacks \(key)")
      }
    }
    let text = try Self.guides()
    let codes = try #require(text.firstMatch(of: /Exit codes: ([^.]*)\./)?.1)
    let numbers = codes.split(separator: "·").compactMap { part in
      Int32(part.split(separator: " ").first ?? "")
    }
    #expect(numbers == ExitCode.allCases.map(\.rawValue))
    // Each option of the table of outputs is one of run and report.
    for verb in ["run", "report"] {
      let options = try #require(SimbenchTable.table.command(named: verb)).options.map(\.spelling)
      for name in [
        "html", "markdown", "junit", "sarif", "annotations", "json", "bmf", "benchmark-json",
        "openmetrics",
      ] {
        #expect(options.contains("--\(name)") && text.contains("| `--\(name)"))
      }
    }
  }

  @Test func filesAreAsManyAsTheyAreSaidToBe() throws {
    let root = try InitCommandTests.checkout()
    let text = try Self.guides()
    let rows = try DocumentedCommandTests.text("seeds/snowglobe.txt").split(separator: "\n")
    let seeds = Set(rows.filter { $0.first?.isNumber == true }.map { $0.prefix { $0 != " " } })
    #expect(text.contains("`seeds/` pins \(seeds.count) seeds of each scenario"))
    let scenarios = try FileStore.list(directory: "\(root)/scenarios")
    for scene in SceneRegistry.catalog.entries.map({ $0.descriptor.name.description }) {
      let name = scene == "trace" ? "trace-letters.json" : "\(scene).json"
      #expect(scenarios.contains(name), "\(name)")
    }
    let loader = ScenarioLoader(scenes: SceneRegistry.catalog.descriptors)
    let cases = try ["trace-letters", "trace-long-letters"].flatMap {
      try loader.loadAll(ScenarioDocument("\(root)/scenarios/\($0).json")).compactMap {
        $0.caseName
      }
    }
    let letters = Letter.allCases.map { String(UnicodeScalar($0.code)) }
    #expect(cases.sorted() == letters.sorted())
  }

  /// What README shows of a run is what the baseline of that scenario has, times left out.
  @Test func theRunShownIsThatOfTheBaseline() throws {
    let block = DocumentedCommandTests.blockLines(try DocumentedCommandTests.text("README.md"))
      .drop { !$0.hasPrefix("PASSED  snowglobe") }
    let bytes = try FileStore.read(
      "\(InitCommandTests.checkout())/scenarios/baselines/snowglobe.json", limitByteCount: 1 << 20)
    let entry = try #require(try BaselineFile.read(bytes, file: "snowglobe.json").entries.first)
    func metric(_ path: String) -> JSONOutput? {
      entry.metrics.first { $0.path == path }?.value
    }
    let most = try #require(metric("population.flakes.max")?.uint64)
    let mean = try #require(metric("population.flakes.mean")?.double)
    let atCap = try #require(metric("population.flakes.framesAtCap")?.uint64)
    let shaken = try #require(metric("population.flakes.whileShaken")?.double)
    let flakes =
      "  flakes       \(most) of 600  ·  mean \(Quantity.plain(mean))  ·  "
      + "\(FigureText.grouped(atCap)) frames at the cap  ·  shaken \(Quantity.plain(shaken))"
    #expect(block.contains(flakes), "\(flakes)")
    let steady = try #require(metric("allocations.steadyTotal")?.uint64)
    let counts = "  allocations  \(steady) after warm-up, at most 0 per frame"
    #expect(block.contains { $0.hasPrefix(counts) }, "\(counts)")
  }
}
