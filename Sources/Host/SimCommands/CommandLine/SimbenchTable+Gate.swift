import SimFormats
import SimHarness

extension SimbenchTable {
  static let baselines = OptionSpec.value(
    "baselines", "DIR", .directory,
    "Folder of baselines; default: baselines beside each scenario.")

  static let baselineUpdate = CommandSpec(
    "baseline update", "Record what scenarios come to, to compare with later.",
    discussion: [
      """
      Runs each scenario in a process of its own and writes its exact metrics (digests, \
      populations, allocations, work, input) to one sorted JSON file a scenario, meant to be \
      committed. The metrics hold for every machine; an entry names the seed, the length, the \
      device class and the scenario it was recorded for.
      """,
      """
      With --instructions those of step and draw are recorded too, for this architecture, these \
      compilers and this build; with --wall-time the median times on this machine. An update \
      without these options keeps what is there as long as the work is the same.
      """,
      """
      With --ratchet only costs that fell are taken over; a run that did other work is refused. \
      A debug build counts no allocations, so it records nothing. With --wall-time one scenario \
      runs after the other.
      """,
      """
      A file with an unresolved merge conflict is replaced, unless --ratchet is given. Its entries \
      for other seeds, lengths, device classes and cases are lost; update those too.
      """,
    ],
    arguments: [scenarios],
    options: lengthAndSeed + motionOptions + [
      device, devices, reduceMotion, baselines,
      .flag("ratchet", "Take over only what costs less than before."),
      instructions("none"),
      .flag("wall-time", "Record this machine's median times too, which no verdict rests on."),
      Jobs.option, json("what became of each baseline"), confined, quiet,
    ],
    limits: Limits.ofRuns,
    examples: [
      CommandExample("simbench baseline update scenarios/*.json", "Record all scenarios."),
      CommandExample(
        "simbench baseline update scenarios/snowglobe.json --ratchet",
        "Keep what got cheaper, and nothing else."),
    ], implementation: BaselineCommand.self)

  static let baselineAdd = CommandSpec(
    "baseline add", "Record the scenarios that have no baseline yet.",
    discussion: [
      """
      As baseline update, for scenarios without an entry for this seed, length and device class. \
      An entry that is there stays as it is, so that nothing is accepted unseen.
      """
    ],
    arguments: [scenarios],
    options: lengthAndSeed + motionOptions + [
      device, devices, reduceMotion, baselines, instructions("none"),
      .flag("wall-time", "Record this machine's median times too, which no verdict rests on."),
      Jobs.option, json("what became of each baseline"), confined, quiet,
    ],
    limits: Limits.ofRuns,
    examples: [
      CommandExample("simbench baseline add scenarios/*.json", "Record what is missing.")
    ], implementation: BaselineCommand.self)

  static let baselineMerge = CommandSpec(
    "baseline merge", "Merge a baseline or history that two branches changed.",
    discussion: [
      """
      A merge driver for git, which calls it with %O %A %B %P. Merges the entries and members of a \
      baseline that one branch changed, and the lines of a history that one branch added or \
      removed, and writes the file to CURRENT.
      """,
      """
      A member that both branches changed, each to another value, is a conflict: standard error \
      names it with both values, CURRENT gets conflict markers there, and the exit code is 1. A \
      file that is not a baseline or history is a conflict as a whole. recordedWith and wallTimes \
      never conflict; CURRENT keeps its own.
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
    "gate", "Compare scenarios with their baseline, or with another build.",
    discussion: [
      """
      Runs each scenario in a process of its own and compares its exact metrics with the \
      baseline, tolerance 0. Allocations and work that rose are a regression (exit 3); another \
      digest, population or input is other work (exit 4), and then costs are not compared; no \
      baseline is exit 6, with one command that records all that are missing (--json has the \
      entries). What costs less never fails. Instructions that \
      the baseline has for this architecture, compilers and build may rise by 0.5 %, or by 1 % \
      and at least 20,000 in all when they are the difference of two runs; where they cannot be \
      counted it says so and goes on.
      """,
      """
      With --against it builds the commit where this branch left another one, in a working tree \
      of its own, and runs both in rounds of fresh processes: reference, build, reference again. \
      The statistic is the median over the rounds of the median ratio of frames, with a 95 % \
      interval; rounds in which the reference differs from itself by more than 5 % do not count. \
      A change counts above 3 % and above twice what reference and reference differ by: it is \
      regressed or improved when the whole interval lies beyond that, or beyond 10 % with fewer \
      than 14 rounds that count; equal when the whole interval lies within it; and otherwise \
      inconclusive (exit 7). Rounds that leave any row open are followed by more, up to 8 times \
      as many and as long as the budget lasts; what ended them is printed, and what would settle \
      the rest. Frames in different states are never compared. Of a frame that takes longer or \
      shorter it names the phases that carry the change, by the nanoseconds that each differs, \
      however short it was.
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
        "Fresh processes of each side before the first look; default: "
          + "\(PairedRuns.defaultRounds)."),
      .value(
        "budget", "TIME", .hint("a time such as 5m"),
        "Time for the rounds of a scenario, of which one is made in any case; default: "
          + "\(Int(RoundPlan.defaultBudgetSeconds / 60))m."),
      .flag("no-render", "Compare step and draw only; needs --against or --base."),
      instructions("as the baseline's were; none with --against and --base"), Jobs.option,
      json("the comparison"), confined, quiet,
    ] + gateOutputs,
    limits: Limits.ofRuns,
    examples: [
      CommandExample(
        "simbench gate scenarios/*.json --against main",
        "Fail when this branch is slower than where it left main."),
      CommandExample(
        "simbench gate scenarios/*.json", "Fail when anything costs more or moves differently."),
    ],
    verdicts: gateVerdicts, implementation: GateCommand.self)

  /// What a comparison of runs may end with.
  static let gateVerdicts: [ExitCode] = [
    .budgetFailed, .regression, .goldenMismatch, .determinismBroken, .referenceMissing,
    .inconclusive, .capNotExercised,
  ]

  static let gateOutputs: [OptionSpec] = [
    html("what was compared"), htmlFolder, markdown, markdownLimit,
    .value(
      "junit", "FILE|-", .file,
      "Write what was compared as JUnit test cases; - prints them alone on standard output."),
    .value(
      "sarif", "FILE|-", .file,
      "Write what does not hold as SARIF 2.1.0; - prints it alone on standard output."),
    .flag("annotations", "Print what does not hold as annotations that GitHub shows."),
  ]

  static let selftest = CommandSpec(
    "selftest", "Prove on this machine that gate and run see what they have to.",
    discussion: [
      """
      Shows the gate identical code, which must never be red; 5 % more work inside the step; one \
      allocation in one frame; a scene that leaves most of its flakes out; and another seed. \
      Prints how often it said what it has to, and what it measured. Takes minutes, and wants a \
      machine that does nothing else: with exit 7 the machine was too noisy, with exit 1 the gate \
      is not to be trusted.
      """,
      """
      Then shows run fast frames, slow frames, and frames that wait by their own fault, on the \
      machine as it is and beside twice as many busy threads as it has processors: fast frames \
      must never fail, the others always.
      """,
    ],
    options: [
      .value(
        "trials", "N", .hint("a number of trials"), "Trials of each kind; default: 20."),
      .flag("quick", "Three trials of each kind, of which one may miss 5 % more work."),
      .value(
        "rounds", "N", .hint("a number of rounds"),
        "Fresh processes of each side; default: \(PairedRuns.defaultRounds)."),
      json("the table"), quiet,
    ],
    examples: [
      CommandExample("simbench selftest", "Try the gate on this machine."),
      CommandExample("simbench selftest --quick", "Try it in a minute or two."),
    ],
    verdicts: [.budgetFailed, .inconclusive], implementation: SelftestCommand.self)

  static let history = CommandSpec(
    "history", "Show how results went over time, and where they changed for good.",
    discussion: [
      """
      The history is a plain file with one JSON object a line, so it can be committed, cached or \
      read by anything. --append adds results that run --json wrote. Lines count in the order of \
      their dates; where one has none, in that of the file, and the table says so.
      """,
      """
      Runs are compared only with those of the same scenario, seed, length, device, Reduce \
      Motion and behavior versions; others stand apart, and the last lines say which. Exact \
      metrics run on over machines, and every step is reported at once, with the run that made \
      it. Times are kept apart by machine; a lasting change of theirs is found by E-divisive \
      with a permutation test at 1 in 100. A great one takes 5 runs before and 5 after, or 4 and \
      6, 3 and 10, 2 and 20, either way round; one that is small beside the noise takes more. \
      Noise that lasts from run to run makes the test ask for a greater change, in proportion to \
      the noise's autocorrelation time in up to 60 runs before and after. A clock that changes its \
      speed only once or twice still looks like a change.
      """,
    ],
    arguments: [ArgumentSpec("FILE", .one, .file, "The history; --append makes it.")],
    options: [
      .value(
        "append", "RESULT", .file, "Add a result of run --json.",
        isRepeating: true),
      .value(
        "commit", "NAME", .hint("a commit or name"),
        "What was run; default: the commit checked out here."),
      .value("scenario", "NAME", .hint("a scenario's name"), "Show only this scenario."),
      .value(
        "metric", "PREFIX", .hint("a path such as timing.frame"),
        "Show only metrics whose path begins with this."),
      .value("svg", "FILE", .file, "Draw the metrics that vary."),
      html("the metrics that vary"), htmlFolder, json("the series"), confined, quiet,
    ],
    limits: Limits.ofHistories,
    examples: [
      CommandExample(
        "simbench history history.ndjson --append result.json", "Add a result and show trends."),
      CommandExample(
        "simbench history history.ndjson --metric timing.frame --svg trend.svg",
        "Draw how the frame time went."),
    ], implementation: HistoryCommand.self)
}
