import SimFormats
import SimHarness

extension SimbenchTable {
  static let goldenAdd = CommandSpec(
    "golden add", "Create the first golden of a scenario.",
    discussion: [
      """
      Runs the scenario on the device class's canvas with one pixel per point. Writes a manifest \
      of the digests of its frames, which are accepted as they are. Some frames are saved as \
      images; review them before you commit the golden. Never replaces a golden. Refuses to run in \
      CI: if the variable CI is set and is not empty, 0, false, no or off.
      """
    ],
    arguments: [
      ArgumentSpec(
        "SCENARIO", .one, .scenario,
        "Scenario file; FILE[CASE] selects one case of its matrix.")
    ],
    options: [
      .value("name", "NAME", .hint("a new name"), "The golden's name; default: SCENARIO-DEVICE."),
      device, devices,
      .value("seed", "N", .hint("a whole number"), "Seed instead of the scenario's."),
      .value(
        "frames", "N", .hint("a number of frames"),
        "Frames to compare, starting with the first; default: "
          + "\(GoldenAddCommand.defaultFrameCount)."),
      .value(
        "at", "LIST", .hint("frame numbers"),
        "Frames to save as images, comma-separated; default: one late in the run."),
      .value(
        "tolerance", "LIMITS", .hint("limits"),
        "Limits within which a different image still passes, such as "
          + "maxDelta=0-2;pixels=0-10; default: no difference."),
      goldenFolder, json("the outcome of the golden"), confined, quiet,
    ],
    limits: Limits.ofGoldens,
    examples: [
      CommandExample(
        "simbench golden add scenarios/snowglobe.json", "Create a golden for the scenario's device."
      ),
      CommandExample(
        "simbench golden add scenarios/bubbles.json --device ipad-9 --name bubbles-tablet",
        "Create a golden for another device, with a name."),
    ], implementation: GoldenAddCommand.self)

  static let goldenCheck = CommandSpec(
    "golden check", "Compare frames with the accepted goldens.",
    discussion: [
      """
      Runs the scenario of each golden in a folder and compares the digest of every frame. \
      Explains a difference with the saved images, and writes images of it to the --out folder. \
      Never changes the folder of goldens.
      """,
      """
      The exit code is 4 if a frame was rejected or differs from all accepted ones. It is 6 if \
      nothing was accepted yet or an image is missing. First, golden check injects four known \
      faults and exits with 70 if it misses one.
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
        "Compare one golden and write an HTML page of its differences."),
    ],
    verdicts: [.goldenMismatch, .referenceMissing], implementation: GoldenCheckCommand.self)

  static let goldenUpdate = CommandSpec(
    "golden update", "Record new or changed frames as pending goldens.",
    discussion: [
      """
      Compares frames like golden check, and records missing or different ones next to the golden \
      as NAME.pending. Review them, then accept or reject them. A difference that is not recorded \
      has the exit code of golden check. Refuses to record in CI: if the variable CI is set and is \
      not empty, 0, false, no or off.
      """
    ],
    arguments: [goldens],
    options: [
      .value(
        "record", "MODE", .words(Simbench.RecordMode.allCases.map(\.rawValue)),
        "Frames to record: never, missing, failed (the default, including missing ones) or all."),
      goldenFolder, Jobs.option, out, differencePage, htmlFolder, json("the findings"), confined,
      quiet,
    ] + outputs,
    limits: Limits.ofGoldens,
    examples: [
      CommandExample("simbench golden update", "Record new and changed frames.")
    ],
    verdicts: [.goldenMismatch, .referenceMissing], implementation: GoldenCheckCommand.self)

  static let goldenAccept = CommandSpec(
    "golden accept", "Accept pending goldens.",
    arguments: [
      ArgumentSpec("GOLDEN", .oneOrMore, .golden, "Names of goldens.")
    ],
    options: [
      .flag("keep-existing", "Keep the previously accepted frames valid as well."), goldenFolder,
      json("the outcome of each golden"), confined, quiet,
    ],
    examples: [
      CommandExample(
        "simbench golden accept snowglobe-phone", "Accept the pending frames of a golden.")
    ], implementation: GoldenJudgeCommand.self)

  static let goldenReject = CommandSpec(
    "golden reject", "Reject a pending golden, so that it never passes again.",
    discussion: [
      """
      Keeps the digest of the first different frame with the reason. If that frame appears again, \
      golden check fails and prints the reason, regardless of the tolerance.
      """
    ],
    arguments: [
      ArgumentSpec("GOLDEN", .one, .golden, "Name of the golden.")
    ],
    options: [
      .value("reason", "TEXT", .hint("a sentence"), "Why this rendering is wrong; required."),
      goldenFolder, json("the outcome of the golden"), confined, quiet,
    ],
    examples: [
      CommandExample(
        "simbench golden reject bubbles-phone --reason square-rims",
        "Reject the pending frames with a reason.")
    ], implementation: GoldenJudgeCommand.self)

  private static let outputs: [OptionSpec] = [
    markdown, markdownLimit,
    .value(
      "junit", "FILE|-", .file,
      "Write one JUnit test case per golden; - writes only these to standard output."),
    .value(
      "sarif", "FILE|-", .file,
      "Write differences as SARIF 2.1.0; - writes only these to standard output."),
    .flag("annotations", "Print differences as GitHub annotations."),
  ]

  private static let goldens = ArgumentSpec(
    "GOLDEN", .zeroOrMore, .golden, "Names of goldens; default: all.")

  private static let goldenFolder = OptionSpec.value(
    "goldens", "DIR", .directory, "Folder of goldens; default: scenarios/goldens.")

  private static let differencePage = OptionSpec.value(
    "html", "FILE", .file, "Write all differences as one HTML page.")

  private static let out = OptionSpec.value(
    "out", "DIR", .directory, "Folder for images; default: .simbench.")
}
