import SimFormats
import SimHarness
import SimReport

extension SimbenchTable {
  static let run = CommandSpec(
    "run", "Run scenarios and check their budgets.",
    discussion: [
      """
      Simulates and renders every frame of each scenario, times each phase, and counts rendering \
      work and heap allocations. Then checks the scenario's population caps, invariants and \
      budgets. The exit code is the worst verdict of all scenarios.
      """,
      """
      A time over its limit fails only if the frames themselves were slow. If it would be within \
      its limit without CPU wait, the scenario runs a second time, for at most \
      \(SecondRun.limitSeconds) seconds. If the second run exceeds the limit too, the verdict is \
      inconclusive, with exit code 7. In that case, close other programs and rerun, or compare two \
      builds with gate --against. Frames that are slow by their own work, or wait for a file, a \
      lock or a sleep, fail on a busy machine too.
      """,
      """
      The deadline of a frame follows from the scenario's frame rate, in whole refreshes of the \
      device. At 60 Hz, 30 frames per second are due every second refresh. A late frame appears at \
      a later refresh; its lateness is a whole number of refreshes. Hitches are lateness per \
      second of play: good up to \(LatenessSummary.Band.goodMilliseconds) ms and critical from \
      \(LatenessSummary.Band.criticalMilliseconds) ms on by \(LatenessSummary.Band.source). \
      Overrun is how far a frame exceeds its deadline, regardless of when it is displayed.
      """,
      """
      If --frames or --duration shortens a run, checks that more frames could still pass are \
      skipped. These are limits of the kind "at least", claimed loads and required rates of a \
      model. The report names them; if nothing else was judged, the exit code is 7.
      """,
      """
      Several scenarios run in separate processes, --jobs at a time. Results appear in the order \
      of the command line; except for times, they do not depend on --jobs. A scenario within its \
      time budget under load is also within it when run alone. A scenario over it is rerun alone \
      at the end, and the times of that run count. --no-wall skips budgets on times.
      """,
      """
      The first \(FirstFrames.count) frames of each run are compared with those of another \
      process, after the measured run. They differ in a scene that reads a clock, or random \
      numbers that do not come from the seed. The report then names the frame and the field, and \
      the exit code is 5. verify compares whole runs, in more variants.
      """,
      """
      A contact sheet of each run is written to the --out folder. Progress goes to standard error, \
      and only to a terminal.
      """,
    ],
    arguments: [scenarios],
    options: lengthAndSeed + motionOptions + [
      device, devices,
      .flag("no-render", "Skip rasterization: step and draw only."),
      .value(
        "threads", "N", .hint("a number of threads"),
        "Threads that rasterize a frame, 1 to 64; pixels do not depend on it. Default: 1."
      ).ofFrames,
      .value("out", "DIR", .directory, "Folder for images; default: .simbench."),
      .value(
        "csv", "FILE|-", .file,
        "Write one CSV row per frame; - writes only the rows to standard output."
      ).ofFrames,
      .value(
        "ndjson", "FILE|-", .file,
        "Write one JSON object per frame, one per line; - writes only these to standard output."
      ).ofFrames,
      .value(
        "record", "FILE", .file,
        "Record the run for replay; compressed if the name ends in .gz."),
      .value(
        "keyframes", "N", .hint("a number of frames"),
        "Save the state every N frames in the recording."
      ).ofFrames,
      .value(
        "trace", "FILE", .file,
        "Write a Perfetto timeline of frames, phases, touches and counts."
      ).ofFrames,
      .value(
        "trace-clock", "CLOCK", .words(RunTimeline.Clock.allCases.map(\.rawValue)),
        "Clock of the timeline: simulated, which is equal in every run, or wall; default: "
          + "simulated."),
      Jobs.option,
      .flag("no-wall", "Skip budgets on wall-clock time."),
      .flag("no-retry", "Do not rerun a scenario whose frames waited for a CPU."),
      instructions("none"),
      .flag("alloc-sites", "Name the functions that allocate after warm-up.").ofFrames,
      json("the results"), reduceMotion, confined, quiet, verbose,
    ] + reportOutputs,
    limits: Limits.ofRuns,
    examples: [
      CommandExample(
        "simbench run scenarios/snowglobe.json", "Run one scenario and print its verdict."),
      CommandExample(
        "simbench run scenarios/snowglobe.json --device iphone-se-2 --seed 7",
        "Run it on an older phone class with another seed."),
      CommandExample(
        "simbench run scenarios/*.json --quiet --json results.json",
        "Run all scenarios and save the results."),
      CommandExample(
        "simbench run scenarios/snowglobe.json --duration 10m --no-render",
        "Soak-test ten simulated minutes without rasterization."),
      CommandExample(
        "simbench run scenarios/snowglobe.json --record snow.txt.gz",
        "Record the run for replay."),
      CommandExample(
        "simbench run scenarios/snowglobe.json --trace snow.pftrace --trace-clock wall",
        "Write a timeline for ui.perfetto.dev."),
      CommandExample(
        "simbench run scenarios/snowglobe.json --instructions auto --alloc-sites",
        "Count the instructions of step and draw, and list the functions that allocate."),
    ],
    verdicts: [.budgetFailed, .determinismBroken, .inconclusive, .capNotExercised],
    implementation: RunCommand.self)

  static let render = CommandSpec(
    "render", "Render frames of a scenario to PNG or animated PNG.",
    discussion: [
      """
      Runs the scenario from its first frame, so each image is exactly that of a run. Writes the \
      frames that --at or --every choose. By default, these are frames before, during and after a \
      touch and a shake, and a few others. The frames are in a folder named after the scenario, \
      which flash accepts as input. The contact sheet of all frames is next to that folder.
      """,
      """
      With --photos, runs to the end and writes each photo that the scene's camera takes to a \
      separate file, named after the frame.
      """,
      """
      With --apng, writes one animated PNG of the frames --from to --to, for browsers and pull \
      requests. The default is \(Film.defaultRate) frames per second (change with --every) and at \
      most \(Film.defaultSide) pixels on the longer side (change with --size). First reports how \
      large the file could become. Memory use is that of the file and three frames.
      """,
    ],
    arguments: [
      ArgumentSpec(
        "SCENARIO", .one, .scenario,
        "Scenario file to render; FILE[CASE] selects one case of its matrix.")
    ],
    options: [
      .value(
        "at", "LIST", .hint("frame numbers or times"),
        "Frame numbers or times, comma-separated, such as 0,120,5s."),
      .value(
        "every", "N", .hint("a number of frames"), "Every Nth frame, starting with the first."),
      .flag("photos", "Also write the photos that the scene's camera takes."),
      .value("apng", "FILE", .file, "Write one animated PNG, and nothing else."),
      .value(
        "from", "FRAME", .hint("a frame or a time"),
        "First frame of the animation; default: the first one of the run."),
      .value(
        "to", "FRAME", .hint("a frame or a time"),
        "Last frame of the animation; default: the last one of the run."),
      .value(
        "size", "N", .hint("a number of pixels"),
        "Pixels of the animation's longer side; default: \(Film.defaultSide)."),
    ] + lengthAndSeed + motionOptions + [
      device, devices,
      .value("out", "DIR", .directory, "Folder for images; default: .simbench."),
      .value(
        "contact-sheet", "FILE", .file,
        "File of the contact sheet; default: in the --out folder."),
      .value(
        "columns", "N", .hint("a number of columns"),
        "Columns of the contact sheet; more if it would become too high."),
      reduceMotion, json("the list of images"), confined, quiet,
    ],
    limits: Limits.ofRendering,
    examples: [
      CommandExample(
        "simbench render scenarios/snowglobe.json --at 0,120,5s",
        "Write the first frame, frame 120, and the frame at five seconds."),
      CommandExample(
        "simbench render scenarios/snowglobe.json --every 60 --contact-sheet sheet.png",
        "Write every 60th frame and a contact sheet."),
      CommandExample(
        "simbench render scenarios/snowglobe.json --apng snow.png --to 10s --size 320",
        "Write ten seconds as an animated PNG for a pull request."),
      CommandExample(
        "simbench render scenarios/ring-light-captures.json --photos",
        "Write key frames and the camera's photos."),
    ], implementation: RenderCommand.self)

  static let scenarios = ArgumentSpec(
    "SCENARIO", .oneOrMore, .scenario,
    "Scenario files; FILE[CASE] selects one case of a file's matrix.")

  static func instructions(_ standard: String) -> OptionSpec {
    .value(
      "instructions", "METHOD", .words(InstructionMethod.allCases.map(\.rawValue)),
      "Count instructions: auto, hardware, valgrind, difference or none; default: \(standard)."
    ).ofFrames
  }

  static let devices = OptionSpec.value(
    "devices", "DIR", .directory, "Folder of additional device classes."
  ).ofFrames

  static let confined = OptionSpec.value(
    "confined", "DIR", .directory,
    "Refuse to read files outside this folder; symbolic links are resolved first.")

  static func limitPixels(_ what: String) -> OptionSpec {
    .value(
      "limit-pixels", "N", .hint("a number of pixels"),
      "Pixels that \(what) may have; default: \(Limits.picturePixels.maximum).")
  }

  static let verbose = OptionSpec.flag("verbose", "Print all measurements.")

  static let quiet = OptionSpec.flag("quiet", "Print errors only.")

  static func json(_ what: String) -> OptionSpec {
    .value(
      "json", "FILE|-", .file, "Write \(what) as JSON; - writes only that to standard output.")
  }

  static func html(_ what: String) -> OptionSpec {
    .value(
      "html", "FILE|-", .file,
      "Write \(what) as one HTML page; - writes only that to standard output.")
  }

  static let htmlFolder = OptionSpec.value(
    "html-folder", "DIR", .directory,
    "Write the HTML page as index.html with separate style, script and image files, for hosts "
      + "that forbid inline content.")

  static let markdown = OptionSpec.value(
    "markdown", "FILE|-", .file,
    "Write a summary for a pull request; - writes only that to standard output. Appends to "
      + "the file if GITHUB_STEP_SUMMARY names it.")

  static let markdownLimit = OptionSpec.value(
    "markdown-limit", "BYTES", .hint("a number of bytes"),
    "Maximum size of --markdown. Failures come first, and omitted items are counted. Default: "
      + "\(MarkdownReport.defaultByteCount).")

  /// The outputs about findings that people and services read.
  static func findingOutputs(_ what: String) -> [OptionSpec] {
    [
      html(what), htmlFolder, markdown, markdownLimit,
      .value(
        "junit", "FILE|-", .file,
        "Write \(what) as JUnit test cases; - writes only these to standard output."),
      .value(
        "sarif", "FILE|-", .file,
        "Write failures as SARIF 2.1.0; - writes only these to standard output."),
      .flag("annotations", "Print failures as GitHub annotations."),
    ]
  }

  static let device = OptionSpec.value(
    "device", "NAME", .device, "Device class instead of the scenario's."
  ).ofFrames

  /// Recorded motion and its conventions.
  static let motionOptions: [OptionSpec] = [
    .value("motion", "FILE", .file, "Recorded motion (CSV) instead of the scenario's.").ofFrames,
    .value(
      "motion-units", "UNIT", .words(MotionConventions.Units.allCases.map(\.rawValue)),
      "Unit of recorded acceleration, g or m/s2; default: g."
    ).ofFrames,
    .value(
      "motion-gravity", "HOW", .words(MotionConventions.Gravity.allCases.map(\.rawValue)),
      "Whether gravity is included in or excluded from recorded acceleration; default: excluded."
    ).ofFrames,
    .value(
      "motion-rotation-units", "UNIT",
      .words(MotionConventions.RotationUnits.allCases.map(\.rawValue)),
      "Unit of recorded rotation rates, rad/s or deg/s; default: rad/s."
    ).ofFrames,
    .value(
      "motion-gaps", "HOW", .words(MotionConventions.Gaps.allCases.map(\.rawValue)),
      "If readings are missing for over 0.25 s and over 20 median steps, rest after the "
        + "longer of both, or refuse the file; default: rest."
    ).ofFrames,
  ]

  static let reduceMotion = OptionSpec.flag(
    "reduce-motion", "Run with Reduce Motion enabled."
  ).ofFrames

  static let lengthAndSeed: [OptionSpec] = [
    .value("seed", "N", .hint("a whole number"), "Seed instead of the scenario's."),
    .value("frames", "N", .hint("a number of frames"), "Length of the run in frames.").ofFrames,
    .value(
      "duration", "TIME", .hint("a time such as 10m"),
      "Length of the run in simulated time, such as 10m, 90s, 1.5s or 500ms."),
  ]
}
