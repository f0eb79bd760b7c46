/// A property that does not hold, and what shows it.
package struct ExploreFailure: Equatable, Sendable {
  /// The property's name.
  package var property: String
  /// The requirement that it checks; empty if there is none.
  package var requirement: String
  /// The property as a sentence.
  package var summary: String
  /// The frame after which it is violated.
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
      Member(
        "requirement", \.requirement, "The requirement that it checks; empty if there is none."),
      Member("summary", \.summary, "The property as a sentence."),
      Member("frame", \.frame, "The frame after which it is violated."),
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
  /// Every drawing command fits in its list.
  case noDroppedCommands
  /// A frame makes no heap allocations.
  case noAllocation
  /// A restored state leads to the same frame.
  case snapshotRoundTrip
  /// No member is outside the canvas by more than its allowance.
  case onCanvas
  /// After any input, careful writing completes the letter.
  case completionReachable
  /// Frames flash no more than is safe.
  case flash
  /// Frames change no faster than the scenario allows.
  case calm
  /// Ink is in the frame that received its sample.
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
    case .noDroppedCommands: "Every drawing command fits in its list."
    case .noAllocation: "A frame makes no heap allocations."
    case .snapshotRoundTrip: "A restored state leads to the same frame."
    case .onCanvas: "No member is outside the canvas by more than its allowance."
    case .completionReachable: "After any input, careful writing completes the letter."
    case .flash: "Frames flash no more than is safe."
    case .calm: "Frames change no faster than the scenario allows."
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
