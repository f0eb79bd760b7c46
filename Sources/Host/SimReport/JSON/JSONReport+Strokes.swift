import SimFormats

extension JSONReport {
  /// How long ink took; null when nothing was drawn.
  static func strokeLatency(_ latency: StrokeLatencySummary?) -> JSONOutput {
    guard let latency else { return .null }
    return .object(
      [
        ("source", .string(latency.source)),
        ("startEvent", .string(StrokeLatencySummary.startEvent)),
        ("leftOut", .array(StrokeLatencySummary.leftOut.map { .string($0) })),
        ("unit", .string("milliseconds")),
        ("samples", .unsigned(latency.samples)),
      ] + times(latency.spread) + [
        ("allowance", JSONOutput(orNull: latency.allowance)),
        ("p95WithAllowance", JSONOutput(orNull: latency.withAllowance(latency.spread.p95))),
        ("maxWithAllowance", JSONOutput(orNull: latency.withAllowance(latency.spread.maximum))),
        ("limit", .number(StrokeLatencySummary.limitMilliseconds)),
        ("pipelineDepth", .unsigned(UInt64(latency.pipelineDepth))),
        ("refreshRate", .unsigned(UInt64(latency.refreshRate))),
        ("missedFrames", .unsigned(latency.missedFrames)),
        ("ink", ink(latency.sightings)),
        ("lagPoints", spread(latency.lag)),
        (
          "whatIf",
          .object([
            ("depth1", .object(times(latency.withDepthOne))),
            ("hertz120", .object(times(latency.atHertz120))),
            (
              "prediction",
              .object(
                times(latency.withPrediction) + [
                  ("errorPoints", spread(latency.predictionError))
                ])
            ),
          ])
        ),
      ])
  }

  private static func times(_ spread: StrokeLatencySummary.Spread) -> [(String, JSONOutput)] {
    [
      ("p50", JSONOutput(orNull: spread.p50)),
      ("p95", JSONOutput(orNull: spread.p95)),
      ("max", JSONOutput(orNull: spread.maximum)),
      ("overLimit", .unsigned(spread.overLimit)),
    ]
  }

  private static func ink(_ sightings: StrokeLatencySummary.Sightings?) -> JSONOutput {
    guard let sightings else { return .null }
    return .object([
      ("inFrame", .unsigned(sightings.inFrame)),
      ("alreadyInked", .unsigned(sightings.alreadyInked)),
      ("later", .unsigned(sightings.later)),
      ("never", .unsigned(sightings.never)),
    ])
  }
}
