import SimFormats
import SimRuntime

/// What a scene's work costs a device's processor: by costs that were measured in that scene, or,
/// where there are none, by those of all others, which gives a wide interval instead of nothing.
struct SceneCosts {
  /// Ways in which the work may cost what it costs: of each what every unit costs.
  private let candidates: [[CostInterval]]
  private let uncertainty: Double
  /// Whether costs were measured in the scene itself.
  let isCalibrated: Bool

  /// Gathers what is known.
  init(_ costs: DeviceCosts, ofScene name: String) {
    let scenes = ReferenceCosts.scenes.map { scene in
      (name: scene.name, costs: scene.nanoseconds.map { $0.map { $0 / costs.speed } })
    }
    let own = scenes.filter { $0.name == name }
    isCalibrated = !own.isEmpty
    uncertainty = costs.uncertainty
    candidates = (isCalibrated ? own : scenes).map { scene in
      scene.costs.indices.map { unit in
        scene.costs[unit].map { CostInterval($0, $0, $0) }
          ?? Self.interval(scenes.compactMap { $0.costs[unit] })
      }
    }
  }

  /// What other scenes say of work that one did not do: the least, the mean and the most.
  private static func interval(_ costs: [Double]) -> CostInterval {
    guard let least = costs.min(), let most = costs.max() else {
      preconditionFailure("some scene does every kind of work")
    }
    return CostInterval(least, costs.reduce(0, +) / Double(costs.count), most)
  }

  /// Nanoseconds of the processor for a frame of a cool device.
  ///
  /// Amounts are looked up once for all candidates and ends.
  func nanoseconds(_ work: FrameWork) -> CostInterval {
    let amounts = ReferenceCosts.units.map { Double($0.amount(in: work)) }
    var totals: [CostInterval] = []
    totals.reserveCapacity(candidates.count)
    for costs in candidates {
      var total = CostInterval.none
      for (unit, amount) in amounts.enumerated() { total.add(costs[unit], times: amount) }
      totals.append(total)
    }
    let nominal = totals.map(\.nominal).sorted()
    return CostInterval(
      (totals.map(\.optimistic).min() ?? 0) / (1 + uncertainty), nominal[nominal.count / 2],
      (totals.map(\.pessimistic).max() ?? 0) * (1 + uncertainty))
  }
}
