import SimFormats
import SimRaster
import SimRuntime

/// Adds up the exact work of a run's frames, unit by unit; allocates nothing after `init`.
package struct WorkMeter {
  private var totals = PerWorkUnit<UInt64>(repeating: 0)
  private var display = DisplayWork()
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
    display.add(frame.display)
    for unit in WorkUnit.all { totals[unit] &+= unit.amount(in: frame) }
  }

  /// The totals as a result shows them.
  package var summary: WorkSummary {
    func sum(_ family: WorkUnit.Family) -> UInt64 {
      DrawCommand.Kind.allCases.reduce(0) { $0 + totals[.perKind(family, $1)] }
    }
    var summary = WorkSummary(
      primitives: sum(.primitive), pixelsBlended: sum(.blended),
      pixelsFilled: sum(.filled), cellsRepainted: totals[.plain(.rasterCell)])
    summary.pixelsCopied = totals[.perKind(.filled, .image)] + totals[.perKind(.filled, .layer)]
    summary.particleSteps = totals[.plain(.particle)]
    summary.display = display
    summary.segments = totals[.perKind(.primitive, .capsule)]
    summary.units = WorkUnit.all.filter { totals[$0] > 0 }.map {
      WorkTotal(name: $0.fullName, count: totals[$0])
    }
    return summary
  }
}
