import SimRaster

extension DisplayWork {
  /// The counts as files hold them.
  package static let shape = Shape<DisplayWork>(
    DisplayWork(),
    "Exact counts of what a GPU would do for the frames, which repaints each wholly.",
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
    case .primitives: "Shapes, gradients, pictures, and groups and layers composited."
    case .batches: "Draw calls: primitives alike within a pass are one."
    case .passes: "Passes into textures of groups and layers."
    case .pixelsFilled: "Pixels overwritten."
    case .pixelsBlended: "Pixels painted over what lies below."
    case .pixelsAdded: "Pixels whose light is added to what lies below."
    case .pixelsMoved: "Pixels of textures stored, read or uploaded."
    }
  }
}
