import SimFormats
import SimHarness

extension SimbenchTable {
  static let check = CommandSpec(
    "check", "Run every pull-request check in one pass.",
    discussion: [
      """
      Validates all scenarios, runs each once, and checks the run against its budgets, its \
      baseline and the limits on flashes and stripes. Then compares all goldens and reruns the \
      first frames of every scenario in the variants of verify. A stage that checked nothing \
      fails.
      """,
      """
      With --against, then builds the merge base with another branch and compares the times of \
      both builds scenario by scenario, as gate does.
      """,
      """
      The exit code is the worst that run, gate, golden check, flash and verify would return.
      """,
    ],
    arguments: [
      ArgumentSpec(
        "SCENARIO", .zeroOrMore, .scenario,
        "Scenario files; default: those of the folder scenarios.")
    ],
    options: [
      .value(
        "against", "REF", .hint("a branch or commit"),
        "Compare times with a build of the merge base with this branch or commit."),
      .value(
        "budget", "TIME", .hint("a time such as 5m"),
        "Time limit for comparing the times of a scenario; default: "
          + "\(Int(RoundPlan.defaultBudgetSeconds / 60))m."),
      .value("goldens", "DIR", .directory, "Folder of goldens; default: scenarios/goldens."),
      baselines, devices,
      .value(
        "threads", "N", .hint("a number of threads"), "Threads that rasterize a frame; default: 1."
      ).ofFrames,
      Jobs.option, .flag("no-wall", "Skip budgets on wall-clock time."),
      json("all findings"), confined, quiet,
    ] + findingOutputs("the comparison"),
    limits: Limits.ofGoldens,
    examples: [
      CommandExample(
        "simbench check --html check.html --annotations",
        "Check in CI, with annotations and an HTML page."),
      CommandExample(
        "simbench check --against main", "Also compare times with the merge base with main."),
    ],
    verdicts: gateVerdicts, implementation: CheckCommand.self)
}
