import SimRaster
import SimRuntime

extension WorkUnit {
  /// All units in their order, gathered once.
  package static let all = allCases

  /// Those of some phases, in their order.
  package static func units(of phases: [FramePhase]) -> [WorkUnit] {
    phases.contains(.raster) ? all : beforeRaster.filter { phases.contains($0.phase) }
  }

  /// The few that no rasterizer does: a phase is not looked up for each kind of primitive.
  private static let beforeRaster = all.filter { $0.phase != .raster }

  /// The unit's name in reports and cost tables, such as `raster.blended.soft-disc`.
  package var fullName: String {
    "\(phase.name).\(name)" + (kind.map { ".\($0.name)" } ?? "")
  }

  /// The unit with a name.
  ///
  /// - Complexity: O(units).
  package init?(named name: String) {
    guard let unit = Self.all.first(where: { $0.fullName == name }) else { return nil }
    self = unit
  }
}
