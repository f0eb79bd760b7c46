import SimRaster
import SimRuntime

extension WorkUnit {
  /// All units in their order, gathered once.
  package static let all = allCases

  /// The unit's name in reports, such as `raster.blended.soft-disc`.
  package var fullName: String {
    "\(phase.name).\(name)" + (kind.map { ".\($0.name)" } ?? "")
  }
}
