/// Means of a sequence's frames and what an analyzer made of them, as EA IRIS writes them.
///
/// The text form is a table with a header line and comma-separated decimal numbers. The columns
/// named in `columnNames` have to be there in any order; others are not looked at. NUL bytes, which
/// some of these files hold, are left out, and so are empty lines.
public struct FlashTable: Equatable, Sendable {
  /// One frame: inputs and outputs of luminance and of red.
  public struct Row: Equatable, Sendable {
    /// The values in the order of `columnNames`.
    public var values: [Double]
  }

  /// The frames.
  public let rows: [Row]

  /// The columns that are read.
  public static var columnNames: [String] {
    [
      "AverageLuminance", "AverageLuminanceDiff", "AverageLuminanceDiffAcc",
      "LuminanceTransitions", "LuminanceExtendedFailCount", "FlashLuminanceFailedFrame",
      "AverageRed", "AverageRedDiff", "AverageRedDiffAcc", "RedTransitions",
      "RedExtendedFailCount", "FlashRedFailedFrame",
    ]
  }

  /// Reads a table.
  ///
  /// - Throws: `FormatError` with the line, the column and its name.
  /// - Complexity: O(n) in the number of bytes.
  public init(parsing bytes: [UInt8], file: String) throws(FormatError) {
    var table = try TableReader(bytes: bytes.filter { $0 != 0 }, file: file)
    guard let header = table.nextLine() else {
      throw FormatError(file: file, problem: .other("empty file, expected a header line"))
    }
    let columns = try table.columns(in: header, names: Self.columnNames, ignoresOthers: true)
    var rows: [Row] = []
    while let line = table.nextLine() {
      if line.isEmpty { continue }
      let fields = try table.values(
        in: line, count: columns.count, "\(columns.count), one for each column")
      var values = [Double](repeating: 0, count: Self.columnNames.count)
      for (field, column) in zip(fields, columns) where column < values.count {
        values[column] = try table.number(in: field, -1e9...1e9, Self.columnNames[column])
      }
      rows.append(Row(values: values))
    }
    guard !rows.isEmpty else {
      throw FormatError(file: file, problem: .other("no row below the header line"))
    }
    self.rows = rows
  }
}
