import SimFormats

extension SimbenchTable {
  static let deviceAdd = CommandSpec(
    "device add", "Add a device class, from options or interactively.",
    discussion: [
      """
      Writes NAME.json to the folder of device classes, from options, or from answers if a \
      terminal is attached. Everything else is copied from the class of --like, as the file's \
      sources say. Costs are estimates, those of that class; calibrate --from replaces them by \
      costs fitted to an app's recorded frames. Never replaces a file.
      """
    ],
    arguments: [
      ArgumentSpec("NAME", .one, .hint("a new name"), "Kebab-case name of the class.")
    ],
    options: DeviceFigure.all.map { figure in
      .value(figure.option, figure.value, .hint(figure.expected), "\(figure.question).")
    } + [
      .value(
        "like", "NAME", .device, "Class to copy everything else from; default: iphone-12."),
      .value(
        "source", "TEXT", .hint("a document"), "Source of the given values, recorded in the file."),
      .value("devices", "DIR", .directory, "Folder of device classes; default: scenarios/devices."),
      json("the added class"), confined, quiet,
    ],
    limits: [Limits.canvasSide, Limits.canvasScale, Limits.canvasPixels, Limits.textBytes],
    examples: [
      CommandExample(
        "simbench device add iphone-16 --like iphone-15-pro --points 393x852 --refresh 60",
        "Add a phone like another one, with a simpler display."),
      CommandExample("simbench device add my-tablet", "Ask for every value."),
    ], implementation: DeviceAddCommand.self)

  static let tune = CommandSpec(
    "tune", "Find the largest population that each device class sustains.",
    discussion: [
      """
      Predicts the largest population that each device class can draw at its frame rate. Runs each \
      scenario at several counts and inputs, counts the work of every frame exactly, and \
      multiplies it by the class's cost per unit. CPU and GPU overlap. Each must finish within 90 \
      % of the frame interval, and both together within that time per refresh of the display \
      pipeline. The cap is the highest count, up to the product's own cap, whose predicted p99 \
      meets both limits at every input. That count and the next one are run. Nothing is timed, so \
      the output is byte-identical on every machine.
      """,
      """
      Costs are those of the renderer with which the product draws the scene, canvas (SwiftUI) or \
      sprites (SpriteKit), or of --renderer. Costs and caps are intervals: the cap is at \
      pessimistic costs, "likely" at nominal and "at best" at optimistic ones. Displays faster \
      than 60 Hz are tuned at their own rate and at 60 Hz. Caps below those of classes with \
      slower CPUs are listed with the reason.
      """,
      """
      A plot of cost against count is written to the --out folder. The exit code is 1 if a device \
      class cannot sustain the smallest count at optimistic costs. It is 7 if it cannot at nominal \
      costs or if its renderer has no costs. Classes without a required feature, such as a pencil, \
      are skipped with a message. With --all, every scene of the product is tuned at its usual \
      inputs, cool and after twenty minutes of load. This also gives levels for adaptive quality.
      """,
    ],
    arguments: [
      ArgumentSpec(
        "SCENARIO", .zeroOrMore, .scenario,
        "Scenario files; FILE[CASE] selects one case of a file's matrix. None with --all.")
    ],
    options: [
      .flag("all", "Tune every scene, with levels for adaptive quality."),
      .value(
        "device", "NAME", .device, "One device class instead of all."),
      devices,
      .value(
        "renderer", "NAME", .hint("canvas, sprites or a name in a device file"),
        "Costs of this renderer; default: the scene's own."),
      .value(
        "refresh", "HZ", .hint("24 to 240"),
        "Frames per second, at most the display's; default: the display's, and 60."),
      .value("frames", "N", .hint("a number of frames"), "Frames of every run; default: 600."),
      .value(
        "sustained", "TIME", .hint("a time such as 10m"),
        "Model devices as throttled by this much sustained load."),
      .value("swift", "FILE|-", .file, "Write the caps as Swift source."),
      .value("csv", "FILE|-", .file, "Write the caps as a table."),
      .value("out", "DIR", .directory, "Folder for the plots; default: .simbench."),
      html("the caps and their derivation"), htmlFolder,
      json("the caps with the runs that they are based on"), confined, quiet,
    ],
    limits: Limits.ofRuns,
    examples: [
      CommandExample(
        "simbench tune scenarios/snowglobe.json", "Find how many flakes each device class sustains."
      ),
      CommandExample(
        "simbench tune scenarios/bubbles.json --sustained 10m --swift Caps.swift",
        "Write caps for hot devices as Swift source for an app."),
      CommandExample(
        "simbench tune --all --html caps.html",
        "Write the caps of the whole product as one HTML page."),
    ], verdicts: [.budgetFailed, .inconclusive], implementation: TuneCommand.self)

  static let calibrate = CommandSpec(
    "calibrate", "Fit a renderer's costs on a device to an app's recorded frames.",
    discussion: [
      """
      Reads frames that an app recorded on a device with FrameProbe. Fits the renderer's cost per \
      unit as intervals, and writes the device class with them. Without GPU times, a ramp of \
      counts gives the cap itself: the count at which frames become late. Too few sizes, collinear \
      counts, a device that slowed down and fits with a low R² are refused with a reason and exit \
      code 7. Accepted costs are still written.
      """
    ],
    options: [
      .value("from", "FILE", .file, "Recorded frames."),
      .value("device", "NAME", .device, "Device class of the recording."),
      .value(
        "renderer", "NAME", .hint("a renderer such as canvas"),
        "Renderer of the recording, such as canvas or sprites."),
      devices,
      .value(
        "out", "FILE|-", .file,
        "Output file; default: a new NAME.json in --devices or devices."),
      json("the costs and their checks"), confined, quiet,
    ],
    limits: Limits.ofCalibration,
    examples: [
      CommandExample(
        "simbench calibrate --from frames.ndjson --device iphone-12 --renderer sprites",
        "Fit an app's frames and write devices/iphone-12.json.")
    ], verdicts: [.inconclusive], implementation: CalibrateCommand.self)
}
