import SimFormats
import SimHarness

extension SimbenchTable {
  static let baselines = OptionSpec.value(
    "baselines", "DIR", .directory,
    "Folder of baselines; default: baselines next to each scenario.")

  static let baselineUpdate = CommandSpec(
    "baseline update", "Replace the baselines of scenarios.",
    discussion: [
      """
      Runs each scenario in a separate process and writes its exact metrics: digests, populations, \
      allocations, work and input. The output is one sorted JSON file per scenario, to be \
      committed. The metrics are valid on every machine. An entry names its seed, length, device \
      class and scenario.
      """,
      """
      With --instructions, also records the instructions of step and draw, for this architecture, \
      these compilers and this build. With --wall-time, also records the median times on this \
      machine. An update without these options keeps the recorded values as long as the work is \
      the same.
      """,
      """
      With --ratchet, records only costs that fell and refuses runs whose work changed. A debug \
      build counts no allocations, so it records nothing. With --wall-time, one scenario runs at a \
      time.
      """,
      """
      Replaces a file with an unresolved merge conflict, unless --ratchet is given. Its entries \
      for other seeds, lengths, device classes and cases are lost; update those too.
      """,
    ],
    arguments: [scenarios],
    options: lengthAndSeed + motionOptions + [
      device, devices, reduceMotion, baselines,
      .flag("ratchet", "Record only costs that fell."),
      instructions("none"),
      .flag("wall-time", "Also record this machine's median times, for information only."),
      Jobs.option, json("the outcome of each baseline"), confined, quiet,
    ],
    limits: Limits.ofRuns,
    examples: [
      CommandExample(
        "simbench baseline update scenarios/*.json", "Replace the baselines of all scenarios."),
      CommandExample(
        "simbench baseline update scenarios/snowglobe.json --ratchet",
        "Record only costs that fell."),
    ], implementation: BaselineCommand.self)

  static let baselineAdd = CommandSpec(
    "baseline add", "Record baselines for scenarios that have none.",
    discussion: [
      """
      Works like baseline update, but only for scenarios without an entry for this seed, length \
      and device class. Keeps existing entries, so no change is accepted unseen.
      """
    ],
    arguments: [scenarios],
    options: lengthAndSeed + motionOptions + [
      device, devices, reduceMotion, baselines, instructions("none"),
      .flag("wall-time", "Also record this machine's median times, for information only."),
      Jobs.option, json("the outcome of each baseline"), confined, quiet,
    ],
    limits: Limits.ofRuns,
    examples: [
      CommandExample("simbench baseline add scenarios/*.json", "Record the missing baselines.")
    ], implementation: BaselineCommand.self)

  static let baselineMerge = CommandSpec(
    "baseline merge", "Merge a baseline or history that two branches changed.",
    discussion: [
      """
      A merge driver for git, which calls it with %O %A %B %P. Merges entries and members of a \
      baseline that one branch changed. In a history, merges the lines that one branch added or \
      removed. Writes the file to CURRENT.
      """,
      """
      A member that both branches changed to different values is a conflict, with exit code 1. \
      Standard error names it with both values, and CURRENT gets conflict markers there. A file \
      that is not a baseline or history is a conflict as a whole. recordedWith and wallTimes never \
      conflict; CURRENT keeps its own.
      """,
    ],
    arguments: [
      ArgumentSpec("ANCESTOR", .one, .file, "The common ancestor; empty if there is none."),
      ArgumentSpec("CURRENT", .one, .file, "The file of this branch, which is replaced."),
      ArgumentSpec("OTHER", .one, .file, "The file of the other branch."),
      ArgumentSpec(
        "PATH", .optional, .hint("the file's path"), "The name for messages; default: CURRENT."),
    ],
    options: [confined],
    limits: Limits.ofHistories,
    examples: [
      CommandExample(
        "simbench baseline merge base.json mine.json theirs.json", "Merge by hand, into mine.json.")
    ],
    verdicts: [.budgetFailed], implementation: BaselineMergeCommand.self)

  static let gate = CommandSpec(
    "gate", "Fail on regressions against a baseline or another build.",
    discussion: [
      """
      Compares each scenario's exact metrics with its baseline, without tolerance. More \
      allocations or work is a regression (exit code 3). A different digest, population or input \
      means that the work changed (exit code 4); its costs are then not compared. A missing \
      baseline is exit code 6, with one command that records all missing baselines; --json has the \
      entries. Lower costs never fail. Instructions that the baseline has for this architecture, \
      compilers and build may rise by 0.5 %. If measured as the difference of two runs, they may \
      rise by 1 % or by 20,000 instructions in total, whichever is larger. If they cannot be \
      counted here, gate reports that and continues.
      """,
      """
      With --against, builds the merge base with another branch in a separate working tree. Runs \
      both builds in rounds of fresh processes: reference, build, reference again. The statistic \
      is the median over the rounds of the median ratio of frames, with a 95 % interval. Rounds in \
      which the reference differs from itself by more than 5 % do not count. The threshold is 3 % \
      or twice the reference's own difference, whichever is larger. A metric is regressed or \
      improved if the whole interval lies beyond the threshold, or beyond 10 % with fewer than 14 \
      rounds that count. It is equal if the whole interval lies within the threshold, and \
      otherwise inconclusive (exit code 7). While a metric is inconclusive, more rounds follow, up \
      to 8 times as many, within --budget. The report says why they ended and what would decide \
      the rest. Frames in different states are never compared. For a frame that takes more or less \
      time, the report lists the phases that contribute to the change, in nanoseconds, however \
      short they are.
      """,
    ],
    arguments: [scenarios],
    options: lengthAndSeed + motionOptions + [
      device, devices, reduceMotion, baselines,
      .value(
        "against", "REF", .hint("a branch or commit"),
        "Compare with a build of the merge base with this branch or commit."),
      .value("base", "FILE", .file, "Compare with this build of the same tool."),
      .value(
        "rounds", "N", .hint("a number of rounds"),
        "Fresh processes per side before the first evaluation; default: "
          + "\(PairedRuns.defaultRounds)."),
      .value(
        "budget", "TIME", .hint("a time such as 5m"),
        "Time limit for the rounds of a scenario; one round always runs. Default: "
          + "\(Int(RoundPlan.defaultBudgetSeconds / 60))m."),
      .flag("no-render", "Compare step and draw only; needs --against or --base."),
      instructions("the baseline's method; none with --against and --base"), Jobs.option,
      json("the comparison"), confined, quiet,
    ] + findingOutputs("the comparison"),
    limits: Limits.ofRuns,
    examples: [
      CommandExample(
        "simbench gate scenarios/*.json --against main",
        "Fail if this branch is slower than its merge base with main."),
      CommandExample(
        "simbench gate scenarios/*.json", "Fail if anything costs more or behaves differently."),
    ],
    verdicts: gateVerdicts, implementation: GateCommand.self)

  /// Exit codes of a comparison of runs.
  static let gateVerdicts: [ExitCode] = [
    .budgetFailed, .regression, .goldenMismatch, .determinismBroken, .referenceMissing,
    .inconclusive, .capNotExercised,
  ]

  static let selftest = CommandSpec(
    "selftest", "Measure how reliably gate and run detect regressions on this machine.",
    discussion: [
      """
      Measures false alarms and missed regressions of the gate on this machine. Compares identical \
      builds, which must never fail. Then plants 5 % more work in step, one extra allocation, a \
      scene that omits most of its flakes, and another seed. Run it on an idle machine; it takes \
      minutes. Exit code 7: the machine is too noisy. Exit code 1: do not rely on the gate here.
      """,
      """
      Then checks the verdicts of run on fast frames, slow frames, and frames that wait by their \
      own fault. Each case runs on the machine as it is, and next to twice as many busy threads as \
      it has CPUs. Fast frames must never fail, the others always.
      """,
    ],
    options: [
      .value(
        "trials", "N", .hint("a number of trials"), "Trials per case; default: 20."),
      .flag("quick", "Run three trials per case; one may miss the 5 % extra work."),
      .value(
        "rounds", "N", .hint("a number of rounds"),
        "Fresh processes per side; default: \(PairedRuns.defaultRounds)."),
      json("the table"), quiet,
    ],
    examples: [
      CommandExample("simbench selftest", "Measure the gate on this machine."),
      CommandExample("simbench selftest --quick", "Measure it in a minute or two."),
    ],
    verdicts: [.budgetFailed, .inconclusive], implementation: SelftestCommand.self)

  static let history = CommandSpec(
    "history", "Show metrics over time and detect lasting changes.",
    discussion: [
      """
      The history is a text file with one JSON object per line, so it can be committed, cached or \
      read by other tools. --append adds results of run --json. Lines are ordered by date; lines \
      without a date keep their position in the file, and the table says so.
      """,
      """
      Runs are compared only if scenario, seed, length, device, Reduce Motion and behavior \
      versions are equal. Other runs are listed separately; the last lines say which. Exact \
      metrics are comparable across machines; every change is reported with the run that made it. \
      Times are separated by machine; E-divisive finds a lasting change with a permutation test at \
      1 in 100. A large change needs 5 runs before and 5 after, or 4 and 6, 3 and 10, 2 and 20, in \
      either order. A change that is small compared with the noise needs more. If noise lasts from \
      run to run, the test requires a larger change. It grows in proportion to the noise's \
      autocorrelation time in up to 60 runs before and after. A CPU clock that changes its speed \
      only once or twice still looks like a change.
      """,
    ],
    arguments: [ArgumentSpec("FILE", .one, .file, "The history; --append creates it.")],
    options: [
      .value(
        "append", "RESULT", .file, "Add a result of run --json.",
        isRepeating: true),
      .value(
        "commit", "NAME", .hint("a commit or name"),
        "Name of the commit that ran; default: the commit checked out here."),
      .value("scenario", "NAME", .hint("a scenario's name"), "Show only this scenario."),
      .value(
        "metric", "PREFIX", .hint("a path such as timing.frame"),
        "Show only metrics whose path starts with this."),
      .value("svg", "FILE", .file, "Write a chart of the metrics that vary."),
      html("the metrics that vary"), htmlFolder, json("the series"), confined, quiet,
    ],
    limits: Limits.ofHistories,
    examples: [
      CommandExample(
        "simbench history history.ndjson --append result.json", "Add a result and show trends."),
      CommandExample(
        "simbench history history.ndjson --metric timing.frame --svg trend.svg",
        "Draw the frame time over all runs."),
    ], implementation: HistoryCommand.self)
}
