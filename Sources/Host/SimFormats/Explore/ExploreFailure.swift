/// A property that does not hold, and what shows it.
package struct ExploreFailure: Equatable, Sendable {
  /// The property's name.
  package var property: String
  /// The requirement it follows from; empty for none.
  package var requirement: String
  /// What the property says.
  package var summary: String
  /// The frame after which it does not hold.
  package var frame: UInt32
  /// The field or population that shows it; nil where it is about the whole.
  package var field: String?
  /// What was found; nil where nothing was said of it.
  package var value: String?
  /// What is allowed; nil where nothing was said of it.
  package var limit: String?

  /// Describes a failure.
  package init(
    _ property: String, _ requirement: String, _ summary: String, frame: UInt32,
    field: String? = nil, value: String? = nil, limit: String? = nil
  ) {
    self.property = property
    self.requirement = requirement
    self.summary = summary
    self.frame = frame
    self.field = field
    self.value = value
    self.limit = limit
  }
}

extension ExploreFailure {
  /// A failure in files and outputs.
  package static let shape = Shape<ExploreFailure>(
    ExploreFailure("", "", "", frame: 0), name: "broken-property",
    "A violated property.",
    [
      Member("property", \.property, "The property's name."),
      Member("requirement", \.requirement, "The requirement it follows from; empty for none."),
      Member("summary", \.summary, "What the property says."),
      Member("frame", \.frame, "The frame after which it does not hold."),
      Member("field", \.field, "The field concerned; null if it concerns the whole state."),
      Member("value", \.value, "The value found; null if not reported."),
      Member("limit", \.limit, "The allowed limit; null if not reported."),
    ])
}

/// The properties that scenes have without saying so.
package enum BuiltInProperty: UInt8, CaseIterable, Sendable {
  /// No population has more members than its cap.
  case caps
  /// Every number of the state is finite.
  case finiteState
  /// Every drawing command finds space in its list.
  case noDroppedCommands
  /// A frame takes no memory from the heap.
  case noAllocation
  /// A saved state that is put back leads to the same frame.
  case snapshotRoundTrip
  /// No member lies beyond the canvas by more than it may.
  case onCanvas
  /// Whatever happened, who writes with care completes the letter.
  case completionReachable
  /// Pictures flash no more than is safe.
  case flash
  /// Pictures change no faster than the scenario allows.
  case calm
  /// The ink of a sample is in the picture of the frame that was told of it.
  case strokeLatency

  /// The name in reports.
  package var name: String {
    switch self {
    case .caps: "caps"
    case .finiteState: "finite-state"
    case .noDroppedCommands: "no-dropped-commands"
    case .noAllocation: "no-allocation"
    case .snapshotRoundTrip: "snapshot-round-trip"
    case .onCanvas: "on-canvas"
    case .completionReachable: "completion-reachable"
    case .flash: "flash"
    case .calm: "calm"
    case .strokeLatency: "stroke-latency"
    }
  }

  /// What it says, in a sentence.
  package var summary: String {
    switch self {
    case .caps: "No population has more members than its cap."
    case .finiteState: "Every number of the state is finite."
    case .noDroppedCommands: "Every drawing command finds space in its list."
    case .noAllocation: "A frame takes no memory from the heap."
    case .snapshotRoundTrip: "A saved state that is put back leads to the same frame."
    case .onCanvas: "No member lies beyond the canvas by more than it may."
    case .completionReachable: "Whatever happened, who writes with care completes the letter."
    case .flash: "Pictures flash no more than is safe."
    case .calm: "Pictures change no faster than the scenario allows."
    case .strokeLatency: "Ink is in the frame that received its sample."
    }
  }

  /// A failure of it.
  package func failure(
    _ frame: UInt32, _ requirement: String = "", field: String? = nil, value: String? = nil,
    limit: String? = nil
  ) -> ExploreFailure {
    ExploreFailure(
      name, requirement, summary, frame: frame, field: field, value: value, limit: limit)
  }
}
