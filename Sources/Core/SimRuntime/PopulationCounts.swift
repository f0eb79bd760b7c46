import SimMath

/// One count per population of a scene's descriptor.
public struct PopulationCounts: Sendable {
  /// The counts, in the descriptor's order.
  @usableFromInline package var values: [UInt32]
  /// The names, in the same order.
  private let names: [StaticString]

  /// Creates counts of zero for the populations of a scene.
  public init(_ descriptor: SceneDescriptor) {
    values = [UInt32](repeating: 0, count: descriptor.populations.count)
    names = descriptor.populations.map { $0.name }
  }

  /// Creates a number of counts of zero, without names.
  package init(count: Int) {
    values = [UInt32](repeating: 0, count: count)
    names = []
  }

  /// The count of one population.
  ///
  /// - Precondition: the key belongs to the scene.
  @inlinable
  public subscript(key: some PopulationKey) -> UInt32 {
    get { values[place(of: key)] }
    set { values[place(of: key)] = newValue }
  }

  /// The count of the population that the descriptor lists under a name.
  ///
  /// A name that it does not list ends the process with a message.
  ///
  /// - Complexity: O(populations)
  public subscript(name: StaticString) -> UInt32 {
    get { values[names.place(of: name, kind: "population")] }
    set { values[names.place(of: name, kind: "population")] = newValue }
  }

  @inlinable
  func place(of key: some PopulationKey) -> Int {
    let place = Int(key.rawValue)
    precondition(place < values.count, "a population that the scene does not count")
    return place
  }
}
