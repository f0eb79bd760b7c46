import SimFormats
import SimReport
import Testing

/// Goal: the gate's page, summary and test suites tell what was compared, by which method, and what
/// does not hold; names stay text; nothing outgrows its bound.
///
/// Method: outcomes put together from figures that are known, read back as XML or line by line.
@Suite struct GateOutputTests {
  private static func metrics(_ changed: [String: JSONOutput] = [:]) -> [ExactMetric] {
    let plain: [(String, JSONOutput)] = [
      ("allocations.steadyTotal", .unsigned(0)), ("digest.chain", .string("aa")),
      ("work.pixelsBlended", .unsigned(1000)), ("work.primitives", .unsigned(10)),
    ]
    return plain.map { ExactMetric(path: $0.0, value: changed[$0.0] ?? $0.1) }
  }

  private static func counts(_ step: UInt64) -> InstructionSummary {
    InstructionSummary(
      source: .valgrind, note: nil, frames: 10,
      counts: [
        InstructionCount(name: "step", total: step), InstructionCount(name: "draw", total: 500),
      ])
  }

  private static func outcome(
    _ name: String, changed: [String: JSONOutput] = [:], step: UInt64 = 100_000
  ) -> GateOutcome {
    var outcome = GateOutcome(
      scenario: name, seed: 1, frames: 600, reference: "baselines/a.json", runVerdict: "passed")
    let exact = ExactComparison(
      reference: metrics(), measured: metrics(changed), needsAll: true)
    outcome.exact = exact
    outcome.instructions = InstructionOutcome(
      reference: counts(100_000), measured: counts(step), isSameWork: exact.isSameWork)
    return outcome
  }

  private static let regressed = outcome(
    "costly", changed: ["work.pixelsBlended": .unsigned(1100)], step: 106_000)

  private static var hostile: GateOutcome {
    var outcome = outcome(
      SeriesFixture.hostile, changed: ["digest.chain": .string(SeriesFixture.hostile)])
    outcome.reference = SeriesFixture.hostile
    outcome.notes = [SeriesFixture.hostile]
    outcome.missing = .metrics([
      ExactMetric(path: SeriesFixture.hostile, value: .string(SeriesFixture.hostile))
    ])
    outcome.divergence = SeriesFixture.hostile
    outcome.wall = WallOutcome(
      rows: [
        WallOutcome.Row(
          name: "frame", nanoseconds: 1_000_000, change: 0.01, lower: -0.05, upper: 0.07,
          control: 0.06, floor: 0.12, steadyRounds: 4, verdict: .inconclusive, isMeasurable: false)
      ], comparedFrames: 400, processes: 5, verdict: .inconclusive)
    return outcome
  }

  private static var missing: GateOutcome {
    GateOutcome(
      scenario: "new", seed: 1, frames: 600, reference: "baselines/new.json",
      runVerdict: "not-exercised")
  }

  private static let all = [outcome("same"), regressed, hostile, missing]

  @Test func pageTellsWhatWasCompared() throws {
    let text = GateReport.html(Self.all)
    #expect(PageMarkup.isWellFormed(text))
    for words in [
      "<h1>Gate: 1 of 4 scenarios passed</h1>", "Method valgrind (inside the phases only)",
      "step, instructions per frame", "<td class=\"n\">10,600</td>",
      "<td class=\"n\">+6 %</td><td class=\"n limit\">0.5 %</td><td>regressed</td>",
      "work.<wbr>pixelsBlended", "<td class=\"n\">+10 %</td>", "Method none", "none compared",
      ">95 % interval<", "<path class=\"range\"", "threshold 12 %",
      "step +6 %, draw 0 % by valgrind", "frame, time per frame",
      "+1 % (95 % in -5 % to +7 %, 4 steady rounds)",
    ] {
      #expect(text.contains(words), "\(words)")
    }
    let costly = try #require(text.firstRange(of: "<h2>costly"))
    let same = try #require(text.firstRange(of: "<h2>same"))
    #expect(costly.lowerBound < same.lowerBound)
    #expect(!text.contains("http://") && !text.contains("https://"))
    #expect(text.contains("default-src 'none'") && !text.contains("'<b>"))
  }

  @Test func pageHasABound() {
    var many = [GateOutcome](repeating: Self.regressed, count: 3000)
    many.append(Self.outcome("same"))
    let text = GateReport.html(many)
    #expect(text.utf8.count <= HTMLReport.maximumByteCount)
    #expect(PageMarkup.isWellFormed(text))
    #expect(text.contains(/[0-9]+ scenarios do not fit; the JSON has them/))
  }

  @Test func summaryTellsWhatWasCompared() {
    let text = GateReport.markdown(Self.all)
    #expect(text.hasPrefix("## ✗ simbench gate: 1 of 4 scenarios passed\n"))
    #expect(
      text.contains(
        "| ✓ | same | equal | 4 equal | step 0 %, draw 0 % by valgrind | not compared |\n"))
    #expect(text.contains("| work.pixelsBlended | 1,000 | 1,100 | +10 % |  | regressed |\n"))
    #expect(
      text.contains(
        "| step, instructions per frame | 10,000 | 10,600 | +6 % | 0.5 % | regressed |\n"))
    #expect(text.contains("- instructions by valgrind (inside the phases only)\n"))
    #expect(text.contains("| ✗ | new | not exercised, reference missing | no reference | none "))
    var columns = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let bars = line.hasPrefix("|") ? line.filter { $0 == "|" }.count : 0
      #expect(bars == 0 || columns == 0 || bars == columns, "\(line)")
      columns = bars
    }
    let tags = Set(text.matches(of: /<[^>]*>/).map { String($0.0) })
    #expect(
      tags == ["<details>", "<details open>", "</details>", "<summary>", "</summary>"])
    #expect(GateReport.markdown([Self.outcome("same")]).hasPrefix("## ✓ simbench gate: 1 of 1"))
  }

  /// What regressed stays, though it is the last of many.
  @Test func summaryHasALimit() throws {
    let many = (0..<900).map { Self.outcome("scenario-\($0)") } + [Self.regressed]
    let text = GateReport.markdown(many, limit: 4000)
    #expect(text.utf8.count <= 4000 && text.contains("\n| ✗ | costly | "))
    #expect(text.contains("<details open><summary>costly: ") && text.contains("| ✓ | scenario-0 |"))
    let rest = try #require(text.split(separator: "\n").last)
    #expect(rest.hasPrefix("Omitted to stay within 4,000 bytes: ") && !rest.contains("failures"))
    #expect(rest.contains(" of 902 lines and 900 of 901 sections; --json"), "\(rest)")
    #expect(GateReport.markdown(many).utf8.count <= MarkdownReport.defaultByteCount)
  }

  @Test func suitesOfOneNameAreToldApart() throws {
    let twins = ["a/x.json", "b/x.json"].map { file in
      var outcome = Self.outcome("x")
      outcome.scenarioFile = file
      return outcome
    }
    let elements = try XMLElements.read(GateReport.junit(twins))
    let names = elements.filter { $0.name == "testsuite" }.compactMap { $0.attributes["name"] }
    #expect(names == ["x (a/x.json)", "x (b/x.json)"])
  }

  @Test func suitesTellWhatWasCompared() throws {
    let elements = try XMLElements.read(GateReport.junit(Self.all))
    try JUnitRules.check(elements)
    let failures = elements.filter { $0.name == "failure" }
    #expect(
      failures.compactMap { $0.attributes["type"] } == [
        "regressed", "regressed", "work-changed", "work-changed", "work-changed",
        "not-exercised", "reference-missing",
      ])
    #expect(failures[0].text.contains("work.pixelsBlended: 1,000 → 1,100, +10 %, regressed"))
    #expect(
      failures[1].text
        == "step, instructions per frame: 10,000 → 10,600, +6 %, threshold 0.5 %, regressed")
    let methods = elements.filter { $0.attributes["name"] == "instructions.method" }
      .compactMap { $0.attributes["value"] }
    #expect(methods == ["valgrind", "valgrind", "valgrind", "none"])
    #expect(elements.filter { $0.name == "skipped" }.count == 1, "too noisy a time is no verdict")
    #expect(elements.first?.attributes["failures"] == "7")
  }

  /// What a baseline lacks is a line of its own, one command for all, and entries in JSON alone.
  @Test func whatBaselinesLackIsOneLine() throws {
    var outcomes = (1...34).map { index in
      var outcome = GateOutcome(
        scenario: "new-\(index)", seed: 1, frames: 600, reference: "baselines/new-\(index).json",
        runVerdict: "passed")
      outcome.missing = .metrics([
        ExactMetric(path: "digest", value: .string("entry-of-\(index)"))
      ])
      outcome.notes = index == 3 ? ["the scenario changed since the baseline was recorded"] : []
      outcome.firstAllocation = "frame 0, step"
      return outcome
    }
    var same = Self.outcome("same")
    same.instructions = nil
    outcomes.append(same)
    let remedy = "simbench baseline update a.json b.json"
    let text = GateReport.text(outcomes, isStyled: false, remedy: remedy)
    let lines = text.split(separator: "\n")
    #expect(lines[35] == "to record missing baselines: \(remedy)")
    #expect(
      lines[2].hasPrefix("REFERENCE MISSING  new-3   600 frames  ·  seed 1  ·  nothing to compare")
        && lines[2].hasSuffix(
          "in baselines/new-3.json: the scenario changed since the baseline "
            + "was recorded")
    )
    #expect(lines[34].hasPrefix("EQUAL              same    600 frames"))
    let (page, summary) = (
      GateReport.html(outcomes, remedy: remedy), GateReport.markdown(outcomes, remedy: remedy)
    )
    #expect(PageMarkup.isWellFormed(page))
    for output in [text, page, summary, GateReport.junit(outcomes)] {
      #expect(!output.contains("entry-of"))
    }
    #expect(page.split(separator: remedy).count == 2)
    #expect(summary.split(separator: "baseline update a.json b.json").count == 2)
    let scenarios = try #require(GateReport.output.object(outcomes)["scenarios"])
    guard case .array(let values) = scenarios else { throw PlantedError() }
    #expect(
      values.map { $0["missing"]?["digest"]?.text } == (1...34).map { "entry-of-\($0)" } + [nil])
    #expect(!GateReport.text([Self.outcome("same")], isStyled: false).contains("to record"))
  }

  private struct PlantedError: Error {}

  /// A figure before and now, and a change and what it has to exceed, never read the same unless
  /// they are.
  @Test func whatDiffersReadsDifferently() throws {
    let pairs: [(JSONOutput, JSONOutput, String)] = [
      (.number(0.0003), .number(0.00030519), "0.0003 → 0.000305  +1.73 %"),
      (.number(0.1234), .number(0.12340001), "0.1234000 → 0.12340001"),
      (.unsigned(.max - 1), .unsigned(.max), "18,446,744,073,709,551,614 → 18,446,744,073,709,"),
      (.integer(-5), .integer(0), "-5 → 0  -100 %"),
    ]
    for (before, now, words) in pairs {
      var outcome = Self.outcome("a")
      outcome.exact = ExactComparison(
        reference: [ExactMetric(path: "calmness.a", value: before)],
        measured: [ExactMetric(path: "calmness.a", value: now)], needsAll: true)
      let text = GateReport.text([outcome], isStyled: false)
      #expect(text.contains(words.replacing("0.1234000 →", with: "0.1234 →")), "\(text)")
      #expect(
        GateReport.junit([outcome]).contains(
          words.prefix { $0 != "→" }.replacing("0.1234000", with: "0.1234")))
    }
    var outcome = Self.outcome("a")
    outcome.wall = WallOutcome(
      rows: [
        WallOutcome.Row(
          name: "frame", nanoseconds: 1_000_000, change: 0.030_000_4, lower: 0.030_000_1,
          upper: 0.031, control: 0, floor: 0.03, steadyRounds: 5, verdict: .regressed,
          isMeasurable: true)
      ], comparedFrames: 400, processes: 5, verdict: .regressed)
    let text = GateReport.text([outcome], isStyled: false)
    #expect(text.contains("+3.00004 %  95 % in +3.00001 % to +3.1 %"), "\(text)")
    #expect(text.contains("threshold 3 %"), "\(text)")
  }

  /// However small a change is that counts, no output shows it as none.
  @Test func noRegressionReadsAsNone() {
    var outcome = Self.outcome("a")
    outcome.exact = ExactComparison(
      reference: [ExactMetric(path: "work.primitives", value: .unsigned(100_000_000))],
      measured: [ExactMetric(path: "work.primitives", value: .unsigned(100_000_001))],
      needsAll: true)
    for output in [
      GateReport.text([outcome], isStyled: false), GateReport.html([outcome]),
      GateReport.markdown([outcome]), GateReport.junit([outcome]),
    ] {
      #expect(output.contains("100,000,001") && output.contains("+0.000001 %"))
    }
    #expect(GateReport.html([outcome, outcome]).contains("1 of 1 differs"))
  }

  @Test func phasesThatCarryAChangeAreNamed() {
    var outcome = Self.hostile
    outcome.wall?.differences = [
      WallOutcome.Difference(
        name: "frame", nanoseconds: 420_000, lower: 400_000, upper: 440_000, isReal: true),
      WallOutcome.Difference(
        name: "step", nanoseconds: 410_000, lower: 405_000, upper: 412_000, isReal: true),
      WallOutcome.Difference(
        name: "raster", nanoseconds: 9_000, lower: 1_000, upper: 11_000, isReal: true),
      WallOutcome.Difference(
        name: "draw", nanoseconds: 90_000, lower: -1_000, upper: 200_000, isReal: false),
    ]
    let words = "step +410 µs (95 % in +405 µs to +412 µs) of +420 µs"
    #expect(GateReport.text([outcome], isStyled: false).contains("\n    attributed to \(words)\n"))
    let rest = ", by \(words)"
    #expect(GateReport.html([outcome]).contains(rest))
    #expect(GateReport.junit([outcome]).contains(rest))
    let timing = GateReport.output.object([outcome])
    #expect(JSONWriter.text(of: timing, style: .compact).contains("\"attributedTo\":[\"step\"]"))
    outcome.wall?.differences[0].isReal = false
    #expect(!GateReport.text([outcome], isStyled: false).contains("attributed to"))
  }

  /// Every output says what ended the rounds, and what would settle what they left open.
  @Test func roundsSayWhatEndedThem() throws {
    var outcome = Self.hostile
    outcome.wall?.rounds = RoundsRecord(
      end: .budget, rounds: 10, seconds: 88.2, budgetSeconds: 90, maximumRounds: 30)
    func outputs() -> [String] {
      [
        GateReport.text([outcome], isStyled: false), GateReport.html([outcome]),
        GateReport.markdown([outcome]), GateReport.junit([outcome]),
      ]
    }
    for output in outputs() {
      #expect(output.contains("10 rounds in 88.2 s: the budget of 90.0 s does not allow more"))
      #expect(output.contains("to decide frame: a quieter machine: no number of"))
    }
    outcome.wall?.rounds?.end = .maximumRounds
    outcome.wall?.rounds?.remedy = RoundsRecord.Remedy(
      rounds: 84, seconds: 741, firstRounds: 14, budget: "16m")
    for output in outputs() {
      #expect(output.contains("10 rounds in 88.2 s: 30 is the maximum"))
      let words = "to decide frame: about 84 rounds, 741 s; pass --rounds 14 --budget 16m"
      #expect(output.contains(words) || output.contains(words.replacing("--", with: "\\-\\-")))
    }
    let value = JSONWriter.text(of: GateReport.output.object([outcome]), style: .compact)
    #expect(
      value.contains(
        "\"rounds\":{\"end\":\"max-rounds\",\"made\":10,\"max\":30,\"seconds\":88.2,"
          + "\"budgetSeconds\":90,\"remedy\":{\"rounds\":84,\"seconds\":741,"
          + "\"estimated\":true,\"options\":\"--rounds 14 --budget 16m\"}}"), "\(value)")
    outcome.wall?.rounds?.remedy?.isEstimated = false
    outcome.wall?.rounds?.remedy?.firstRounds = nil
    for output in outputs() {
      #expect(
        output.contains(
          "to decide frame: too few rounds for an estimate; the maximum is 84 rounds, "))
    }
    // What is settled needs nothing.
    outcome.wall?.rows[0].verdict = .equal
    outcome.wall?.rounds?.end = .settled
    outcome.wall?.rounds?.rounds = 1
    let text = GateReport.text([outcome], isStyled: false)
    #expect(text.contains("\n    1 round in 88.2 s: every metric is decided\n"))
    #expect(!text.contains("to decide"))
    for end in RoundsRecord.End.allCases {
      outcome.wall?.rounds?.end = end
      #expect(GateReport.text([outcome], isStyled: false).contains(" in 88.2 s: "))
    }
  }

  /// One verdict, and each failed check with its limit and what was measured; times do not decide.
  @Test func failedRunNamesItsBudgets() throws {
    var outcome = Self.outcome("a")
    (outcome.runVerdict, outcome.run) = ("failed", .scene(SeriesFixture.failing))
    let failed = try #require(SeriesFixture.failing.budgets.first)
    let (id, path) = (failed.budget.id, failed.budget.measure.path)
    let text = GateReport.text([outcome], isStyled: false)
    #expect(text.hasPrefix("FAILED     a  600 frames"), "\(text)")
    #expect(!text.contains("EQUAL") && text.contains("✗ LOAD  load of "))
    for output in [text, GateReport.html([outcome]), GateReport.junit([outcome])] {
      #expect(output.contains("\(path) is 601, limit ≤ 600"), "\(output)")
      #expect(output.contains(id) && output.contains("budgets of wall time do not decide here"))
    }
    #expect(GateReport.markdown([outcome]).contains("| ✗ | a | failed | 4 equal |"))
    let findings = GateReport.findings([outcome])
    #expect(findings.map { $0.words.prefix(while: { $0 != ":" }) } == [id[...], "LOAD"])
    let rows = try #require(GateReport.output.object([outcome])["scenarios"])
    guard case .array(let scenarios) = rows,
      case .array(let budgets) = scenarios.first?["failedBudgets"]
    else { throw PlantedError() }
    #expect(budgets.first?["id"]?.text == id && budgets.first?["measured"]?.double == 601)
    #expect(budgets.first?["limit"]?.double == 600)
  }

  @Test func workThatWasAnnouncedHolds() throws {
    var outcome = Self.outcome("new", changed: ["digest.chain": .string("bb")], step: 900_000)
    outcome.isChangeDeclared = true
    let elements = try XMLElements.read(GateReport.junit([outcome]))
    #expect(elements.first?.attributes["failures"] == "0")
    #expect(GateReport.markdown([outcome]).hasPrefix("## ✓"))
    #expect(GateReport.html([outcome]).contains("<p class=\"verdict passed\">WORK CHANGED</p>"))
  }
}
