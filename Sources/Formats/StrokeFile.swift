import DeterministicMath
import Tracing

/// Recorded handwriting as a text file.
///
/// The first line decides between two forms. A table has a header line, columns in any order:
///
///     stroke,time,x,y
///     1,0.000,12.5,30.0
///
/// `stroke` counts the strokes and never falls, `time` is in seconds and never falls, x grows to
/// the right and y downwards, in any unit.
///
/// The other form starts with a line `START`; lines `x,y,t` follow, with y upwards on a canvas of
/// 105 units and t in milliseconds, and a line `BREAK` lifts the pen.
///
/// Lines end with LF or CR LF. A file without samples is a recording without strokes.
public enum StrokeFile {
  /// The column names of a table in their usual order.
  public static var columnNames: [String] { ["stroke", "time", "x", "y"] }
  /// The most samples.
  public static var maximumSampleCount: Int { 1_000_000 }
  /// Numbers of strokes.
  public static var strokeRange: ClosedRange<Double> { 0...100_000 }
  /// Seconds that `time` may hold: enough for clocks that count from 1970.
  public static var timeRange: ClosedRange<Double> { 0...4_000_000_000 }
  /// The same in milliseconds, for `t`.
  static var millisecondRange: ClosedRange<Double> { 0...4_000_000_000_000 }
  /// Coordinates.
  public static var coordinateRange: ClosedRange<Double> { -1_000_000...1_000_000 }

  /// Reads a recording.
  ///
  /// - Throws: `FormatError` with the line and, in a table, the column's name.
  /// - Complexity: O(n) in the number of bytes.
  public static func read(_ bytes: [UInt8], file: String) throws(FormatError) -> InkRecording {
    var reader = StrokeReader(bytes: bytes, file: file)
    return try reader.read()
  }
}

/// Reads the lines of a stroke file from top to bottom.
private struct StrokeReader {
  let bytes: [UInt8]
  let file: String
  private var strokes: [[InkSample]] = []
  private var current: [InkSample] = []
  private var sampleCount = 0
  private var line = 0
  private var lineStart = 0
  /// For each column of a table, its place in the names; nil in the other form.
  private var columns: [Int]?
  private var firstTime = 0.0
  private var lastTime: Double?
  private var lastStroke: Double?

  /// The side of the canvas of the form with `START`.
  private static var canvasSide: Float { 105 }
  private static var startWord: String { "START" }
  private static var breakWord: String { "BREAK" }

  init(bytes: [UInt8], file: String) {
    self.bytes = bytes
    self.file = file
  }

  mutating func read() throws(FormatError) -> InkRecording {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      throw failure(at: 0, .malformed(.byteOrderMark(encoding: "UTF-8")))
    }
    var end = bytes.count
    while end > 0, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    while lineStart < end {
      line += 1
      var lineEnd = lineStart
      while lineEnd < end, bytes[lineEnd] != UInt8(ascii: "\n") { lineEnd += 1 }
      let next = lineEnd + 1
      if lineEnd > lineStart, lineEnd < end, bytes[lineEnd - 1] == UInt8(ascii: "\r") {
        lineEnd -= 1
      }
      try readLine(lineStart..<lineEnd)
      lineStart = next
    }
    finishStroke()
    return InkRecording(strokes: strokes, canvasSide: columns == nil ? Self.canvasSide : 0)
  }

  private mutating func readLine(_ range: Range<Int>) throws(FormatError) {
    if line == 1 {
      if text(range) != Self.startWord { columns = try header(range) }
    } else if columns != nil {
      try readRow(range)
    } else if text(range) == Self.breakWord {
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

  private func header(_ range: Range<Int>) throws(FormatError) -> [Int] {
    let names = StrokeFile.columnNames
    var columns: [Int] = []
    for field in fields(in: range) {
      let name = text(field)
      guard let column = names.firstIndex(of: name) else {
        let suggestion = nearestSpelling(of: name, in: names + [Self.startWord])
        throw failure(
          at: field.lowerBound,
          .unknown(.column, name: name, suggestion: suggestion, allowed: names))
      }
      guard !columns.contains(column) else {
        throw failure(at: field.lowerBound, .repeated(.column, name: name))
      }
      columns.append(column)
    }
    for (column, name) in names.enumerated() where !columns.contains(column) {
      throw failure(at: range.upperBound, .missing(.column, name: name, misspelling: nil))
    }
    return columns
  }

  private mutating func readRow(_ range: Range<Int>) throws(FormatError) {
    let columns = columns ?? []
    let fields = try values(
      in: range, count: columns.count, "\(columns.count), one for each column")
    var numbers = [Double](repeating: 0, count: columns.count)
    for (field, column) in zip(fields, columns) {
      let limits =
        switch column {
        case 0: StrokeFile.strokeRange
        case 1: StrokeFile.timeRange
        default: StrokeFile.coordinateRange
        }
      let path = StrokeFile.columnNames[column]
      numbers[column] = try number(in: field, limits, path)
      guard column > 0 || numbers[0] == numbers[0].rounded() else {
        throw failure(
          at: field.lowerBound, .unexpected(found: short(field), expected: "a whole number"), path)
      }
    }
    if let lastStroke, numbers[0] != lastStroke {
      guard numbers[0] > lastStroke else {
        throw failure(
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
    let fields = try values(in: range, count: 3, "x,y,t or \(Self.breakWord)")
    let x = try number(in: fields[0], StrokeFile.coordinateRange, "x")
    let y = try number(in: fields[1], StrokeFile.coordinateRange, "y")
    let time = try number(in: fields[2], StrokeFile.millisecondRange, "t")
    try append(x: x, y: -y, time: time, perSecond: 1000, at: fields[2].lowerBound, "t")
  }

  private mutating func append(
    x: Double, y: Double, time: Double, perSecond: Double, at offset: Int, _ path: String
  ) throws(FormatError) {
    guard sampleCount < StrokeFile.maximumSampleCount else {
      throw failure(
        at: offset,
        .notAllowed(found: "more samples", allowed: "at most \(StrokeFile.maximumSampleCount)"))
    }
    if let lastTime, time < lastTime {
      let unit = perSecond == 1 ? "s" : "ms"
      throw failure(
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
    let nanoseconds = ((time - firstTime) * (1e9 / perSecond)).rounded()
    current.append(InkSample(Vector2(Float(x), Float(y)), time: UInt64(nanoseconds)))
  }

  // MARK: - Values

  private func values(
    in range: Range<Int>, count: Int, _ expected: String
  ) throws(FormatError) -> [Range<Int>] {
    let fields = fields(in: range)
    guard fields.count == count else {
      let noun = fields.count == 1 ? "value" : "values"
      let found = range.isEmpty ? "an empty line" : "\(fields.count) \(noun)"
      throw failure(at: range.lowerBound, .unexpected(found: found, expected: expected))
    }
    return fields
  }

  private func number(
    in field: Range<Int>, _ limits: ClosedRange<Double>, _ path: String
  ) throws(FormatError) -> Double {
    guard DecimalNumber.isWellFormed(bytes[field]), let value = Double(text(field)) else {
      let found = field.isEmpty ? "nothing" : MessageText.quoted(text(field))
      throw failure(at: field.lowerBound, .unexpected(found: found, expected: "a number"), path)
    }
    guard limits.contains(value) else {
      let lower = JSONOutput.text(of: limits.lowerBound)
      let upper = JSONOutput.text(of: limits.upperBound)
      throw failure(
        at: field.lowerBound, .notAllowed(found: short(field), allowed: "\(lower) to \(upper)"),
        path)
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

  private func short(_ range: Range<Int>) -> String { MessageText.short(text(range)) }

  private func failure(
    at offset: Int, _ problem: FormatError.Problem, _ path: String = ""
  ) -> FormatError {
    let column = TextPosition.column(ofByte: offset, lineStart: lineStart, in: bytes)
    return FormatError(
      file: file, position: TextPosition(line: max(line, 1), column: column), path: path,
      problem: problem)
  }
}
