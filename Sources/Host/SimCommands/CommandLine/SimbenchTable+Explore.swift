import SimFormats
import SimHarness

extension SimbenchTable {
  static let explore = CommandSpec(
    "explore", "Run seeds of scenarios until a property does not hold.",
    discussion: [
      """
      A seed decides the scene's chance and draws what happens: which generators of input run and \
      how often, what goes wrong with samples, rotations, time in the background, reduced motion, \
      the device class and parameters. Each leaves something out, so that single things happen for \
      long.
      """,
      """
      After every frame caps, finite numbers, memory from the heap and the scene's own properties \
      are looked at; after every 60th the drawing commands, and whether a saved state leads to the \
      same frame. What a scene says should happen now and then is a mark: the report lists those \
      that no run reached.
      """,
      """
      A run in which a property does not hold ends the search, unless --keep-going is given. It is \
      recorded, made as small as it gets, as shrink does, and kept as a text with a picture of the \
      frame that fails, in which its touches are drawn. Exit code 1.
      """,
    ],
    arguments: [scenarios],
    options: [
      .value(
        "seeds", "RANGE", .hint("a range such as 0...999"),
        "A seed, or a range such as 0...999 or '0..<1000'; default: "
          + "\(ExploreCommand.defaultSeeds.lowerBound)..."
          + "\(ExploreCommand.defaultSeeds.upperBound - 1)."
      ),
      .value(
        "duration", "TIME", .hint("a time such as 10m"), "Begin no further runs after so long."),
      .flag("keep-going", "Go on after a failure."),
      .flag("no-shrink", "Keep the run as it was."),
      .flag("save", "Keep the smallest recording in \(FailureKeeper.regressionFolder)."),
      .value(
        "frames", "N", .hint("a number of frames"), "Frames of a run; default: the scenario's."),
      device, devices,
      .value("out", "DIR", .directory, "Folder for recordings and pictures; default: .simbench."),
      Jobs.option, json("what was found"), confined, quiet,
    ],
    limits: Limits.ofRuns,
    examples: [
      CommandExample(
        "simbench explore scenarios/bubbles.json --seeds 0...999",
        "Look for a run that breaks a promise."),
      CommandExample(
        "simbench explore scenarios/*.json --duration 10m --keep-going",
        "All scenarios, for ten minutes."),
    ], verdicts: [.budgetFailed, .inconclusive], implementation: ExploreCommand.self)

  static let shrink = CommandSpec(
    "shrink", "Make the recording of a failing run as small as it gets.",
    discussion: [
      """
      What came from outside is cut after the failing frame; contacts, readings, keys, rotations \
      and spans in the background are left out from the end on, then points of contacts, idle \
      time, parameters and digits, as long as the same property fails. Nothing in it is random. \
      Then it says which of the numbers that are left matter.
      """,
      "It takes a minute at most. Exit code 1, since the run fails; 2 when it does not.",
    ],
    arguments: [recording],
    options: [
      .value(
        "to", "FILE", .file,
        "Where the smallest recording goes; default: the recording's name with -small."),
      .value("picture", "FILE", .file, "Write the frame that fails, with its touches."),
      json("what was found"), confined, quiet,
    ],
    limits: Limits.ofReplays,
    examples: [
      CommandExample(
        "simbench shrink crash.rec --to crash.txt", "See what it takes to break it.")
    ], verdicts: [.budgetFailed], implementation: ShrinkCommand.self)
}
