/// Means of a sequence's frames and what an analyzer made of them, as EA IRIS writes them.
///
/// The text form is a table with a header line and comma-separated decimal numbers. The columns
/// named in `columnNames` have to be there in any order; others are not looked at. NUL bytes, which
/// some of these files hold, are left out.
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
  /// - Throws: `FormatError` with the line and the column's name.
  /// - Complexity: O(n) in the number of bytes.
  public init(parsing bytes: [UInt8], file: String) throws(FormatError) {
    let text = bytes.filter { $0 != 0 && $0 != UInt8(ascii: "\r") }
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true)
    guard let header = lines.first else {
      throw FormatError(file: file, problem: .other("empty file, expected a header line"))
    }
    func fields(_ line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
      line.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    }
    let names = fields(header).map { String(decoding: $0, as: UTF8.self) }
    var places: [Int] = []
    for name in Self.columnNames {
      guard let place = names.firstIndex(of: name) else {
        throw FormatError(
          file: file, position: TextPosition(line: 1, column: 1),
          problem: .missing(.column, name: name, misspelling: nil))
      }
      places.append(place)
    }
    var rows: [Row] = []
    for (index, line) in lines.enumerated().dropFirst() {
      let fields = fields(line)
      let position = TextPosition(line: index + 1, column: 1)
      guard fields.count == names.count else {
        throw FormatError(
          file: file, position: position,
          problem: .unexpected(
            found: "\(fields.count) values", expected: "\(names.count), one for each column"))
      }
      var values: [Double] = []
      for (name, place) in zip(Self.columnNames, places) {
        let field = String(decoding: fields[place], as: UTF8.self)
        guard DecimalNumber.isWellFormed(fields[place]), let value = Double(field),
          abs(value) <= 1e9
        else {
          throw FormatError(
            file: file, position: position, path: name,
            problem: .unexpected(found: MessageText.quoted(field), expected: "a number"))
        }
        values.append(value)
      }
      rows.append(Row(values: values))
    }
    guard !rows.isEmpty else {
      throw FormatError(file: file, problem: .other("no row below the header line"))
    }
    self.rows = rows
  }
}
