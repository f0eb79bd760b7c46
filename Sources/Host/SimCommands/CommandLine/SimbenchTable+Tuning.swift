import SimFormats

extension SimbenchTable {
  static let tune = CommandSpec(
    "tune", "Find the highest caps each device class can afford.",
    discussion: [
      """
      Runs each scenario at several counts and under a stated set of inputs, counts the work of \
      every frame exactly, and multiplies it by what the device class pays for it. The cap is \
      the highest count whose predicted p99 stays within the frame interval less 10 %, at the \
      dearest input, and never above the product's own cap; it is run, and so is one step above. \
      Nothing is timed: the same scenarios and device files give the same bytes everywhere.
      """,
      """
      Costs that are estimated rather than measured widen the margin. A plot of cost against \
      count is left in the --out folder. The exit code is 1 when a device class cannot afford even \
      the least, and 7 when what some of the work costs on it is unknown. Classes that lack what a \
      scenario needs, such as a pencil, are skipped and say so.
      """,
    ],
    arguments: [scenarios],
    options: [
      .value(
        "device", "NAME", .device, "One device class instead of all."),
      devices,
      .value("frames", "N", .hint("a number of frames"), "Frames of every run; default: 600."),
      .value(
        "sustained", "TIME", .hint("a time such as 10m"),
        "Look at devices after so much work, when they are hot."),
      .value("swift", "FILE|-", .file, "Write the caps as Swift source."),
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
    ], listsExitCodes: true, implementation: TuneCommand.self)

  static let calibrate = CommandSpec(
    "calibrate", "Measure what each unit of work costs on this machine.",
    discussion: [
      """
      Runs every scene at several sizes, counts its work and times it, and fits to each scene \
      what a unit of work costs in it. A fit is accepted when it explains 99.9 % of the variation \
      of times and is off by 5 % at most on sizes it has not seen; with exit code 7 some scenes \
      were refused, and their costs are left out. Every scene is also predicted from the costs of \
      the others: only when all come within 15 % are there costs for scenes beyond these. All \
      errors are printed. The member "costs" of the JSON goes into a device file.
      """
    ],
    options: [
      .value(
        "repetitions", "N", .hint("a number"),
        "How often each run is repeated at most; default: 20."),
      .value("frames", "N", .hint("a number of frames"), "Frames of every run; default: 240."),
      json("the cost table and its checks"), quiet,
    ],
    examples: [
      CommandExample(
        "simbench calibrate --json costs.json", "Measure this machine and keep its costs.")
    ], listsExitCodes: true, implementation: CalibrateCommand.self)
}
