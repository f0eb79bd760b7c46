import SimRaster
import SimRuntime

extension WorkUnit {
  /// All units in their order.
  package static let all = (0..<count).map { WorkUnit($0) }

  /// The unit's name in reports and cost tables, such as `raster.blended.soft-disc`.
  package var fullName: String {
    name.description + (kind.map { $0.name.description } ?? "")
  }

  /// The unit with a name.
  ///
  /// - Complexity: O(units).
  package init?(named name: String) {
    guard let unit = Self.all.first(where: { $0.fullName == name }) else { return nil }
    self = unit
  }
}
