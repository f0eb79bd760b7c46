import SimFormats
import SimRuntime

/// CPU costs of a scene's work on a device class.
///
/// Measured in that scene, or estimated from all other scenes, which gives a wide interval.
struct SceneCosts {
  /// Costs per unit, one list per scene that is used.
  private let candidates: [[CostInterval]]
  private let uncertainty: Double
  /// Whether costs were measured in the scene itself.
  let isCalibrated: Bool

  /// Makes costs of a scene by name.
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

  /// Minimum, mean and maximum of the costs in other scenes, for work that one scene never did.
  private static func interval(_ costs: [Double]) -> CostInterval {
    guard let least = costs.min(), let most = costs.max() else {
      preconditionFailure("each unit has a cost in some scene")
    }
    return CostInterval(least, costs.reduce(0, +) / Double(costs.count), most)
  }

  /// CPU time of a frame on a cool device, in nanoseconds.
  func nanoseconds(_ work: FrameWork) -> CostInterval {
    // Once per frame, not once per candidate and end of the interval.
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
