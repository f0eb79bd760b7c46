import SimFormats
import SimRuntime

extension JSONReport {
  /// The exact columns of a series before those of its populations.
  package static var seriesColumns: [String] {
    ["frame", "frames", "background", "shaken", "touches", "allocations", "digest"]
  }
  /// The columns of a series that depend on wall time.
  package static var timedSeriesColumns: [String] {
    ["frame", "slowest"] + FramePhase.allCases.map { $0.name.description } + ["median"]
  }

  /// What is the same in every run; null when no series was asked for.
  static func series(_ series: FrameSeries?) -> JSONOutput {
    guard let series else { return .null }
    let names = series.populations.flatMap { ["\($0).min", "\($0).max"] }
    return table(
      seriesColumns + names,
      series.stretches.map { stretch in
        let counts: [JSONOutput] = (series.populations.indices).flatMap { index in
          stretch.populations.map { counts in
            [
              JSONOutput.unsigned(UInt64(counts[index].lowerBound)),
              .unsigned(UInt64(counts[index].upperBound)),
            ]
          } ?? [.null, .null]
        }
        return [
          .unsigned(UInt64(stretch.frame)), .unsigned(UInt64(stretch.count)),
          .unsigned(UInt64(stretch.framesInBackground)), .unsigned(UInt64(stretch.framesShaken)),
          .unsigned(UInt64(stretch.touches)),
          stretch.allocations.map { .unsigned($0) } ?? .null,
          .string(Quantity.hexadecimal(stretch.digest)),
        ] + counts
      })
  }

  /// What depends on wall time; stretches spent in the background have no row.
  static func timedSeries(_ series: FrameSeries?) -> JSONOutput {
    guard let series else { return .null }
    return table(
      timedSeriesColumns,
      series.stretches.compactMap { stretch in
        stretch.time.map { time in
          [.unsigned(UInt64(stretch.frame)), .unsigned(UInt64(time.slowestFrame))]
            + FramePhase.allCases.map { .unsigned(time.phases[$0]) } + [.unsigned(time.median)]
        }
      })
  }

  private static func table(_ columns: [String], _ rows: [[JSONOutput]]) -> JSONOutput {
    .object([
      ("columns", .array(columns.map { .string($0) })),
      ("rows", .array(rows.map { .array($0) })),
    ])
  }
}
