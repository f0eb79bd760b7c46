import SimFormats
import SimRuntime

/// Adds up the exact work of a run's frames, unit by unit; allocates nothing after `init`.
package struct WorkMeter {
  /// Totals by the index of the unit.
  package private(set) var totals = [UInt64](repeating: 0, count: WorkUnit.count)
  private let cappedPopulations: [Int]

  /// Makes a meter for a scene.
  package init(_ descriptor: SceneDescriptor) {
    cappedPopulations = descriptor.populations.indices.filter {
      descriptor.populations[$0].cap > 0
    }
  }

  /// The members of all populations with a cap.
  package func members(_ counts: borrowing PopulationCounts) -> UInt32 {
    var members: UInt32 = 0
    for index in cappedPopulations { members &+= counts.values[index] }
    return members
  }

  /// Adds the work of a frame in the foreground.
  package mutating func add(_ frame: FrameWork) {
    for index in totals.indices { totals[index] &+= WorkUnit(index).amount(in: frame) }
  }

  /// The totals as a result shows them.
  package var summary: WorkSummary {
    func sum(_ prefix: String) -> UInt64 {
      totals.indices.reduce(0) { sum, index in
        WorkUnit(index).fullName.hasPrefix(prefix) ? sum + totals[index] : sum
      }
    }
    func total(_ name: String) -> UInt64 {
      WorkUnit(named: name).map { totals[$0.index] } ?? 0
    }
    var summary = WorkSummary(
      primitives: sum("raster.primitive."), pixelsBlended: sum("raster.blended."),
      pixelsFilled: sum("raster.filled."), cellsRepainted: total("raster.cell"))
    summary.pixelsCopied = total("raster.filled.image") + total("raster.filled.layer")
    summary.particleSteps = total("step.particle")
    summary.segments = total("raster.primitive.capsule")
    summary.units = totals.indices.filter { totals[$0] > 0 }.map {
      WorkTotal(name: WorkUnit($0).fullName, count: totals[$0])
    }
    return summary
  }
}
