import SimFormats

extension SimbenchTable {
  static let deviceAdd = CommandSpec(
    "device add", "Write a device class, by options or by questions.",
    discussion: [
      """
      Writes NAME.json among the device classes, with what options say, or what is answered where \
      a person sits at a terminal; all else is as --like has it, which the file's sources say. \
      Costs are estimated as those of that class; calibrate --from replaces them by what an app \
      recorded. Never replaces a file.
      """
    ],
    arguments: [
      ArgumentSpec("NAME", .one, .hint("a new name"), "Kebab-case name of the class.")
    ],
    options: DeviceFigure.all.map { figure in
      .value(figure.option, figure.value, .hint(figure.expected), "\(figure.question).")
    } + [
      .value(
        "like", "NAME", .device, "The class that all else is taken from; default: iphone-12."),
      .value(
        "source", "TEXT", .hint("a document"), "Where the figures given come from, for the file."),
      .value("devices", "DIR", .directory, "Folder of device classes; default: scenarios/devices."),
      json("what was added"), confined, quiet,
    ],
    limits: [Limits.canvasSide, Limits.canvasScale, Limits.canvasPixels, Limits.textBytes],
    examples: [
      CommandExample(
        "simbench device add iphone-16 --like iphone-15-pro --points 393x852 --refresh 60",
        "A phone like another one, with a plainer display."),
      CommandExample("simbench device add my-tablet", "Ask for every figure."),
    ], implementation: DeviceAddCommand.self)

  static let tune = CommandSpec(
    "tune", "Find the highest caps each device class can afford.",
    discussion: [
      """
      Runs each scenario at several counts and under a stated set of inputs, counts the work of \
      every frame exactly, and multiplies it by what the device class pays for it. The processor \
      runs the scene and records the frame, the GPU paints it meanwhile: both have to be done \
      within the time until a frame is due less 10 %, and together within as many of those as the \
      display's pipeline has refreshes. The cap is the highest count whose predicted p99 keeps to \
      that at the dearest input, and never above the product's own cap; it is run, and so is one \
      step above. Nothing is timed: the same scenarios and device files give the same bytes \
      everywhere.
      """,
      """
      Costs are those of the renderer the product draws the scene with, canvas (SwiftUI) or \
      sprites (SpriteKit), unless --renderer names another. They are intervals, and so are caps: \
      the cap holds when everything costs as much as it may, "likely" when it costs what it is \
      taken to, "at best" as little as it may. Displays faster than 60 Hz are tried at their own \
      rate and at 60. Caps below those of classes with slower processors are listed with the \
      reason.
      """,
      """
      A plot of cost against count is left in the --out folder. The exit code is 1 when a device \
      class cannot afford even the least, however little everything costs, and 7 when it cannot \
      at what everything is taken to cost, or when its renderer's costs are unknown. \
      Classes that lack what a scenario needs, such as a pencil, are skipped and say so. With \
      --all every scene of the product is tuned as people use it, cool and after twenty minutes \
      of work, which gives levels for adaptive quality, too.
      """,
    ],
    arguments: [
      ArgumentSpec(
        "SCENARIO", .zeroOrMore, .scenario,
        "Scenario files; FILE[CASE] is one run of a file's matrix. None with --all.")
    ],
    options: [
      .flag("all", "Tune every scene, with levels for adaptive quality."),
      .value(
        "device", "NAME", .device, "One device class instead of all."),
      devices,
      .value(
        "renderer", "NAME", .hint("canvas, sprites or a device file's own"),
        "Costs of this renderer; default: the scene's own."),
      .value(
        "refresh", "HZ", .hint("24 to 240"),
        "Frames a second, at most the display's; default: the display's, and 60."),
      .value("frames", "N", .hint("a number of frames"), "Frames of every run; default: 600."),
      .value(
        "sustained", "TIME", .hint("a time such as 10m"),
        "Look at devices after so much work, when they are hot."),
      .value("swift", "FILE|-", .file, "Write the caps as Swift source."),
      .value("csv", "FILE|-", .file, "Write the caps as a table."),
      .value("out", "DIR", .directory, "Folder for the plots; default: .simbench."),
      html("the caps and how they came about"), json("the caps with the runs they rest on"),
      confined, quiet,
    ],
    limits: Limits.ofRuns,
    examples: [
      CommandExample(
        "simbench tune scenarios/snowglobe.json", "How many flakes each device class can afford."),
      CommandExample(
        "simbench tune scenarios/bubbles.json --sustained 10m --swift Caps.swift",
        "Caps for hot devices, as source for an app."),
      CommandExample(
        "simbench tune --all --html caps.html", "The whole product on one page."),
    ], verdicts: [.budgetFailed, .inconclusive], implementation: TuneCommand.self)

  static let calibrate = CommandSpec(
    "calibrate", "Fit what a renderer costs a device to frames that an app recorded.",
    discussion: [
      """
      Reads the frames that an app recorded on a device with FrameProbe, fits what the renderer \
      costs there with intervals, and writes the device class with these costs. Where the GPU was \
      not timed, a ramp of the count gives the cap itself: the count from which on frames were \
      late. Too few sizes, counts that rise and fall together, a device that got hot, and fits \
      that explain too little are refused with the reason and exit 7; what is believed is written \
      all the same.
      """
    ],
    options: [
      .value("from", "FILE", .file, "The recorded frames."),
      .value("device", "NAME", .device, "The device class they were recorded on."),
      .value(
        "renderer", "NAME", .hint("a renderer such as canvas"),
        "What drew them, such as canvas or sprites."),
      devices,
      .value(
        "out", "FILE|-", .file,
        "Where the device class goes; default: its file in --devices or devices, if it is new."),
      json("the costs and their checks"), confined, quiet,
    ],
    limits: Limits.ofCalibration,
    examples: [
      CommandExample(
        "simbench calibrate --from frames.ndjson --device iphone-12 --renderer sprites",
        "Fit an app's frames and write devices/iphone-12.json.")
    ], verdicts: [.inconclusive], implementation: CalibrateCommand.self)
}
