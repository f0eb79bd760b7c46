import SimInput

/// Recorded motion: readings of the sensors and when they were taken.
///
/// The text form is a table with a header line and decimal numbers, separated by commas, semicolons
/// or tabs:
///
///     time,accelerationX,accelerationY,accelerationZ,rotationRateX,rotationRateY,rotationRateZ
///     0.0,0.013,-0.012,-0.104,0.684,0.290,0.679
///
/// Columns may come in any order, but there are exactly these. `time` is in seconds and strictly
/// increasing, acceleration in g without gravity, rotation rate in rad/s, unless conventions say
/// other units; the samples are in these, with gravity where the file has it.
package struct MotionCSV: Equatable, Sendable {
  /// Nanoseconds from the first reading, strictly increasing; the first is 0.
  package let times: [UInt64]
  /// The readings in device axes, one for each time.
  package let samples: [MotionSample]

  /// The column names in their usual order.
  package static var columnNames: [String] {
    [
      "time", "accelerationX", "accelerationY", "accelerationZ", "rotationRateX",
      "rotationRateY", "rotationRateZ",
    ]
  }

  /// The minimum and the maximum count of rows below the header.
  package static var rowCountRange: ClosedRange<Int> { 2...1_000_000 }
  /// Seconds that `time` may hold: enough for clocks that count from 1970.
  package static var timeRange: ClosedRange<Double> { 0...4_000_000_000 }
  /// Acceleration in g.
  package static var accelerationRange: ClosedRange<Double> { -64...64 }
  /// Rotation rate in rad/s.
  package static var rotationRateRange: ClosedRange<Double> { -100...100 }

  /// Reads a table.
  ///
  /// Lines end with LF or CR LF; empty lines are allowed at the end only. Times are rounded to
  /// the nearest nanosecond after the first one is subtracted.
  ///
  /// - Throws: `FormatError` with the line, the column and the column's name.
  /// - Complexity: O(n) in the number of bytes.
  package init(
    parsing bytes: [UInt8], file: String, _ conventions: MotionConventions = MotionConventions()
  ) throws(FormatError) {
    let table = try TableReader(bytes: bytes, file: file)
    var reader = MotionTableReader(table: table, conventions: conventions)
    do {
      try reader.read()
    } catch {
      throw conventions.explained(error)
    }
    times = reader.times
    samples = reader.samples
  }
}

/// Reads the lines of a motion table from top to bottom.
struct MotionTableReader {
  private var table: TableReader
  private let conventions: MotionConventions
  private(set) var times: [UInt64] = []
  private(set) var samples: [MotionSample] = []
  /// For each column of the file, its index in `MotionCSV.columnNames`.
  private var columns: [Int] = []
  private var firstSeconds = 0.0
  private var previousText = ""

  init(table: TableReader, conventions: MotionConventions) {
    self.table = table
    self.conventions = conventions
  }

  mutating func read() throws(FormatError) {
    let header = table.nextLine() ?? 0..<0
    columns = try table.columns(in: header, names: MotionCSV.columnNames)
    while let row = table.nextLine() { try readRow(row) }
    let minimum = MotionCSV.rowCountRange.lowerBound
    guard times.count >= minimum else {
      let found = times.count == 1 ? "1 row" : "\(times.count) rows"
      throw FormatError(
        file: table.file, problem: .notAllowed(found: found, allowed: "at least \(minimum)"))
    }
  }

  // MARK: - Lines

  private mutating func readRow(_ range: Range<Int>) throws(FormatError) {
    guard !range.isEmpty else {
      throw table.failure(
        at: range.lowerBound, .unexpected(found: "an empty line", expected: "a row"))
    }
    guard times.count < MotionCSV.rowCountRange.upperBound else {
      let allowed = "at most \(MotionCSV.rowCountRange.upperBound)"
      throw table.failure(
        at: range.lowerBound, .notAllowed(found: "more rows", allowed: allowed))
    }
    let fields = try table.values(
      in: range, count: columns.count, "\(columns.count), one for each column")
    var values = [Double](repeating: 0, count: columns.count)
    var timeField = range
    for (field, column) in zip(fields, columns) {
      let limits =
        switch column {
        case 0: MotionCSV.timeRange
        case 1...3: conventions.accelerationRange
        default: conventions.rotationRateRange
        }
      values[column] = try table.number(in: field, limits, MotionCSV.columnNames[column])
      if column == 0 { timeField = field }
    }
    try appendTime(values[0], field: timeField)
    let numbers = values.enumerated().map { column, value in
      Float(value * (column <= 3 ? conventions.accelerationScale : conventions.rotationScale))
    }
    samples.append(
      MotionSample(
        acceleration: (numbers[1], numbers[2], numbers[3]),
        rotationRate: (numbers[4], numbers[5], numbers[6])))
  }

  private mutating func appendTime(_ seconds: Double, field: Range<Int>) throws(FormatError) {
    if times.isEmpty { firstSeconds = seconds }
    // The difference first: nanoseconds since 1970 are more than a double holds exactly.
    let nanoseconds = ((seconds - firstSeconds) * 1e9).rounded()
    if let last = times.last, !(nanoseconds > Double(last)) {
      let allowed = "at least 1 ns later than \(previousText), the time of the row before"
      throw table.failure(
        at: field.lowerBound, .notAllowed(found: table.short(field), allowed: allowed),
        MotionCSV.columnNames[0])
    }
    // Not negative, since later than the first, and at most 4e18.
    times.append(UInt64(nanoseconds))
    previousText = table.short(field)
  }
}
