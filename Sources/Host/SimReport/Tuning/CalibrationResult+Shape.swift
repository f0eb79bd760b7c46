import SimFormats

extension CalibrationReport {
  /// What `calibrate` writes as JSON.
  package static let output = VerbOutput.shape(
    "What units of work cost on machines.", "calibrations", row.codec, "A row a machine.")

  private static let row = Shape<CalibrationResult>(
    written: nil, "What units of work cost on this machine.",
    [
      Member(
        derived: "costs", DeviceCosts.codec, "To be put into a device file, as it is."
      ) { $0.deviceCosts },
      Member(derived: "accepted", .bool, "Whether all scenes' costs may be believed.") {
        refusal($0) == nil
      },
      Member(derivedOrNull: "refusal", .text, "Why they may not; null when they may.") {
        refusal($0)
      },
      Member(
        derivedOrNull: "otherScenesRefusal", .text,
        "Why other scenes have no costs; null when they have."
      ) { otherScenesRefusal($0) },
      Member(derived: "spread", .number, "By how much repetitions differ, as a share.") {
        $0.spread
      },
      Member(derived: "fits", fit.codec.list(), "A row a scene.") { $0.fits },
      Member(
        derived: "heldOutSizes", check.codec.list(), "Sizes that the fits have not seen."
      ) { $0.heldOutSizes },
      Member(
        derived: "heldOutScenes", check.codec.list(), "Scenes predicted from all others."
      ) { $0.heldOutScenes },
    ])

  private static let fit = Shape<CalibrationResult.SceneFit>(
    written: nil, "Costs of a scene.",
    [
      Member(derived: "scene", .text, "The scene's name.") { $0.scene },
      Member(derived: "sizes", .whole(), "Sizes that were measured.") { UInt64($0.sizeCount) },
      Member(
        derivedOrNull: "determination", Codec<Double>.anyNumber,
        "How much of its times they explain, 1 for all; null when that cannot be said."
      ) { $0.determination.isFinite ? $0.determination : nil },
      Member(
        derivedOrNull: "worstSizeError", Codec<Double>.number,
        "How far off a size is that was not seen, as a share; null when none was predicted."
      ) { $0.worstSizeError.isFinite ? $0.worstSizeError : nil },
      Member(derived: "accepted", .bool, "Whether they may be believed.") { $0.isTrusted },
      Member(
        derived: "together", Codec<String>.text.list().list(),
        "Sets of units that rise and fall together: only what each set costs is known."
      ) { $0.together },
      Member(derived: "nanoseconds", CostTable.codec, "Nanoseconds per unit of work.") {
        $0.costs
      },
    ])

  static let check = Shape<CalibrationResult.Check>(
    written: nil, "Times that a fit had not seen.",
    [
      Member(derived: "scene", .text, "The scene's name.") { $0.scene },
      Member(derived: "size", .text, "What ran.") { $0.size },
      Member(derived: "measuredNanoseconds", .number, "What a frame took.") { $0.measured },
      Member(
        derivedOrNull: "predictedNanoseconds", Codec<Double>.anyNumber,
        "What it was predicted to take; null when a cost is unknown."
      ) { $0.predicted.flatMap { $0.isFinite ? $0 : nil } },
      Member(derivedOrNull: "error", Codec<Double>.number, "How far off that is, as a share.") {
        $0.error.flatMap { $0.isFinite ? $0 : nil }
      },
      Member(
        derived: "unknownUnits", Codec<String>.text.list(), "Units of work without a cost."
      ) { $0.unknownUnits },
    ])
}

extension CalibrationResult {
  /// The costs as a device file takes them.
  package var deviceCosts: DeviceCosts {
    let worst = fits.filter { $0.isTrusted }.map { $0.worstSizeError }.max() ?? 0
    return DeviceCosts(
      origin: .measured(table), source: "measured on \(machine)", uncertainty: max(spread, worst))
  }
}
