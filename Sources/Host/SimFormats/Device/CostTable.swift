import SimRuntime

/// What each unit of work costs on one machine, in nanoseconds.
///
/// Counts times costs predict how long the phases of a frame take. A unit whose cost is unknown
/// makes a prediction impossible as soon as a frame does it; it never counts for nothing.
///
/// A unit costs more in one scene than in another: a step does other things, and a soft disc may
/// have a core or none. Scenes that were calibrated have costs of their own; those of the table
/// itself are for all others.
package struct CostTable: Equatable, Sendable {
  /// Nanoseconds per unit; nil where the cost is unknown.
  package private(set) var nanoseconds = PerWorkUnit<Double?>(repeating: nil)
  /// The costs of scenes that have their own, in the order in which they came.
  package private(set) var scenes: [SceneCosts] = []

  /// What units cost in one scene.
  package struct SceneCosts: Equatable, Sendable {
    /// The scene.
    package var name: String
    /// Nanoseconds per unit; nil where the cost is unknown.
    package fileprivate(set) var nanoseconds: PerWorkUnit<Double?>
  }

  /// Makes a table in which every cost is unknown.
  package init() {}

  /// Gives a scene the costs of a table; what that knows of other scenes is left out.
  package mutating func set(_ costs: CostTable, ofScene name: String) {
    scenes.removeAll { $0.name == name }
    scenes.append(SceneCosts(name: name, nanoseconds: costs.nanoseconds))
  }

  /// The costs of one scene: its own and, for what it never did when they were measured, those of
  /// the table.
  package func costs(ofScene name: String) -> CostTable {
    var table = CostTable()
    let own = scenes.first { $0.name == name }?.nanoseconds
    for unit in WorkUnit.all {
      table[unit] = own?[unit] ?? nanoseconds[unit]
    }
    return table
  }

  /// Whether nothing has a cost.
  package var isEmpty: Bool { scenes.isEmpty && WorkUnit.all.allSatisfy { self[$0] == nil } }

  /// The cost of a unit.
  package subscript(unit: WorkUnit) -> Double? {
    get { nanoseconds[unit] }
    set { nanoseconds[unit] = newValue }
  }

  /// The table of a machine that is so many times as fast.
  package func divided(by speed: Double) -> CostTable {
    var table = self
    table.nanoseconds = nanoseconds.map { $0.map { $0 / speed } }
    for index in scenes.indices {
      table.scenes[index].nanoseconds = scenes[index].nanoseconds.map { $0.map { $0 / speed } }
    }
    return table
  }

  /// Nanoseconds that counts by unit take, phase by phase.
  ///
  /// - Throws: `UnknownCosts` with every unit that was done and has no cost.
  package func predict(_ counts: PerWorkUnit<Double>) throws(UnknownCosts) -> PerPhase<Double> {
    var times = PerPhase(repeating: 0.0)
    var missing: [String] = []
    for unit in WorkUnit.all {
      let count = counts[unit]
      guard count > 0 else { continue }
      guard let cost = self[unit] else {
        missing.append(unit.fullName)
        continue
      }
      times[unit.phase] += cost * count
    }
    guard missing.isEmpty else { throw UnknownCosts(units: missing) }
    return times
  }
}

/// Units of work whose cost is unknown.
package struct UnknownCosts: Error, Equatable {
  /// Their names, in order.
  package var units: [String]

  /// Names units.
  package init(units: [String]) { self.units = units }
}
