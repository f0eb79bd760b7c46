import SimFormats
import SimReport

/// The command line of `simbench`.
package enum SimbenchTable {
  /// Every command, option and argument there is.
  package static let table = CommandTable(
    tool: ShellCommand.program.split(separator: "/").last.map(String.init) ?? "simbench",
    program: ShellCommand.simbench(),
    summary: "Deterministic headless simulation and benchmarks for touch-driven scenes.",
    discussion: [
      """
      A scenario file says what runs: the scene, the device class, the seed, the input and the \
      budgets. The same scenario and seed give the same frames and pixels on every machine.
      """
    ],
    notes: [
      CommandNote(
        "inputs",
        "No output replaces a file that the command reads, whatever path or link leads there."),
      CommandNote("outputs", "All files of a command are written, or none."),
      CommandNote(
        "json",
        """
        What --json writes is an object with schemaVersion and a list of rows, for one input as \
        for several; simbench list schemas names the schemas.
        """),
      CommandNote(
        "pipes",
        "A named pipe as an output needs its reader within two seconds. A reader may be slow."),
      CommandNote(
        "stdout",
        """
        When standard output is closed nothing is done, and the exit code is 2; a reader who \
        leaves early is no failure.
        """),
      CommandNote(
        "arithmetic",
        """
        Where the processor was told to flush subnormal numbers to zero, or to round otherwise \
        than to the nearest number, no command does anything, and the exit code is 5.
        """),
      CommandNote(
        "locks",
        """
        Histories, baselines and goldens are locked while they are read, changed and written. \
        Another command waits for at most a minute, says for whom after two seconds, and ends \
        with exit 2 if that was not enough.
        """),
      CommandNote(
        "signals",
        """
        The first SIGINT, SIGTERM or SIGHUP ends every wait, every child and the command in order; \
        the second, or SIGQUIT, ends all of it at once. Neither leaves anything behind.
        """),
    ],
    groups: [
      CommandGroup("Run and look", [run, report, render, score, flash, list]),
      CommandGroup("Record and replay", [verify, replay, diff, recordingConvert]),
      CommandGroup("Explore", [explore, shrink, plan, sweep, merge]),
      CommandGroup("Check", [check, validate, imageDiff]),
      CommandGroup(
        "Compare", [gate, baselineAdd, baselineUpdate, baselineMerge, selftest, history]),
      CommandGroup(
        "Goldens", [goldenAdd, goldenCheck, goldenUpdate, goldenAccept, goldenReject]),
      CommandGroup("Tune", [tune, calibrate, deviceAdd]),
      CommandGroup("Make", [initialize]),
      CommandGroup("Shell", [completions, manual, schema, help]),
    ])

  private static let list = CommandSpec(
    "list", "List scenes, device classes, scenarios, measures and more.",
    discussion: [
      """
      Scenarios are looked for in the current folder and its scenarios folder, further device \
      classes in scenarios/devices and --devices; everything else is built in.
      """
    ],
    arguments: [
      ArgumentSpec(
        "KIND", .one, .words(ListKind.allCases.map(\.rawValue)),
        "What to list: " + ListKind.allCases.map(\.rawValue).joined(separator: ", ") + ".")
    ],
    options: [devices, json("the list"), confined, quiet],
    limits: [Limits.textBytes, Limits.jsonDepth],
    examples: [
      CommandExample("simbench list scenes", "Name every scene with its parameters and caps."),
      CommandExample(
        "simbench list devices --devices my-devices", "Add the device classes of a folder."),
      CommandExample("simbench list measures", "Everything that a budget may limit."),
    ], implementation: ListCommand.self)

  private static let validate = CommandSpec(
    "validate", "Check scenario files without running them.",
    discussion: [
      """
      Reads each file as a run would and reports the first error in it: the position, what \
      was found, what is allowed and the nearest right spelling.
      """
    ],
    arguments: [scenarios],
    options: [devices, json("the findings"), confined, quiet],
    limits: Limits.ofRuns,
    examples: [
      CommandExample("simbench validate scenarios/*.json", "Check all scenarios of a project.")
    ], implementation: ValidateCommand.self)

  private static let initialize = CommandSpec(
    "init", "Make a starter scenario, or a package with a scene or model of your own.",
    discussion: [
      """
      It writes one scenario file that runs as it is. With --scene it writes a Swift package: a \
      scene in four files, a scenario, an executable that runs it, a test, and a workflow that \
      runs all scenarios for every pull request. With --model the package has a model of an app's \
      logic in two files, and a second scenario with a bug, for explore to find. A package depends \
      on the checkout that this simbench was built in, or on what --package says: a folder, which \
      stays relative when it is given so, or a repository with a version (its branch main without \
      one).
      """,
      "A file that is already there is never overwritten.",
    ],
    arguments: [
      ArgumentSpec(
        "NAME", .one, .hint("a new name"), "Kebab-case name of the scenario, scene or model.")
    ],
    options: [
      .flag("scene", "Make a starter package with a scene of its own."),
      .flag("model", "Make a starter package with a model of its own."),
      .value(
        "package", "PATH|URL@VERSION", .directory,
        "Where the starter package finds simbench; needs --scene or --model."),
      .value("out", "DIR", .directory, "Folder to write into; default: the current one."),
    ],
    examples: [
      CommandExample("simbench init quiet-snow", "Write quiet-snow.json, ready to run."),
      CommandExample(
        "simbench init paper-boats --scene --package ../simbench",
        "Start a package for a new scene, with simbench from a folder beside this one."),
      CommandExample(
        "simbench init outbox --model", "Start a package for a model of an app's logic."),
      CommandExample(
        "simbench init paper-boats --scene --package https://example.com/simbench.git@1.2.3",
        "The same with a version of a repository."),
    ], implementation: InitCommand.self)

  private static let completions = CommandSpec(
    "completions", "Print a completion script for a shell.",
    arguments: [
      ArgumentSpec(
        "SHELL", .one, .words(Shell.allCases.map(\.rawValue)), "The shell: bash, zsh or fish.")
    ],
    examples: [
      CommandExample("source <(simbench completions bash)", "Complete in this bash session."),
      CommandExample(
        "simbench completions zsh > ~/.zfunc/_simbench",
        "Install for zsh, given that ~/.zfunc is in fpath."),
      CommandExample(
        "simbench completions fish > ~/.config/fish/completions/simbench.fish",
        "Install for fish."),
    ], implementation: CompletionsCommand.self)

  private static let manual = CommandSpec(
    "man", "Print the manual page.",
    examples: [
      CommandExample("simbench man | man -l -", "Read it; elsewhere than on Linux, use a file."),
      CommandExample("simbench man > simbench.1", "Save it for a folder of manual pages."),
    ], implementation: ManualCommand.self)

  private static let schema = CommandSpec(
    "schema", "Print the JSON Schema of a file format, or of what a command writes as JSON.",
    discussion: [
      """
      The schema is made from what reads and writes the files, so it allows what is written, and \
      no other keys. Editors and validators know it as draft 7.
      """
    ],
    arguments: [
      ArgumentSpec(
        "NAME", .one, .words(PublishedSchema.all.map(\.name)),
        "The file format, or the command's output; simbench list schemas says which there are.")
    ],
    examples: [
      CommandExample(
        "simbench schema run > run.schema.json", "Keep it beside the files it is of.")
    ], implementation: SchemaCommand.self)

  private static let help = CommandSpec(
    "help", "Show help on a command, or on the tool.",
    arguments: [ArgumentSpec("COMMAND", .zeroOrMore, .command, "The command to explain.")],
    examples: [CommandExample("simbench help run", "The same as simbench run --help.")],
    role: .help)
}
