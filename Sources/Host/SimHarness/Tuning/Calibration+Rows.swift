import SimFormats
import SimRuntime
import SimStatistics

/// Costs of the scenes' own work and of the rasterizer from frames that an app recorded, and the
/// rows that this machine records as such an app.
extension Calibration {
  /// Names that a recording counts and that are no units of work.
  package static func unknownCounters(_ recording: FrameRows) -> [String] {
    recording.counters.filter { WorkUnit(named: $0) == nil }
  }

  /// Frames that are averaged.
  private static var rowStretchFrames: Int { 30 }

  /// Fits costs to every scene of a recording, and to all of them together.
  ///
  /// A row has one time for all phases, so that costs are fitted to all of them at once. Units of
  /// a scene that cannot be told apart share what they cost: the scene's prediction needs no more,
  /// and the result says which they are.
  ///
  /// - Precondition: all counters are units of work.
  package static func fit(_ recording: FrameRows) -> CalibrationResult {
    let units = recording.counters.compactMap { WorkUnit(named: $0) }
    var result = CalibrationResult(
      fits: [], general: CostTable(), spread: 0, machine: recording.device, heldOutSizes: [],
      heldOutScenes: [])
    var scenes: [String] = []
    for row in recording.rows where !scenes.contains(row.scene) { scenes.append(row.scene) }
    let fits = scenes.map { scene in
      RowScene(recording.rows.filter { $0.scene == scene }, units, length: rowStretchFrames)
    }
    var errors: [Double] = []
    for (place, own) in fits.enumerated() {
      let fit = own.sceneFit
      result.fits.append(fit)
      result.heldOutSizes += own.checks(own.table, heldOut: true)
      // Scenes that are refused have no costs whose spread could matter.
      if fit.isTrusted { errors += own.errors }
      let others = RowScene.table(fits.indices.filter { $0 != place }.map { fits[$0] }, units)
      result.heldOutScenes +=
        own.checks(others, heldOut: false) + own.checks(others, heldOut: true)
    }
    errors.sort()
    result.spread = Quantiles.nearestRank(0.95, ofSorted: errors)
    result.general = RowScene.table(fits, units)
    return result
  }
}

/// One scene's rows and the costs that explain them.
///
/// They are fitted to whole sizes above all, and errors count in nanoseconds: it is the dear sizes
/// that a budget rests on. The cheapest ones, whose data and branches a processor remembers from
/// frame to frame, cost it less a unit than all others.
private struct RowScene {
  let scene: String
  let units: [WorkUnit]
  /// The costs of the scene.
  let fit: RowFit
  /// Costs of stretches of frames, for what is common to several scenes and what time changes.
  let stretches: RowFit
  /// How much more sizes count than stretches: enough to decide wherever both differ.
  private static var sizeWeight: Double { 30 }
  /// Units that some row did.
  let isUsed: [Bool]
  /// Units that every row did as often as every other.
  let constants: [Int]

  init(_ rows: [FrameRows.Row], _ units: [WorkUnit], length: Int) {
    scene = rows.first?.scene ?? ""
    self.units = units
    let timed = rows.filter { $0.processor > 0 }
    let start = timed.first?.nanoseconds ?? 0
    let span = max(Double((timed.last?.nanoseconds ?? 0) - start), 1)
    isUsed = units.indices.map { unit in timed.contains { $0.work[unit] > 0 } }
    constants = units.indices.filter { unit in
      let first = timed.first?.work[unit] ?? 0
      return first > 0 && timed.allSatisfy { $0.work[unit] == first }
    }
    stretches = RowFit(
      RowSizes(timed), counts: timed.map { row in row.work.map { Double($0) } },
      times: timed.map { Double($0.processor) },
      moments: timed.map { Double($0.nanoseconds - start) / span }, length: length, trims: false)
    var sizes = stretches
    sizes.weighSizes(by: Self.sizeWeight)
    fit = sizes
  }

  var table: CostTable { Self.table(units, fit.costs, isUsed) }

  private static func table(
    _ units: [WorkUnit], _ costs: [Double], _ isUsed: [Bool]
  ) -> CostTable {
    var table = CostTable()
    for (place, unit) in units.enumerated() where isUsed[place] && place < costs.count {
      table[unit] = costs[place]
    }
    return table
  }

  /// Costs fitted to several scenes together.
  static func table(_ scenes: [RowScene], _ units: [WorkUnit]) -> CostTable {
    var sums = NonNegativeFit(width: units.count)
    for scene in scenes { scene.stretches.addFitted(to: &sums) }
    let isUsed = units.indices.map { unit in scenes.contains { $0.isUsed[unit] } }
    return table(units, sums.nonNegative(), isUsed)
  }

  /// How far the stretches lie from the scene's own costs, as shares.
  var errors: [Double] {
    fit.fitted.map { abs(RowFit.product(fit.costs, $0.counts) / $0.time - 1) }
  }

  var sceneFit: CalibrationResult.SceneFit {
    let checks = checks(table, heldOut: true)
    var own = CalibrationResult.SceneFit(
      scene: scene, costs: table, sizeCount: fit.means(heldOut: false).count,
      determination: fit.determination,
      worstSizeError: checks.map { $0.error ?? .infinity }.max() ?? .infinity)
    if let refusal = fit.sizes.refusal { own.refusals.append(refusal) }
    let drift = stretches.drift
    if abs(drift.share) > FitRefusal.driftLimit, abs(drift.share) > 2 * drift.error {
      own.refusals.append(.drift(drift.share))
    }
    let same = constants.count > 1 ? [constants] : []
    own.together = (same + stretches.collinear(constants: constants)).map { group in
      group.sorted().map { units[$0].fullName }
    }
    return own
  }

  /// Every size by a table.
  func checks(_ table: CostTable, heldOut: Bool) -> [CalibrationResult.Check] {
    fit.means(heldOut: heldOut).map { mean in
      let size = fit.sizes.sizes[mean.size]
      var check = CalibrationResult.Check(
        scene: scene, size: size.text, measured: mean.time, predicted: nil, unknownUnits: [])
      var counts = PerWorkUnit(repeating: 0.0)
      for (place, unit) in units.enumerated() { counts[unit] = mean.counts[place] }
      do throws(UnknownCosts) {
        check.predicted = try table.predict(counts).total
      } catch {
        check.unknownUnits = error.units
      }
      return check
    }
  }
}
