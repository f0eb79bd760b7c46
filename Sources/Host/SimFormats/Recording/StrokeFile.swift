import SimMath
import SimTracing

/// Recorded handwriting as a text file.
///
/// The first line decides between two forms. A table has a header line, columns in any order:
///
///     stroke,time,x,y
///     1,0.000,12.5,30.0
///
/// `stroke` counts the strokes and never falls, `time` is in seconds and never falls within a
/// stroke, x grows to the right and y downwards, in any unit. Other columns are left out.
///
/// The other form starts with a line `START`; lines `x,y,t` follow, with y upwards on a canvas of
/// 105 units and t in milliseconds, and a line `BREAK` lifts the pen.
///
/// A stroke that begins at an earlier time than the last one ended has a clock of its own: it
/// follows the last one without a pause. Lines end with LF or CR LF. A file without samples is a
/// recording without strokes.
package enum StrokeFile {
  /// The column names of a table in their usual order.
  package static var columnNames: [String] { ["stroke", "time", "x", "y"] }
  /// The maximum count of samples.
  package static var maximumSampleCount: Int { 1_000_000 }
  /// Numbers of strokes.
  package static var strokeRange: ClosedRange<Double> { 0...100_000 }
  /// Seconds that `time` may hold: enough for clocks that count from 1970.
  package static var timeRange: ClosedRange<Double> { 0...4_000_000_000 }
  /// The same in milliseconds, for `t`.
  static var millisecondRange: ClosedRange<Double> { 0...4_000_000_000_000 }
  /// Coordinates.
  package static var coordinateRange: ClosedRange<Double> { -1_000_000...1_000_000 }

  /// Reads a recording.
  ///
  /// - Returns: the recording, and a sentence for each thing that was left out or assumed.
  /// - Throws: `FormatError` with the line and, in a table, the column's name.
  /// - Complexity: O(n) in the number of bytes.
  package static func read(
    _ bytes: [UInt8], file: String
  ) throws(FormatError) -> (recording: InkRecording, notes: [String]) {
    var reader = StrokeReader(table: try TableReader(bytes: bytes, file: file, allowsEmpty: true))
    return (try reader.read(), reader.notes)
  }
}

/// Reads the lines of a stroke file from top to bottom.
private struct StrokeReader {
  private var table: TableReader
  private var strokes: [[InkSample]] = []
  private var current: [InkSample] = []
  private var sampleCount = 0
  /// For each column of a table, its index in the names; nil in the other form.
  private var columns: [Int]?
  /// The time at which the clock of the current stroke began, in the unit of the file.
  private var firstTime = 0.0
  /// Nanoseconds from the first sample of all to that time.
  private var clockStart: UInt64 = 0
  private var restartCount = 0
  private var lastTime: Double?
  private var lastStroke: Double?

  /// The side of the canvas of the form with `START`.
  private static var canvasSide: Float { 105 }
  private static var startWord: String { "START" }
  private static var breakWord: String { "BREAK" }

  init(table: TableReader) {
    self.table = table
  }

  var notes: [String] {
    var notes: [String] = []
    if !table.ignoredColumns.isEmpty {
      let names = table.ignoredColumns.map { MessageText.quoted($0) }
      notes.append("columns left out: \(MessageText.list(names))")
    }
    if restartCount > 0 {
      let strokes = restartCount == 1 ? "1 stroke begins" : "\(restartCount) strokes begin"
      notes.append("\(strokes) with an earlier time: the pause before is unknown and counts as 0")
    }
    return notes
  }

  mutating func read() throws(FormatError) -> InkRecording {
    while let line = table.nextLine() { try readLine(line) }
    finishStroke()
    return InkRecording(strokes: strokes, canvasSide: columns == nil ? Self.canvasSide : 0)
  }

  private mutating func readLine(_ range: Range<Int>) throws(FormatError) {
    if table.line == 1 {
      guard table.text(range) != Self.startWord else { return }
      columns = try table.columns(
        in: range, names: StrokeFile.columnNames, alternatives: [Self.startWord],
        ignoresOthers: true)
    } else if columns != nil {
      try readRow(range)
    } else if table.text(range) == Self.breakWord {
      finishStroke()
    } else {
      try readPoint(range)
    }
  }

  private mutating func finishStroke() {
    if !current.isEmpty { strokes.append(current) }
    current = []
  }

  // MARK: - Lines

  private mutating func readRow(_ range: Range<Int>) throws(FormatError) {
    let columns = columns ?? []
    let fields = try table.values(
      in: range, count: columns.count, "\(columns.count), one for each column")
    var numbers = [0.0, 0.0, 0.0, 0.0]
    for (field, column) in zip(fields, columns) where column < numbers.count {
      let limits =
        switch column {
        case 0: StrokeFile.strokeRange
        case 1: StrokeFile.timeRange
        default: StrokeFile.coordinateRange
        }
      let path = StrokeFile.columnNames[column]
      numbers[column] = try table.number(in: field, limits, path)
      guard column > 0 || numbers[0] == numbers[0].rounded() else {
        throw table.failure(
          at: field.lowerBound,
          .unexpected(found: table.short(field), expected: "a whole number"), path)
      }
    }
    if let lastStroke, numbers[0] != lastStroke {
      guard numbers[0] > lastStroke else {
        throw table.failure(
          at: range.lowerBound,
          .notAllowed(
            found: JSONOutput.text(of: numbers[0]),
            allowed: "at least \(JSONOutput.text(of: lastStroke)), the stroke of the row before"),
          StrokeFile.columnNames[0])
      }
      finishStroke()
    }
    lastStroke = numbers[0]
    let timeField = columns.firstIndex(of: 1).map { fields[$0] } ?? range
    try append(
      x: numbers[2], y: numbers[3], time: numbers[1], perSecond: 1, at: timeField.lowerBound,
      StrokeFile.columnNames[1])
  }

  private mutating func readPoint(_ range: Range<Int>) throws(FormatError) {
    let fields = try table.values(in: range, count: 3, "x,y,t or \(Self.breakWord)")
    let x = try table.number(in: fields[0], StrokeFile.coordinateRange, "x")
    let y = try table.number(in: fields[1], StrokeFile.coordinateRange, "y")
    let time = try table.number(in: fields[2], StrokeFile.millisecondRange, "t")
    try append(x: x, y: -y, time: time, perSecond: 1000, at: fields[2].lowerBound, "t")
  }

  private mutating func append(
    x: Double, y: Double, time: Double, perSecond: Double, at offset: Int, _ path: String
  ) throws(FormatError) {
    guard sampleCount < StrokeFile.maximumSampleCount else {
      throw table.failure(
        at: offset,
        .notAllowed(found: "more samples", allowed: "at most \(StrokeFile.maximumSampleCount)"))
    }
    // Only between strokes: within one, an earlier time means that samples are out of order.
    if let lastTime, time < lastTime, current.isEmpty {
      clockStart = strokes.last?.last?.time ?? 0
      firstTime = time
      restartCount += 1
    } else if let lastTime, time < lastTime {
      let unit = perSecond == 1 ? "s" : "ms"
      throw table.failure(
        at: offset,
        .notAllowed(
          found: "\(JSONOutput.text(of: time)) \(unit)",
          allowed:
            "at least \(JSONOutput.text(of: lastTime)) \(unit), the time of the sample before"),
        path)
    }
    if sampleCount == 0 { firstTime = time }
    lastTime = time
    sampleCount += 1
    // Neither is more than 4e18: times are limited, and so is the end of the last stroke.
    let nanoseconds = clockStart + UInt64(((time - firstTime) * (1e9 / perSecond)).rounded())
    guard Double(nanoseconds) <= StrokeFile.timeRange.upperBound * 1e9 else {
      throw table.failure(
        at: offset,
        .notAllowed(found: "a longer recording", allowed: "4000000000 s for all strokes"), path)
    }
    current.append(InkSample(Vector2(Float(x), Float(y)), time: nanoseconds))
  }
}
