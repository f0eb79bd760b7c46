import SimFormats

extension TuneReport {
  /// The caps found, and what was asked.
  package struct Listing: Sendable {
    /// The caps.
    package var caps: [CapResult]
    /// What was asked.
    package var question: Question

    /// Puts them together.
    package init(_ caps: [CapResult], _ question: Question) {
      self.caps = caps
      self.question = question
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
    ])
}

extension CapResult {
  static let shape = Shape<CapResult>(
    written: nil, "What a device class can afford of a scenario.", question + answer)

  private static let question: [Member<CapResult>] = [
    Member(derived: "scenario", .text, "The scenario's name.") { $0.scenario },
    Member(derived: "device", .text, "The device class's name.") { $0.device.name },
    Member(derivedOrNull: "population", .text, "What was counted; null without a population.") {
      $0.population.isEmpty ? nil : $0.population
    },
    Member(derived: "productCap", .whole(), "The cap of the product.") { $0.productCap },
    Member(derived: "quantum", .whole(), "What counts are multiples of.") { $0.quantum },
  ]

  private static let answer: [Member<CapResult>] = [
    Member(
      derived: "outcome", .oneOf(["found", "impossible", "refused", "skipped"]),
      "Whether there is a cap."
    ) { $0.found.word },
    Member(derivedOrNull: "cap", .whole(), "The cap; null when there is none.") { $0.found.cap },
    Member(derivedOrNull: "reason", .text, "Why there is none; null when there is one.") {
      $0.found.reason
    },
    Member(derived: "worstInput", .text, "The dearest input.") { $0.worstInput },
    Member(derived: "budgetNanoseconds", .number, "What a frame may take.") {
      $0.budgetNanoseconds
    },
    Member(derived: "margin", .number, "What the prediction's uncertainty divides that by.") {
      $0.margin
    },
    Member(derived: "limitNanoseconds", .number, "What the prediction may be.") {
      $0.limitNanoseconds
    },
    Member(
      derived: "costs", .oneOf(["estimated", "measured", "none"]),
      "Where the device's costs come from."
    ) { $0.device.costs.map { $0.isEstimated ? "estimated" : "measured" } ?? "none" },
    Member(
      derivedOrNull: "knee", Codec<Double>.anyNumber,
      "Where the curve reaches the limit; null when none is trusted."
    ) { $0.knee },
    Member(
      derivedOrNull: "curve", curveShape.codec, curveShape.rule.words + " Null with too few runs."
    ) { $0.curve },
    Member(derived: "runs", run.codec.list(), "The runs.") { $0.points },
  ]

  private var found: (word: String, cap: UInt32?, reason: String?) {
    switch outcome {
    case .found(let count): ("found", quantum > 0 ? count : nil, nil)
    case .impossible(let reason): ("impossible", nil, reason)
    case .refused(let units):
      ("refused", nil, "no cost is known of \(units.joined(separator: ", "))")
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
      Member(derived: "p99Nanoseconds", .number, "What a frame takes, predicted.") {
        $0.nanoseconds
      },
    ])
}
