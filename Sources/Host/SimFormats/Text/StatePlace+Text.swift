import SimMath

extension StatePlace {
  /// The names from the outside in, such as `physics.attractors.x`.
  package var text: String { names.map { $0.description }.joined(separator: ".") }
}
