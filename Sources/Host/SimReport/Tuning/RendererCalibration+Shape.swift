import SimFormats

extension RendererCalibrationReport {
  /// JSON output of `calibrate`.
  package static let output = VerbOutput.shape(
    "Fitted costs of renderers.", "calibrations", row.codec, "One row per recording.")

  private static let row = Shape<Finding>(
    written: nil, "Costs of a renderer on a device, fitted to an app's recorded frames.",
    [
      Member(derived: "device", .text, "What the device is.") { $0.result.device },
      Member(derived: "renderer", .text, "The renderer.") { $0.result.renderer },
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
        derivedOrNull: "costs", RendererCosts.shape.codec,
        "The renderer in the device file; null when nothing may be believed."
      ) { $0.costs },
      Member(derived: "processor", part.codec, "What the processor pays.") {
        $0.result.processor
      },
      Member(derivedOrNull: "graphics", part.codec, "What the GPU pays; null when not timed.") {
        $0.result.graphics
      },
      Member(
        derived: "ramps", ramp.codec.list(), "Counts and late frames, where the GPU was not timed."
      ) { $0.result.ramps },
    ])

  private struct Refused: Sendable {
    var of: String
    var reason: String
  }

  private static let refused = Shape<Refused>(
    written: nil, "What may not be believed.",
    [
      Member(derived: "of", .text, "A part, or the scene of a ramp.") { $0.of },
      Member(derived: "reason", .text, "Why.") { $0.reason },
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
        derivedOrNull: "determination", Codec<Double>.anyNumber,
        "How much of their times the costs explain, 1 for all; null when that cannot be said."
      ) { $0.determination.isFinite ? $0.determination : nil },
      Member(
        derived: "drift", Codec<Double>.anyNumber, "How much slower frames grew, as a share."
      ) { $0.drift.isFinite ? $0.drift : 0 },
      Member(derived: "costs", cost.codec.list(), "Nanoseconds each.") { $0.costs },
      Member(
        derived: "constants", Codec<String>.text.list(),
        "Counts that never changed: a part of what a frame costs."
      ) { $0.constants.map(\.name) },
      Member(
        derived: "holdingCanvas", Codec<String>.text.list(),
        "Counts whose costs hold what a pixel of the canvas costs."
      ) { $0.holdingCanvas },
      Member(
        derived: "absent", Codec<String>.text.list(), "Counts that no frame had."
      ) { $0.absent },
      Member(
        derived: "heldOutSizes", check.codec.list(), "Checks of held-out sizes."
      ) { $0.heldOut },
    ])

  private static let check = Shape<RendererCalibration.Check>(
    written: nil, "Measured and predicted frame time of a held-out size.",
    [
      Member(derived: "scene", .text, "Scene name.") { $0.scene },
      Member(derived: "size", .text, "Size of the run.") { $0.size },
      Member(derived: "measuredNanoseconds", .number, "Measured mean frame time.") { $0.measured },
      Member(
        derived: "predictedNanoseconds", Codec<Double>.anyNumber, "Predicted mean frame time."
      ) { $0.predicted },
      Member(derived: "error", .number, "Absolute error as a fraction of the measured time.") {
        $0.error
      },
    ])

  private static let cost = Shape<RendererCalibration.Cost>(
    written: nil, "What one thing costs.",
    [
      Member(derived: "name", .text, "What it is.") { $0.name },
      Member(derived: "optimistic", .number, "The lower end of a 95 % interval.") {
        $0.nanoseconds.optimistic
      },
      Member(derived: "nominal", .number, "Nanoseconds.") { $0.nanoseconds.nominal },
      Member(derived: "pessimistic", .number, "The upper end of the interval.") {
        $0.nanoseconds.pessimistic
      },
      Member(derived: "largestShare", .number, "The largest share of a frame that it makes.") {
        $0.largestShare
      },
    ])

  private static let ramp = Shape<RendererCalibration.Ramp>(
    written: nil, "A scene's ramp of counts.",
    [
      Member(derived: "scene", .text, "The scene.") { $0.scene },
      Member(derived: "levels", level.codec.list(), "Its counts.") { $0.levels },
      Member(
        derivedOrNull: "cap", cap.codec, "The most that were not late; null when refused."
      ) { $0.cap },
    ])

  private static let cap = Shape<CostInterval>(
    written: nil, "A count, within an interval of 95 %.",
    [
      Member(derived: "optimistic", .number, "The most.") { $0.optimistic },
      Member(derived: "nominal", .number, "The count.") { $0.nominal },
      Member(derived: "pessimistic", .number, "The fewest.") { $0.pessimistic },
    ])

  private static let level = Shape<RendererCalibration.Level>(
    written: nil, "A count of a ramp.",
    [
      Member(derived: "count", .whole(), "Members.") { UInt64($0.count) },
      Member(derived: "frames", .whole(), "Frames of it.") { UInt64($0.frameCount) },
      Member(derived: "lateShare", .number, "The share of them that were late.") { $0.lateShare },
    ])
}
