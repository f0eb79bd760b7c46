import Formats
import Runtime

/// A machine's cost table for people, and for a device file.
public enum CalibrationReport {
  /// Why the table is not to be used; nil when it is.
  public static func refusal(_ result: CalibrationResult) -> String? {
    let required = CostCurve.requiredDetermination
    if result.determination < required {
      return "R² is \(Quantity.fixed(result.determination, 5)), at least "
        + "\(Quantity.plain(required)) is required: the machine was busy, or frames cost what no "
        + "count explains"
    }
    if result.worstSizeError > CalibrationResult.sizeLimit {
      return "sizes that the fit did not see are off by up to "
        + "\(Quantity.percent(result.worstSizeError)), "
        + "\(Quantity.percent(CalibrationResult.sizeLimit)) is allowed"
    }
    return nil
  }

  /// The table and every check of it, as text.
  public static func text(_ result: CalibrationResult) -> String {
    var text = "costs of \(result.machine)\n"
    text +=
      "  fit            \(result.sizeCount) sizes, R² \(Quantity.fixed(result.determination, 5)), "
      + "95 % of stretches within \(Quantity.percent(result.spread))\n"
    text += "  held-out sizes " + worst(result.heldOutSizes, CalibrationResult.sizeLimit) + "\n"
    for check in result.heldOutSizes { text += line(check) }
    text += "  held-out scenes, by costs of the other scenes alone\n"
    for check in perScene(result.heldOutScenes) { text += line(check) }
    text += "  nanoseconds per unit of work\n"
    for unit in WorkUnit.all {
      guard let cost = result.table[unit] else { continue }
      text += "    \(Quantity.padded(unit.fullName, 34, gap: 1))\(Quantity.fixed(cost, 3))\n"
    }
    if let refusal = refusal(result) { text += "  refused: \(refusal)\n" }
    return text
  }

  /// The worst check of each scene.
  private static func perScene(
    _ checks: [CalibrationResult.Check]
  ) -> [CalibrationResult.Check] {
    var worst: [CalibrationResult.Check] = []
    for check in checks {
      guard let place = worst.firstIndex(where: { $0.scene == check.scene }) else {
        worst.append(check)
        continue
      }
      if (check.error ?? .infinity) > (worst[place].error ?? .infinity) { worst[place] = check }
    }
    return worst
  }

  private static func worst(_ checks: [CalibrationResult.Check], _ limit: Double) -> String {
    let error = checks.compactMap { $0.error }.max() ?? 0
    return "off by \(Quantity.percent(error)) at most, \(Quantity.percent(limit)) allowed"
  }

  private static func line(_ check: CalibrationResult.Check) -> String {
    let place = Quantity.padded(check.scene, 20, gap: 1) + Quantity.padded(check.size, 34, gap: 1)
    let measured = Quantity.padded(Quantity.time(check.measured), 10, gap: 1)
    guard let predicted = check.predicted, let error = check.error else {
      let units = check.unknownUnits.prefix(3).joined(separator: ", ")
      return "    \(place)\(measured)refused: no other scene does \(units)\n"
    }
    let isFar = error > CalibrationResult.sceneLimit
    let limit = Quantity.percent(CalibrationResult.sceneLimit)
    return "    \(place)\(measured)"
      + Quantity.padded(Quantity.time(predicted), 10, gap: 1) + Quantity.percent(error)
      + (isFar ? "  refused: over \(limit)" : "") + "\n"
  }

  /// The costs to paste into a device file, with the checks.
  public static func value(_ result: CalibrationResult) -> JSONOutput {
    let costs = DeviceCosts(
      origin: .measured(result.table), source: "measured on \(result.machine)",
      uncertainty: (max(result.spread, result.worstSizeError) * 1e4).rounded(.up) / 1e4)
    return .object([
      ("schemaVersion", .integer(1)), ("costs", costs.json),
      ("accepted", .bool(refusal(result) == nil)),
      ("refusal", refusal(result).map { .string($0) } ?? .null),
      ("determination", .number(result.determination)),
      ("spread", .number(result.spread)),
      ("heldOutSizes", .array(result.heldOutSizes.map(value))),
      ("heldOutScenes", .array(result.heldOutScenes.map(value))),
    ])
  }

  private static func value(_ check: CalibrationResult.Check) -> JSONOutput {
    .object([
      ("scene", .string(check.scene)), ("size", .string(check.size)),
      ("measuredNanoseconds", .number(check.measured.rounded())),
      ("predictedNanoseconds", check.predicted.map { .number($0.rounded()) } ?? .null),
      ("error", check.error.map { .number(($0 * 1e4).rounded() / 1e4) } ?? .null),
      ("unknownUnits", .array(check.unknownUnits.map { .string($0) })),
    ])
  }
}
