import SimFormats

extension RendererCalibrationReport {
  /// JSON output of `calibrate`.
  package static let output = VerbOutput.shape(
    "Fitted costs of renderers.", "calibrations", row.codec, "One row per recording.")

  private static let row = Shape<Finding>(
    written: nil, "Costs of a renderer on a device, fitted to an app's recorded frames.",
    [
      Member(derived: "device", \.result.device, "What the device is."),
      Member(derived: "renderer", \.result.renderer, "The renderer."),
      Member(derived: "frames", .whole(), "Frames of the recording.") {
        UInt64($0.result.frameCount)
      },
      Member(derived: "accepted", .bool, "Whether everything may be believed.") {
        refusal($0.result) == nil
      },
      Member(
        derived: "refusals", refused.codec.list(), "What may not be believed, and why."
      ) { $0.result.refusals.map { Refused(of: $0.of, reason: $0.refusal.words) } },
      Member(
        derivedOrNull: "costs", \.costs, RendererCosts.shape.codec,
        "The renderer in the device file; null when nothing may be believed."),
      Member(derived: "cpu", \.result.processor, part.codec, "What the processor pays."),
      Member(
        derivedOrNull: "gpu", \.result.graphics, part.codec,
        "What the GPU pays; null when not timed."),
      Member(
        derived: "ramps", \.result.ramps, ramp.codec.list(),
        "Counts and late frames, where the GPU was not timed."),
    ])

  private struct Refused: Sendable {
    var of: String
    var reason: String
  }

  private static let refused = Shape<Refused>(
    written: nil, "What may not be believed.",
    [
      Member(derived: "of", \.of, "A part, or the scene of a ramp."),
      Member(derived: "reason", \.reason, "Why."),
    ])

  private static let part = Shape<RendererCalibration.PartFit>(
    written: "partFit", "What one part pays.",
    [
      Member(derived: "frames", .whole(), "Frames that the fit rests on.") {
        UInt64($0.frameCount)
      },
      Member(derived: "outliers", .whole(), "Frames left out.") { UInt64($0.outlierCount) },
      Member(derived: "sizes", .whole(), "Sizes that the fit rests on.") { UInt64($0.sizeCount) },
      Member(
        derivedOrNull: "rSquared", Codec<Double>.anyNumber,
        "How much of their times the costs explain, 1 for all; null when that cannot be said."
      ) { $0.determination.isFinite ? $0.determination : nil },
      Member(
        derived: "drift", Codec<Double>.anyNumber, "How much slower frames grew, as a share."
      ) { $0.drift.isFinite ? $0.drift : 0 },
      Member(derived: "costs", \.costs, cost.codec.list(), "Nanoseconds each."),
      Member(
        derived: "constants", Codec<String>.text.list(),
        "Counts that never changed: a part of what a frame costs."
      ) { $0.constants.map(\.name) },
      Member(
        derived: "holdingCanvas", \.holdingCanvas,
        "Counts whose costs hold what a pixel of the canvas costs."),
      Member(derived: "absent", \.absent, "Counts that no frame had."),
      Member(
        derived: "heldOutSizes", \.heldOut, check.codec.list(), "Checks of held-out sizes."),
    ])

  private static let check = Shape<RendererCalibration.Check>(
    written: nil, "Measured and predicted frame time of a held-out size.",
    [
      Member(derived: "scene", \.scene, "Scene name."),
      Member(derived: "size", \.size, "Size of the run."),
      Member(derived: "measuredNanoseconds", \.measured, "Measured mean frame time."),
      Member(
        derived: "predictedNanoseconds", \.predicted, Codec<Double>.anyNumber,
        "Predicted mean frame time."),
      Member(derived: "error", \.error, "Absolute error as a fraction of the measured time."),
    ])

  private static let cost = Shape<RendererCalibration.Cost>(
    written: nil, "What one thing costs.",
    [
      Member(derived: "name", \.name, "What it is."),
      Member(derived: "optimistic", \.nanoseconds.optimistic, "The lower end of a 95 % interval."),
      Member(derived: "nominal", \.nanoseconds.nominal, "Nanoseconds."),
      Member(derived: "pessimistic", \.nanoseconds.pessimistic, "The upper end of the interval."),
      Member(
        derived: "largestShare", \.largestShare, "The largest share of a frame that it makes."),
    ])

  private static let ramp = Shape<RendererCalibration.Ramp>(
    written: nil, "A scene's ramp of counts.",
    [
      Member(derived: "scene", \.scene, "The scene."),
      Member(derived: "levels", \.levels, level.codec.list(), "Its counts."),
      Member(
        derivedOrNull: "cap", \.cap, cap.codec, "The most that were not late; null when refused."),
    ])

  private static let cap = Shape<CostInterval>(
    written: nil, "A count, within an interval of 95 %.",
    [
      Member(derived: "optimistic", \.optimistic, "The most."),
      Member(derived: "nominal", \.nominal, "The count."),
      Member(derived: "pessimistic", \.pessimistic, "The fewest."),
    ])

  private static let level = Shape<RendererCalibration.Level>(
    written: nil, "A count of a ramp.",
    [
      Member(derived: "count", .whole(), "Members.") { UInt64($0.count) },
      Member(derived: "frames", .whole(), "Frames of it.") { UInt64($0.frameCount) },
      Member(derived: "lateShare", \.lateShare, "The share of them that were late."),
    ])
}
