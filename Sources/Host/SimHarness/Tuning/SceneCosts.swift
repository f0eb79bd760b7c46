import SimFormats
import SimRuntime

/// What a scene's work costs a device's processor: by costs that were measured in that scene, or,
/// where there are none, by those of all others, which gives a wide interval instead of nothing.
struct SceneCosts {
  /// Units of work in their order, phase by phase.
  private let phases: [[WorkUnit]]
  /// Ways in which the work may cost what it costs: of each the units' costs, phase by phase; nil
  /// where nothing is known.
  private let candidates: [[[CostInterval?]]]
  /// Nanoseconds per pixel of pixel stages; none where the processor does not run them.
  private let stagePixel: CostInterval
  private let uncertainty: Double
  /// Whether the scene has costs of its own, or the table has some for any scene.
  let isCalibrated: Bool

  /// Gathers what is known.
  ///
  /// - Parameter phases: What of a frame the processor does.
  init(_ costs: DeviceCosts, ofScene name: String, phases: [FramePhase]) {
    let table = costs.table
    let hasOwn = table.scenes.contains { $0.name == name }
    isCalibrated = hasOwn || table.scenes.isEmpty || WorkUnit.all.contains { table[$0] != nil }
    uncertainty = costs.uncertainty
    stagePixel = phases.contains(.raster) ? costs.stagePixel : .none
    let units = phases.map { phase in WorkUnit.all.filter { $0.phase == phase } }
    self.phases = units
    let scenes = table.scenes.map { table.costs(ofScene: $0.name) }
    let chosen = isCalibrated ? [table.costs(ofScene: name)] : scenes
    // Of a table without scenes nothing is filled: it was written by someone who left out what is
    // not known.
    candidates = chosen.map { table in
      units.map { $0.map { Self.cost($0, table, filledFrom: scenes) } }
    }
  }

  /// What a table says of a unit or, where it says nothing, what other scenes do of the same unit
  /// and, where none does it, of the same work on other kinds of primitives: the least, the mean
  /// and the most.
  private static func cost(
    _ unit: WorkUnit, _ table: CostTable, filledFrom known: [CostTable]
  ) -> CostInterval? {
    if let cost = table[unit] { return CostInterval(cost, cost, cost) }
    var costs = known.compactMap { $0[unit] }
    if costs.isEmpty, case .perKind(let family, _) = unit {
      costs = WorkUnit.all.filter {
        if case .perKind(family, _) = $0 { true } else { false }
      }.flatMap { other in known.compactMap { $0[other] } }
    }
    guard let least = costs.min(), let most = costs.max() else { return nil }
    return CostInterval(least, costs.reduce(0, +) / Double(costs.count), most)
  }

  /// Nanoseconds of the processor for a frame of a cool device.
  ///
  /// Amounts are looked up once for all candidates and ends.
  ///
  /// - Throws: `UnknownCosts` with every unit that was done and of which nothing is known.
  func nanoseconds(_ work: FrameWork) throws(UnknownCosts) -> CostInterval {
    let amounts = phases.map { units in units.map { Double($0.amount(in: work)) } }
    let stages = Double(work.stagePixels)
    var totals: [CostInterval] = []
    totals.reserveCapacity(candidates.count)
    for candidate in candidates {
      var total = stagePixel.map { $0 * stages }
      for phase in phases.indices {
        for (place, amount) in amounts[phase].enumerated() where amount > 0 {
          guard let cost = candidate[phase][place] else { throw unknown(amounts, candidate) }
          total.add(cost, times: amount)
        }
      }
      totals.append(total)
    }
    let nominal = totals.map(\.nominal).sorted()
    return CostInterval(
      (totals.map(\.optimistic).min() ?? 0) / (1 + uncertainty),
      nominal.isEmpty ? 0 : nominal[nominal.count / 2],
      (totals.map(\.pessimistic).max() ?? 0) * (1 + uncertainty))
  }

  private func unknown(_ amounts: [[Double]], _ costs: [[CostInterval?]]) -> UnknownCosts {
    var names: [String] = []
    for (phase, units) in phases.enumerated() {
      for (place, unit) in units.enumerated()
      where amounts[phase][place] > 0 && costs[phase][place] == nil {
        names.append(unit.fullName)
      }
    }
    return UnknownCosts(units: names)
  }
}
