import SimRaster

extension DisplayWork {
  /// The counts as files hold them.
  package static let shape = Shape<DisplayWork>(
    DisplayWork(),
    "Exact counts of a GPU's work for the frames, if each is repainted completely.",
    Unit.allCases.map { unit in
      Member(
        unit.name.description, Codec<UInt64>.whole(), unit.words, get: { $0[unit] },
        set: { $0[unit] = $1 })
    })
}

extension DisplayWork.Unit {
  /// What is counted, in a sentence.
  fileprivate var words: String {
    switch self {
    case .primitives: "Shapes, gradients, images, and composited groups and layers."
    case .batches: "Draw calls: consecutive primitives of one kind within a pass count as one."
    case .passes: "Passes into textures of groups and layers."
    case .pixelsFilled: "Pixels overwritten."
    case .pixelsBlended: "Pixels blended with the existing ones."
    case .pixelsAdded: "Pixels whose light is added to the existing ones."
    case .pixelsMoved: "Pixels of textures stored, read or uploaded."
    }
  }
}
