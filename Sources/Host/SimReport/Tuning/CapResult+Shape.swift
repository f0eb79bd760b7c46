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
      Member(
        derived: "headroom", \.question.headroom, .number(0...1),
        "The share of the interval that stays free."),
      Member(
        derived: "sustainedSeconds", \.question.sustainedSeconds,
        "Seconds of work after which devices are looked at."),
      Member(derived: "inputs", \.question.inputs, "The inputs tried."),
      Member(
        derived: "caps", \.caps, CapResult.shape.codec.list(),
        "A row a scenario and device class."),
      Member(
        derived: "levels", \.levels, CapLevels.shape.codec.list(),
        "Levels for adaptive quality, a row a scenario and device class; none unless --all."),
    ])
}

extension CapLevels {
  static let shape = Shape<CapLevels>(
    written: nil, "The counts between which quality may change.",
    [
      Member(derived: "scenario", \.scenario, "The scenario's name."),
      Member(derived: "device", \.device, "The device class's name."),
      Member(derived: "frameRate", \.frameRate, .whole(from: 1), "Frames a second."),
      Member(derived: "population", \.population, "What is counted."),
      Member(
        derived: "minimum", \.minimum,
        "The fewest: what a hot device holds when everything costs as much as it may."),
      Member(derived: "start", \.start, "Where to begin: the cap."),
      Member(
        derived: "maximum", \.maximum,
        "The most: what a cool device holds when everything costs as little as it may."),
      Member(derived: "quantum", \.quantum, .whole(from: 1), "From one level to the next."),
    ])
}

extension CapResult {
  static let shape = Shape<CapResult>(
    written: nil, "What a device class can afford of a scenario.", question + answer)

  private static let question: [Member<CapResult>] = [
    Member(derived: "scenario", \.scenario, "The scenario's name."),
    Member(derived: "device", \.device.name, "The device class's name."),
    Member(
      derivedOrNull: "renderer", .text, "The renderer whose costs were counted with; null without."
    ) { $0.renderer.isEmpty ? nil : $0.renderer },
    Member(
      derived: "frameRate", \.frameRate, .whole(from: 1), "Frames a second that were asked for."),
    Member(derivedOrNull: "population", .text, "What was counted; null without a population.") {
      $0.population.isEmpty ? nil : $0.population
    },
    Member(derived: "productCap", \.productCap, "The cap of the product."),
    Member(derived: "quantum", \.quantum, "What counts are multiples of."),
  ]

  private static let answer: [Member<CapResult>] = [
    Member(
      derived: "outcome", \.found.word, .oneOf(["found", "impossible", "skipped"]),
      "Whether there is a cap."),
    Member(derived: "cap", \.found.cap, "The cap; null when there is none."),
    Member(derived: "reason", \.found.reason, "Why there is none; null when there is one."),
    Member(derived: "worstInput", \.worstInput, "The dearest input."),
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
      derivedOrNull: "headroom", \.headroom, Codec<Double>.anyNumber,
      "The share of the time until a frame is due that is left at the cap; null without one."),
    Member(
      derived: "budgetNanoseconds", \.budgetNanoseconds,
      "What processor and GPU may each take for a frame, and both together as often as the "
        + "display's pipeline has refreshes."),
    Member(
      derived: "costs", .oneOf(["estimated", "measured", "none"]),
      "Where the device's costs come from."
    ) { $0.provenance ?? "none" },
    Member(
      derived: "sceneCosts", .oneOf(["own", "other-scenes"]),
      "Whether the scene's own work is judged by costs measured in it, or by those of all others, "
        + "which is wide."
    ) { $0.isCalibrated ? "own" : "other-scenes" },
    Member(derived: "flags", \.flags, "Classes with slower processors and higher caps, and why."),
    Member(
      derivedOrNull: "knee", \.knee, Codec<Double>.anyNumber,
      "Where the curve reaches the budget; null when none is trusted."),
    Member(
      derivedOrNull: "curve", \.curve, curveShape.codec,
      curveShape.rule.words + " Null with too few runs."),
    Member(derived: "runs", \.points, run.codec.list(), "The runs."),
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
      Member(derived: "trusted", \.isTrusted, "Whether it explains the runs well enough."),
      Member(
        derivedOrNull: "determination", Codec<Double>.anyNumber,
        "How much of them it explains, 1 for all; null when that cannot be said."
      ) { $0.determination.isFinite ? $0.determination : nil },
    ])

  private static let run = Shape<Point>(
    written: nil, "A run.",
    [
      Member(derived: "count", \.count, "The population."),
      Member(
        derived: "optimistic", \.optimistic, times.codec,
        "When everything costs as little as it may."),
      Member(
        derived: "nominal", \.nominal, times.codec, "When everything costs what it is taken to."),
      Member(
        derived: "pessimistic", \.pessimistic, times.codec,
        "When everything costs as much as it may."),
    ])

  private static let times = Shape<Times>(
    written: "predictedTimes", "99th percentiles of a run's frames, predicted, in nanoseconds.",
    [
      Member(derived: "processor", \.processor, "Of the processor."),
      Member(derived: "graphics", \.graphics, "Of the GPU."),
      Member(derived: "latency", \.latency, "Of both together."),
    ])
}

extension CapResult {
  /// Where the costs come from, in a word; nil when there are none.
  var provenance: String? {
    renderer.isEmpty || device.renderers.isEmpty
      ? nil : isMeasured ? "measured" : "estimated"
  }
}
