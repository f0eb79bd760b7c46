import SimFormats
import SimRuntime

/// A machine's cost table for people, and for a device file.
package enum CalibrationReport {
  /// Why not every calibrated scene can be predicted; nil when all can.
  package static func refusal(_ result: CalibrationResult) -> String? {
    let refused = result.fits.filter { !$0.isTrusted }
    guard !refused.isEmpty else { return nil }
    return refused.map { "\($0.scene): \(reason($0))" }.joined(separator: "; ")
  }

  private static func reason(_ fit: CalibrationResult.SceneFit) -> String {
    if let refusal = fit.refusals.first { return refusal.words }
    let required = CostCurve.requiredDetermination
    guard fit.determination >= required else {
      let digits = FigureText.digits(telling: [fit.determination], from: required) {
        Quantity.figure($0, decimals: 5, digits: $1)
      }
      let found = Quantity.figure(fit.determination, decimals: 5, digits: digits)
      return "R² is \(found), at least "
        + "\(Quantity.figure(required, decimals: 5, digits: digits)) is required: the machine was "
        + "busy, or frames cost what no count explains"
    }
    let words = error(fit.worstSizeError, CalibrationResult.sizeLimit)
    return "sizes that the fit did not see are off by up to \(words.error), \(words.limit) is "
      + "allowed"
  }

  /// An error and what is allowed, told apart.
  private static func error(
    _ error: Double, _ limit: Double
  ) -> (error: String, limit: String) {
    let digits = FigureText.digits(telling: [error], from: limit) {
      Quantity.percent($0, digits: $1)
    }
    return (Quantity.percent(error, digits: digits), Quantity.percent(limit, digits: digits))
  }

  /// Why scenes without costs of their own cannot be predicted; nil when they can.
  package static func otherScenesRefusal(_ result: CalibrationResult) -> String? {
    guard !result.predictsOtherScenes else { return nil }
    guard result.worstSceneError.isFinite else {
      return "a scene does what no other scene does"
    }
    let words = error(result.worstSceneError, CalibrationResult.sceneLimit)
    return "by the costs of the others, scenes are off by up to \(words.error), \(words.limit) is "
      + "allowed"
  }

  /// The table and every check of it, as text.
  package static func text(_ result: CalibrationResult) -> String {
    TerminalRenderer.text(document(result))
  }

  private static func document(_ result: CalibrationResult) -> Document {
    let (sizes, scenes) = (CalibrationResult.sizeLimit, CalibrationResult.sceneLimit)
    let others = otherScenesRefusal(result).map { "refused: \($0)" } ?? "accepted"
    let fits = result.fits.map { fit in
      "\(Quantity.padded(fit.scene, 20, gap: 1))\(fit.sizeCount) sizes, R² "
        + "\(Quantity.figure(fit.determination, decimals: 5)), "
        + (fit.isTrusted ? "accepted" : "refused: \(reason(fit))")
    }
    let together = result.fits.flatMap { fit in
      fit.together.map { names in
        Quantity.padded(fit.scene, 20, gap: 1) + names.joined(separator: ", ")
      }
    }
    let units = units(result.table)
    let title = "costs of \(MessageText.oneLine(result.machine))"
    return Document(
      title: title, hasHeading: false,
      articles: [
        Article(
          id: "costs",
          headline: Headline(
            tone: refusal(result) == nil ? .passed : .unsure, verdict: "", name: title)
        ) {
          [
            .text("95 % of stretches of frames within \(Quantity.percent(result.spread))"),
            .section(
              "sizes that the fit did not see, \(Quantity.percent(sizes)) allowed",
              [.lines(result.heldOutSizes.map { line($0, sizes) })]),
            .section(
              "scenes by the costs of the other scenes alone, the worst size of each, "
                + "\(Quantity.percent(scenes)) allowed",
              [.lines(perScene(result.heldOutScenes).map { line($0, scenes) })]),
            .section(
              "fits", [.lines(fits + [Quantity.padded("any other scene", 20, gap: 1) + others])]),
          ]
            + section("units that rise and fall together: only their sum is known", together)
            + section("nanoseconds per unit of work", units)
        }
      ])
  }

  private static func section(_ title: String, _ lines: [String]) -> [Block] {
    lines.isEmpty ? [] : [.section(title, [.lines(lines)])]
  }

  /// The costs that are to be believed, a column per scene.
  private static func units(_ table: CostTable) -> [String] {
    var columns = table.scenes.map { (name: $0.name, costs: $0.nanoseconds) }
    if WorkUnit.all.contains(where: { table[$0] != nil }) {
      columns.append((name: "any other", costs: table.nanoseconds))
    }
    guard !columns.isEmpty else { return [] }
    let head = columns.map { Quantity.padded($0.name, $0.name.count + 2, gap: 2) }.joined()
    return [trimmed(Quantity.padded("", 28, gap: 1) + head)]
      + WorkUnit.all.filter { unit in columns.contains { $0.costs[unit] != nil } }.map { unit in
        let cells = columns.map { column in
          let cost = column.costs[unit].map { Quantity.figure($0, decimals: 3) } ?? "-"
          return Quantity.padded(cost, column.name.count + 2, gap: 2)
        }
        return trimmed("\(Quantity.padded(unit.fullName, 28, gap: 1))\(cells.joined())")
      }
  }

  private static func trimmed(_ line: String) -> String {
    var line = line
    while line.last == " " { line.removeLast() }
    return line
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

  private static func line(
    _ check: CalibrationResult.Check, _ limit: Double
  ) -> String {
    let place = Quantity.padded(check.scene, 20, gap: 1) + Quantity.padded(check.size, 34, gap: 1)
    let measured = Quantity.padded(Quantity.time(check.measured), 10, gap: 1)
    guard let predicted = check.predicted, let error = check.error else {
      let units = check.unknownUnits.prefix(3).joined(separator: ", ")
      return "\(place)\(measured)refused: no other scene does \(units)"
    }
    let words = self.error(error, limit)
    return "\(place)\(measured)"
      + Quantity.padded(Quantity.time(predicted), 10, gap: 1) + words.error
      + (error > limit ? "  over \(words.limit)" : "")
  }
}
