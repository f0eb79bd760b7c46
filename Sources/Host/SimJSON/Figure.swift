/// A metric that a budget may limit: a value of a result with its path.
package struct Figure<Root: Sendable>: Sendable {
  /// The keys of the path; `anyName` stands for a name chosen by the run.
  package var path: [String]
  /// A sentence about the metric.
  package var words: String
  /// The unit and other properties.
  package var traits: FigureTraits
  /// Reads the value in the budget's unit, for a name if the path has one; nil if it was not
  /// measured.
  package var value: @Sendable (Root, String) -> Double?

  /// Makes a metric.
  package init(
    path: [String], words: String, traits: FigureTraits,
    value: @escaping @Sendable (Root, String) -> Double?
  ) {
    self.path = path
    self.words = words
    self.traits = traits
    self.value = value
  }

  /// The wildcard for a name in a path.
  package static var anyName: String { "*" }

  /// The metric relative to a value that contains this one.
  package func within<Outer: Sendable>(
    _ key: String? = nil, _ inner: @escaping @Sendable (Outer) -> Root?
  ) -> Figure<Outer> {
    Figure<Outer>(path: (key.map { [$0] } ?? []) + path, words: words, traits: traits) {
      outer, name in inner(outer).flatMap { value($0, name) }
    }
  }
}

/// The properties of a metric that budgets need.
package struct FigureTraits: Equatable, Sendable {
  /// The group of the metric, in which its budgets are shown.
  package var group: FigureGroup
  /// The unit of limits; empty for counts and fractions.
  package var unit: FigureUnit
  /// The label on a tile; `*` stands for the name in its path.
  package var label: String
  /// The name within the group, such as `p99`; nil for the part of the path after the group.
  package var shortName: String?
  /// The number of result units per unit of a limit: 1,000,000 if the result is in nanoseconds and
  /// the budget in milliseconds.
  package var scale: Double
  /// Whether it is a frame time, which may be compared with the frame interval.
  package var isFrameTime: Bool

  /// Makes the properties.
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

extension FigureTraits {
  /// The unit in a result.
  var writtenUnit: String { unit == .milliseconds && scale == 1e6 ? "ns" : unit.rawValue }
}

/// The unit of a budget's limit.
package enum FigureUnit: String, CaseIterable, Sendable {
  /// A count or a fraction.
  case none = ""
  /// Bytes.
  case bytes
  /// Milliseconds.
  case milliseconds = "ms"
  /// Milliseconds per second.
  case millisecondsPerSecond = "ms/s"
  /// Events per second.
  case perSecond = "/s"
  /// Points per second.
  case pointsPerSecond = "pt/s"
  /// Points per second cubed.
  case pointsPerSecondCubed = "pt/s³"
}

/// The subject of a tile, a chart or a line of a report.
package enum FigureGroup: Equatable, Sendable {
  /// Frame times.
  case frame
  /// Late frames.
  case hitches
  /// Predicted frame times on the device class.
  case device
  /// Allocations.
  case allocations
  /// Heap growth.
  case heap
  /// Touch-to-ink latency.
  case touch
  /// A population, by name.
  case population(String)
  /// Calmness.
  case calmness
  /// Flashes.
  case flash
}
