/// A table's column of time stamps, read from top to bottom, and the frame rate it makes.
///
/// A stamp is seconds with an optional fraction, as in `04.2`, `01:04.2` and `00:01:04.200000`. The
/// interval of frames is the mean of those intervals that are near the median, so that a pause and
/// stamps rounded to tenths of a second change nothing.
struct FlashTimeStamps {
  /// The column's name.
  static var columnName: String { "TimeStamp" }
  /// The rates that a table may have, in frames per second.
  private static var rates: ClosedRange<Double> { 1...240 }
  /// The rates of films and screens.
  private static var usualRates: [UInt32] {
    [10, 12, 15, 20, 24, 25, 30, 48, 50, 60, 72, 90, 100, 120, 144, 240]
  }
  /// Decimals of a second that are kept.
  private static var maximumDecimals: Int { 9 }
  /// What to do where stamps are of no use.
  private static var advice: String { "--fps N counts by frames instead" }

  private let isStrict: Bool
  private var isUsable = true
  private var times: [Int64] = []
  /// Nanoseconds of the last decimal; zeros at the end may have been left out.
  private var resolution = Int64.max

  /// - Parameter isStrict: whether stamps that make no rate are an error.
  init(isStrict: Bool) { self.isStrict = isStrict }

  /// The index of the column in a header line; nil without one.
  ///
  /// - Throws: `FormatError` when there are two.
  static func column(
    in header: Range<Int>, of table: TableReader
  ) throws(FormatError) -> Int? {
    var found: Int?
    for (index, field) in table.fields(in: header).enumerated()
    where table.text(field) == columnName {
      guard found == nil else {
        throw table.failure(at: field.lowerBound, .repeated(.column, name: columnName))
      }
      found = index
    }
    return found
  }

  /// Takes the stamp of the next row.
  ///
  /// - Throws: `FormatError` for text that is not a time, or for a time earlier than the previous
  ///   one.
  mutating func take(_ field: Range<Int>, of table: TableReader) throws(FormatError) {
    guard isUsable else { return }
    guard let (time, step) = Self.time(table.bytes[field]) else {
      let found = field.isEmpty ? "nothing" : MessageText.quoted(table.short(field))
      return try refuse(
        table, field,
        .unexpected(
          found: found, expected: "a time such as 00:01:04.200000 or 01:04.2; \(Self.advice)"))
    }
    if let last = times.last, time < last {
      return try refuse(
        table, field,
        .notAllowed(
          found: table.short(field),
          allowed: "no earlier than the stamp of the row before; \(Self.advice)"))
    }
    times.append(time)
    resolution = min(resolution, step)
  }

  private mutating func refuse(
    _ table: TableReader, _ field: Range<Int>, _ problem: FormatError.Problem
  ) throws(FormatError) {
    isUsable = false
    if isStrict { throw table.failure(at: field.lowerBound, problem, Self.columnName) }
  }

  /// The nanoseconds of a stamp, and those of a step of its last decimal.
  private static func time(_ text: ArraySlice<UInt8>) -> (time: Int64, step: Int64)? {
    let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count), let last = parts.last else { return nil }
    let pieces = last.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard (1...2).contains(pieces.count) else { return nil }
    var seconds: Int64 = 0
    for (index, part) in (parts.dropLast() + [pieces[0]]).enumerated() {
      // Hours and what stands first have no end but this; the rest is sixtieths.
      guard let value = whole(part, atMost: index == 0 ? 9_999_999 : 59) else { return nil }
      seconds = seconds * 60 + value
    }
    let billion: Int64 = 1_000_000_000
    guard pieces.count == 2 else { return (seconds * billion, billion) }
    let kept = pieces[1].prefix(maximumDecimals)
    guard let fraction = whole(kept, atMost: billion), pieces[1].allSatisfy({ isDigit($0) })
    else { return nil }
    let step = (kept.count..<maximumDecimals).reduce(1) { step, _ in step * 10 }
    return (seconds * billion + fraction * Int64(step), Int64(step))
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func whole(_ digits: ArraySlice<UInt8>, atMost maximum: Int64) -> Int64? {
    guard (1...maximumDecimals).contains(digits.count) else { return nil }
    var value: Int64 = 0
    for digit in digits {
      guard isDigit(digit) else { return nil }
      value = value * 10 + Int64(digit - 0x30)
    }
    return value <= maximum ? value : nil
  }

  /// The frame rate by the stamps; nil where they say nothing.
  ///
  /// - Throws: `FormatError` for a rate that no table has.
  func rate(file: String) throws(FormatError) -> FlashTable.StampedRate? {
    guard isUsable, times.count > 1 else { return nil }
    let intervals = zip(times.dropFirst(), times).map { $0 - $1 }
    let median = intervals.sorted()[intervals.count / 2]
    let spread = max(median / 2, resolution)
    let near = intervals.filter { abs($0 - median) <= spread }
    let sum = near.reduce(0, +)
    let frames = Double(near.count) * 1e9
    let measured = sum > 0 ? frames / Double(sum) : .infinity
    if Self.rates.contains(measured.rounded()) {
      // One step of the last decimal more or less.
      let (low, high) = (frames / Double(sum + resolution), frames / Double(sum - resolution))
      return FlashTable.StampedRate(
        measured: measured,
        framesPerSecond: Self.whole(measured, low...(high > low ? high : .infinity)))
    }
    guard isStrict else { return nil }
    let found =
      measured.isFinite
      ? "\(JSONOutput.text(of: (measured * 100).rounded() / 100)) frames per second"
      : "the same time in every row"
    throw FormatError(
      file: file, path: Self.columnName,
      problem: .notAllowed(found: found, allowed: "1 to 240 frames per second; \(Self.advice)"))
  }

  /// The whole rate that is meant: the nearest, unless it is unusual and a usual one is as well
  /// within what the stamps leave open.
  private static func whole(_ measured: Double, _ open: ClosedRange<Double>) -> UInt32 {
    let nearest = UInt32(measured.rounded())
    guard !usualRates.contains(nearest) else { return nearest }
    let usual = usualRates.filter { open.contains(Double($0)) }
    return usual.min { abs(Double($0) - measured) < abs(Double($1) - measured) } ?? nearest
  }
}
