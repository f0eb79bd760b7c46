import SimMath

/// One value for each of a scene's parameters.
public struct ParameterValues: Equatable, Sendable {
  /// The values, in the descriptor's order.
  @usableFromInline package var values: [Float]

  /// Makes values in the descriptor's order.
  package init(_ values: [Float]) {
    self.values = values
  }

  /// Makes the values that a scene has when nobody chooses others.
  public init(defaultsOf descriptor: SceneDescriptor) {
    values = descriptor.parameters.map { $0.defaultValue }
  }

  /// The value of one parameter.
  ///
  /// - Precondition: the key is the scene's own.
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
  /// Shows every value.
  @inlinable
  public mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&values, "values")
  }
}
