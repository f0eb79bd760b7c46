import SimImageAnalysis

extension StrokeLatencySummary {
  static let shape = Shape<StrokeLatencySummary>(
    StrokeLatencySummary(
      samples: 0, spread: Spread.none, sightings: nil, pipelineDepth: 0, refreshRate: 1,
      missedFrames: 0, lag: nil, withDepthOne: Spread.none, atHertz120: Spread.none,
      withPrediction: Spread.none, predictionError: nil),
    "Time from touch to ink in simulated time, a lower bound.", head + spreadMembers + tail)

  private static let head: [Member<StrokeLatencySummary>] = [
    Member(derived: "source", \.source, "The clock, and the method to find the frame with the ink.")
      .role(.detail),
    Member(derived: "startEvent", .always(startEvent), "The event that starts the clock.") { _ in
      startEvent
    }
    .role(.detail),
    Member(
      derived: "leftOut", Codec<String>.text.list(),
      "The parts that the times exclude, so that they are lower bounds of touch to photon."
    ) { _ in leftOut }.role(.detail),
    Member(derived: "unit", .always("milliseconds"), "The unit of all times.") { _ in
      "milliseconds"
    }.role(.detail),
    Member("samples", \.samples, "Touch samples that drew.")
      .limited(FigureTraits(.touch, label: "samples that drew")),
  ]

  private static let tail: [Member<StrokeLatencySummary>] = [
    Member(
      "allowance", \.allowance,
      "The device class's allowance for the excluded parts; null if it has none."
    ).role(.detail).missing { $0.allowance == nil ? noAllowance : nil },
    withAllowance("p95WithAllowance", "p95", "The 95th percentile and the allowance.") {
      $0.spread.p95
    },
    withAllowance("maxWithAllowance", "max", "The longest time and the allowance.") {
      $0.spread.maximum
    },
    Member(derived: "limit", .number, "The limit.") { _ in limitMilliseconds }.unit("ms"),
    Member(
      "pipelineDepth", \.pipelineDepth,
      "Refreshes from the frame that draws to light on the glass."),
    Member("refreshRate", \.refreshRate, .whole(from: 1), "Display refreshes per second."),
    Member("missedFrames", \.missedFrames, "Frames with samples that missed their deadline."),
    Member(
      orNull: "ink", \.sightings, Sightings.shape.codec,
      "Where the ink of the samples was found in the frames' pixels; null without rendered "
        + "frames."
    ).missing { $0.sightings == nil ? SceneResult.nothingDrawn : nil },
    Member(
      orNull: "lagPoints", \.lag, QuantileSpread.shape.codec,
      "The distance from the ink to the finger; null if no contact was sampled twice."
    ).role(.cost).unit("pt").missing { $0.lag == nil ? still : nil },
    Member(
      group: "whatIf", "The same samples under other conditions.",
      [
        Member(
          "depth1", \.withDepthOne, Spread.shape.codec, "With a pipeline depth of one refresh."),
        Member(
          "hertz120", \.atHertz120, Spread.shape.codec, "With frames and refreshes at 120 Hz."),
        Member(
          group: "prediction", "With every sample drawn a frame ahead along its direction.",
          Spread.shape.members.map { $0.at(\.withPrediction) } + [
            Member(
              orNull: "errorPoints", \.predictionError, QuantileSpread.shape.codec,
              "The error of the predictions; null if there are none."
            ).role(.cost).unit("pt").missing { $0.predictionError == nil ? still : nil }
          ]),
      ]),
  ]

  private static let spreadMembers: [Member<StrokeLatencySummary>] = Spread.shape.members.map {
    let key = $0.rule.key
    let isCount = key == "overLimit"
    return $0.at(\.spread).limited(
      FigureTraits(
        .touch, unit: isCount ? .none : .milliseconds,
        label: isCount ? "samples of 50 ms or more" : "touch to ink, \(key)"))
  }

  private static func withAllowance(
    _ key: String, _ statistic: String, _ words: String,
    _ time: @escaping @Sendable (StrokeLatencySummary) -> Double?
  ) -> Member<StrokeLatencySummary> {
    Member(derivedOrNull: key, .number, words) { $0.withAllowance(time($0)) }
      .role(.detail)
      .missing { $0.allowance == nil ? noAllowance : time($0) == nil ? Spread.noInk : nil }
      .limited(
        FigureTraits(
          .touch, unit: .milliseconds, label: "touch to ink with allowance, \(statistic)"))
  }

  private static let still = "no contact was sampled twice"
}

extension StrokeLatencySummary.Spread {
  static let none = StrokeLatencySummary.Spread(p50: nil, p95: nil, maximum: nil, overLimit: 0)
  static let noInk = "no ink was detected"

  static let shape = Shape<StrokeLatencySummary.Spread>(
    none, name: "inkTimes", "Times from touch to ink in milliseconds; null if no ink was detected.",
    [
      time("p50", \.p50, "The median."), time("p95", \.p95, "The 95th percentile."),
      time("max", \.maximum, "The longest time."),
      Member("overLimit", \.overLimit, "Samples whose ink took the limit or longer, or never came.")
        .role(.cost),
    ])

  private static func time(
    _ key: String,
    _ path: any WritableKeyPath<StrokeLatencySummary.Spread, Double?> & Sendable, _ words: String
  ) -> Member<StrokeLatencySummary.Spread> {
    Member(orNull: key, path, .number, words).role(.cost).unit("ms")
      .missing { $0.maximum == nil ? noInk : nil }
  }
}

extension StrokeLatencySummary.Sightings {
  static let shape = Shape<StrokeLatencySummary.Sightings>(
    StrokeLatencySummary.Sightings(inFrame: 0, alreadyInked: 0, later: 0, never: 0),
    "Where the ink of the samples was found in the frames' pixels.",
    [
      Member("inFrame", \.inFrame, "In the frame that consumed the sample, and not before."),
      Member(
        "alreadyInked", \.alreadyInked,
        "In an earlier frame already; the frame of the sample is used."),
      Member("later", \.later, "In a later frame."),
      Member("never", \.never, "In no frame."),
    ])
}
