/// Means of a sequence's frames and what an analyzer made of them, as EA IRIS writes them.
///
/// The text form is a table with a header line and comma-separated decimal numbers. The columns
/// named in `columnNames` have to be there in any order; of others only `TimeStamp` is used, which
/// says the frame rate. NUL bytes, which some of these files hold, are left out, and so are empty
/// lines.
package struct FlashTable: Equatable, Sendable {
  /// One frame: inputs and outputs of luminance and of red.
  package struct Row: Equatable, Sendable {
    /// The values in the order of `columnNames`.
    package var values: [Double]
  }

  /// The frames.
  package let rows: [Row]
  /// The frame rate by the column `TimeStamp`; nil without one, or where it says nothing.
  package let stampedRate: StampedRate?

  /// A frame rate by time stamps.
  package struct StampedRate: Equatable, Sendable {
    /// Frames per second as the stamps say.
    package var measured: Double
    /// The whole number that is meant, 1 to 240.
    package var framesPerSecond: UInt32
  }

  /// The columns that are read.
  package static var columnNames: [String] {
    [
      "AverageLuminance", "AverageLuminanceDiff", "AverageLuminanceDiffAcc",
      "LuminanceTransitions", "LuminanceExtendedFailCount", "FlashLuminanceFailedFrame",
      "AverageRed", "AverageRedDiff", "AverageRedDiffAcc", "RedTransitions",
      "RedExtendedFailCount", "FlashRedFailedFrame",
    ]
  }

  /// Reads a table.
  ///
  /// - Parameter needsRate: whether time stamps that make no frame rate are an error; otherwise
  ///   they say nothing.
  /// - Throws: `FormatError` with the line, the column and its name.
  /// - Complexity: O(n) in the number of bytes.
  package init(
    parsing bytes: [UInt8], file: String, needsRate: Bool = true
  ) throws(FormatError) {
    var table = try TableReader(bytes: bytes.filter { $0 != 0 }, file: file)
    let header = table.nextLine() ?? 0..<0
    let columns = try table.columns(in: header, names: Self.columnNames, ignoresOthers: true)
    let stampColumn = try FlashTimeStamps.column(in: header, of: table)
    var stamps = FlashTimeStamps(isStrict: needsRate)
    var rows: [Row] = []
    while let line = table.nextLine() {
      if line.isEmpty { continue }
      let fields = try table.values(
        in: line, count: columns.count, "\(columns.count), one for each column")
      var values = [Double](repeating: 0, count: Self.columnNames.count)
      for (field, column) in zip(fields, columns) where column < values.count {
        values[column] = try table.number(in: field, -1e9...1e9, Self.columnNames[column])
      }
      if let stampColumn { try stamps.take(fields[stampColumn], of: table) }
      rows.append(Row(values: values))
    }
    guard !rows.isEmpty else {
      throw FormatError(file: file, problem: .other("no row below the header line"))
    }
    self.rows = rows
    stampedRate = try stamps.rate(file: file)
  }
}
