import SimFormats
import SimReport
import SimRuntime
import Testing

/// Goal: every output for dashboards has the published form and the values of the JSON result, and
/// no value that was not measured or not judged.
///
/// Method: strict readers of each form, which reject planted faults, read outputs of scenes and of
/// a model; every value is looked up in the JSON result by its path.
@Suite struct DashboardOutputTests {
  private static var model: ModelResult {
    var model = ModelResult.blank
    (model.scenario, model.model, model.seed) = ("drops", "drops", 7)
    (model.steps, model.virtualNanoseconds) = (54, 1_500_000_000)
    model.allocationsPerThousandSteps = 12
    model.properties = [
      ModelResult.Property(.always("no-loss", "Nothing is lost."), checked: 54, held: 53)
    ]
    return model
  }

  private static let results = ResultFile.Results([
    .scene(ResultFixture.full), .model(model), .scene(SeriesFixture.failing),
  ])
  private static let labels = ["snowglobe", "drops", "snowglobe (scenarios/snowglobe.json)"]

  /// The JSON results by their names in outputs.
  private static var rows: [(label: String, row: JSONOutput)] {
    Array(zip(labels, ResultFile.rows(in: ResultFile.value(results))))
      .map { (label: $0.0, row: $0.1) }
  }

  /// The value at a path, whose keys may contain periods.
  private static func value(at path: some StringProtocol, in row: JSONOutput) -> JSONOutput? {
    guard case .object(let members) = row else { return nil }
    for (key, value) in members {
      if key == path { return value }
      guard path.hasPrefix(key + ".") else { continue }
      if let found = Self.value(at: path.dropFirst(key.count + 1), in: value) { return found }
    }
    return nil
  }

  /// The value of a metric by its name in JSON outputs.
  private static func value(named name: String, in row: JSONOutput) -> JSONOutput? {
    let isTimed = name.hasPrefix("time.")
    return value(at: isTimed ? "timing." + name.dropFirst("time.".count) : name, in: row)
  }

  private static func json(_ text: String) throws -> JSONOutput {
    JSONOutput(try JSONDocument(parsing: Array(text.utf8)).root)
  }

  // MARK: - Bencher Metric Format

  @Test func bencherHasTheValuesOfTheResult() throws {
    let benchmarks = try DashboardRules.bencher(try Self.json(BencherReport.text(Self.results)))
    #expect(benchmarks.map { $0.name } == Self.labels)
    for (benchmark, row) in zip(benchmarks, Self.rows.map { $0.row }) {
      for (name, metric) in benchmark.measures {
        #expect(metric["value"] == Self.value(named: name, in: row), "\(name)")
      }
    }
    let names = benchmarks[0].measures.map { $0.0 }
    for name in [
      "allocations.steadyTotal", "work.primitives", "population.flakes.max", "frames",
      "time.frame.p99", "time.hitchMsPerSecond", "deviceFrame.p99",
    ] { #expect(names.contains(name), "\(name)") }
    let ofModel = benchmarks[1].measures.map { $0.0 }
    for name in ["steps", "properties.no-loss.held", "allocationsPerThousandSteps"] {
      #expect(ofModel.contains(name), "\(name)")
    }
    let predicted = benchmarks[0].measures.first { $0.0 == "deviceFrame.p99" }?.1
    #expect(predicted?["lower_value"] == .integer(9_600_000))
    #expect(predicted?["upper_value"] == .integer(15_000_000))
  }

  @Test func longNamesAreShortened() throws {
    var result = ResultFixture.full
    let names = ["a", "b"].map { String(repeating: "x", count: 60) + $0 }
    for index in 0..<2 { result.populations[index].name = names[index] }
    let benchmarks = try DashboardRules.bencher(try Self.json(BencherReport.text([result])))
    let short = benchmarks[0].measures.map { $0.0 }.filter { $0.hasPrefix("population.") }
    #expect(Set(short).count == short.count && short.count > 7)
  }

  @Test(
    arguments: [
      "[]", "{\"a\": []}", "{\"\": {}}", "{\"a\": {\"b\": 1}}", "{\"a\": {\"b\": {}}}",
      "{\"a\": {\"b\": {\"value\": null}}}", "{\"a\": {\"b\": {\"value\": \"1\"}}}",
      "{\"a\": {\"b\": {\"value\": 1, \"unit\": \"ns\"}}}",
      "{\"a\": {\"b\": {\"value\": 1, \"lower_value\": 2}}}",
    ]) func bencherFaultsAreFound(text: String) throws
  {
    let value = try Self.json(text)
    #expect(throws: DashboardRules.Broken.self) { try DashboardRules.bencher(value) }
  }

  // MARK: - github-action-benchmark

  @Test func benchmarkEntriesHaveTheCostsOfTheResult() throws {
    let entries = try DashboardRules.entries(
      try Self.json(BenchmarkActionReport.text(Self.results)))
    for (label, row) in Self.rows {
      let own = entries.filter { $0.name.hasPrefix("\(label): ") }
      #expect(!own.isEmpty, "\(label)")
      for entry in own {
        let name = String(entry.name.dropFirst(label.count + 2))
        #expect(entry.value == Self.value(named: name, in: row), "\(name)")
      }
    }
    func entry(_ name: String) -> DashboardRules.Entry? { entries.first { $0.name == name } }
    #expect(entry("snowglobe: time.frame.p99")?.unit == "ns")
    #expect(entry("snowglobe: allocations.steadyBytes")?.unit == "bytes")
    #expect(entry("snowglobe: work.primitives")?.unit == "count")
    #expect(entry("snowglobe: deviceFrame.p99")?.range == "9600000 to 15000000")
    #expect(entry("drops: allocationsPerThousandSteps") != nil)
    // More flakes or checks are not worse.
    for part in ["population.", ": frames", "properties.", ": steps"] {
      #expect(!entries.contains { $0.name.contains(part) }, "\(part)")
    }
  }

  @Test(
    arguments: [
      "{}", "[1]", "[{\"name\": \"a\", \"unit\": \"ns\"}]",
      "[{\"name\": \"a\", \"unit\": \"ns\", \"value\": null}]",
      "[{\"name\": \"a\", \"unit\": \"\", \"value\": 1}]",
      "[{\"name\": \"a\", \"unit\": \"ns\", \"value\": 1, \"range\": 2}]",
      "[{\"name\": \"a\", \"unit\": \"ns\", \"value\": 1, \"kind\": \"b\"}]",
      "[{\"name\": \"a\", \"unit\": \"ns\", \"value\": 1}, "
        + "{\"name\": \"a\", \"unit\": \"ns\", \"value\": 1}]",
    ]) func benchmarkFaultsAreFound(text: String) throws
  {
    let value = try Self.json(text)
    #expect(throws: DashboardRules.Broken.self) { try DashboardRules.entries(value) }
  }

  // MARK: - OpenMetrics

  @Test func openMetricsHasTheValuesOfTheResult() throws {
    let families = try OpenMetricsText.read(OpenMetricsReport.text(Self.results))
    func family(_ name: String) throws -> OpenMetricsText.Family {
      try #require(families.first { $0.name == name }, "\(name)")
    }
    func check(
      _ name: String, _ path: String, unit: String = "", dividedBy divisor: Double = 1,
      named: String? = nil
    ) throws {
      let family = try family(name)
      #expect(family.unit == unit && !family.help.isEmpty, "\(name)")
      var count = 0
      for (label, row) in Self.rows {
        guard let value = Self.value(at: path, in: row)?.double else { continue }
        let samples = family.samples.filter {
          $0.labels["scenario"] == label && $0.labels["name"] == named
        }
        #expect(samples.map { $0.value } == [value / divisor], "\(name) \(label)")
        #expect(samples.first?.labels["seed"] == Self.value(at: "seed", in: row)?.written)
        #expect(samples.first?.labels["device"] == Self.value(at: "device", in: row)?.text)
        count += 1
      }
      #expect(count > 0, "\(path)")
    }
    try check("simbench_allocations_steady", "allocations.steadyTotal")
    #expect(try family("simbench_allocations_steady").type == "counter")
    try check("simbench_population_max", "population.flakes.max", named: "flakes")
    try check("simbench_work_primitives", "work.primitives")
    try check("simbench_allocations_steady_bytes", "allocations.steadyBytes", unit: "bytes")
    try check(
      "simbench_device_frame_p99_seconds", "deviceFrame.p99", unit: "seconds", dividedBy: 1e9)
    try check(
      "simbench_time_frame_p99_seconds", "timing.frame.p99", unit: "seconds", dividedBy: 1e9)
    try check("simbench_time_hitch_ms_per_second", "timing.hitchMsPerSecond")
    try check("simbench_steps", "steps")
    try check("simbench_properties_held", "properties.no-loss.held", named: "no-loss")
    try check("simbench_virtual_seconds", "virtualNanoseconds", unit: "seconds", dividedBy: 1e9)
  }

  @Test func hostileTextStaysInLabels() throws {
    let families = try OpenMetricsText.read(
      OpenMetricsReport.text([SeriesFixture.hostileResult, SeriesFixture.failing]))
    let names = families.flatMap { $0.samples }.compactMap { $0.labels["name"] }
    #expect(names.contains(SeriesFixture.seenHostile))
    let scenarios = Set(families.flatMap { $0.samples }.compactMap { $0.labels["scenario"] })
    #expect(scenarios.contains("snowglobe (\(SeriesFixture.seenHostile))"), "\(scenarios)")
  }

  @Test(
    arguments: [
      "", "# EOF", "# EOF\n# EOF\n", "a 1\n# EOF\n", "# TYPE a gauge\na 1\n",
      "# TYPE a gauge\na 1\n\n# EOF\n", "# TYPE a gauge\n# TYPE a gauge\na 1\n# EOF\n",
      "# TYPE a gauge\na 1\n# HELP a b\n# EOF\n", "# TYPE a gauge\na 1\na 1\n# EOF\n",
      "# TYPE a gauge\n# UNIT a seconds\na 1\n# EOF\n", "# TYPE a counter\na 1\n# EOF\n",
      "# TYPE a counter\na_total -1\n# EOF\n", "# TYPE a number\na 1\n# EOF\n",
      "# TYPE a gauge\na{b=\"c} 1\n# EOF\n", "# TYPE a gauge\na{b=\"\\x\"} 1\n# EOF\n",
      "# TYPE a gauge\na{b=\"c\",b=\"d\"} 1\n# EOF\n", "# TYPE a gauge\na{1b=\"c\"} 1\n# EOF\n",
      "# TYPE a gauge\na null\n# EOF\n", "# TYPE a-b gauge\na-b 1\n# EOF\n",
      "# TYPE a gauge\na{b=\"1\"} 1\n# TYPE c gauge\nc 1\na{b=\"2\"} 1\n# EOF\n",
    ]) func openMetricsFaultsAreFound(text: String)
  {
    #expect(throws: DashboardRules.Broken.self) { try OpenMetricsText.read(text) }
  }

  // MARK: - Values that are missing

  /// The metrics of one run by their names in Bencher's format, and all outputs.
  private func names(_ result: SceneResult) throws -> (names: [String], texts: String) {
    let text = BencherReport.text([result])
    let benchmarks = try DashboardRules.bencher(try Self.json(text))
    return (
      benchmarks[0].measures.map { $0.0 },
      text + BenchmarkActionReport.text([result]) + OpenMetricsReport.text([result])
    )
  }

  private func hasTimes(_ texts: String) -> Bool {
    texts.contains("time.") || texts.contains("simbench_time_")
  }

  @Test func timesThatWereNotJudgedAreMissing() throws {
    let full = try names(ResultFixture.full)
    #expect(hasTimes(full.texts))
    var skipped = ResultFixture.full
    skipped.timing.budgets[0].status = .notMeasured
    skipped.timing.budgets[0].measured = nil
    skipped.timing.budgets[0].note = BudgetSummary.notJudged + "--no-wall"
    let rest = try names(skipped)
    #expect(!hasTimes(rest.texts))
    #expect(rest.names == full.names.filter { !$0.hasPrefix("time.") })
  }

  @Test func unmeasuredMetricsAreMissing() throws {
    var untimed = ResultFixture.full
    untimed.timing.measuredFrames = 0
    untimed.timing.lateness = nil
    #expect(try !hasTimes(names(untimed).texts))
    #expect(try names(untimed).names.contains("allocations.steadyTotal"))
    // Frames of the warm-up are not judged.
    var short = ResultFixture.full
    short.frames = short.allocations.warmupFrames
    #expect(try !hasTimes(names(short).texts))
    let empty = try names(ResultFixture.empty)
    #expect(!hasTimes(empty.texts))
    #expect(!empty.names.contains { $0.hasPrefix("allocations.steady") })
    #expect(!empty.names.contains { $0.hasPrefix("deviceFrame") })
    #expect(empty.names.contains("frames"))
  }

  @Test func runsThatWereNotJudgedAreMissing() throws {
    let results = ResultFile.Results(notJudged: [NotJudgedRun("a.json", reason: "b", next: "c")])
    #expect(BencherReport.text(results) == "{}\n")
    #expect(BenchmarkActionReport.text(results) == "[]\n")
    #expect(OpenMetricsReport.text(results) == "# EOF\n")
  }
}

extension JSONOutput {
  /// A number or string as the text of a label.
  fileprivate var written: String { text ?? JSONWriter.text(of: self, style: .compact) }
}
