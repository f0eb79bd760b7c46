import SimFormats
import SimRuntime

/// What a scene's work costs a device's processor: by costs that were measured in that scene, or,
/// where there are none, by those of all others, which gives a wide interval instead of nothing.
struct SceneCosts {
  /// One way in which the work may cost what it costs, at each end of its interval.
  private struct Candidate {
    var optimistic: CostTable
    var nominal: CostTable
    var pessimistic: CostTable
  }

  private let candidates: [Candidate]
  private let stagePixel: CostInterval
  private let uncertainty: Double
  /// Whether the scene has costs of its own, or the table has some for any scene.
  let isCalibrated: Bool

  /// Gathers what is known.
  init(_ costs: DeviceCosts, ofScene name: String) {
    let table = costs.table
    let hasOwn = table.scenes.contains { $0.name == name }
    isCalibrated = hasOwn || table.scenes.isEmpty || WorkUnit.all.contains { table[$0] != nil }
    uncertainty = costs.uncertainty
    stagePixel = costs.stagePixel
    var known = table.scenes.map { table.costs(ofScene: $0.name) }
    if known.isEmpty { known = [table] }
    let chosen = isCalibrated ? [table.costs(ofScene: name)] : known
    // A table without scenes was written by someone who left out what is not known.
    candidates = chosen.map { Self.candidate($0, filledFrom: table.scenes.isEmpty ? [] : known) }
  }

  /// Fills what a table does not know with what other scenes know of the same unit or, where none
  /// does it, of the same work on other kinds of primitives: the least, the mean and the most.
  private static func candidate(_ table: CostTable, filledFrom known: [CostTable]) -> Candidate {
    var candidate = Candidate(optimistic: table, nominal: table, pessimistic: table)
    for unit in WorkUnit.all where table[unit] == nil {
      var costs = known.compactMap { $0[unit] }
      if costs.isEmpty, case .perKind(let family, _) = unit {
        costs = WorkUnit.all.filter {
          if case .perKind(family, _) = $0 { true } else { false }
        }.flatMap { other in known.compactMap { $0[other] } }
      }
      guard let least = costs.min(), let most = costs.max() else { continue }
      candidate.optimistic[unit] = least
      candidate.nominal[unit] = costs.reduce(0, +) / Double(costs.count)
      candidate.pessimistic[unit] = most
    }
    return candidate
  }

  /// Nanoseconds of the processor for a frame of a cool device, at one end.
  ///
  /// - Parameter phases: What of the frame the processor does.
  /// - Throws: `UnknownCosts` with every unit that was done and of which nothing is known.
  func nanoseconds(
    _ work: FrameWork, _ phases: [FramePhase], _ end: CostEnd
  ) throws(UnknownCosts) -> Double {
    var totals: [Double] = []
    totals.reserveCapacity(candidates.count)
    for candidate in candidates {
      let table =
        switch end {
        case .optimistic: candidate.optimistic
        case .nominal: candidate.nominal
        case .pessimistic: candidate.pessimistic
        }
      let times = try table.predict(work, of: phases)
      totals.append(phases.reduce(0) { $0 + times[$1] })
    }
    if phases.contains(.raster) {
      let stages = stagePixel[end] * Double(work.stagePixels)
      for index in totals.indices { totals[index] += stages }
    }
    totals.sort()
    return switch end {
    case .optimistic: (totals.first ?? 0) / (1 + uncertainty)
    case .nominal: totals.isEmpty ? 0 : totals[totals.count / 2]
    case .pessimistic: (totals.last ?? 0) * (1 + uncertainty)
    }
  }
}
