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
    "Caps per device class with the runs that they are based on.",
    [
      Member(derived: "frames", .whole(from: 1), "Frames per run.") { (listing: Listing) in
        listing.question.frameCount
      },
      Member(
        derived: "headroom", \.question.headroom, .number(0...1),
        "The fraction of the interval that stays free."),
      Member(
        derived: "sustainedSeconds", \.question.sustainedSeconds,
        "Seconds of load after which devices are modeled."),
      Member(derived: "inputs", \.question.inputs, "The inputs tried."),
      Member(
        derived: "caps", \.caps, CapResult.shape.codec.list(),
        "One row per scenario and device class."),
      Member(
        derived: "levels", \.levels, CapLevels.shape.codec.list(),
        "Levels for adaptive quality, one row per scenario and device class; empty without --all."),
    ])
}

extension CapLevels {
  static let shape = Shape<CapLevels>(
    written: nil, "The range of counts for adaptive quality.",
    [
      Member(derived: "scenario", \.scenario, "The scenario's name."),
      Member(derived: "device", \.device, "The device class's name."),
      Member(derived: "frameRate", \.frameRate, .whole(from: 1), "Frames per second."),
      Member(derived: "population", \.population, "The population."),
      Member(
        derived: "minimum", \.minimum,
        "The minimum: the cap of a hot device at pessimistic costs."),
      Member(derived: "start", \.start, "The initial count: the cap."),
      Member(
        derived: "maximum", \.maximum,
        "The maximum: the cap of a cool device at optimistic costs."),
      Member(derived: "quantum", \.quantum, .whole(from: 1), "The step between levels."),
    ])
}

extension CapResult {
  static let shape = Shape<CapResult>(
    written: nil, "The cap of a scenario on a device class.", question + answer)

  private static let question: [Member<CapResult>] = [
    Member(derived: "scenario", \.scenario, "The scenario's name."),
    Member(derived: "device", \.device.name, "The device class's name."),
    Member(
      derivedOrNull: "renderer", .text, "The renderer whose costs were used; null if there is none."
    ) { $0.renderer.isEmpty ? nil : $0.renderer },
    Member(
      derived: "frameRate", \.frameRate, .whole(from: 1), "The requested frames per second."),
    Member(derivedOrNull: "population", .text, "The population; null without one.") {
      $0.population.isEmpty ? nil : $0.population
    },
    Member(derived: "productCap", \.productCap, "The cap of the product."),
    Member(derived: "quantum", \.quantum, "The unit of counts, which are multiples of it."),
  ]

  private static let answer: [Member<CapResult>] = [
    Member(
      derived: "outcome", \.found.word, .oneOf(["found", "impossible", "skipped"]),
      "Whether there is a cap."),
    Member(derived: "cap", \.found.cap, "The cap; null if there is none."),
    Member(derived: "reason", \.found.reason, "Why there is no cap; null if there is one."),
    Member(derived: "worstInput", \.worstInput, "The most expensive input."),
    Member(
      derivedOrNull: "nominalCap", .whole(),
      "Cap at nominal costs; null if no count fits."
    ) { $0.quantum > 0 ? $0.nominalCap : nil },
    Member(
      derivedOrNull: "optimisticCap", .whole(),
      "Cap at optimistic costs; null if no count fits."
    ) { $0.quantum > 0 ? $0.optimisticCap : nil },
    Member(
      derivedOrNull: "bound", .oneOf(CapResult.Bound.allCases.map(\.rawValue)),
      "The factor that limits the cap; null without a cap."
    ) { $0.bound?.rawValue },
    Member(
      derivedOrNull: "headroom", \.headroom, Codec<Double>.anyNumber,
      "The free fraction of the time until the deadline at the cap; null without a cap."),
    Member(
      derived: "budgetNanoseconds", \.budgetNanoseconds,
      "The time limit of CPU and GPU each per frame, and of both together per refresh of the "
        + "display pipeline."),
    Member(
      derived: "costs", .oneOf(["estimated", "measured", "none"]),
      "The source of the device's costs."
    ) { $0.provenance ?? "none" },
    Member(
      derived: "sceneCosts", .oneOf(["own", "other-scenes"]),
      "Whether the scene's own work has costs measured in it, or those of all other scenes, "
        + "which give a wide interval."
    ) { $0.isCalibrated ? "own" : "other-scenes" },
    Member(derived: "flags", \.flags, "Classes with slower CPUs and higher caps, and why."),
    Member(
      derivedOrNull: "knee", \.knee, Codec<Double>.anyNumber,
      "The count at which the curve reaches the budget; null if no curve is trusted."),
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
      Member(derived: "trusted", \.isTrusted, "Whether its R² is high enough."),
      Member(
        derivedOrNull: "rSquared", Codec<Double>.anyNumber,
        "R² of the fit; null if undefined."
      ) { $0.determination.isFinite ? $0.determination : nil },
    ])

  private static let run = Shape<Point>(
    written: nil, "A run.",
    [
      Member(derived: "count", \.count, "The population."),
      Member(
        derived: "optimistic", \.optimistic, times.codec,
        "At optimistic costs."),
      Member(
        derived: "nominal", \.nominal, times.codec, "At nominal costs."),
      Member(
        derived: "pessimistic", \.pessimistic, times.codec,
        "At pessimistic costs."),
    ])

  private static let times = Shape<Times>(
    written: "predictedTimes", "99th percentiles of a run's frames, predicted, in nanoseconds.",
    [
      Member(derived: "cpu", \.processor, "Of the CPU."),
      Member(derived: "gpu", \.graphics, "Of the GPU."),
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
