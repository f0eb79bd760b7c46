/// One count per population of a scene's descriptor.
public struct PopulationCounts: Sendable {
  /// The counts, in the descriptor's order.
  @usableFromInline package var values: [UInt32]

  /// Creates counts of zero.
  public init(count: Int) {
    values = [UInt32](repeating: 0, count: count)
  }

  /// The count of one population.
  ///
  /// - Precondition: the key belongs to the scene.
  @inlinable
  public subscript(key: some PopulationKey) -> UInt32 { values[place(of: key)] }

  /// Sets the count of one population.
  ///
  /// - Precondition: the key belongs to the scene.
  @inlinable
  public mutating func set(_ key: some PopulationKey, to value: UInt32) {
    values[place(of: key)] = value
  }

  @inlinable
  func place(of key: some PopulationKey) -> Int {
    let place = Int(key.rawValue)
    precondition(place < values.count, "a population that the scene does not count")
    return place
  }
}
