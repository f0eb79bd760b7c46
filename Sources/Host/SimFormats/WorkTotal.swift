/// How often a run did one unit of work, exactly.
public struct WorkTotal: Equatable, Sendable {
  /// The unit's name, such as `raster.blended.soft-disc`.
  public var name: String
  /// How often.
  public var count: UInt64

  /// Makes a total.
  public init(name: String, count: UInt64) {
    self.name = name
    self.count = count
  }
}
