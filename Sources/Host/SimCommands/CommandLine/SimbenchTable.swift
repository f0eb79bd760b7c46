import SimFormats
import SimReport

/// The command line of `simbench`.
package enum SimbenchTable {
  /// All commands with their options and arguments.
  package static let table = CommandTable(
    tool: ShellCommand.program.split(separator: "/").last.map(String.init) ?? "simbench",
    program: ShellCommand.simbench(),
    summary: "Deterministic headless simulation and benchmarks for touch-driven scenes.",
    discussion: [
      """
      A scenario file names the scene, device class, seed, input and budgets of a run. The same \
      scenario and seed give the same frames and pixels on every machine.
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
        --json writes an object with schemaVersion and a list of rows, even for a single input. \
        simbench list schemas names the schemas.
        """),
      CommandNote(
        "pipes",
        "A named pipe as an output needs a reader within two seconds. The reader may be slow."),
      CommandNote(
        "stdout",
        """
        If standard output is closed, the command exits with 2; a reader that exits early is not \
        an error.
        """),
      CommandNote(
        "arithmetic",
        """
        Every command refuses to run and exits with 5 if the CPU flushes subnormal numbers to zero \
        or does not round to the nearest number.
        """),
      CommandNote(
        "locks",
        """
        Histories, baselines and goldens are locked while a command reads, changes and writes \
        them. Another command waits for up to a minute, reports after two seconds which one it \
        waits for, and then exits with 2.
        """),
      CommandNote(
        "signals",
        """
        The first SIGINT, SIGTERM or SIGHUP stops waits, child processes and the command in order. \
        The second one, or SIGQUIT, stops everything at once. Neither leaves temporary files or \
        processes behind.
        """),
    ],
    groups: [
      CommandGroup("Run and inspect", [run, report, render, score, flash, list]),
      CommandGroup("Record and replay", [verify, replay, diff, recordingConvert]),
      CommandGroup("Explore", [explore, shrink, plan, sweep, merge]),
      CommandGroup("Check", [check, validate, imageDiff]),
      CommandGroup(
        "Compare", [gate, baselineAdd, baselineUpdate, baselineMerge, selftest, history]),
      CommandGroup(
        "Goldens", [goldenAdd, goldenCheck, goldenUpdate, goldenAccept, goldenReject]),
      CommandGroup("Tune", [tune, calibrate, deviceAdd]),
      CommandGroup("Create", [initialize]),
      CommandGroup("Shell", [completions, manual, schema, help]),
    ])

  private static let list = CommandSpec(
    "list", "List scenes, models, faults, devices, scenarios, metrics and schemas.",
    discussion: [
      """
      Searches for scenarios in the current folder and its scenarios folder, and for further \
      device classes in scenarios/devices and --devices. Everything else is built in.
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
      CommandExample("simbench list scenes", "List every scene with its parameters and caps."),
      CommandExample(
        "simbench list devices --devices my-devices", "Include the device classes of a folder."),
      CommandExample("simbench list metrics", "List every metric that a budget can limit."),
    ], implementation: ListCommand.self)

  private static let validate = CommandSpec(
    "validate", "Validate scenario files without running them.",
    discussion: [
      """
      Reads each file as run does and reports its first error: position, value found, allowed \
      values and the nearest valid spelling.
      """
    ],
    arguments: [scenarios],
    options: [devices, json("the findings"), confined, quiet],
    limits: Limits.ofRuns,
    examples: [
      CommandExample("simbench validate scenarios/*.json", "Validate all scenarios of a project.")
    ], implementation: ValidateCommand.self)

  private static let initialize = CommandSpec(
    "init", "Create a scenario, or a starter package for a scene or model.",
    discussion: [
      """
      Writes one scenario file that is ready to run. With --scene, writes a Swift package: a scene \
      in four files, a scenario, an executable, a test, and a pull-request workflow that runs all \
      scenarios. With --model, the package has a model of an app's logic in two files, and a \
      second scenario with a bug for explore to find. The package depends on the checkout that \
      built this simbench, or on --package. That is a folder, whose path stays relative if given \
      so, or a repository with a version; default: its branch main.
      """,
      "Never overwrites an existing file.",
    ],
    arguments: [
      ArgumentSpec(
        "NAME", .one, .hint("a new name"), "Kebab-case name of the scenario, scene or model.")
    ],
    options: [
      .flag("scene", "Create a starter package for a new scene."),
      .flag("model", "Create a starter package for a new model."),
      .value(
        "package", "PATH|URL@VERSION", .directory,
        "Location of simbench for the starter package; needs --scene or --model."),
      .value("out", "DIR", .directory, "Output folder; default: the current one."),
    ],
    examples: [
      CommandExample("simbench init quiet-snow", "Write quiet-snow.json, ready to run."),
      CommandExample(
        "simbench init paper-boats --scene --package ../simbench",
        "Create a package for a new scene that uses simbench from a neighboring folder."),
      CommandExample(
        "simbench init outbox --model", "Create a package for a model of an app's logic."),
      CommandExample(
        "simbench init paper-boats --scene --package https://example.com/simbench.git@1.2.3",
        "Create the package with a version of simbench from a repository."),
    ], implementation: InitCommand.self)

  private static let completions = CommandSpec(
    "completions", "Print a completion script for a shell.",
    arguments: [
      ArgumentSpec(
        "SHELL", .one, .words(Shell.allCases.map(\.rawValue)), "The shell: bash, zsh or fish.")
    ],
    examples: [
      CommandExample(
        "source <(simbench completions bash)", "Enable completion in this bash session."),
      CommandExample(
        "simbench completions zsh > ~/.zfunc/_simbench",
        "Install for zsh; ~/.zfunc must be in fpath."),
      CommandExample(
        "simbench completions fish > ~/.config/fish/completions/simbench.fish",
        "Install for fish."),
    ], implementation: CompletionsCommand.self)

  private static let manual = CommandSpec(
    "man", "Print the manual page.",
    examples: [
      CommandExample(
        "simbench man | man -l -", "Read it on Linux; on other systems, save it to a file."),
      CommandExample("simbench man > simbench.1", "Save it as a file."),
    ], implementation: ManualCommand.self)

  private static let schema = CommandSpec(
    "schema", "Print the JSON Schema of a file format or of a command's output.",
    discussion: [
      """
      The schema is generated from the code that reads and writes the files, so it allows exactly \
      their keys. It is a JSON Schema of draft 7.
      """
    ],
    arguments: [
      ArgumentSpec(
        "NAME", .one, .words(PublishedSchema.all.map(\.name)),
        "File format or command output; simbench list schemas lists them.")
    ],
    examples: [
      CommandExample(
        "simbench schema run > run.schema.json", "Save the schema of run's JSON output.")
    ], implementation: SchemaCommand.self)

  private static let help = CommandSpec(
    "help", "Show help for a command.",
    arguments: [ArgumentSpec("COMMAND", .zeroOrMore, .command, "The command to explain.")],
    examples: [CommandExample("simbench help run", "Show the same text as simbench run --help.")],
    role: .help)
}
