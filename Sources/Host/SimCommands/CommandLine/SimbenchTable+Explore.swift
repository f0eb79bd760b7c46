import SimFormats
import SimHarness
import SimInput

extension SimbenchTable {
  static let explore = CommandSpec(
    "explore", "Fuzz scenarios over a range of seeds and shrink the first failure.",
    discussion: [
      """
      Fuzzes scenarios. Each seed determines the scene's random numbers and draws a configuration. \
      It consists of input generators and rates, sensor defects, rotations, time in the \
      background, Reduce Motion, device class and parameters. Each configuration also disables \
      some of these at random (swarm testing), so that the rest occur more often.
      """,
      """
      After every frame, checks caps, finite numbers, heap allocations, positions and the scene's \
      own properties. After every 60th, checks the drawing commands, and that a saved state leads \
      to the same frame. At the end, checks that a letter can still be completed. Every eighth \
      seed is run in pairs with one difference that must not matter. These are time in the \
      background, an idle input source, one more member, a mirror image, and the touch rate of the \
      screen. A scene's coverage goals are states that some run should reach; the report lists \
      goals that none reached.
      """,
      """
      With --pixels, frames are also rasterized. Images may not flash, nor change faster than the \
      scenario allows, and ink must be in the frame that received its touch. This takes hundreds \
      of times as long.
      """,
      """
      A run that violates a property ends the search, unless --keep-going is given. The run is \
      recorded, shrunk as by shrink, and saved as text with an image of the failing frame and its \
      touches. Exit code 1.
      """,
    ],
    arguments: [scenarios],
    options: [
      seeds,
      .value(
        "duration", "TIME", .hint("a time such as 10m"), "Start no new runs after this much time."),
      .flag("keep-going", "Continue after a failure."),
      .flag(
        "no-shrink",
        "Save the failing run without shrinking it, under a name that ends in -unshrunk."),
      .flag("pixels", "Also rasterize frames and check their pixels.").ofFrames,
      .flag(
        "save",
        "Save the shrunk recording in \(RecordingHeader.Kind.scene.regressionFolder), of a model "
          + "in \(RecordingHeader.Kind.model.regressionFolder)."),
      .value(
        "frames", "N", .hint("a number of frames"), "Frames per run; default: the scenario's."
      ).ofFrames,
      device, devices,
      .value("out", "DIR", .directory, "Folder for recordings and images; default: .simbench."),
      Jobs.option, json("the findings"), confined, quiet,
    ] + findingOutputs("the findings"),
    limits: Limits.ofRuns,
    examples: [
      CommandExample(
        "simbench explore scenarios/bubbles.json --seeds 0...999",
        "Search 1,000 seeds for a run that violates a property."),
      CommandExample(
        "simbench explore scenarios/*.json --duration 10m --keep-going",
        "Explore all scenarios for ten minutes."),
    ], verdicts: [.budgetFailed, .inconclusive], implementation: ExploreCommand.self)

  static let shrink = CommandSpec(
    "shrink", "Shrink a failing recording to a minimal one.",
    discussion: [
      """
      Discards external input after the failing frame. Then removes contacts, readings, hardware \
      buttons, rotations and spans in the background, starting from the end. Then removes points \
      of contacts, idle time, parameters and digits. A change is kept if the same property still \
      fails. Nothing is random. Finally reports which of the remaining numbers matter.
      """,
      "Takes at most a minute. The exit code is 1 since the run fails, and 2 if it does not fail.",
    ],
    arguments: [recording],
    options: [
      .value(
        "to", "FILE", .file,
        "File of the shrunk recording; default: the recording's name with -small."),
      .value("picture", "FILE", .file, "Write an image of the failing frame and its touches."),
      json("the findings"), confined, quiet,
    ],
    limits: Limits.ofReplays,
    examples: [
      CommandExample(
        "simbench shrink crash.txt.gz --to crash.txt", "Find the smallest input that still fails.")
    ], verdicts: [.budgetFailed], implementation: ShrinkCommand.self)

  private static let seeds = OptionSpec.value(
    "seeds", "RANGE", .hint("a range such as 0...999"),
    "A seed, or a range such as 0...999 or '0..<1000'; default: "
      + "\(ExploreCommand.defaultSeeds.lowerBound)..."
      + "\(ExploreCommand.defaultSeeds.upperBound - 1).")

  // MARK: - Many machines

  static let plan = CommandSpec(
    "plan", "Split a range of seeds into shards for many machines.",
    discussion: [
      """
      A run is one seed of one scenario, as in explore. The plan lists scenarios, seeds and the \
      estimated cost of a run, from its frames and the size of the scene's state in bytes. It \
      determines the shards: the most expensive run comes first, and each run goes to the shard \
      with the lowest total.
      """,
      "Each machine resolves the plan's scenario paths against its current directory.",
    ],
    arguments: [scenarios],
    options: [
      seeds,
      .value(
        "shards", "N", .hint("a number of shards"),
        "Number of shards, 1 to \(SweepPlan.maximumShardCount); default: 1."),
      .value("out", "FILE", .file, "File of the plan; default: sweep.plan."),
      .value(
        "frames", "N", .hint("a number of frames"), "Frames per run; default: the scenario's."
      ).ofFrames,
      device, devices, json("the shards"), confined, quiet,
    ],
    limits: Limits.ofSweeps,
    examples: [
      CommandExample(
        "simbench plan scenarios/*.json --seeds 0...9999 --shards 32 --out sweep.plan",
        "Split ten thousand seeds of every scenario into 32 tasks.")
    ], verdicts: [], implementation: PlanCommand.self)

  private static let planFile = ArgumentSpec(
    "PLAN", .one, .file, "A plan written by simbench plan.")

  static let sweep = CommandSpec(
    "sweep", "Run a shard of a plan, resuming where an earlier attempt stopped.",
    discussion: [
      """
      Runs every seed of a plan, or one shard of it, and appends one line per run to a file. Given \
      the file of a killed task, it resumes after the last complete line. The file contains no \
      times, paths or host names, so a shard produces identical bytes on every machine.
      """,
      """
      --shard auto reads the shard from the batch engine: SLURM_ARRAY_TASK_ID with _MIN, _STEP and \
      _COUNT, JOB_COMPLETION_INDEX of Kubernetes, or TEST_SHARD_INDEX of Bazel. Without --shard, \
      all runs are executed.
      """,
      """
      Failing runs are not shrunk here; each is listed with the explore command that shrinks it.
      """,
    ],
    arguments: [planFile],
    options: [
      .value(
        "shard", "K/N|auto", .hint("a shard such as 3/32"),
        "Shard K of N, from 1, or auto; default: all runs."),
      .value(
        "out", "FILE", .file,
        "Output file; default: part-K.ndjson, or sweep.ndjson for all runs."),
      .value("times", "FILE", .file, "Write the duration of each run, one line per run."),
      Jobs.option, json("the findings"), confined, quiet,
    ],
    limits: Limits.ofSweeps,
    examples: [
      CommandExample(
        "simbench sweep sweep.plan --shard 3/32 --out part-3.ndjson", "Run one of 32 shards."),
      CommandExample(
        "simbench sweep sweep.plan --shard auto", "Run the shard that the batch engine assigns."),
    ], verdicts: [.budgetFailed], implementation: SweepCommand.self)

  static let merge = CommandSpec(
    "merge", "Merge the results of all shards into one file.",
    discussion: [
      """
      Merges the runs of all files in the order of the plan. The result does not depend on the \
      number of shards: it has the same bytes as a sweep on one machine. A run that two files \
      contain identically counts once.
      """,
      """
      If runs are missing, writes nothing and lists each missing shard with the command that runs \
      it; exit code 6. If two files disagree about a run, the exit code is 5.
      """,
    ],
    arguments: [
      planFile, ArgumentSpec("PART", .oneOrMore, .file, "Result files written by simbench sweep."),
    ],
    options: [
      .value("out", "FILE", .file, "Output file; default: sweep.ndjson."),
      json("the findings"), confined, quiet,
    ],
    limits: Limits.ofSweeps,
    examples: [
      CommandExample(
        "simbench merge sweep.plan part-*.ndjson --out sweep.ndjson",
        "Merge the results of all tasks.")
    ], verdicts: [.budgetFailed, .determinismBroken, .referenceMissing],
    implementation: MergeCommand.self)
}
