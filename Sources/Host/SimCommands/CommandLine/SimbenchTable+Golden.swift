import SimFormats

extension SimbenchTable {
  static let goldenAdd = CommandSpec(
    "golden add", "Make a first golden of a scenario.",
    discussion: [
      """
      Runs the scenario on the device class's canvas with one pixel a point and writes a manifest \
      of the digests of its frames, accepted as they are, and some of them as pictures, which are \
      what to look at before it is committed. Never replaces a golden. Refuses in CI: if the \
      variable CI is set and is not empty, 0, false, no or off.
      """
    ],
    arguments: [
      ArgumentSpec(
        "SCENARIO", .one, .scenario,
        "The scenario file; FILE[CASE] is one run of a file's matrix.")
    ],
    options: [
      .value("name", "NAME", .hint("a new name"), "The golden's name; default: SCENARIO-DEVICE."),
      device, devices,
      .value("seed", "N", .hint("a whole number"), "Seed instead of the scenario's."),
      .value(
        "frames", "N", .hint("a number of frames"),
        "Frames that are compared, from the first on; default: "
          + "\(GoldenAddCommand.defaultFrameCount)."),
      .value(
        "at", "LIST", .hint("frame numbers"),
        "Frames kept as pictures, comma-separated; default: one late in the run."),
      .value(
        "tolerance", "LIMITS", .hint("limits"),
        "What a differing picture may keep and pass, such as maxDelta=0-2;pixels=0-10; default: "
          + "nothing."),
      goldenFolder, json("what became of the golden"), confined, quiet,
    ],
    limits: Limits.ofGoldens,
    examples: [
      CommandExample("simbench golden add scenarios/snowglobe.json", "On the scenario's device."),
      CommandExample(
        "simbench golden add scenarios/bubbles.json --device ipad-9 --name bubbles-tablet",
        "On another, by a name of one's own."),
    ], implementation: GoldenAddCommand.self)

  static let goldenCheck = CommandSpec(
    "golden check", "Compare frames with those that were accepted.",
    discussion: [
      """
      Runs what each golden of a folder describes and compares the digest of every frame. A \
      difference is explained with the pictures that are kept, and they are left in the --out \
      folder. Nothing in the folder of goldens changes.
      """,
      """
      The exit code is 4 when a frame differs from all that is accepted, or was rejected, and 6 \
      when nothing was accepted yet or a picture is missing. Every run first plants four faults \
      and fails with 70 unless its comparison notices each.
      """,
    ],
    arguments: [goldens],
    options: [
      goldenFolder, Jobs.option, out, differencePage, htmlFolder, json("the findings"), confined,
      quiet,
    ] + outputs,
    limits: Limits.ofGoldens,
    examples: [
      CommandExample("simbench golden check", "Compare all goldens of the project."),
      CommandExample(
        "simbench golden check snowglobe-phone --html difference.html",
        "Compare one, and make a page of what differs."),
    ],
    verdicts: [.goldenMismatch, .referenceMissing], implementation: GoldenCheckCommand.self)

  static let goldenUpdate = CommandSpec(
    "golden update", "Record frames to be accepted or rejected.",
    discussion: [
      """
      Compares as golden check does, and records what is missing or differs beside the golden as \
      NAME.pending, to be looked at and accepted or rejected. What differs and is not recorded has \
      the exit code that golden check gives it. Refuses to record in CI: if the variable CI is \
      set and is not empty, 0, false, no or off.
      """
    ],
    arguments: [goldens],
    options: [
      .value(
        "record", "MODE", .words(GoldenRecording.allCases.map(\.rawValue)),
        "What is recorded: never, missing, failed (the default, missing ones too) or all."),
      goldenFolder, Jobs.option, out, differencePage, htmlFolder, json("the findings"), confined,
      quiet,
    ] + outputs,
    limits: Limits.ofGoldens,
    examples: [
      CommandExample("simbench golden update", "Record whatever is new or differs.")
    ],
    verdicts: [.goldenMismatch, .referenceMissing], implementation: GoldenCheckCommand.self)

  static let goldenAccept = CommandSpec(
    "golden accept", "Accept frames that golden update recorded.",
    arguments: [
      ArgumentSpec("GOLDEN", .oneOrMore, .golden, "Names of goldens.")
    ],
    options: [
      .flag("also", "Keep what was accepted before as accepted too."), goldenFolder,
      json("what became of each golden"), confined, quiet,
    ],
    examples: [
      CommandExample("simbench golden accept snowglobe-phone", "This is how it should look.")
    ], implementation: GoldenJudgeCommand.self)

  static let goldenReject = CommandSpec(
    "golden reject", "Reject frames that golden update recorded, for good.",
    discussion: [
      """
      The digest of the first differing frame is kept with the reason. Should it ever come back, \
      golden check fails and says the reason, whatever the tolerance allows.
      """
    ],
    arguments: [
      ArgumentSpec("GOLDEN", .one, .golden, "Name of the golden.")
    ],
    options: [
      .value("reason", "TEXT", .hint("a sentence"), "Why it must not look so; needed."),
      goldenFolder, json("what became of the golden"), confined, quiet,
    ],
    examples: [
      CommandExample(
        "simbench golden reject bubbles-phone --reason square-rims", "Never again.")
    ], implementation: GoldenJudgeCommand.self)

  private static let outputs: [OptionSpec] = [
    markdown, markdownLimit,
    .value(
      "junit", "FILE|-", .file,
      "Write goldens as JUnit test cases; - prints them alone on standard output."),
    .value(
      "sarif", "FILE|-", .file,
      "Write what differs as SARIF 2.1.0; - prints it alone on standard output."),
    .flag("annotations", "Print what differs as annotations that GitHub shows."),
  ]

  private static let goldens = ArgumentSpec(
    "GOLDEN", .zeroOrMore, .golden, "Names of goldens; default: all.")

  private static let goldenFolder = OptionSpec.value(
    "goldens", "DIR", .directory, "Folder of goldens; default: scenarios/goldens.")

  private static let differencePage = OptionSpec.value(
    "html", "FILE", .file, "Write everything that differs as one page for a browser.")

  private static let out = OptionSpec.value(
    "out", "DIR", .directory, "Folder for pictures; default: .simbench.")
}
