/// What a budget may limit: a value of a result, where it stands, and how it is read.
package struct Figure<Root: Sendable>: Sendable {
  /// The keys on the way; `anyName` stands for a name that the run chooses.
  package var path: [String]
  /// What the value is, in a sentence.
  package var words: String
  /// Its unit and what is particular about it.
  package var traits: FigureTraits
  /// The value in the budget's unit, for a run's own name where the path has one; nil when it was
  /// not measured.
  package var value: @Sendable (Root, String) -> Double?

  /// Describes what a budget may limit.
  package init(
    path: [String], words: String, traits: FigureTraits,
    value: @escaping @Sendable (Root, String) -> Double?
  ) {
    self.path = path
    self.words = words
    self.traits = traits
    self.value = value
  }

  /// Stands for a name in a path.
  package static var anyName: String { "*" }

  /// The figure as seen from a value that holds this one, if it does.
  package func within<Outer: Sendable>(
    _ key: String? = nil, _ inner: @escaping @Sendable (Outer) -> Root?
  ) -> Figure<Outer> {
    Figure<Outer>(path: (key.map { [$0] } ?? []) + path, words: words, traits: traits) {
      outer, name in inner(outer).flatMap { value($0, name) }
    }
  }
}

/// What a budget has to know of a value.
package struct FigureTraits: Equatable, Sendable {
  /// What it is about, so that budgets on the same thing are shown where it is.
  package var group: FigureGroup
  /// The unit of limits; empty for counts and shares.
  package var unit: FigureUnit
  /// What it is called on a tile; `*` stands for the name in its path.
  package var label: String
  /// What it is called among others of its group, such as `p99`; nil for what follows the group in
  /// its path.
  package var shortName: String?
  /// How many of the result's own units make one of the limits': 1,000,000 where a result has
  /// nanoseconds and a budget milliseconds.
  package var scale: Double
  /// Whether it is the time of a frame, which may be compared with when frames are due.
  package var isFrameTime: Bool

  /// Describes what a budget has to know.
  package init(
    _ group: FigureGroup, unit: FigureUnit = .none, label: String, shortName: String? = nil,
    scale: Double = 1, isFrameTime: Bool = false
  ) {
    self.group = group
    self.unit = unit
    self.label = label
    self.shortName = shortName
    self.scale = scale
    self.isFrameTime = isFrameTime
  }
}

/// The unit of a budget's limit, as results have it.
package enum FigureUnit: String, CaseIterable, Sendable {
  /// A count or a share.
  case none = ""
  /// Bytes.
  case bytes
  /// Milliseconds.
  case milliseconds = "ms"
  /// Milliseconds in a second.
  case millisecondsPerSecond = "ms/s"
  /// How often in a second.
  case perSecond = "/s"
  /// Points in a second.
  case pointsPerSecond = "pt/s"
  /// Points in a second cubed.
  case pointsPerSecondCubed = "pt/s³"
}

/// What a tile, a chart or a line of a report is about.
package enum FigureGroup: Equatable, Sendable {
  /// Frame times.
  case frame
  /// Late frames.
  case hitches
  /// What frames would take on the device class.
  case device
  /// Allocations.
  case allocations
  /// The heap's growth.
  case heap
  /// From touch to ink.
  case touch
  /// A population, by its name.
  case population(String)
  /// How calm the picture is.
  case calmness
  /// How much the picture flashes.
  case flash
}
