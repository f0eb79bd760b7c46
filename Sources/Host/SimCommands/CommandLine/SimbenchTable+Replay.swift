import SimFormats

extension SimbenchTable {
  static let verify = CommandSpec(
    "verify", "Prove that a scenario comes to the same however it is run.",
    discussion: [
      """
      Runs each scenario in many ways and compares what every frame came to, stage by stage: what \
      the scene was told, its state, what it drew, and its pixels. A difference ends in exit code \
      5 and is located: frame, phase, field and element, the bits of both, how many representable \
      numbers lie between them, and how far both drift from there. Both states are kept in \
      .simbench/divergence. A lane that compared no frame has failed. Of a model every step is \
      compared, and what came to it from outside; options of frames are of scenes alone.
      """,
      """
      The lanes: again, once more in this process. rewind, where after every frame the last \
      seven are stepped again from the saved state before them. threads-2 and threads-7, \
      which paint. process and process-beside, fresh processes. environment, memory, \
      processor and small-stack, fresh processes in hostile surroundings. flush-to-zero, a \
      process whose arithmetic was changed, which has to notice. build, another build given by \
      --against. wasm32 and aarch64, the programs that .ci/lanes of a checkout makes, fed with \
      the recorded input.
      """,
      """
      With --log it runs the scenario once, compares nothing, and writes the digests of every \
      frame: what the lanes are made of, and what diff takes from another machine.
      """,
    ],
    arguments: [scenarios],
    options: lengthAndSeed + motionOptions + [
      device, devices,
      paintedFrames,
      .value("only", "LIST", .hint("names of lanes"), "Lanes to run, comma-separated."),
      .value(
        "against", "REF|FILE", .file,
        "Compare with another build: a program, or the merge base with a branch or commit."),
      .value(
        "lanes", "DIR", .directory,
        "Folder with lane.wasm and lane.elf; default: .build-lanes."),
      .value("log", "FILE|-", .file, "Write the digests of every frame, and compare nothing."),
      .value("until", "FRAME", .hint("a frame"), "The last frame of the log; default: all."),
      .value(
        "states", "LIST", .hint("frames"),
        "Frames after which the log keeps the state, comma-separated."),
      json("the findings"), reduceMotion, confined, quiet,
    ],
    limits: Limits.ofRuns,
    examples: [
      CommandExample(
        "simbench verify scenarios/snowglobe.json", "Run it in every way that there is here."),
      CommandExample(
        "simbench verify scenarios/*.json --frames 600 --only again,rewind",
        "A quick look at all scenarios."),
      CommandExample(
        "simbench verify scenarios/snowglobe.json --against main",
        "Whether this branch changes any bit."),
    ], verdicts: [.determinismBroken, .inconclusive], implementation: VerifyCommand.self)

  static let replay = CommandSpec(
    "replay", "Run a recording once more and compare every frame.",
    discussion: [
      """
      A recording holds all that decides a run, so that anyone can have it again: the scene, its \
      parameters and seed, and whatever came from outside, frame by frame. Where it has digests, \
      every frame is compared, and where it has saved states, those are compared field by field; \
      the first difference ends in exit code 5.
      """,
      """
      With --verify, a recording that has nothing to compare ends in exit code 5 too, and the \
      pictures of all frames are compared where they were painted when it was made. A recording of \
      another behavior version is refused unless --anyway is given.
      """,
      """
      Properties are checked as well, as shrink checks them. One that fails ends in exit code 1, \
      also if the replay is equal to the recording.
      """,
      """
      Recordings are made by run --record, by an app's InputRecorder, or by hand. They are lines \
      of words, deflated as gzip or not.
      """,
    ],
    arguments: [recording],
    options: [
      .value(
        "until", "FRAME", .hint("a frame or a time"),
        "The last frame that is run, or a time such as 5s; default: all."
      ).ofFrames,
      .flag("verify", "Fail when there is nothing to compare, and compare pictures too."),
      .value("picture", "FILE", .file, "Write the last frame that is run as a PNG file.").ofFrames,
      .value("apng", "FILE", .file, "Write all frames that are run as one moving picture.")
        .ofFrames,
      .flag("anyway", "Run a recording of another behavior version."),
      json("the finding"), confined, quiet,
    ],
    limits: Limits.ofReplays,
    examples: [
      CommandExample(
        "simbench replay snow.txt.gz --verify", "Have it again and compare all of it."),
      CommandExample(
        "simbench replay snow.txt.gz --until 5s --picture five.png",
        "See what it looked like five seconds in."),
    ], verdicts: [.budgetFailed, .determinismBroken], implementation: ReplayCommand.self)

  static let diff = CommandSpec(
    "diff", "Find the first frame in which two runs differ.",
    discussion: [
      """
      A and B are recordings of one scene or model, or logs of verify --log. With --scenario, each \
      may also be a build of this tool, a commit, which is built, one of the lanes wasm32 and \
      aarch64, or . for this build.
      """,
      """
      Says the frame, the phase of it that differs first, the field and its element, the bits of \
      both, how many representable numbers lie between them, and the next five fields; then how \
      far both drift, and a class: encoding when every field is the same, bits when numbers \
      differ by less than a thousandth, behavior when something else happens. Both states of the \
      frame are kept in .simbench/divergence. Two runs that differ, or share no frame, end in exit \
      code 5.
      """,
    ],
    arguments: [
      ArgumentSpec("A", .one, .file, "A recording, a log, a build, a commit or a lane."),
      ArgumentSpec("B", .one, .file, "What it is compared with."),
    ],
    options: [
      .value("scenario", "FILE", .scenario, "What builds, commits and lanes run.")
    ] + lengthAndSeed + motionOptions + [
      device, devices,
      paintedFrames,
      .value(
        "lanes", "DIR", .directory,
        "Folder with lane.wasm and lane.elf; default: .build-lanes."),
      json("the finding"), reduceMotion, confined, quiet,
    ],
    limits: Limits.ofReplays,
    examples: [
      CommandExample("simbench diff before.txt after.txt", "Where two recorded runs part."),
      CommandExample(
        "simbench diff main . --scenario scenarios/snowglobe.json",
        "Whether this build and the base of the branch come to the same."),
    ], verdicts: [.determinismBroken], implementation: DiffCommand.self)

  static let recordingConvert = CommandSpec(
    "recording convert", "Deflate a recording as gzip, or turn it back into text.",
    discussion: [
      """
      The name of OUT decides: one that ends in .gz gets the text deflated as gzip, which gunzip \
      reads too; any other gets the text. Nothing is lost either way. Comments and the order of \
      words in a recording written by hand are not kept. The written file is read back and compared.
      """
    ],
    arguments: [
      recording,
      ArgumentSpec("OUT", .one, .file, "The file to write; deflated when its name ends in .gz."),
    ],
    options: [confined, quiet],
    limits: [Limits.runRecordingBytes],
    examples: [
      CommandExample(
        "simbench recording convert snow.txt.gz snow.txt",
        "Read a recording, or change it by hand.")
    ], implementation: RecordingConvertCommand.self)

  private static let paintedFrames = OptionSpec.value(
    "pixels", "N", .hint("a number of frames"),
    "Frames that are painted, spread evenly; default: \(VerifyCommand.defaultPaintedCount)."
  ).ofFrames

  static let recording = ArgumentSpec(
    "RECORDING", .one, .file, "A recording, deflated as gzip or not.")
}
