import Simulation

/// Recorded motion: readings of the sensors and when they were taken.
///
/// The text form is a table with a header line and comma-separated decimal numbers:
///
///     time,accelerationX,accelerationY,accelerationZ,rotationRateX,rotationRateY,rotationRateZ
///     0.0,0.013,-0.012,-0.104,0.684,0.290,0.679
///
/// Columns may come in any order, but there are exactly these. `time` is in seconds and strictly
/// increasing, acceleration in g without gravity, rotation rate in rad/s.
public struct MotionCSV: Equatable, Sendable {
  /// Nanoseconds from the first reading, strictly increasing; the first is 0.
  public let times: [UInt64]
  /// The readings in device axes, one for each time.
  public let samples: [MotionSample]

  /// The column names in their usual order.
  public static var columnNames: [String] {
    [
      "time", "accelerationX", "accelerationY", "accelerationZ", "rotationRateX",
      "rotationRateY", "rotationRateZ",
    ]
  }

  /// The fewest and the most rows below the header.
  public static var rowCountRange: ClosedRange<Int> { 2...1_000_000 }
  /// Seconds that `time` may hold: enough for clocks that count from 1970.
  public static var timeRange: ClosedRange<Double> { 0...4_000_000_000 }
  /// Acceleration in g.
  public static var accelerationRange: ClosedRange<Double> { -64...64 }
  /// Rotation rate in rad/s.
  public static var rotationRateRange: ClosedRange<Double> { -100...100 }

  /// Reads a table.
  ///
  /// Lines end with LF or CR LF; empty lines are allowed at the end only. Times are rounded to
  /// the nearest nanosecond after the first one is subtracted.
  ///
  /// - Throws: `FormatError` with the line, the column and the column's name.
  /// - Complexity: O(n) in the number of bytes.
  public init(parsing bytes: [UInt8], file: String) throws(FormatError) {
    var reader = MotionTableReader(bytes: bytes, file: file)
    try reader.read()
    times = reader.times
    samples = reader.samples
  }
}

/// Reads the lines of a motion table from top to bottom.
struct MotionTableReader {
  let bytes: [UInt8]
  let file: String
  private(set) var times: [UInt64] = []
  private(set) var samples: [MotionSample] = []
  /// For each column of the file, its place in `MotionCSV.columnNames`.
  private var columns: [Int] = []
  private var line = 0
  private var lineStart = 0
  private var firstSeconds = 0.0
  private var previousText = ""

  init(bytes: [UInt8], file: String) {
    self.bytes = bytes
    self.file = file
  }

  mutating func read() throws(FormatError) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      throw failure(at: 0, problem: .malformed(.byteOrderMark(encoding: "UTF-8")))
    }
    var end = bytes.count
    while end > 0, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    guard end > 0 else {
      throw failure(at: 0, problem: .other("empty file, expected a header line"))
    }
    while lineStart < end {
      line += 1
      var lineEnd = lineStart
      while lineEnd < end, bytes[lineEnd] != UInt8(ascii: "\n") { lineEnd += 1 }
      let next = lineEnd + 1
      if lineEnd > lineStart, lineEnd < end, bytes[lineEnd - 1] == UInt8(ascii: "\r") {
        lineEnd -= 1
      }
      if line == 1 {
        try readHeader(lineStart..<lineEnd)
      } else {
        try readRow(lineStart..<lineEnd)
      }
      lineStart = next
    }
    let minimum = MotionCSV.rowCountRange.lowerBound
    guard times.count >= minimum else {
      let found = times.count == 1 ? "1 row" : "\(times.count) rows"
      throw FormatError(
        file: file, problem: .notAllowed(found: found, allowed: "at least \(minimum)"))
    }
  }

  // MARK: - Lines

  private mutating func readHeader(_ range: Range<Int>) throws(FormatError) {
    let names = MotionCSV.columnNames
    for field in fields(in: range) {
      let name = text(field)
      guard let column = names.firstIndex(of: name) else {
        let suggestion = nearestSpelling(of: name, in: names)
        throw failure(
          at: field.lowerBound,
          problem: .unknown(.column, name: name, suggestion: suggestion, allowed: names))
      }
      guard !columns.contains(column) else {
        throw failure(at: field.lowerBound, problem: .repeated(.column, name: name))
      }
      columns.append(column)
    }
    for (column, name) in names.enumerated() where !columns.contains(column) {
      throw failure(
        at: range.upperBound, problem: .missing(.column, name: name, misspelling: nil))
    }
  }

  private mutating func readRow(_ range: Range<Int>) throws(FormatError) {
    guard !range.isEmpty else {
      throw failure(
        at: range.lowerBound, problem: .unexpected(found: "an empty line", expected: "a row"))
    }
    guard times.count < MotionCSV.rowCountRange.upperBound else {
      let allowed = "at most \(MotionCSV.rowCountRange.upperBound)"
      throw failure(
        at: range.lowerBound, problem: .notAllowed(found: "more rows", allowed: allowed))
    }
    let fields = fields(in: range)
    guard fields.count == columns.count else {
      let noun = fields.count == 1 ? "value" : "values"
      throw failure(
        at: range.lowerBound,
        problem: .unexpected(
          found: "\(fields.count) \(noun)", expected: "\(columns.count), one for each column"))
    }
    var values = [Double](repeating: 0, count: columns.count)
    var timeField = range
    for (field, column) in zip(fields, columns) {
      values[column] = try number(in: field, column: column)
      if column == 0 { timeField = field }
    }
    try appendTime(values[0], field: timeField)
    samples.append(
      MotionSample(
        acceleration: (Float(values[1]), Float(values[2]), Float(values[3])),
        rotationRate: (Float(values[4]), Float(values[5]), Float(values[6]))))
  }

  private mutating func appendTime(_ seconds: Double, field: Range<Int>) throws(FormatError) {
    if times.isEmpty { firstSeconds = seconds }
    let nanoseconds = ((seconds - firstSeconds) * 1e9).rounded()
    if let last = times.last, !(nanoseconds > Double(last)) {
      let allowed = "at least 1 ns later than \(previousText), the time of the row before"
      throw failure(
        at: field.lowerBound, column: 0,
        problem: .notAllowed(found: MessageText.short(text(field)), allowed: allowed))
    }
    // Not negative, since later than the first, and at most 4e18.
    times.append(UInt64(nanoseconds))
    previousText = MessageText.short(text(field))
  }

  // MARK: - Values

  private func number(in field: Range<Int>, column: Int) throws(FormatError) -> Double {
    let text = text(field)
    guard DecimalNumber.isWellFormed(bytes[field]), let value = Double(text) else {
      let found = field.isEmpty ? "nothing" : MessageText.quoted(text)
      throw failure(
        at: field.lowerBound, column: column,
        problem: .unexpected(found: found, expected: "a number"))
    }
    let range =
      switch column {
      case 0: MotionCSV.timeRange
      case 1...3: MotionCSV.accelerationRange
      default: MotionCSV.rotationRateRange
      }
    guard range.contains(value) else {
      let lower = JSONOutput.text(of: range.lowerBound)
      let upper = JSONOutput.text(of: range.upperBound)
      throw failure(
        at: field.lowerBound, column: column,
        problem: .notAllowed(found: MessageText.short(text), allowed: "\(lower) to \(upper)"))
    }
    return value
  }

  private func fields(in range: Range<Int>) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var start = range.lowerBound
    for index in range where bytes[index] == UInt8(ascii: ",") {
      result.append(start..<index)
      start = index + 1
    }
    result.append(start..<range.upperBound)
    return result
  }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  private func failure(
    at offset: Int, column: Int? = nil, problem: FormatError.Problem
  ) -> FormatError {
    let place = TextPosition.column(ofByte: offset, lineStart: lineStart, in: bytes)
    return FormatError(
      file: file, position: TextPosition(line: max(line, 1), column: place),
      path: column.map { MotionCSV.columnNames[$0] } ?? "", problem: problem)
  }
}
