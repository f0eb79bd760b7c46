import SimFormats
import SimHarness
import SimPlatform
import SimReport

/// Compares the first frames of runs with those of another process.
///
/// What reads a clock, random numbers of its own or the order of a set differs there at once, and
/// nothing that `run` measures is worth anything then. `verify` covers whole runs and other causes.
struct FirstFrames {
  /// The number of compared frames, or steps of a model.
  static var count: UInt32 { 120 }

  /// The options that determine the runs of scenes and models, for separate processes.
  let options: (scene: [String], model: [String])
  let scenes: SceneRegistry
  let executable: String
  let jobCount: Int

  /// Reads the options of a command line; nil where no other process can be started, and in one
  /// that only measures for another command.
  init?(_ parsed: ParsedCommand, _ scenes: SceneRegistry, _ jobs: Jobs) {
    guard let executable = jobs.executable,
      Environment.value(MeasuredProcess.singleRunVariable) == nil
    else { return nil }
    options = (
      VerifyVariants.absolute(RunSettings.passedOn(parsed, hasLength: false)),
      parsed.given(["seed", "duration"])
    )
    self.scenes = scenes
    self.executable = executable
    jobCount = jobs.count
  }

  /// The runs that differ or could not be compared; keeps the states of the first such frame.
  ///
  /// - Parameter steps: The number of steps of each model's run, in order.
  func differing(
    _ named: [RunSettings.Named], steps: [UInt64], _ keeper: inout DivergenceKeeper
  ) throws -> [VerifyReport] {
    var stepCounts = steps[...]
    let counts = named.map { $0.subject.scene == nil ? stepCounts.popFirst() : nil }
    // A pipe can be read only once.
    let places = named.indices.filter {
      FileStore.isFile(ScenarioLoader.parts(named[$0].path).file)
    }
    let found = try JobQueue.run(places.count, atOnce: jobCount) { (index) throws in
      try report(named[places[index]], stepCount: counts[places[index]])
    }
    for (_, kept) in found { keeper.take(from: kept) }
    return found.map { $0.report }.filter { !$0.isFine }
  }

  private func report(
    _ named: RunSettings.Named, stepCount: UInt64?
  ) throws -> (report: VerifyReport, kept: DivergenceKeeper) {
    let run =
      switch named.subject {
      case .scene(let scenario):
        ComparedRun(scenario, at: named.path, scenes, options: options.scene, paintedCount: 0)
      case .model(let scenario):
        try ComparedRun(
          scenario, at: named.path, scenes, options: options.model,
          stepCount: stepCount.map { UInt32(clamping: $0) })
      }
    return try VerifyVariants.silentReport(
      run, [.process], last: min(run.frameCount, Self.count) - 1, executable: executable)
  }
}
