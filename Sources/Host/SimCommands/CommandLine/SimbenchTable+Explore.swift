import SimFormats
import SimHarness

extension SimbenchTable {
  static let explore = CommandSpec(
    "explore", "Run seeds of scenarios until a property does not hold.",
    discussion: [
      """
      A seed decides the scene's chance and draws what happens: which generators of input run and \
      how often, what goes wrong with samples, rotations, time in the background, reduced motion, \
      the device class and parameters. Each leaves something out, so that single things happen for \
      long.
      """,
      """
      After every frame caps, finite numbers, memory from the heap, places and the scene's own \
      properties are looked at; after every 60th the drawing commands, and whether a saved state \
      leads to the same frame; at the end whether a letter can still be completed. Every eighth \
      seed is run in pairs that differ in one thing, which must change nothing: time in the \
      background, a source of input that does nothing, one more member, a mirror, how often a \
      screen tells of touches. What a scene says should happen now and then is a mark: the report \
      lists those that no run reached.
      """,
      """
      With --pixels frames are painted, and their pictures may not flash, nor change faster than \
      the scenario allows, and ink has to be in the picture of the frame that was told of it. It \
      takes hundreds of times as long.
      """,
      """
      A run in which a property does not hold ends the search, unless --keep-going is given. It is \
      recorded, made as small as it gets, as shrink does, and kept as a text with a picture of the \
      frame that fails, in which its touches are drawn. Exit code 1.
      """,
    ],
    arguments: [scenarios],
    options: [
      seeds,
      .value(
        "duration", "TIME", .hint("a time such as 10m"), "Begin no further runs after so long."),
      .flag("keep-going", "Go on after a failure."),
      .flag(
        "no-shrink",
        "Save the failing run without shrinking it, under a name that ends in -unshrunk."),
      .flag("pixels", "Paint frames, and look at their pictures, too.").ofFrames,
      .flag(
        "save",
        "Keep the smallest recording in \(SceneFailureKeeper.regressionFolder), of a model in "
          + "\(ModelFailureKeeper.regressionFolder)."),
      .value(
        "frames", "N", .hint("a number of frames"), "Frames of a run; default: the scenario's."
      ).ofFrames,
      device, devices,
      .value("out", "DIR", .directory, "Folder for recordings and pictures; default: .simbench."),
      Jobs.option, json("what was found"), confined, quiet,
    ],
    limits: Limits.ofRuns,
    examples: [
      CommandExample(
        "simbench explore scenarios/bubbles.json --seeds 0...999",
        "Look for a run that breaks a promise."),
      CommandExample(
        "simbench explore scenarios/*.json --duration 10m --keep-going",
        "All scenarios, for ten minutes."),
    ], verdicts: [.budgetFailed, .inconclusive], implementation: ExploreCommand.self)

  static let shrink = CommandSpec(
    "shrink", "Make the recording of a failing run as small as it gets.",
    discussion: [
      """
      What came from outside is cut after the failing frame; contacts, readings, keys, rotations \
      and spans in the background are left out from the end on, then points of contacts, idle \
      time, parameters and digits, as long as the same property fails. Nothing in it is random. \
      Then it says which of the numbers that are left matter.
      """,
      "It takes a minute at most. Exit code 1, since the run fails; 2 when it does not.",
    ],
    arguments: [recording],
    options: [
      .value(
        "to", "FILE", .file,
        "Where the smallest recording goes; default: the recording's name with -small."),
      .value("picture", "FILE", .file, "Write the frame that fails, with its touches."),
      json("what was found"), confined, quiet,
    ],
    limits: Limits.ofReplays,
    examples: [
      CommandExample(
        "simbench shrink crash.txt.gz --to crash.txt", "See what it takes to break it.")
    ], verdicts: [.budgetFailed], implementation: ShrinkCommand.self)

  private static let seeds = OptionSpec.value(
    "seeds", "RANGE", .hint("a range such as 0...999"),
    "A seed, or a range such as 0...999 or '0..<1000'; default: "
      + "\(ExploreCommand.defaultSeeds.lowerBound)..."
      + "\(ExploreCommand.defaultSeeds.upperBound - 1).")

  // MARK: - Many machines

  static let plan = CommandSpec(
    "plan", "Divide seeds of scenarios into shards, for many machines.",
    discussion: [
      """
      A run is one seed of one scenario, as in explore. The plan lists scenarios, seeds and the \
      estimated cost of a run, from its frames and the bytes of the scene's state. Shards follow \
      from it: the costliest run comes first, each run goes to the shard with the lowest sum.
      """,
      "Machines read the scenarios by the names that the plan has, from their current folder.",
    ],
    arguments: [scenarios],
    options: [
      seeds,
      .value(
        "shards", "N", .hint("a number of shards"),
        "How many shards, 1 to \(SweepPlan.maximumShardCount); default: 1."),
      .value("out", "FILE", .file, "Where the plan goes; default: sweep.plan."),
      .value(
        "frames", "N", .hint("a number of frames"), "Frames of a run; default: the scenario's."
      ).ofFrames,
      device, devices, json("how it is divided"), confined, quiet,
    ],
    limits: Limits.ofSweeps,
    examples: [
      CommandExample(
        "simbench plan scenarios/*.json --seeds 0...9999 --shards 32 --out sweep.plan",
        "Ten thousand seeds of every scenario for 32 tasks.")
    ], verdicts: [], implementation: PlanCommand.self)

  private static let planFile = ArgumentSpec(
    "PLAN", .one, .file, "The plan, as simbench plan wrote it.")

  static let sweep = CommandSpec(
    "sweep", "Do the runs of a plan, or those of one shard.",
    discussion: [
      """
      Every run leaves a line. Done again with the same file, after a task was killed, it goes on \
      where that ended. The file has no times, paths or names of machines: the same shard leaves \
      the same bytes everywhere.
      """,
      """
      --shard auto takes what the batch engine says: SLURM_ARRAY_TASK_ID with _MIN, _STEP and \
      _COUNT, JOB_COMPLETION_INDEX of Kubernetes, or TEST_SHARD_INDEX of Bazel. Without --shard \
      all runs are done.
      """,
      """
      Runs that fail are not made small here; each is shown with the explore command that does it.
      """,
    ],
    arguments: [planFile],
    options: [
      .value(
        "shard", "K/N|auto", .hint("a shard such as 3/32"),
        "Which shard of how many, from 1, or auto; default: all runs."),
      .value(
        "out", "FILE", .file,
        "Where the lines go; default: part-K.ndjson, or sweep.ndjson for all runs."),
      .value("times", "FILE", .file, "Write what each run took, a line a run."),
      Jobs.option, json("what was found"), confined, quiet,
    ],
    limits: Limits.ofSweeps,
    examples: [
      CommandExample(
        "simbench sweep sweep.plan --shard 3/32 --out part-3.ndjson", "One of 32 shards."),
      CommandExample("simbench sweep sweep.plan --shard auto", "A task of a batch engine."),
    ], verdicts: [.budgetFailed], implementation: SweepCommand.self)

  static let merge = CommandSpec(
    "merge", "Put the parts of a sweep together.",
    discussion: [
      """
      The runs of all parts in their order, one file for any number of shards: the same bytes as \
      one machine leaves that does all of them. A run that two parts hold alike counts once.
      """,
      """
      Where runs are missing nothing is written; each shard is named with the command that does \
      it. Exit code 6. Where two parts say different things of a run it is 5.
      """,
    ],
    arguments: [
      planFile, ArgumentSpec("PART", .oneOrMore, .file, "What simbench sweep left."),
    ],
    options: [
      .value("out", "FILE", .file, "Where all lines go; default: sweep.ndjson."),
      json("what was found"), confined, quiet,
    ],
    limits: Limits.ofSweeps,
    examples: [
      CommandExample(
        "simbench merge sweep.plan part-*.ndjson --out sweep.ndjson", "What all tasks found.")
    ], verdicts: [.budgetFailed, .determinismBroken, .referenceMissing],
    implementation: MergeCommand.self)
}
