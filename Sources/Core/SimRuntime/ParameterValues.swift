import SimMath

/// One value for each parameter of a scene.
public struct ParameterValues: Equatable, Sendable {
  /// The values, in the descriptor's order.
  @usableFromInline package var values: [Float]

  /// Creates values in the descriptor's order.
  package init(_ values: [Float]) {
    self.values = values
  }

  /// Creates the default values of a scene.
  public init(defaultsOf descriptor: SceneDescriptor) {
    values = descriptor.parameters.map { $0.defaultValue }
  }

  /// The value of one parameter.
  ///
  /// - Precondition: the key belongs to the scene.
  @inlinable
  public subscript(key: some ParameterKey) -> Float {
    get { values[place(of: key)] }
    set { values[place(of: key)] = newValue }
  }

  @inlinable
  func place(of key: some ParameterKey) -> Int {
    let place = Int(key.rawValue)
    precondition(place < values.count, "a parameter that the scene does not have")
    return place
  }
}

extension ParameterValues: StateFields {
  /// Visits all values.
  @inlinable
  public mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&values, "values")
  }
}
