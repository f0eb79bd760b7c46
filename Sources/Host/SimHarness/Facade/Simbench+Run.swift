import SimFormats
import SimInput
import SimRuntime

extension Simbench {
  /// Runs a scenario of a scene or a model, and judges its budgets or properties.
  ///
  /// A debug build judges no wall times and counts no allocations; the report's notes say so.
  ///
  /// - Parameters:
  ///   - scenario: The scenario.
  ///   - scenes: The scenes and models that exist.
  ///   - options: What to do differently from the scenario.
  /// - Throws: `SimbenchError` if the scenario is wrong, the machine failed or the task was
  ///   cancelled.
  /// - Complexity: O(frames), or O(steps).
  public static func run(
    _ scenario: Scenario, scenes: SceneRegistry = .catalog, options: Options = Options()
  ) throws(SimbenchError) -> Report {
    try SimbenchError.converting {
      guard !scenario.document.isModel else {
        return try runModel(scenario, scenes: scenes, options: options)
      }
      return try runScene(scenario, scenes: scenes, options: options)
    }
  }

  private static func runScene(
    _ given: Scenario, scenes: SceneRegistry, options: Options
  ) throws -> Report {
    let scenario = try options.loader(scenes).load(given.document)
    let entry = scenes.entry(of: scenario)
    var run = RunOptions()
    run.rendersPixels = options.paintsFrames
    run.isInterrupted = { isInterrupted }
    var outcome = try entry.run(scenario, run)
    let reason = isDebugBuild ? "debug build" : options.timesNotJudged
    if let reason {
      outcome.result.timing.leaveUnjudged("\(BudgetSummary.notJudged)\(reason)")
    }
    var report = Report(outcome.result)
    if let reason, !outcome.result.timing.budgets.isEmpty {
      report.notes.append("Wall times were not judged: \(reason).")
    }
    if !options.paintsFrames { report.notes.append("Frames were not painted.") }
    if options.checksProperties, report.violation == nil { try check(scenario, entry, &report) }
    report.pictures = try FramePainter.pictures(
      of: options.paintsFrames ? scenario : FramePainter.small(scenario), at: options.pictures,
      in: entry, isInterrupted: { isInterrupted }
    ).map { Picture(frame: $0.frame, png: $0.png) }
    return report
  }

  /// Runs a scene once more with its properties checked.
  private static func check(
    _ scenario: SimFormats.Scenario, _ entry: SceneRegistry.Entry, _ report: inout Report
  ) throws {
    let session = entry.explore(scenario.plan, false, nil)
    try session.run(to: scenario.plan.frameCount) { isInterrupted }
    for (descriptor, tally) in zip(entry.descriptor.properties, session.judge.tallies) {
      let property = Property(
        name: "\(descriptor.name)", requirement: "\(descriptor.requirement)",
        summary: "\(descriptor.summary)", checked: tally.checked, held: tally.held)
      if "\(descriptor.kind.name)" == "sometimes" {
        report.goals.append(property)
      } else {
        report.properties.append(property)
      }
    }
    guard let failure = session.failure else { return }
    report.violation = Violation(failure)
    report.verdict = .failed
  }

  private static func runModel(
    _ given: Scenario, scenes: SceneRegistry, options: Options
  ) throws -> Report {
    let scenario = try model(given, scenes: scenes, options: options)
    var runner = ModelRunner(scenes.model(of: scenario))
    runner.isInterrupted = { isInterrupted }
    return Report(try runner.run(scenario).result)
  }

  /// The one run of a model's scenario.
  static func model(
    _ given: Scenario, scenes: SceneRegistry, options: Options
  ) throws -> ModelScenario {
    guard options.frameCount == nil, options.pictures.isEmpty else {
      throw SimbenchError.badInput("\(given.name): a model has no frames")
    }
    let all = try options.loader(scenes).loadEvery(given.document)
    guard all.count == 1, case .model(let scenario) = all[0] else {
      throw SimbenchError.badInput(
        "\(given.name): the file stands for several runs; name one, such as \(all[0].name)")
    }
    return scenario
  }
}

extension Simbench.Report {
  /// Reports a scene's run.
  init(_ result: SceneResult) {
    self.init(
      name: result.scenario, subject: result.scene, isModel: false, seed: result.seed,
      device: result.device.name, steps: UInt64(result.frames), verdict: result.verdict,
      digests: Simbench.Digests(
        state: result.digest.state, chain: result.digest.chain, pixels: result.digest.pixels,
        pixelChain: result.digest.pixelChain),
      result: .scene(result))
    budgets =
      (result.budgets + result.timing.budgets).map { Simbench.Budget($0) }
      + result.load.map { Simbench.Budget($0) }
    populations = result.populations.map {
      Simbench.Population(
        name: $0.name, cap: $0.cap, minimum: $0.minimum, maximum: $0.maximum, mean: $0.mean,
        framesAtCap: $0.framesAtCap)
    }
    let counts = result.allocations
    allocations = Simbench.Allocations(
      source: counts.source, warmup: counts.warmupTotal, total: counts.steadyTotal,
      maximumPerFrame: counts.steadyMaximumPerFrame)
    if !counts.isMeasured { notes.append("Allocations were \(counts.source).") }
    violation = result.fault.map { Simbench.Violation($0) }
  }

  /// Reports a model's run.
  init(_ result: ModelResult) {
    self.init(
      name: result.scenario, subject: result.model, isModel: true, seed: result.seed,
      steps: result.steps, verdict: result.verdict,
      digests: Simbench.Digests(state: result.state, chain: result.chain), result: .model(result))
    budgets = result.shares.compactMap { share in
      share.minimum.map { Simbench.Budget(share, minimum: $0, in: result) }
    }
    for property in result.properties {
      let plain = Simbench.Property(
        name: property.name, requirement: property.requirement, summary: property.summary,
        checked: property.checked, held: property.held)
      if property.kind == "sometimes" { goals.append(plain) } else { properties.append(plain) }
    }
    violation = result.failure.map { Simbench.Violation($0) }
    sentences = result.timeline.map(\.text)
  }
}
