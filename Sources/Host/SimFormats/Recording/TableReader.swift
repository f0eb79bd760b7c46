import SimText

/// A text of lines with separated values, read from top to bottom; errors name the position.
///
/// Lines end with LF or CR LF; empty lines at the end do not count. The first of
/// the top three lines with a semicolon, a tab or a comma decides which of these, in that order,
/// separates values. Values may stand in quotes.
struct TableReader {
  /// The whole text.
  let bytes: [UInt8]
  /// The file's name, for errors.
  let file: String
  /// The number of the line read last; 0 before the first.
  private(set) var line = 0
  /// Columns that were left out, in the order of the header line.
  private(set) var ignoredColumns: [String] = []

  private let separator: UInt8
  /// The decimal sign of the numbers so far.
  private var decimalSign: UInt8?
  private var lineStart = 0
  private var nextStart = 0
  private let end: Int

  /// Takes a text.
  ///
  /// - Throws: an error for content that is recognizably something else, and for an empty file
  ///   unless it is allowed.
  init(bytes: [UInt8], file: String, allowsEmpty: Bool = false) throws(FormatError) {
    let expected = "a table with a header line"
    try FormatError.check(bytes, file: file, expected: expected, allowsEmpty: allowsEmpty)
    self.bytes = bytes
    self.file = file
    var end = bytes.count
    while end > 0, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    self.end = end
    let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 3).prefix(3)
    let separated = lines.first { $0.contains { Self.separators.contains($0) } }
    // The comma comes last: beside a semicolon or a tab it may be a decimal sign.
    separator = Self.separators.first { separated?.contains($0) ?? false } ?? UInt8(ascii: ",")
    if end == 0, !allowsEmpty { throw failure(at: 0, .foreign(.empty, expected: expected)) }
  }

  private static let separators = [UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: ",")]

  /// Where the next line is, without its end; nil after the last.
  mutating func nextLine() -> Range<Int>? {
    lineStart = nextStart
    guard lineStart < end else { return nil }
    line += 1
    var lineEnd = lineStart
    while lineEnd < end, bytes[lineEnd] != UInt8(ascii: "\n") { lineEnd += 1 }
    nextStart = lineEnd + 1
    if lineEnd > lineStart, lineEnd < end, bytes[lineEnd - 1] == UInt8(ascii: "\r") {
      lineEnd -= 1
    }
    return lineStart..<lineEnd
  }

  // MARK: - Values

  /// The values of a header line: for each, its index among the names, or their count for an
  /// unknown one.
  ///
  /// - Parameters:
  ///   - alternatives: words that may have been meant instead of a name.
  ///   - ignoresOthers: whether there may be columns besides those named.
  /// - Throws: an error unless there is each of the names, once.
  mutating func columns(
    in range: Range<Int>, names: [String], alternatives: [String] = [],
    ignoresOthers: Bool = false
  ) throws(FormatError) -> [Int] {
    var columns: [Int] = []
    let isTable = fields(in: range).contains { names.contains(text($0)) }
    for field in fields(in: range) {
      let name = text(field)
      guard let column = names.firstIndex(of: name) else {
        if ignoresOthers, isTable {
          columns.append(names.count)
          ignoredColumns.append(name)
          continue
        }
        let suggestion = nearestSpelling(of: name, in: names + alternatives)
        // What is no such table at all may be a secret file; nothing of it is quoted.
        guard isTable || suggestion != nil else {
          throw failure(
            at: range.lowerBound,
            .unexpected(
              found: "a line without any of them",
              expected: "the columns \(MessageText.list(names))"))
        }
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
      let misspelling = nearestSpelling(of: name, in: ignoredColumns)
      throw failure(
        at: range.upperBound, .missing(.column, name: name, misspelling: misspelling))
    }
    return columns
  }

  /// The values of a line.
  ///
  /// - Parameters:
  ///   - count: how many there have to be.
  ///   - expected: those in words.
  func values(
    in range: Range<Int>, count: Int, _ expected: String
  ) throws(FormatError) -> [Range<Int>] {
    let fields = fields(in: range)
    guard fields.count == count else {
      let found =
        range.isEmpty ? "an empty line" : fields.count == 1 ? "1 value" : "\(fields.count) values"
      // A decimal comma splits each number in two.
      let isDoubled = fields.count == 2 * count && separator == UInt8(ascii: ",")
      let hint = isDoubled ? "; with decimal commas, separate values by semicolons" : ""
      throw failure(at: range.lowerBound, .unexpected(found: found, expected: expected + hint))
    }
    return fields
  }

  /// A value as a decimal number within limits.
  ///
  /// Where semicolons or tabs separate values, the decimal sign may be a comma, in all numbers of
  /// a text alike. In quotes it may not, since there a comma may separate thousands.
  ///
  /// - Parameter path: the value's name, for errors.
  mutating func number(
    in field: Range<Int>, _ limits: ClosedRange<Double>, _ path: String
  ) throws(FormatError) -> Double {
    let (point, comma) = (UInt8(ascii: "."), UInt8(ascii: ","))
    var digits = bytes[field]
    var expected = "a number"
    if let sign = digits.first(where: { $0 == point || $0 == comma }) {
      let allowsComma = separator != comma && bytes[max(field.lowerBound - 1, 0)] != Self.quote
      let allowed = decimalSign ?? (allowsComma ? sign : point)
      if sign != allowed {
        digits = []
        expected += " with a decimal " + (allowed == point ? "point" : "comma, like those before")
      } else if sign == comma {
        digits = ArraySlice(digits.map { $0 == comma ? point : $0 })
      }
      decimalSign = allowed
    }
    guard DecimalNumber.isWellFormed(digits),
      let value = Double(String(decoding: digits, as: UTF8.self))
    else {
      let found = field.isEmpty ? "nothing" : MessageText.quoted(text(field))
      throw failure(at: field.lowerBound, .unexpected(found: found, expected: expected), path)
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

  private static let quote = UInt8(ascii: "\"")

  /// The values of a line without their quotes, however many there are.
  func fields(in range: Range<Int>) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var start = range.lowerBound
    var isQuoted = false
    for index in range {
      if bytes[index] == Self.quote { isQuoted.toggle() }
      guard bytes[index] == separator, !isQuoted else { continue }
      result.append(unquoted(start..<index))
      start = index + 1
    }
    result.append(unquoted(start..<range.upperBound))
    return result
  }

  private func unquoted(_ field: Range<Int>) -> Range<Int> {
    guard field.count >= 2, bytes[field.lowerBound] == Self.quote,
      bytes[field.upperBound - 1] == Self.quote
    else { return field }
    return field.lowerBound + 1..<field.upperBound - 1
  }

  /// A part of the text.
  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// A part of the text, shortened for a message.
  func short(_ range: Range<Int>) -> String { MessageText.short(text(range)) }

  /// An error in the line read last.
  func failure(
    at offset: Int, _ problem: FormatError.Problem, _ path: String = ""
  ) -> FormatError {
    let column = TextPosition.column(ofByte: offset, lineStart: lineStart, in: bytes)
    return FormatError(
      file: file, position: TextPosition(line: max(line, 1), column: column), path: path,
      problem: problem)
  }
}
