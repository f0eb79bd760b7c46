import SimImageAnalysis

/// The model of frame means run over a recorded table and compared with it.
package struct FlashReplay: Sendable {
  /// A value in which table and model differ.
  package struct Mismatch: Equatable, Sendable {
    /// The row, from 1.
    package var row: Int
    /// The column.
    package var column: String
    /// What the table says.
    package var recorded: Double
    /// What the model says.
    package var computed: Double
  }

  /// How far sums of luminance may differ; the table rounds.
  package static var luminanceTolerance: Float { 2e-4 }
  /// How far sums of red may differ.
  package static var redTolerance: Float { 2e-2 }

  /// Where the frame rate of a replay comes from.
  package enum RateSource: String, CaseIterable, Sendable {
    /// It was given by an option.
    case option
    /// The table's time stamps.
    case timeStamps = "time-stamps"
    /// It is the default.
    case standard = "default"
  }

  /// The rate of a table without time stamps, in frames per second.
  package static var standardFramesPerSecond: UInt32 { 60 }

  /// Frames that make a second.
  package let framesPerSecond: UInt32
  /// Where that comes from.
  package let rateSource: RateSource
  /// The rate by the table's time stamps; nil where they say nothing.
  package let stampedRate: FlashTable.StampedRate?
  /// How many rows there are.
  package private(set) var rows = 0
  /// Where table and model differ.
  package private(set) var mismatches: [Mismatch] = []
  /// The worst level of any row.
  package private(set) var level = FlashLevel.pass
  /// The most transitions of any row.
  package private(set) var maximumTransitions: UInt32 = 0
  /// The largest deviation of a sum of luminance.
  package private(set) var luminanceDeviation: Float = 0
  /// The largest deviation of a sum of red.
  package private(set) var redDeviation: Float = 0

  /// Replays a table.
  ///
  /// - Parameter given: the frame rate, 1 to 240; nil for that of the table's time stamps, or the
  ///   standard rate where there are none.
  package init(_ table: FlashTable, framesPerSecond given: UInt32?) {
    stampedRate = table.stampedRate
    framesPerSecond =
      given ?? table.stampedRate?.framesPerSecond ?? Self.standardFramesPerSecond
    rateSource =
      given != nil ? .option : table.stampedRate != nil ? .timeStamps : .standard
    rows = table.rows.count
    luminanceDeviation = replay(
      table, .luminance, from: 0, tolerance: Self.luminanceTolerance, framesPerSecond)
    redDeviation = replay(table, .red, from: 6, tolerance: Self.redTolerance, framesPerSecond)
  }

  private mutating func replay(
    _ table: FlashTable, _ kind: MeanFlash.Kind, from first: Int, tolerance: Float,
    _ framesPerSecond: UInt32
  ) -> Float {
    var means = MeanFlash(kind, framesPerSecond: framesPerSecond)
    var largest: Float = 0
    for (index, row) in table.rows.enumerated() {
      let values = row.values[first..<first + 6].map { Float($0) }
      if index == 0 {
        means.begin(mean: values[0])
      } else {
        means.advance(mean: values[0], difference: values[1])
      }
      let deviation = abs(means.accumulated - values[2])
      largest = max(largest, deviation)
      // Written so that NaN counts as different.
      if !(deviation <= tolerance) {
        note(index, first + 2, values[2], means.accumulated)
      }
      let counts = [
        Float(means.transitions), Float(means.extendedCount), Float(means.level.rawValue),
      ]
      for (column, computed) in counts.enumerated() {
        // The table grades as follows: 0 pass, 1 warning, 2 extended, 3 fail.
        let recorded = values[3 + column]
        if computed != recorded { note(index, first + 3 + column, recorded, computed) }
      }
    }
    level = max(level, means.worstLevel)
    maximumTransitions = max(maximumTransitions, means.maximumTransitions)
    return largest
  }

  private mutating func note(
    _ index: Int, _ column: Int, _ recorded: Float, _ computed: Float
  ) {
    mismatches.append(
      Mismatch(
        row: index + 1, column: FlashTable.columnNames[column], recorded: Double(recorded),
        computed: Double(computed)))
  }
}
