/// How often a run did one unit of work, exactly.
package struct WorkTotal: Equatable, Sendable {
  /// The unit's name, such as `raster.blended.soft-disc`.
  package var name: String
  /// How often.
  package var count: UInt64

  /// Makes a total.
  package init(name: String, count: UInt64) {
    self.name = name
    self.count = count
  }
}
