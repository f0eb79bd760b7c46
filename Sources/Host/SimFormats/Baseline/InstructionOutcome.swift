/// Instructions compared with those of a reference.
package struct InstructionOutcome: Sendable {
  /// A phase.
  package struct Row: Sendable {
    /// `step`, `draw`, `raster`, or `frame` for all of it.
    package var name: String
    /// Instructions per frame of the reference.
    package var reference: Double
    /// Measured instructions per frame.
    package var measured: Double
    /// How many more, as a share: 0.05 is 5 % more.
    package var change: Double { reference > 0 ? (measured - reference) / reference : 0 }
  }

  /// Who counted, on both sides.
  package let source: InstructionSource
  /// The phases that both sides counted.
  package let rows: [Row]
  /// The change that counts, as a share.
  package let tolerance: Double
  /// The verdict over all rows.
  package let verdict: GateVerdict

  /// Compares two counts; nil when they were not made in the same way or have no phase in common.
  ///
  /// - Parameter isSameWork: whether both did the same work, without which costs do not compare.
  package init?(
    reference: InstructionSummary, measured: InstructionSummary, isSameWork: Bool
  ) {
    guard reference.source == measured.source, reference.frames == measured.frames else {
      return nil
    }
    source = measured.source
    rows = measured.counts.compactMap { count in
      reference.counts.first { $0.name == count.name }.map {
        Row(
          name: count.name, reference: reference.perFrame($0), measured: measured.perFrame(count))
      }
    }
    guard !rows.isEmpty else { return nil }
    let minimum = reference.counts.map(\.total).min() ?? 0
    let limit = source.tolerance(ofTotal: minimum)
    tolerance = limit
    verdict =
      !isSameWork
      ? .workChanged
      : rows.contains { $0.change > limit }
        ? .regressed : rows.contains { $0.change < -limit } ? .improved : .equal
  }
}
