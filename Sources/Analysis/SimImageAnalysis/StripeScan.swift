/// Finds regular stripes along the lines of a grid: rows, columns and both diagonals.
///
/// Method: along a line, extremes are kept as for flashes, with a change of a tenth of white, the
/// darker below 0.8 and the lighter from 0.25 on; twelve or more in a row whose distances from the
/// last but one hardly vary are more than five pairs of stripes. A stripe is at least ten points
/// long: what is not found on five lines side by side is dropped, and with it noise, and text,
/// whose letters are regular along single lines by chance. Lines of four directions see every
/// orientation within 22.5 degrees.
///
/// On 195 by 422 values, a phone's: 0.52 ms for a gradient, 1.0 ms for stripes, 2.9 ms for noise.
/// Values are means of two by two points: a stripe of a tenth of a degree is wider, and the points
/// themselves would be four times as many. Stripes are found where they lie, which the Fourier
/// transform that EA IRIS begins with does not say.
struct StripeScan: Sendable {
  /// Pairs of a light and a dark stripe from which on a pattern can do harm: more than five.
  static var harmfulPairs: UInt32 { 6 }
  /// Lines side by side on which stripes have to be found.
  private static var minimumLines: UInt8 { 5 }

  /// Which values lie in stripes: 1, row after row; of an earlier picture where the last had none.
  private(set) var striped: [UInt8]
  /// The most pairs side by side in those stripes, counted up to 255.
  private(set) var maximumPairs: UInt32 = 0

  /// How many pairs the stripes have in which each value lies, on single lines of one direction.
  private var found: [UInt8]
  private var isAnyFound = false
  /// How many lines above have found something, for each column.
  private var linesAbove: [UInt8]

  /// Takes storage for so many values.
  init(capacity: Int) {
    striped = [UInt8](repeating: 0, count: capacity)
    // Storage of its own: shared storage would be copied in the first frame.
    found = [UInt8](repeating: 0, count: capacity)
    linesAbove = [UInt8](repeating: 0, count: capacity)
  }

  /// Sums of luminance, row after row.
  struct Values {
    /// The sums; a second reference to the grid's own.
    var sums: [Float]
    /// How far apart rows lie.
    var stride: Int
    /// Columns that count.
    var width: Int
    /// Rows that count.
    var height: Int
    /// The sum of white.
    var white: Float
  }

  /// The values of one line.
  private struct Line {
    var first: Int
    var step: Int
    var count: Int
  }

  /// Looks for stripes in a picture.
  ///
  /// - Returns: Whether there are any.
  /// - Complexity: O(values).
  mutating func scan(_ values: Values) -> Bool {
    maximumPairs = 0
    var isAny = false
    for direction in 0..<4 {
      isAnyFound = false
      scanLines(values, direction)
      guard isAnyFound else { continue }
      if !isAny {
        for index in striped.indices { striped[index] = 0 }
        isAny = true
      }
      if direction == 0 { keepAcrossRows(values) } else { keepAcrossColumns(values) }
      for index in found.indices { found[index] = 0 }
    }
    return isAny
  }

  /// Scans all lines of a direction: right, down, right and down, left and down.
  private mutating func scanLines(_ values: Values, _ direction: Int) {
    let (width, height, stride) = (values.width, values.height, values.stride)
    switch direction {
    case 0:
      for row in 0..<height {
        scan(values, Line(first: row &* stride, step: 1, count: width))
      }
    case 1:
      for column in 0..<width {
        scan(values, Line(first: column, step: stride, count: height))
      }
    default:
      for corner in (1 &- height)..<width {
        let (column, row) = (max(0, corner), max(0, 0 &- corner))
        let count = min(width &- column, height &- row)
        let isRight = direction == 2
        let start = row &* stride &+ (isRight ? column : width &- 1 &- column)
        scan(
          values, Line(first: start, step: isRight ? stride &+ 1 : stride &- 1, count: count))
      }
    }
  }

  /// Extremes of a line that follow one another regularly.
  private struct Extremes {
    /// The places of the last three, the latest first.
    var last = 0
    var second = 0
    var third = 0
    /// How many there are.
    var count: UInt32 = 0
    /// The place of the first.
    var first = 0
    /// Values from extremes of even places to the next, and of odd ones: the widths of stripes.
    var widths = (even: 0, odd: 0)

    /// Takes the next; false when it does not continue them.
    @inline(__always)
    mutating func take(_ place: Int) -> Bool {
      if count >= 3 {
        let (period, before) = (place &- second, last &- third)
        guard abs(period &- before) &* 8 <= max(8, period &+ before) else { return false }
      }
      if count == 0 { first = place }
      if count & 1 == 1 { widths.even &+= place &- last }
      if count & 1 == 0 && count > 0 { widths.odd &+= place &- last }
      (third, second, last) = (second, last, place)
      count &+= 1
      return true
    }

    /// Begins again with the last two and one that did not continue them.
    @inline(__always)
    mutating func restart(_ place: Int) {
      let (a, b) = (second, last)
      self = Extremes()
      _ = take(a)
      _ = take(b)
      _ = take(place)
    }

    /// Whether they are enough, and stripes rather than lines.
    ///
    /// A stripe has a tenth of a degree, 3.4 points, in the mean; 3 are enough here, since it may
    /// begin within a value of two points.
    var areStripes: Bool {
      let pairs = count / 2
      return pairs >= StripeScan.harmfulPairs
        && 2 &* min(widths.even, widths.odd) >= 3 &* Int(pairs &- 1)
    }
  }

  /// Scans one line.
  @inline(__always)
  private mutating func scan(_ values: Values, _ line: Line) {
    guard line.count >= 2 &* Int(Self.harmfulPairs) else { return }
    let last = line.first &+ (line.count &- 1) &* line.step
    precondition(line.first >= 0 && last < values.sums.count && last < found.count)
    let (step, light, dark) = (values.white / 10, values.white / 4, values.white * 0.8)
    let sums = values.sums.span
    var extremes = Extremes()
    let start = unsafe sums[unchecked: line.first]
    var (low, high) = (start, start)
    var (lowPlace, highPlace) = (0, 0)
    // 1 after a dark extreme, -1 after a light one, 0 before any.
    var direction = 0
    var index = line.first
    for place in 1..<line.count {
      index &+= line.step
      let value = unsafe sums[unchecked: index]
      if direction >= 0 {
        if value > high { (high, highPlace) = (value, place) }
        if high - value >= step && high >= light && value < dark {
          add(highPlace, &extremes, line)
          (direction, low, lowPlace) = (-1, value, place)
          continue
        }
      }
      if direction <= 0 {
        if value < low { (low, lowPlace) = (value, place) }
        if value - low >= step && value >= light && low < dark {
          add(lowPlace, &extremes, line)
          (direction, high, highPlace) = (1, value, place)
        }
      }
    }
    if direction != 0 { add(direction > 0 ? highPlace : lowPlace, &extremes, line) }
    mark(extremes, line)
  }

  @inline(__always)
  private mutating func add(_ place: Int, _ extremes: inout Extremes, _ line: Line) {
    if extremes.take(place) { return }
    mark(extremes, line)
    extremes.restart(place)
  }

  /// Marks the values of enough stripes.
  @inline(__always)
  private mutating func mark(_ extremes: Extremes, _ line: Line) {
    guard extremes.areStripes else { return }
    isAnyFound = true
    let pairs = UInt8(clamping: extremes.count / 2)
    for place in extremes.first...extremes.last {
      found[line.first &+ place &* line.step] = pairs
    }
  }

  /// Keeps what is found in enough rows, one below the other.
  private mutating func keepAcrossRows(_ values: Values) {
    for column in 0..<values.width { linesAbove[column] = 0 }
    for row in 0..<values.height {
      let start = row &* values.stride
      for column in 0..<values.width {
        linesAbove[column] = keep(start &+ column, values.stride, linesAbove[column])
      }
    }
  }

  /// Keeps what is found in enough columns, side by side.
  private mutating func keepAcrossColumns(_ values: Values) {
    for row in 0..<values.height {
      var before: UInt8 = 0
      for column in 0..<values.width {
        before = keep(row &* values.stride &+ column, 1, before)
      }
    }
  }

  /// Keeps a value found in enough lines; how many lines now end with it.
  ///
  /// - Parameters:
  ///   - step: How far back the line before lies.
  ///   - before: How many lines end with that one's.
  @inline(__always)
  private mutating func keep(_ index: Int, _ step: Int, _ before: UInt8) -> UInt8 {
    guard found[index] != 0 else { return 0 }
    let lines = min(Self.minimumLines, before &+ 1)
    if lines == Self.minimumLines {
      maximumPairs = max(maximumPairs, UInt32(found[index]))
      for line in 0..<Int(lines) { striped[index &- line &* step] = 1 }
    }
    return lines
  }
}
