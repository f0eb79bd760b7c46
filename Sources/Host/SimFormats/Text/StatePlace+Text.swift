import SimMath

extension StatePlace {
  /// The names from the outside in, such as `physics.attractors.x`.
  package var text: String { names.map { $0.description }.joined(separator: ".") }

  /// The names with the index of the innermost list, such as `flakes.x[3]` or `fireflies[3].x`.
  package var indexedText: String {
    let depth = min(Int(listDepth), names.count)
    let outer = StatePlace(Array(names[..<depth])).text
    return ([outer + "[\(element)]"] + names[depth...].map { $0.description })
      .joined(separator: ".")
  }
}
