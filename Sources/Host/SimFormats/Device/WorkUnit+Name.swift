import SimRaster
import SimRuntime

extension WorkUnit {
  /// All units in their order, gathered once.
  package static let all = allCases

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
