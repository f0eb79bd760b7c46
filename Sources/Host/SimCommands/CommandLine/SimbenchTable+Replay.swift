import SimFormats

extension SimbenchTable {
  static let verify = CommandSpec(
    "verify", "Check determinism across processes, threads, builds and CPUs.",
    discussion: [
      """
      Runs each scenario in several variants that must produce identical results. Compares every \
      frame in stages: input, state, drawing commands, and pixels of some frames (--pixels). A \
      difference has exit code 5. The report locates it: frame, phase, field, element, the bits of \
      both values and how many representable numbers lie between them. It also shows how both runs \
      diverge from there, and infers the likely cause from the variants that differ. Both states \
      are saved in .simbench/divergence. A variant that compared no frames fails. Of a model, \
      every step and its external input are compared; options about frames apply only to scenes.
      """,
      """
      Variant repeat is a second run in this process, and rewind repeats the last seven frames \
      after every frame, from the state saved before them. Variants threads-2 and threads-7 \
      rasterize with more threads. Variant process is a new process; concurrent-processes are two \
      at once. Variant environment changes time zone, locale, folder and hash seed; filled-memory \
      fills memory before use. Variant no-avx2 runs the C library without AVX2 and FMA; \
      small-stack has a stack of 512 KiB. Variant flush-to-zero is a process with changed \
      arithmetic, which it must detect. Variant build is another build, given by --against. \
      Variants wasm32 and aarch64 are the programs that .ci/lanes of a checkout builds; they \
      receive the recorded input.
      """,
      """
      With --log, runs the scenario once, compares nothing, and writes the digests of every frame. \
      Variants consist of these digests, and diff accepts a log from another machine.
      """,
    ],
    arguments: [scenarios],
    options: lengthAndSeed + motionOptions + [
      device, devices,
      paintedFrames,
      .value("only", "LIST", .hint("names of variants"), "Variants to run, comma-separated."),
      .value(
        "against", "REF|FILE", .file,
        "Compare with another build: a program, or the merge base with a branch or commit."),
      .value(
        "targets", "DIR", .directory,
        "Folder with the programs for wasm32 and aarch64; default: .build-lanes."),
      .value("log", "FILE|-", .file, "Write the digests of every frame and compare nothing."),
      .value("until", "FRAME", .hint("a frame"), "The last frame of the log; default: all."),
      .value(
        "states", "LIST", .hint("frames"),
        "Frames whose state is saved in the log, comma-separated."),
      .flag("verbose", "Print the fields of every variant that differs, not only of the first."),
      json("the findings"), reduceMotion, confined, quiet,
    ] + findingOutputs("the findings"),
    limits: Limits.ofRuns,
    examples: [
      CommandExample(
        "simbench verify scenarios/snowglobe.json", "Run every variant available on this machine."),
      CommandExample(
        "simbench verify scenarios/*.json --frames 600 --only repeat,rewind",
        "Check all scenarios quickly."),
      CommandExample(
        "simbench verify scenarios/snowglobe.json --against main",
        "Check that this branch is bit-identical to its merge base with main."),
    ], verdicts: [.determinismBroken, .inconclusive], implementation: VerifyCommand.self)

  static let replay = CommandSpec(
    "replay", "Replay a recording and compare every frame.",
    discussion: [
      """
      A recording contains everything that determines a run: the scene, its parameters and seed, \
      and all external input, frame by frame. If it has digests, every frame is compared; if it \
      has saved states, those are compared field by field. The first difference has exit code 5.
      """,
      """
      With --verify, a recording without digests and states has exit code 5 too. Pixels of all \
      frames are compared if they were rasterized when it was recorded. A recording of another \
      behavior version is refused unless --allow-version-mismatch is given.
      """,
      """
      Checks properties as shrink does. A failing property has exit code 1, even if the replay is \
      equal to the recording.
      """,
      """
      Recordings are made by run --record, by an app's InputRecorder, or by hand. They are text \
      files, optionally compressed as gzip.
      """,
    ],
    arguments: [recording],
    options: [
      .value(
        "until", "FRAME", .hint("a frame or a time"),
        "Last frame to run, or a time such as 5s; default: all."
      ).ofFrames,
      .flag("verify", "Fail if the recording has no digests, and compare pixels as well."),
      .value("picture", "FILE", .file, "Write the last frame as a PNG file.").ofFrames,
      .value("apng", "FILE", .file, "Write all frames as one animated PNG.")
        .ofFrames,
      .flag("allow-version-mismatch", "Replay despite a different behavior version."),
      json("the finding"), confined, quiet,
    ],
    limits: Limits.ofReplays,
    examples: [
      CommandExample(
        "simbench replay snow.txt.gz --verify", "Replay it and compare every frame and every pixel."
      ),
      CommandExample(
        "simbench replay snow.txt.gz --until 5s --picture five.png",
        "Write the frame at five seconds."),
    ], verdicts: [.budgetFailed, .determinismBroken], implementation: ReplayCommand.self)

  static let diff = CommandSpec(
    "diff", "Find the first frame and field in which two runs diverge.",
    discussion: [
      """
      Compares two runs frame by frame. A and B are recordings of the same scene or model, or logs \
      from verify --log. With --scenario, each may also be a simbench executable, a commit (which \
      is built), the target wasm32 or aarch64, or . for this build.
      """,
      """
      Reports the first different frame, its phase, field and element, the bits of both values, \
      and how many representable numbers lie between them. It also reports the next five fields, \
      how both runs diverge from there, and a class. The class is encoding if every field is \
      equal, bits if numbers differ by less than a thousandth, and otherwise behavior. Both states \
      of the frame are saved in .simbench/divergence. Two runs that differ, or share no frame, \
      have exit code 5.
      """,
    ],
    arguments: [
      ArgumentSpec("A", .one, .file, "A recording, a log, an executable, a commit or a target."),
      ArgumentSpec("B", .one, .file, "The run to compare with, in the same forms."),
    ],
    options: [
      .value(
        "scenario", "FILE", .scenario,
        "Scenario to run if A or B is an executable, commit or target.")
    ] + lengthAndSeed + motionOptions + [
      device, devices,
      paintedFrames,
      .value(
        "targets", "DIR", .directory,
        "Folder with the programs for wasm32 and aarch64; default: .build-lanes."),
      json("the finding"), reduceMotion, confined, quiet,
    ],
    limits: Limits.ofReplays,
    examples: [
      CommandExample("simbench diff before.txt after.txt", "Find where two recorded runs diverge."),
      CommandExample(
        "simbench diff main . --scenario scenarios/snowglobe.json",
        "Compare this build with the branch main."),
    ], verdicts: [.determinismBroken], implementation: DiffCommand.self)

  static let recordingConvert = CommandSpec(
    "recording convert", "Convert a recording between its text and binary forms.",
    discussion: [
      """
      The name of OUT determines the form: gzip, which gunzip can also read, if it ends in .gz, \
      and text otherwise. Both forms contain the same recording. Comments and the word order of a \
      recording written by hand are not kept. The written file is read back and compared.
      """
    ],
    arguments: [
      recording,
      ArgumentSpec("OUT", .one, .file, "Output file; compressed if its name ends in .gz."),
    ],
    options: [confined, quiet],
    limits: [Limits.runRecordingBytes],
    examples: [
      CommandExample(
        "simbench recording convert snow.txt.gz snow.txt",
        "Convert to text, to read or edit it.")
    ], implementation: RecordingConvertCommand.self)

  private static let paintedFrames = OptionSpec.value(
    "pixels", "N", .hint("a number of frames"),
    "Frames to rasterize, spread evenly; default: \(VerifyCommand.defaultPaintedCount)."
  ).ofFrames

  static let recording = ArgumentSpec(
    "RECORDING", .one, .file, "A recording, as text or gzip.")
}
