/// Where instruction counts come from, the most exact first.
package enum InstructionSource: String, Sendable, CaseIterable {
  /// A counter of the processor's, read around each phase.
  case hardware
  /// Valgrind, which counts inside one phase only.
  case valgrind
  /// Valgrind on two lengths of the run: what the later frames take, observation included.
  case difference
  /// Nothing was counted.
  case none

  /// The change of a total that counts, as a share of it.
  ///
  /// What is not restricted to a phase is less exact: what a process does besides its frames, such
  /// as writing times of more or fewer digits, made two differences of one build unlike by some
  /// 9,000 instructions, however few the frames; this is twice as much.
  package func tolerance(ofTotal total: UInt64) -> Double {
    self == .difference ? max(0.01, 20_000 / Double(max(1, total))) : 0.005
  }
}

/// Instructions of one phase over the counted frames.
package struct InstructionCount: Equatable, Sendable {
  /// `step`, `draw` or `raster`; `frame` for all of it.
  package var name: String
  /// Instructions in all counted frames together.
  package var total: UInt64

  /// Makes a count.
  package init(name: String, total: UInt64) {
    self.name = name
    self.total = total
  }
}

/// Instructions that frames took, and who counted them.
package struct InstructionSummary: Equatable, Sendable {
  /// Who counted.
  package var source: InstructionSource
  /// Why nothing, or nothing better, counted; nil when there is nothing to say.
  package var note: String?
  /// Frames counted: those in the foreground.
  package var frames: UInt32
  /// Counts by phase.
  package var counts: [InstructionCount]

  /// Makes a summary.
  package init(
    source: InstructionSource, note: String?, frames: UInt32, counts: [InstructionCount]
  ) {
    self.source = source
    self.note = note
    self.frames = frames
    self.counts = counts
  }

  /// The summary of a run that was not asked to count.
  package static let notAskedFor = none("not asked for")

  /// Whether counts were asked for.
  package var isAskedFor: Bool { self != .notAskedFor }

  /// A summary of nothing, with the reason.
  package static func none(_ reason: String) -> InstructionSummary {
    InstructionSummary(source: .none, note: reason, frames: 0, counts: [])
  }

  /// Instructions per frame.
  package func perFrame(_ count: InstructionCount) -> Double {
    Double(count.total) / Double(max(frames, 1))
  }
}
