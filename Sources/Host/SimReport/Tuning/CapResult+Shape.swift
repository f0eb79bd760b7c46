import SimFormats

extension TuneReport {
  /// The caps found, and what was asked.
  package struct Listing: Sendable {
    /// The caps.
    package var caps: [CapResult]
    /// What was asked.
    package var question: Question
    /// The levels of quality, when they were asked for.
    package var levels: [CapLevels]
    /// Commands that show what a frame costs where not even the fewest fit, one a scenario.
    package var next: [String]

    /// Puts them together.
    package init(
      _ caps: [CapResult], _ question: Question, levels: [CapLevels] = [], next: [String] = []
    ) {
      self.caps = caps
      self.question = question
      self.levels = levels
      self.next = next
    }
  }

  /// What `tune` writes as JSON.
  package static let output = VerbOutput.shape(
    "Caps per device class with the runs they rest on.",
    [
      Member(derived: "frames", .whole(from: 1), "Frames of every run.") { (listing: Listing) in
        listing.question.frameCount
      },
      Member(derived: "headroom", .number(0...1), "The share of the interval that stays free.") {
        $0.question.headroom
      },
      Member(
        derived: "sustainedSeconds", .number, "Seconds of work after which devices are looked at."
      ) { $0.question.sustainedSeconds },
      Member(derived: "inputs", Codec<String>.text.list(), "The inputs tried.") {
        $0.question.inputs
      },
      Member(derived: "caps", CapResult.shape.codec.list(), "A row a scenario and device class.") {
        $0.caps
      },
      Member(
        derived: "levels", CapLevels.shape.codec.list(),
        "Levels for adaptive quality, a row a scenario and device class; none unless --all."
      ) { $0.levels },
    ])
}

extension CapLevels {
  static let shape = Shape<CapLevels>(
    written: nil, "The counts between which quality may change.",
    [
      Member(derived: "scenario", .text, "The scenario's name.") { $0.scenario },
      Member(derived: "device", .text, "The device class's name.") { $0.device },
      Member(derived: "frameRate", .whole(from: 1), "Frames a second.") { $0.frameRate },
      Member(derived: "population", .text, "What is counted.") { $0.population },
      Member(
        derived: "minimum", .whole(),
        "The fewest: what a hot device holds when everything costs as much as it may."
      ) { $0.minimum },
      Member(derived: "start", .whole(), "Where to begin: the cap.") { $0.start },
      Member(
        derived: "maximum", .whole(),
        "The most: what a cool device holds when everything costs as little as it may."
      ) { $0.maximum },
      Member(derived: "quantum", .whole(from: 1), "From one level to the next.") { $0.quantum },
    ])
}

extension CapResult {
  static let shape = Shape<CapResult>(
    written: nil, "What a device class can afford of a scenario.", question + answer)

  private static let question: [Member<CapResult>] = [
    Member(derived: "scenario", .text, "The scenario's name.") { $0.scenario },
    Member(derived: "device", .text, "The device class's name.") { $0.device.name },
    Member(
      derivedOrNull: "renderer", .text, "The renderer whose costs were counted with; null without."
    ) { $0.renderer.isEmpty ? nil : $0.renderer },
    Member(derived: "frameRate", .whole(from: 1), "Frames a second that were asked for.") {
      $0.frameRate
    },
    Member(derivedOrNull: "population", .text, "What was counted; null without a population.") {
      $0.population.isEmpty ? nil : $0.population
    },
    Member(derived: "productCap", .whole(), "The cap of the product.") { $0.productCap },
    Member(derived: "quantum", .whole(), "What counts are multiples of.") { $0.quantum },
  ]

  private static let answer: [Member<CapResult>] = [
    Member(
      derived: "outcome", .oneOf(["found", "impossible", "skipped"]),
      "Whether there is a cap."
    ) { $0.found.word },
    Member(derivedOrNull: "cap", .whole(), "The cap; null when there is none.") { $0.found.cap },
    Member(derivedOrNull: "reason", .text, "Why there is none; null when there is one.") {
      $0.found.reason
    },
    Member(derived: "worstInput", .text, "The dearest input.") { $0.worstInput },
    Member(
      derivedOrNull: "likelyCap", .whole(),
      "The cap when everything costs what it is taken to; null when nothing fits."
    ) { $0.quantum > 0 ? $0.nominalCap : nil },
    Member(
      derivedOrNull: "bestCap", .whole(),
      "The cap when everything costs as little as it may; null when nothing fits."
    ) { $0.quantum > 0 ? $0.optimisticCap : nil },
    Member(
      derivedOrNull: "bound", .oneOf(CapResult.Bound.allCases.map(\.rawValue)),
      "What keeps the cap from being higher; null without a cap."
    ) { $0.bound?.rawValue },
    Member(
      derivedOrNull: "headroom", Codec<Double>.anyNumber,
      "The share of the time until a frame is due that is left at the cap; null without one."
    ) { $0.headroom },
    Member(
      derived: "budgetNanoseconds", .number,
      "What processor and GPU may each take for a frame, and both together as often as the "
        + "display's pipeline has refreshes."
    ) { $0.budgetNanoseconds },
    Member(
      derived: "costs", .oneOf(["estimated", "measured", "none"]),
      "Where the device's costs come from."
    ) { $0.provenance ?? "none" },
    Member(
      derived: "sceneCosts", .oneOf(["own", "other-scenes"]),
      "Whether the scene's own work is judged by costs measured in it, or by those of all others, "
        + "which is wide."
    ) { $0.isCalibrated ? "own" : "other-scenes" },
    Member(
      derived: "flags", Codec<String>.text.list(),
      "Classes with slower processors and higher caps, and why."
    ) { $0.flags },
    Member(
      derivedOrNull: "knee", Codec<Double>.anyNumber,
      "Where the curve reaches the budget; null when none is trusted."
    ) { $0.knee },
    Member(
      derivedOrNull: "curve", curveShape.codec, curveShape.rule.words + " Null with too few runs."
    ) { $0.curve },
    Member(derived: "runs", run.codec.list(), "The runs.") { $0.points },
  ]

  var found: (word: String, cap: UInt32?, reason: String?) {
    switch outcome {
    case .found(let count): ("found", quantum > 0 ? count : nil, nil)
    case .impossible(let reason): ("impossible", nil, reason)
    case .skipped(let reason): ("skipped", nil, reason)
    }
  }

  private static let curveShape = Shape<CostCurve>(
    written: nil, "The curve through the runs.",
    [
      Member(derived: "kind", .oneOf(["line", "parabola"]), "Its form.") {
        $0.isLine ? "line" : "parabola"
      },
      Member(derived: "trusted", .bool, "Whether it explains the runs well enough.") {
        $0.isTrusted
      },
      Member(
        derivedOrNull: "determination", Codec<Double>.anyNumber,
        "How much of them it explains, 1 for all; null when that cannot be said."
      ) { $0.determination.isFinite ? $0.determination : nil },
    ])

  private static let run = Shape<Point>(
    written: nil, "A run.",
    [
      Member(derived: "count", .whole(), "The population.") { $0.count },
      Member(
        derived: "optimistic", times.codec, "When everything costs as little as it may."
      ) { $0.optimistic },
      Member(
        derived: "nominal", times.codec, "When everything costs what it is taken to."
      ) { $0.nominal },
      Member(
        derived: "pessimistic", times.codec, "When everything costs as much as it may."
      ) { $0.pessimistic },
    ])

  private static let times = Shape<Times>(
    written: "predictedTimes", "99th percentiles of a run's frames, predicted, in nanoseconds.",
    [
      Member(derived: "processor", .number, "Of the processor.") { $0.processor },
      Member(derived: "graphics", .number, "Of the GPU.") { $0.graphics },
      Member(derived: "latency", .number, "Of both together.") { $0.latency },
    ])
}

extension CapResult {
  /// Where the costs come from, in a word; nil when there are none.
  var provenance: String? {
    renderer.isEmpty || device.renderers.isEmpty
      ? nil : isMeasured ? "measured" : "estimated"
  }
}
