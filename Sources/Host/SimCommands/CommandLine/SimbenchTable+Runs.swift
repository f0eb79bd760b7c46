import SimFormats
import SimHarness
import SimReport

extension SimbenchTable {
  static let run = CommandSpec(
    "run", "Run scenarios, measure them and check their budgets.",
    discussion: [
      """
      Steps, draws and rasterizes every frame of each scenario, counts work and allocations, \
      times the phases, and checks the caps, invariants and budgets that the scenario sets. \
      The exit code is that of the worst scenario.
      """,
      """
      A time over its limit fails only when frames were slow. When they would have kept it had \
      they not waited for a processor, the scenario is run once more, for at most \
      \(SecondRun.limitSeconds) seconds; when that does not keep it either, the verdict is \
      inconclusive, with exit code 7: close other programs and run again, or compare two builds \
      with gate --against. Frames that are slow by their own work, or wait for a file, a lock or a \
      sleep, fail on a busy machine too.
      """,
      """
      A frame is due by the scenario's frame rate, in whole refreshes of the device: at 60 Hz, 30 \
      frames a second are due every second refresh. One that takes longer is as late as it \
      appears, by whole refreshes; hitches are that lateness in a second of play, good up to \
      \(LatenessSummary.Band.goodMilliseconds) ms and critical from \
      \(LatenessSummary.Band.criticalMilliseconds) ms on by \(LatenessSummary.Band.source). \
      Overrun is what a frame takes beyond its due time, whenever it appears.
      """,
      """
      A run that --frames or --duration makes shorter than its scenario does not judge limits of \
      the kind "at least" that it does not reach, loads that it does not carry, and required rates \
      of a model: more frames may. It names them; if nothing else was judged, the exit code is 7.
      """,
      """
      Several scenarios run in processes of their own, --jobs at once; results stand in the order \
      of the command line and are, but for times, the same with any number. A time that keeps its \
      limit beside other runs keeps it alone too. Where one does not, its scenario is run once \
      more at the end, while nothing else runs, and that run's times count; --no-wall leaves \
      times unjudged.
      """,
      """
      A contact sheet of each run is left in the --out folder. Progress goes to standard error, \
      and only on a terminal.
      """,
    ],
    arguments: [scenarios],
    options: lengthAndSeed + motionOptions + [
      device, devices,
      .flag("no-render", "Skip the pixels: step and draw only."),
      .value(
        "threads", "N", .hint("a number of threads"),
        "Threads that paint a frame, 1 to 64; the pixels are the same. Default: 1."
      ).ofFrames,
      .value("out", "DIR", .directory, "Folder for pictures; default: .simbench."),
      .value(
        "csv", "FILE|-", .file,
        "Write one row a frame; - prints the rows alone on standard output."
      ).ofFrames,
      .value(
        "ndjson", "FILE|-", .file,
        "Write one JSON object a frame and line; - prints them alone on standard output."
      ).ofFrames,
      .value(
        "record", "FILE", .file,
        "Record the run, for replay; deflated when the name ends in .gz."),
      .value(
        "keyframes", "N", .hint("a number of frames"),
        "Save the state every N frames into the recording."
      ).ofFrames,
      .value(
        "trace", "FILE", .file,
        "Write frames, phases, touches and counts as a timeline for Perfetto."
      ).ofFrames,
      .value(
        "trace-clock", "CLOCK", .words(RunTimeline.Clock.allCases.map(\.rawValue)),
        "The timeline's clock: simulated, the same in every run, or wall; default: simulated."),
      Jobs.option,
      .flag("no-wall", "Leave budgets on wall time unjudged."),
      .flag("no-retry", "Never run a scenario once more because frames waited for a processor."),
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
        "Run it for an older phone, with another seed."),
      CommandExample(
        "simbench run scenarios/*.json --quiet --json results.json",
        "Run all scenarios and keep the results for later."),
      CommandExample(
        "simbench run scenarios/snowglobe.json --duration 10m --no-render",
        "Soak the simulation for ten simulated minutes without pixels."),
      CommandExample(
        "simbench run scenarios/snowglobe.json --record snow.txt.gz",
        "Keep all that the run was, for replay."),
      CommandExample(
        "simbench run scenarios/snowglobe.json --trace snow.pftrace --trace-clock wall",
        "Open the timeline at ui.perfetto.dev."),
      CommandExample(
        "simbench run scenarios/snowglobe.json --instructions auto --alloc-sites",
        "Count the instructions of step and draw, and name what allocates."),
    ],
    verdicts: [.budgetFailed, .inconclusive, .capNotExercised], implementation: RunCommand.self)

  static let render = CommandSpec(
    "render", "Write chosen frames of a scenario as pictures.",
    discussion: [
      """
      Runs the scenario from its first frame, so that a picture shows exactly what a run would, \
      and writes the frames that --at or --every choose. With neither, it shows a \
      touch and a shake, as they begin, during and after, and a few frames of the rest. Frames lie \
      in a folder of their own, named after the scenario, which flash takes as it is; the sheet of \
      them all lies beside it.
      """,
      """
      With --photos it runs to the end, and every photo that the scene's camera takes becomes a \
      file of its own, named after the frame.
      """,
      """
      With --apng it writes one moving picture instead, which browsers and pull requests show: an \
      animated PNG of the frames --from to --to, \(Film.defaultRate) a second unless --every says \
      otherwise, at most \(Film.defaultSide) pixels wide or high unless --size does. It says first \
      how large that could become; the memory it takes is that of the file and of three pictures.
      """,
    ],
    arguments: [
      ArgumentSpec(
        "SCENARIO", .one, .scenario,
        "The scenario file to render; FILE[CASE] is one run of a file's matrix.")
    ],
    options: [
      .value(
        "at", "LIST", .hint("frame numbers or times"),
        "Frame numbers or times, comma-separated, such as 0,120,5s."),
      .value("every", "N", .hint("a number of frames"), "Every Nth frame, from the first on."),
      .flag("photos", "Write the photos of the scene's camera too."),
      .value("apng", "FILE", .file, "Write one moving picture, and nothing else."),
      .value("from", "FRAME", .hint("a frame or a time"), "Its first frame; default: the first."),
      .value("to", "FRAME", .hint("a frame or a time"), "Its last frame; default: the last."),
      .value(
        "size", "N", .hint("a number of pixels"),
        "Pixels of its longer side; default: \(Film.defaultSide)."),
    ] + lengthAndSeed + motionOptions + [
      device, devices,
      .value("out", "DIR", .directory, "Folder for pictures; default: .simbench."),
      .value(
        "contact-sheet", "FILE", .file,
        "Where the sheet of all chosen frames goes; default: in the --out folder."),
      .value(
        "columns", "N", .hint("a number of columns"),
        "Columns of the contact sheet; more when it would get too high."),
      reduceMotion, json("the list of pictures"), confined, quiet,
    ],
    limits: Limits.ofRendering,
    examples: [
      CommandExample(
        "simbench render scenarios/snowglobe.json --at 0,120,5s",
        "Write the first frame, frame 120, and the one five seconds in."),
      CommandExample(
        "simbench render scenarios/snowglobe.json --every 60 --contact-sheet sheet.png",
        "Write every 60th frame and a sheet of them all."),
      CommandExample(
        "simbench render scenarios/snowglobe.json --apng snow.png --to 10s --size 320",
        "Ten seconds as a moving picture for a pull request."),
      CommandExample(
        "simbench render scenarios/ring-light-captures.json --photos",
        "Write key frames, and what the camera kept."),
    ], implementation: RenderCommand.self)

  static let scenarios = ArgumentSpec(
    "SCENARIO", .oneOrMore, .scenario,
    "Scenario files; FILE[CASE] is one run of a file's matrix.")

  static func instructions(_ standard: String) -> OptionSpec {
    .value(
      "instructions", "METHOD", .words(InstructionMethod.allCases.map(\.rawValue)),
      "Count instructions: auto, hardware, valgrind, difference or none; default: \(standard)."
    ).ofFrames
  }

  static let devices = OptionSpec.value(
    "devices", "DIR", .directory, "Folder of further device classes."
  ).ofFrames

  static let confined = OptionSpec.value(
    "confined", "DIR", .directory,
    "Refuse to read any file outside this folder, links followed to their end.")

  static func limitPixels(_ what: String) -> OptionSpec {
    .value(
      "limit-pixels", "N", .hint("a number of pixels"),
      "Pixels that \(what) may have; default: \(Limits.picturePixels.maximum).")
  }

  static let verbose = OptionSpec.flag("verbose", "Print everything that was measured.")

  static let quiet = OptionSpec.flag("quiet", "Print errors only.")

  static func json(_ what: String) -> OptionSpec {
    .value(
      "json", "FILE|-", .file, "Write \(what) as JSON; - prints it alone on standard output.")
  }

  static func html(_ what: String) -> OptionSpec {
    .value(
      "html", "FILE|-", .file,
      "Write \(what) as one page for a browser; - prints it alone on standard output.")
  }

  static let htmlFolder = OptionSpec.value(
    "html-folder", "DIR", .directory,
    "Write that page as index.html with style, script and pictures in files of their own, for "
      + "hosts that allow nothing inline.")

  static let markdown = OptionSpec.value(
    "markdown", "FILE|-", .file,
    "Write a summary for a pull request, added to the file if GITHUB_STEP_SUMMARY names it; - "
      + "prints it alone on standard output.")

  static let markdownLimit = OptionSpec.value(
    "markdown-limit", "BYTES", .hint("a number of bytes"),
    "Maximum size of --markdown: failures come first, and what is left out is counted; default: "
      + "\(MarkdownReport.defaultByteCount).")

  static let device = OptionSpec.value(
    "device", "NAME", .device, "Device class instead of the scenario's."
  ).ofFrames

  /// Recorded motion, and what its numbers mean.
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
      "Where readings are missing for more than 0.25 s and 20 median steps: rest after the longer "
        + "of both, or refuse the file; default: rest."
    ).ofFrames,
  ]

  static let reduceMotion = OptionSpec.flag(
    "reduce-motion", "Run as if the user had asked for reduced motion."
  ).ofFrames

  static let lengthAndSeed: [OptionSpec] = [
    .value("seed", "N", .hint("a whole number"), "Seed instead of the scenario's."),
    .value("frames", "N", .hint("a number of frames"), "Length of the run in frames.").ofFrames,
    .value(
      "duration", "TIME", .hint("a time such as 10m"),
      "Length of the run as simulated time, such as 10m, 90s, 1.5s or 500ms."),
  ]
}
