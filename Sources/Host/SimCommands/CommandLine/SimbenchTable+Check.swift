import SimFormats
import SimHarness

extension SimbenchTable {
  static let check = CommandSpec(
    "check", "Check all that a pull request is asked for at once.",
    discussion: [
      """
      Reads all scenarios and says what is wrong with each that is not valid; runs every one once, \
      and judges that run by its budgets, by its baseline and by the limits on flashes \
      and stripes; compares all goldens; runs the first frames of every scenario again in other \
      ways, as verify does. A stage that looked at nothing does not hold.
      """,
      """
      With --against it then builds the commit where this branch left another one, and compares \
      the times of both as gate does, one scenario after the other.
      """,
      """
      The exit code is that of the worst of it, as run, gate, golden check, flash and verify \
      would say.
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
        "Time for comparing a scenario's times; default: "
          + "\(Int(RoundPlan.defaultBudgetSeconds / 60))m."),
      .value("goldens", "DIR", .directory, "Folder of goldens; default: scenarios/goldens."),
      baselines, devices,
      .value(
        "threads", "N", .hint("a number of threads"), "Threads that paint a frame; default: 1."
      ).ofFrames,
      Jobs.option, .flag("no-wall", "Leave budgets on wall time unjudged."),
      json("everything that was found"), confined, quiet,
    ] + gateOutputs,
    limits: Limits.ofGoldens,
    examples: [
      CommandExample(
        "simbench check --html check.html --annotations", "In CI, with a page for people."),
      CommandExample("simbench check --against main", "Times as well, against this branch's base."),
    ],
    verdicts: gateVerdicts, implementation: CheckCommand.self)
}
