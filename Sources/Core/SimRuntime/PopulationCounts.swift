/// One count per population of a scene's descriptor.
public struct PopulationCounts: Sendable {
  /// The counts, in the descriptor's order.
  public private(set) var values: [UInt32]

  /// Makes counts of zero.
  public init(count: Int) {
    values = [UInt32](repeating: 0, count: count)
  }

  /// Sets one count.
  ///
  /// - Precondition: the index is one of the descriptor's.
  public mutating func set(_ index: Int, to value: UInt32) {
    values[index] = value
  }
}
