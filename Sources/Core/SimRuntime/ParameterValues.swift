import SimMath

/// One value for each parameter of a scene or model.
public struct ParameterValues: Sendable {
  /// The values, in the descriptor's order.
  @usableFromInline package var values: [Float]
  /// The names, in the same order.
  private let names: [StaticString]

  /// Creates values in the descriptor's order, without names.
  package init(_ values: [Float]) {
    self.values = values
    names = []
  }

  /// Creates a value for each parameter, by default its default.
  package init(
    of parameters: [ParameterDescriptor],
    _ value: (ParameterDescriptor) -> Float = { $0.defaultValue }
  ) {
    values = parameters.map(value)
    names = parameters.map { $0.name }
  }

  /// The value of one parameter.
  ///
  /// - Precondition: the key belongs to the scene.
  @inlinable
  public subscript(key: some ParameterKey) -> Float {
    get { values[place(of: key)] }
    set { values[place(of: key)] = newValue }
  }

  /// The value of the parameter that the descriptor lists under a name.
  ///
  /// A name that it does not list ends the process with a message.
  ///
  /// - Complexity: O(parameters)
  public subscript(name: StaticString) -> Float {
    get { values[names.place(of: name, kind: "parameter")] }
    set { values[names.place(of: name, kind: "parameter")] = newValue }
  }

  @inlinable
  func place(of key: some ParameterKey) -> Int {
    let place = Int(key.rawValue)
    precondition(place < values.count, "a parameter that the scene does not have")
    return place
  }
}

extension ParameterValues: Equatable {
  /// Compares the values.
  public static func == (a: ParameterValues, b: ParameterValues) -> Bool { a.values == b.values }
}

extension ParameterValues: StateFields {
  /// Visits all values.
  @inlinable
  public mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&values, "values")
    visitor.derived("names")
  }
}
